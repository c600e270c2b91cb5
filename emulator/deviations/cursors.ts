import { defineDeviation, type Deviation, type FetchWrapper, rewriteUrl } from './define-deviation.ts'
import {
  isProductList,
  type ListedRecord,
  type ListRequest,
  serveProducts,
  type TakePage,
  takePageRight,
} from './product-list.ts'

/** Serves the products in pages that are cut otherwise. */
function paging(takePage: TakePage): FetchWrapper {
  return serveProducts({ takePage })
}

/** With another limit than was asked for. */
function limiting(change: (limit: number) => number): FetchWrapper {
  return paging((records, request) => takePageRight(records, { ...request, limit: change(request.limit) }))
}

/** The records behind `starting_after`, newest first. */
function behind(records: readonly ListedRecord[], { startingAfter }: ListRequest): readonly ListedRecord[] {
  return startingAfter === undefined ? records : records.filter(({ id }) => id < startingAfter)
}

/** The records before `ending_before`, newest first. */
function before(records: readonly ListedRecord[], endingBefore: string): readonly ListedRecord[] {
  return records.filter(({ id }) => id > endingBefore)
}

/** A page behind a cursor that is cut otherwise, of some requests. */
function pagingOn(take: TakePage, when: (request: ListRequest) => boolean = () => true): FetchWrapper {
  return paging((records, request) =>
    request.startingAfter !== undefined && when(request) ? take(records, request) : takePageRight(records, request),
  )
}

const fromCursorOn: TakePage = (records, { startingAfter, limit }) =>
  records.filter(({ id }) => id <= startingAfter!).slice(0, limit)
const allButNext: TakePage = (records, request) => behind(records, request).slice(1, request.limit + 1)

type TakeEarlier = (
  earlier: readonly ListedRecord[],
  limit: number,
  records: readonly ListedRecord[],
  cursor: string,
) => readonly ListedRecord[]

/** A page before a cursor that is cut otherwise. */
function pagingBack(take: TakeEarlier): FetchWrapper {
  return paging((records, request) => {
    const { endingBefore, limit } = request
    return endingBefore === undefined
      ? takePageRight(records, request)
      : take(before(records, endingBefore), limit, records, endingBefore)
  })
}

/** A place in one list is none in another, with other filters. */
const keyOf = ({ filters }: ListRequest, id: string) => `${JSON.stringify(filters)} ${id}`

/** Cursors that stand for a place in the list, as it was when the record was last shown. */
function byOffset(): FetchWrapper {
  return (next) => {
    const places = new Map<string, number>()
    return paging((records, request) => {
      if (request.endingBefore !== undefined) return takePageRight(records, request)
      const { startingAfter } = request
      const placeOf = (cursor: string) =>
        places.get(keyOf(request, cursor)) ?? records.findIndex(({ id }) => id === cursor)
      const start = startingAfter === undefined ? 0 : placeOf(startingAfter) + 1
      const page = records.slice(start, start + request.limit)
      for (const [index, { id }] of page.entries())
        if (!places.has(keyOf(request, id))) places.set(keyOf(request, id), start + index)
      return page
    })(next)
  }
}

