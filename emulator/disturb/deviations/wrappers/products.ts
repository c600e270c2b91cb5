import { type InterceptedRequest, removeParameters } from './intercepted-request.ts'
import { readJson, type ListedRecord, listedRecords, replaceRecords, replaceJsonBody } from './messages.ts'
import type { FetchWrapper } from '../deviation.ts'
import { mapAnswer } from './fetch-wrappers.ts'

export type Filter = readonly [name: string, value: string]
type Records = readonly ListedRecord[]

/** The members that search looks into. */
const searched = ['name', 'brand', 'category', 'description', 'sku']

/** Returns true if a member of a product matches the requested value. */
export type Matches = (actual: string, wanted: string) => boolean

const searchRight: Matches = (actual, wanted) => actual.toLowerCase().includes(wanted.toLowerCase())

/** Returns true if a product matches a filter (clause 4.5), with search as given. */
function matchesFilter(record: ListedRecord, [name, wanted]: Filter, search = searchRight): boolean {
  if (name !== 'search') return record[name] === wanted
  return searched.some((member) => search(String(record[member] ?? ''), wanted))
}

/** Returns true if a product matches all filters (clause 4.5). */
export const matchesAll = (record: ListedRecord, filters: readonly Filter[]): boolean =>
  filters.every((filter) => matchesFilter(record, filter))

/** Filters and search of a query, in their original order. */
const queryFilters = (query: URLSearchParams): readonly Filter[] =>
  [...query].filter(([name]) => !['limit', 'starting_after', 'ending_before'].includes(name))

/** The bounds of a page: the index of its first record, and the index after its last. */
type Bounds = readonly [from: number, to: number]

/** The page that a request asks for (clause 4.6). */
export interface Page {
  readonly cursor: 'starting_after' | 'ending_before' | undefined
  readonly from: number
  readonly to: number
  readonly limit: number
  /** True if the request gave a limit. */
  readonly isLimited: boolean
  readonly filters: readonly Filter[]
  /** All records that match, in the order of the list. */
  readonly records: Records
}

/** Cuts a wrong page; undefined means the right one. */
export type Cut = (page: Page) => Bounds | undefined

/** The position of a cursor in a list, or the position where an unknown record would be. */
function cursorBounds(records: Records, cursor: string): Bounds {
  const index = records.findIndex(({ id }) => id === cursor)
  const newer = records.filter(({ id }) => id > cursor).length
  return index < 0 ? [newer, newer] : [index, index + 1]
}

function requestedPage(query: URLSearchParams, filters: readonly Filter[], records: Records): Page {
  const limit = Number(query.get('limit') ?? 20)
  const cursor = (['ending_before', 'starting_after'] as const).find((name) => query.has(name))
  const [before, behind] = cursor ? cursorBounds(records, query.get(cursor)!.slice(-27)) : [0, 0]
  const [from, to] = cursor === 'ending_before' ? [before - limit, before] : [behind, behind + limit]
  return { cursor, from, to, limit, isLimited: query.has('limit'), filters, records }
}

/** Serves the products from all records of the list. Requests that the wrapped server refuses stay refused. */
export const serveProducts = (
  cut: Cut,
  select: (record: ListedRecord, filters: readonly Filter[]) => boolean = matchesAll,
  sort: (records: Records) => Records = (records) => records,
): FetchWrapper =>
  mapAnswer('products.list', async (response, intercepted) => {
    const filters = queryFilters(intercepted.query)
    const records = sort((await allProducts(intercepted)).filter((record) => select(record, filters)))
    const page = requestedPage(intercepted.query, filters, records)
    const [from, to] = cut(page) ?? [page.from, page.to]
    return replaceJsonBody(
      response,
      replaceRecords(await readJson(response), records.slice(Math.max(0, from), Math.max(0, to))),
    )
  })

/** Serves the products that some of the filters select. */
export const selectProducts = (select: (record: ListedRecord, filters: readonly Filter[]) => boolean): FetchWrapper =>
  serveProducts(() => undefined, select)

/** Serves the products with a different match for some filters. */
export const matchProducts = (names: string | readonly string[], matches: Matches): FetchWrapper =>
  selectProducts((record, filters) =>
    filters.every((filter) => {
      const [name, wanted] = filter
      if (![names].flat().includes(name)) return matchesFilter(record, filter)
      return name === 'search' ? matchesFilter(record, filter, matches) : matches(String(record[name]), wanted)
    }),
  )

const largest = 100

/**
 * All products of the catalog that a request is for, newest first. A refusal ends the walk, and so does a page without
 * a new record: another deviation may ignore the cursor.
 */
export async function allProducts(intercepted: InterceptedRequest): Promise<Records> {
  const records: ListedRecord[] = []
  const seen = new Set<string>()
  for (;;) {
    const query = {
      ...removeParameters(...intercepted.query.keys()),
      limit: String(largest),
      starting_after: records.at(-1)?.id,
    }
    const limited = await intercepted.send({ query })
    // The conventions may allow no page of that size.
    const answer = limited.ok ? limited : await intercepted.send({ query: { ...query, limit: undefined } })
    const page = answer.ok ? listedRecords(await readJson(answer)) : []
    if (page.every(({ id }) => seen.has(id))) return records
    for (const { id } of page) seen.add(id)
    records.push(...page)
    if (limited.ok && page.length < largest) return records
  }
}
