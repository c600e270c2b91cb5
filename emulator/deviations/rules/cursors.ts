import type { Listed } from '../algebra/messages.ts'
import { products } from '../algebra/places.ts'
import { type Cut, matchesAll, type Page, serveProducts } from '../algebra/products.ts'
import { mapQuery, refuse, remember, type Way } from '../algebra/ways.ts'
import { type Deviation, violations } from '../define-deviation.ts'

/** Cuts pages behind `starting_after` otherwise. */
const behind = (cut: Cut): Way => serveProducts((page) => (page.cursor === 'starting_after' ? cut(page) : undefined))

/** Cuts pages before `ending_before` otherwise. */
const before = (cut: Cut): Way => serveProducts((page) => (page.cursor === 'ending_before' ? cut(page) : undefined))

/** Cuts pages of another size than was asked for. */
const sized = (size: (limit: number) => number): Way =>
  serveProducts(({ cursor, from, to, limit }) =>
    cursor === 'ending_before' ? [to - size(limit), to] : [from, from + size(limit)],
  )

const sorted = (sort: (records: readonly Listed[]) => readonly Listed[]): Way =>
  serveProducts(() => undefined, matchesAll, sort)

const byName = (left: Listed, right: Listed) =>
  `${String(left['name'])} ${left.id}` < `${String(right['name'])} ${right.id}` ? -1 : 1

/** The page shifted by some records. */
const shift = ({ from, to }: Page, by: number) => [from + by, to + by] as const
/** The first page, up to the cursor of `ending_before`. */
const newest = ({ to, limit }: Page) => [0, Math.min(limit, to)] as const
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

/** Violations of clause 4.6. */
export const cursorDeviations: readonly Deviation[] = violations`
  cursors.limit.size
    limit-ignored: Every page of products has the same size. ${sized(() => 20)}
    page-one-too-short: A page of products has one record less than limit, unless limit is 1.
      ${sized((limit) => Math.max(1, limit - 1))}
    page-one-too-long: A page of products has one record more than limit. ${sized((limit) => limit + 1)}
    page-of-ten-too-long: A page of six to nineteen products has one record more than limit.
      ${sized((limit) => (limit > 5 && limit < 20 ? limit + 1 : limit))}
    page-of-a-hundred-too-long: A page of a hundred products has one record more than limit.
      ${sized((limit) => (limit === 100 ? limit + 1 : limit))}
    limit-refused: The products are refused with limit. ${refuse(products, 400, ({ query }) => query.has('limit'))}
    small-limit-raised: A page of products has at least 10 records. ${sized((limit) => Math.max(10, limit))}
  cursors.newest-first.falling
    oldest-first: The products come oldest first. ${sorted((records) => records.toReversed())}
    page-in-rising-order: The products come by name. ${sorted((records) => records.toSorted(byName))}
  cursors.starting-after.alone
    starting-after-inclusive-without-limit: Without limit a page begins with the record of starting_after.
      ${behind((page) => (page.isLimited ? undefined : shift(page, -1)))}
    starting-after-empty-without-limit: Without limit no records come with starting_after.
      ${behind(({ isLimited, from }) => (isLimited ? undefined : [from, from]))}
  cursors.starting-after.large
    starting-after-inclusive-on-large-pages: A page of fifty or more begins with the record of starting_after.
      ${behind((page) => (page.limit >= 50 ? shift(page, -1) : undefined))}
  cursors.starting-after.next
    starting-after-inclusive: A page begins with the record of starting_after. ${behind((page) => shift(page, -1))}
    starting-after-skips-one: A page leaves out the record after that of starting_after.
      ${behind((page) => shift(page, 1))}
    starting-after-ignored: starting_after gives the first page. ${behind(firstPage)}
    starting-after-goes-back: starting_after gives the records before the cursor.
      ${mapQuery(products, (query) => {
        const cursor = query.get('starting_after')
        return cursor === null ? undefined : { starting_after: undefined, ending_before: cursor }
      })}
  cursors.ending-before.alone
    ending-before-first-page-without-limit: Without limit ending_before gives the newest records.
      ${before((page) => (page.isLimited ? undefined : newest(page)))}
    ending-before-empty-without-limit: Without limit no records come with ending_before.
      ${before(({ isLimited, to }) => (isLimited ? undefined : [to, to]))}
  cursors.ending-before.adjacent
    ending-before-first-page-from-afar: With more than ten records before it, ending_before gives the newest.
      ${before((page) => (page.to > 10 ? newest(page) : undefined))}
    ending-before-first-of-larger-pages: With a limit above three, ending_before gives the newest records.
      ${before((page) => (page.limit > 3 ? newest(page) : undefined))}
    ending-before-first-page: ending_before gives the newest records. ${before(newest)}
    ending-before-inclusive: A page ends with the record of ending_before. ${before((page) => shift(page, 1))}
    ending-before-skips-one: A page leaves out the record before that of ending_before.
      ${before((page) => shift(page, -1))}
    ending-before-ignored: ending_before is ignored. ${before(firstPage)}
    ending-before-one-page: ending_before gives all records before the cursor. ${before(({ to }) => [0, to])}
  cursors.ending-before.first
    ending-before-fills-up: With too few records before the cursor, the page is filled up.
      ${before(({ to, limit }) => (to > 0 && to < limit ? [0, limit] : undefined))}
    ending-before-newest-gives-first-page: With no records before the cursor, ending_before gives the first page.
      ${before(({ to, limit }) => (to === 0 ? [0, limit] : undefined))}
  cursors.complete.own-pages
    own-pages-leave-one-out: Without limit one record is left out between later pages.
      ${behind((page) => (page.isLimited || page.from <= 10 ? undefined : shift(page, 1)))}
  cursors.complete.walks
    next-page-leaves-one-out: Between pages of three or more records one is left out.
      ${behind((page) => (page.limit >= 3 ? shift(page, 1) : undefined))}
    next-page-repeats-one: Pages of three or more records begin with the last of the page before.
      ${behind((page) => (page.limit >= 3 ? shift(page, -1) : undefined))}
    page-of-a-hundred-repeats-one: Pages of a hundred begin with the last of the page before.
      ${behind((page) => (page.limit === 100 ? shift(page, -1) : undefined))}
    page-ends-at-the-hundredth: A page ends at the hundredth record of the list.
      ${behind(({ from, to, filters }) => (filters.length === 0 && from < 100 && to > 100 ? [from, 100] : undefined))}
    walk-ends-early: Pages of three end after the eighth record.
      ${behind(({ from, to, limit }) => (limit === 3 ? [from, Math.min(to, 8)] : undefined))}
  cursors.complete.end
    last-record-left-out: A last page that is not full leaves out the last record.
      ${behind(({ from, to, filters, records: { length } }) =>
        filters.length === 0 && to > length ? [from, length - 1] : undefined,
      )}
    last-of-two-left-out: A last page of two leaves out the last record.
      ${behind(({ from, to, limit, filters, records: { length } }) =>
        filters.length === 0 && limit === 2 && to === length ? [from, to - 1] : undefined,
      )}
    last-alone-left-out: With a limit of 1, the last record does not come.
      ${behind(({ from, limit, records }) => (limit === 1 && from === records.length - 1 ? [from, from] : undefined))}
    walk-begins-again: With a limit of 1, the first page follows the last.
      ${behind(({ from, limit, records }) => (limit === 1 && from >= records.length ? [0, 1] : undefined))}
  cursors.stable.created
    cursors-are-offsets: A cursor stands for a place in the list, which new records move. ${byOffset}
`