/** Violations of clause 4.6. */
export const cursorDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'limit-ignored',
    requirement: 'cursors.limit',
    caughtBy: 'cursors.limit.size',
    description: 'Every page of products has the same size.',
    wrap: limiting(() => 20),
  }),
  defineDeviation({
    name: 'page-one-too-short',
    requirement: 'cursors.limit',
    caughtBy: 'cursors.limit.size',
    description: 'A page of products has one record less than limit, if there are two.',
    wrap: limiting((limit) => Math.max(1, limit - 1)),
  }),
  defineDeviation({
    name: 'page-one-too-long',
    requirement: 'cursors.limit',
    caughtBy: 'cursors.limit.size',
    description: 'A page of products has one record more than limit.',
    wrap: limiting((limit) => limit + 1),
  }),
  defineDeviation({
    name: 'page-of-ten-too-long',
    requirement: 'cursors.limit',
    caughtBy: 'cursors.limit.size',
    description: 'A page of six to nineteen products has one record more than limit.',
    wrap: limiting((limit) => (limit > 5 && limit < 20 ? limit + 1 : limit)),
  }),
  defineDeviation({
    name: 'starting-after-inclusive-without-limit',
    requirement: 'cursors.starting-after',
    caughtBy: 'cursors.starting-after.alone',
    description: 'Without limit a page begins with the record of starting_after.',
    wrap: pagingOn(fromCursorOn, ({ isLimited }) => !isLimited),
  }),
  defineDeviation({
    name: 'ending-before-first-page-without-limit',
    requirement: 'cursors.ending-before',
    caughtBy: 'cursors.ending-before.alone',
    description: 'Without limit ending_before gives the newest records.',
    wrap: paging((records, request) => {
      const { isLimited, endingBefore, limit } = request
      return isLimited || endingBefore === undefined
        ? takePageRight(records, request)
        : before(records, endingBefore).slice(0, limit)
    }),
  }),
  defineDeviation({
    name: 'ending-before-first-page-from-afar',
    requirement: 'cursors.ending-before',
    caughtBy: 'cursors.ending-before.adjacent',
    description: 'With more than ten records before it, ending_before gives the newest ones.',
    wrap: pagingBack((earlier, limit) => (earlier.length > 10 ? earlier.slice(0, limit) : earlier.slice(-limit))),
  }),
  defineDeviation({
    name: 'ending-before-first-of-larger-pages',
    requirement: 'cursors.ending-before',
    caughtBy: 'cursors.ending-before.adjacent',
    description: 'With a limit above three, ending_before gives the newest records.',
    wrap: pagingBack((earlier, limit) => (limit > 3 ? earlier.slice(0, limit) : earlier.slice(-limit))),
  }),
  defineDeviation({
    name: 'own-pages-leave-one-out',
    requirement: 'cursors.complete',
    caughtBy: 'cursors.complete.own-pages',
    description: 'Without limit one record is left out between the pages behind the first ten records.',
    wrap: paging((records, request) => {
      const rest = behind(records, request)
      const isNearTheTop = records.length - rest.length <= 10
      if (request.isLimited || request.startingAfter === undefined || isNearTheTop)
        return takePageRight(records, request)
      return takePageRight(
        records.filter(({ id }) => id !== rest[0]?.id),
        request,
      )
    }),
  }),
  defineDeviation({
    name: 'small-limit-raised',
    requirement: 'cursors.limit',
    caughtBy: 'cursors.limit.size',
    description: 'A page of products has at least 10 records.',
    wrap: limiting((limit) => Math.max(10, limit)),
  }),
  defineDeviation({
    name: 'oldest-first',
    requirement: 'cursors.newest-first',
    caughtBy: 'cursors.newest-first.falling',
    description: 'The products come oldest first.',
    wrap: paging((records, { limit, startingAfter, endingBefore }) => {
      const oldest = records.toReversed()
      if (endingBefore !== undefined) return oldest.filter(({ id }) => id < endingBefore).slice(-limit)
      return oldest.filter(({ id }) => startingAfter === undefined || id > startingAfter).slice(0, limit)
    }),
  }),
  defineDeviation({
    name: 'page-in-rising-order',
    requirement: 'cursors.newest-first',
    caughtBy: 'cursors.newest-first.falling',
    description: 'The products come by name, from page to page.',
    wrap: paging((records, { limit, startingAfter, endingBefore }) => {
      const byName = records.toSorted((left, right) =>
        `${left['name'] as string} ${left.id}` < `${right['name'] as string} ${right.id}` ? -1 : 1,
      )
      const place = (cursor: string | undefined) => byName.findIndex(({ id }) => id === cursor)
      if (endingBefore !== undefined) return byName.slice(Math.max(0, place(endingBefore) - limit), place(endingBefore))
      return byName.slice(place(startingAfter) + 1).slice(0, limit)
    }),
  }),
  defineDeviation({
    name: 'starting-after-inclusive',
    requirement: 'cursors.starting-after',
    caughtBy: 'cursors.starting-after.next',
    description: 'A page begins with the record of starting_after.',
    wrap: pagingOn(fromCursorOn),
  }),
  defineDeviation({
    name: 'starting-after-skips-one',
    requirement: 'cursors.starting-after',
    caughtBy: 'cursors.starting-after.next',
    description: 'A page leaves out the record right behind that of starting_after.',
    wrap: pagingOn(allButNext),
  }),
  defineDeviation({
    name: 'starting-after-ignored',
    requirement: 'cursors.starting-after',
    caughtBy: 'cursors.starting-after.next',
    description: 'starting_after gives the first page.',
    wrap: paging((records, request) => takePageRight(records, { ...request, startingAfter: undefined })),
  }),
  defineDeviation({
    name: 'starting-after-goes-back',
    requirement: 'cursors.starting-after',
    caughtBy: 'cursors.starting-after.next',
    description: 'starting_after gives the records before the cursor.',
    wrap: rewriteUrl((url, request) => {
      const cursor = url.searchParams.get('starting_after')
      if (cursor === null || !isProductList(request)) return undefined
      url.searchParams.delete('starting_after')
      url.searchParams.set('ending_before', cursor)
      return url
    }),
  }),
  defineDeviation({
    name: 'ending-before-first-page',
    requirement: 'cursors.ending-before',
    caughtBy: 'cursors.ending-before.adjacent',
    description: 'ending_before gives the newest records, not those right before the cursor.',
    wrap: pagingBack((earlier, limit) => earlier.slice(0, limit)),
  }),
  defineDeviation({
    name: 'ending-before-inclusive',
    requirement: 'cursors.ending-before',
    caughtBy: 'cursors.ending-before.adjacent',
    description: 'A page ends with the record of ending_before.',
    wrap: pagingBack((_earlier, limit, records, cursor) => records.filter(({ id }) => id >= cursor).slice(-limit)),
  }),
  defineDeviation({
    name: 'ending-before-skips-one',
    requirement: 'cursors.ending-before',
    caughtBy: 'cursors.ending-before.adjacent',
    description: 'A page leaves out the record right before that of ending_before.',
    wrap: pagingBack((earlier, limit) => earlier.slice(0, -1).slice(-limit)),
  }),
  defineDeviation({
    name: 'ending-before-ignored',
    requirement: 'cursors.ending-before',
    caughtBy: 'cursors.ending-before.adjacent',
    description: 'ending_before is ignored.',
    wrap: paging((records, request) => takePageRight(records, { ...request, endingBefore: undefined })),
  }),
  defineDeviation({
    name: 'ending-before-one-page',
    requirement: 'cursors.ending-before',
    caughtBy: 'cursors.ending-before.adjacent',
    description: 'ending_before gives all records before the cursor.',
    wrap: pagingBack((earlier) => earlier),
  }),
  defineDeviation({
    name: 'ending-before-fills-up',
    requirement: 'cursors.ending-before',
    caughtBy: 'cursors.ending-before.first',
    description: 'Where too few records stand before the cursor, the page goes on behind it.',
    wrap: pagingBack((earlier, limit, records) =>
      earlier.length < limit ? records.slice(0, limit) : earlier.slice(-limit),
    ),
  }),
  defineDeviation({
    name: 'ending-before-newest-gives-first-page',
    requirement: 'cursors.ending-before',
    caughtBy: 'cursors.ending-before.first',
    description: 'Where nothing stands before the cursor, the first page comes.',
    wrap: pagingBack((earlier, limit, records) =>
      earlier.length === 0 ? records.slice(0, limit) : earlier.slice(-limit),
    ),
  }),
  defineDeviation({
    name: 'next-page-leaves-one-out',
    requirement: 'cursors.complete',
    caughtBy: 'cursors.complete.walks',
    description: 'Between pages of three or more records one is left out.',
    wrap: pagingOn(allButNext, ({ limit }) => limit >= 3),
  }),
  defineDeviation({
    name: 'next-page-repeats-one',
    requirement: 'cursors.complete',
    caughtBy: 'cursors.complete.walks',
    description: 'Pages of three or more records begin with the last of the page before.',
    wrap: pagingOn(fromCursorOn, ({ limit }) => limit >= 3),
  }),
  defineDeviation({
    name: 'walk-ends-early',
    requirement: 'cursors.complete',
    caughtBy: 'cursors.complete.walks',
    description: 'Pages of three end after the eighth record.',
    wrap: paging((records, request) =>
      request.limit === 3 ? takePageRight(records.slice(0, 8), request) : takePageRight(records, request),
    ),
  }),
  defineDeviation({
    name: 'last-record-left-out',
    requirement: 'cursors.complete',
    caughtBy: 'cursors.complete.end',
    description: 'A last page that is not full leaves out the last record.',
    wrap: paging((records, request) => {
      const page = takePageRight(records, request)
      return page.length < request.limit && request.startingAfter !== undefined && request.filters.length === 0
        ? page.slice(0, -1)
        : page
    }),
  }),
  defineDeviation({
    name: 'walk-begins-again',
    requirement: 'cursors.complete',
    caughtBy: 'cursors.complete.end',
    description: 'Behind the last record a page of one begins from the first.',
    wrap: paging((records, request) => {
      const page = takePageRight(records, request)
      return page.length === 0 && request.startingAfter !== undefined && request.limit === 1
        ? records.slice(0, 1)
        : page
    }),
  }),
  defineDeviation({
    name: 'cursors-are-offsets',
    requirement: 'cursors.stable',
    caughtBy: 'cursors.stable.created',
    description: 'A cursor stands for the place that its record had: new records push others over the end of a page.',
    wrap: byOffset(),
  }),
]
