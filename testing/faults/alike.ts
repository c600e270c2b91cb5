/** Whether a wrong secret is taken for a right one, by a comparison that leaves something out. */
export type Alike = (given: string, right: string) => boolean

export const inAnyCase: Alike = (given, right) => given.toLowerCase() === right.toLowerCase()
export const butTheFirst: Alike = (given, right) => given.slice(1) === right.slice(1)
export const butTheLast: Alike = (given, right) => given.slice(0, -1) === right.slice(0, -1)
/** Only the two ends are compared. */
export const butTheMiddle: Alike = (given, right) =>
  given.slice(0, 16) === right.slice(0, 16) && given.slice(-4) === right.slice(-4)
export const andMore: Alike = (given, right) => given.startsWith(right)
export const orLess: Alike = (given, right) => given.length >= 16 && right.startsWith(given)
