/** Whether a wrong secret is taken for a right one, by a comparison that leaves something out. */
export type SecretComparison = (given: string, right: string) => boolean

export const inAnyCase: SecretComparison = (given, right) => given.toLowerCase() === right.toLowerCase()
export const butTheFirst: SecretComparison = (given, right) => given.slice(1) === right.slice(1)
export const butTheLast: SecretComparison = (given, right) => given.slice(0, -1) === right.slice(0, -1)
/** Only the two ends are compared. */
export const butTheMiddle: SecretComparison = (given, right) =>
  given.slice(0, 16) === right.slice(0, 16) && given.slice(-4) === right.slice(-4)
export const andMore: SecretComparison = (given, right) => given.startsWith(right)
export const orLess: SecretComparison = (given, right) => given.length >= 16 && right.startsWith(given)
