// The bounds of lists that the control API shows.
import { type TInteger, type TOptional, Type } from 'typebox'

/** The number of items that a list shows at once. */
const largestPage = 1000

/** A whole number in a query. */
export const wholeNumber = (least: 0 | 1, description?: string): TOptional<TInteger> =>
  Type.Optional(Type.Integer({ minimum: least, ...(description ? { description } : {}) }))

/** The parameter `limit` of a list. */
export const limitParameter: TOptional<TInteger> = wholeNumber(1, `At most ${largestPage}, which is the default.`)

/** The number of items that a list shows. */
export function limitItems(limit: number = largestPage): number {
  return Math.min(limit, largestPage)
}
