import type { ListedRecord } from '../wrappers/messages.ts'
import { type Cut, matchesAll, type Page, serveProducts } from '../wrappers/products.ts'
import type { FetchWrapper } from '../deviation.ts'
import { remember } from '../wrappers/fetch-wrappers.ts'

/** Cuts the pages after `starting_after` differently. */
export const cutForwardPages = (cut: Cut): FetchWrapper =>
  serveProducts((page) => (page.cursor === 'starting_after' ? cut(page) : undefined))

/** Cuts the pages before `ending_before` differently. */
export const cutBackwardPages = (cut: Cut): FetchWrapper =>
  serveProducts((page) => (page.cursor === 'ending_before' ? cut(page) : undefined))

/** Changes the page size. */
const resizePages = (size: (limit: number) => number): FetchWrapper =>
  serveProducts(({ cursor, from, to, limit }) =>
    cursor === 'ending_before' ? [to - size(limit), to] : [from, from + size(limit)],
  )

const sortRecords = (sort: (records: readonly ListedRecord[]) => readonly ListedRecord[]): FetchWrapper =>
  serveProducts(() => undefined, matchesAll, sort)

/** The page shifted by some records. */
export const shift = ({ from, to }: Page, by: number): readonly [number, number] => [from + by, to + by]

const firstPageCut: Cut = ({ limit }) => [0, limit]

/** Treats a cursor as the position that the record had in the list, with these filters, when it was first shown. */
const offsetCursors = remember(() => {
  const places = new Map<string, number>()
  return serveProducts(({ cursor, from: right, limit, filters, records }) => {
    if (cursor === 'ending_before') return undefined
    const placeKey = (place: number) => JSON.stringify([filters, records[place]?.id])
    const from = cursor ? (places.get(placeKey(right - 1)) ?? right - 1) + 1 : 0
    for (let place = from; place < Math.min(from + limit, records.length); place++)
      if (!places.has(placeKey(place))) places.set(placeKey(place), place)
    return [from, from + limit]
  })
})

/** The deviations of "Pages and cursors". */
export const cursorDeviations = {
  title: 'Pages and cursors',
  deviations: {
    'limit-ignored': ['cursors.limit.pages', 'Every page of products has the same size.', resizePages(() => 20)],
    'page-one-too-short': [
      'cursors.limit.pages',
      'A page of products has one record less than limit, unless limit is 1.',
      resizePages((limit) => Math.max(1, limit - 1)),
    ],
    'oldest-first': [
      'cursors.newest-first.pages',
      'The products come oldest first.',
      sortRecords((records) => records.toReversed()),
    ],
    'starting-after-inclusive': [
      'cursors.starting-after.pages',
      'A page begins with the record of starting_after.',
      cutForwardPages((page) => shift(page, -1)),
    ],
    'starting-after-ignored': [
      'cursors.starting-after.pages',
      'starting_after gives the first page.',
      cutForwardPages(firstPageCut),
    ],
    'ending-before-ignored': [
      'cursors.ending-before.pages',
      'ending_before is ignored.',
      cutBackwardPages(firstPageCut),
    ],
    'walk-begins-again': [
      'cursors.complete.pages',
      'With a limit of 1, the first page follows the last.',
      cutForwardPages(({ from, limit, records }) => (limit === 1 && from >= records.length ? [0, 1] : undefined)),
    ],
    'cursors-are-offsets': [
      'cursors.stable.created',
      'A cursor means a position in the list, which new records shift.',
      offsetCursors,
    ],
  },
} as const
