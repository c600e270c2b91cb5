// Pages of records that are sorted by a member, for people who look at them.
import { ApiError } from '../api/dialect/api-error.ts'
import type { Collection, CountedPage, PageRequest } from '../model/store/collection.ts'

/** The most records that are sorted: more would take long, and nobody reads them. */
const most = 100_000

interface Sorted {
  readonly key: string
  readonly records: readonly unknown[]
}

/** The last order of each collection. A change makes another collection. */
const kept = new WeakMap<object, Sorted>()

/** A page of the matching records by a member, or by one after a minus for the largest first. @throws ApiError */
export function* sortedPage<Row extends { readonly id: string }>(
  collection: Collection<Row>,
  { sort, limit, ...selection }: PageRequest & { readonly sort: string },
  offset: number,
): Generator<void, CountedPage<Row>> {
  const key = JSON.stringify([sort, selection])
  const before = kept.get(collection)
  const records = before?.key === key ? (before.records as readonly Row[]) : yield* sorted(collection, sort, selection)
  kept.set(collection, { key, records })
  const items = records.slice(offset, offset + limit)
  return { items, count: records.length, hasMore: offset + items.length < records.length }
}

function* sorted<Row extends { readonly id: string }>(
  collection: Collection<Row>,
  sort: string,
  selection: Omit<PageRequest, 'limit'>,
): Generator<void, readonly Row[]> {
  const { items, hasMore } = yield* collection.pageInSteps({ ...selection, limit: most })
  if (hasMore)
    throw new ApiError(
      'refused',
      `More than ${most} records match, and so many are not sorted. Filter or search first.`,
    )
  const isDown = sort.startsWith('-')
  const member = isDown ? sort.slice(1) : sort
  const valueOf = (record: Row) => (record as Readonly<Record<string, unknown>>)[member]
  return items.toSorted((left, right) => {
    const [first, second] = [valueOf(left), valueOf(right)]
    // What has no value comes last in both directions.
    if (first === null || first === undefined) return second === null || second === undefined ? 0 : 1
    if (second === null || second === undefined) return -1
    return compare(first, second) * (isDown ? -1 : 1)
  })
}

function compare(left: unknown, right: unknown): number {
  const [first, second] = [left, right].map((value) => (typeof value === 'number' ? value : String(value)))
  return first === second ? 0 : first! < second! ? -1 : 1
}
