// Pages of records that are sorted by a member, for people who look at them.
import { ApiError } from '../api/dialect/api-error.ts'
import type { Collection, CountedPage, PageRequest } from '../model/store/collection.ts'

/** The most records that are sorted: more would take too long, and nobody reads so many. */
const most = 100_000

interface Sorted {
  readonly key: string
  readonly records: readonly unknown[]
}

/** The last order of each collection. Every change makes a new collection. */
const kept = new WeakMap<object, Sorted>()

/**
 * A page of the matching records, sorted by a member. A minus before its name puts the largest value first. @throws
 * ApiError
 */
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
    throw new ApiError('refused', `More than ${most} records match, which is too many to sort. Filter or search first.`)
  const isDown = sort.startsWith('-')
  const member = isDown ? sort.slice(1) : sort
  const valueOf = (record: Row) => (record as Readonly<Record<string, unknown>>)[member]
  return items.toSorted((left, right) => {
    const [first, second] = [valueOf(left), valueOf(right)]
    // Records without a value come last in both directions.
    if (first === null || first === undefined) return second === null || second === undefined ? 0 : 1
    if (second === null || second === undefined) return -1
    return compareValues(first, second) * (isDown ? -1 : 1)
  })
}

function compareValues(left: unknown, right: unknown): number {
  const [first, second] = [left, right].map((value) => (typeof value === 'number' ? value : String(value)))
  return first === second ? 0 : first! < second! ? -1 : 1
}
