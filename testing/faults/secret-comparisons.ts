/** True if a wrong secret is taken for a right one, by a comparison that leaves something out. */
export type SecretComparison = (sent: string, right: string) => boolean

export const inAnyCase: SecretComparison = (sent, right) => sent.toLowerCase() === right.toLowerCase()
export const butTheFirst: SecretComparison = (sent, right) => sent.slice(1) === right.slice(1)
export const butTheLast: SecretComparison = (sent, right) => sent.slice(0, -1) === right.slice(0, -1)
/** Only the two ends are compared. */
export const butTheMiddle: SecretComparison = (sent, right) =>
  sent.slice(0, 16) === right.slice(0, 16) && sent.slice(-4) === right.slice(-4)
export const andMore: SecretComparison = (sent, right) => sent.startsWith(right)
export const orLess: SecretComparison = (sent, right) => sent.length >= 16 && right.startsWith(sent)
