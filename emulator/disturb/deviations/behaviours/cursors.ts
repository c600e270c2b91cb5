import type { Listed } from '../wrappers/messages.ts'
import { type Cut, matchesAll, type Page, serveProducts } from '../wrappers/products.ts'
import type { FetchWrapper } from '../define-deviation.ts'
import { remember } from '../wrappers/fetch-wrappers.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

/** Cuts pages behind `starting_after` otherwise. */
export const behind = (cut: Cut): FetchWrapper =>
  serveProducts((page) => (page.cursor === 'starting_after' ? cut(page) : undefined))

/** Cuts pages before `ending_before` otherwise. */
export const before = (cut: Cut): FetchWrapper =>
  serveProducts((page) => (page.cursor === 'ending_before' ? cut(page) : undefined))

/** Cuts pages of another size than was asked for. */
const sized = (size: (limit: number) => number): FetchWrapper =>
  serveProducts(({ cursor, from, to, limit }) =>
    cursor === 'ending_before' ? [to - size(limit), to] : [from, from + size(limit)],
  )

const sorted = (sort: (records: readonly Listed[]) => readonly Listed[]): FetchWrapper =>
  serveProducts(() => undefined, matchesAll, sort)

/** The page shifted by some records. */
export const shift = ({ from, to }: Page, by: number): readonly [number, number] => [from + by, to + by]

/** The first page, up to the cursor of `ending_before`. */
export const newest: Cut = ({ to, limit }) => [0, Math.min(limit, to)]

const firstPage: Cut = ({ limit }) => [0, limit]

/** Cursors stand for the place that a record had in the list, with these filters, when it was first shown. */
const byOffset = remember(() => {
  const places = new Map<string, number>()
  return serveProducts(({ cursor, from: right, limit, filters, records }) => {
    if (cursor === 'ending_before') return undefined
    const keyOf = (place: number) => JSON.stringify([filters, records[place]?.id])
    const from = cursor ? (places.get(keyOf(right - 1)) ?? right - 1) + 1 : 0
    for (let place = from; place < Math.min(from + limit, records.length); place++)
      if (!places.has(keyOf(place))) places.set(keyOf(place), place)
    return [from, from + limit]
  })
})

/** The behaviour of each deviation of "Pages and cursors". */
export const cursorBehaviours: BehavioursOf<'cursors'> = {
  'limit-ignored': sized(() => 20),
  'page-one-too-short': sized((limit) => Math.max(1, limit - 1)),
  'page-one-too-long': sized((limit) => limit + 1),
  'oldest-first': sorted((records) => records.toReversed()),
  'starting-after-inclusive': behind((page) => shift(page, -1)),
  'starting-after-skips-one': behind((page) => shift(page, 1)),
  'starting-after-ignored': behind(firstPage),
  'ending-before-first-page': before(newest),
  'ending-before-inclusive': before((page) => shift(page, 1)),
  'ending-before-ignored': before(firstPage),
  'next-page-leaves-one-out': behind((page) => (page.limit >= 3 ? shift(page, 1) : undefined)),
  'last-record-left-out': behind(({ from, to, filters, records: { length } }) =>
    filters.length === 0 && to > length ? [from, length - 1] : undefined,
  ),
  'walk-begins-again': behind(({ from, limit, records }) =>
    limit === 1 && from >= records.length ? [0, 1] : undefined,
  ),
  'cursors-are-offsets': byOffset,
}
