import type { FetchLike, FetchWrapper } from './define-deviation.ts'

export interface ListedRecord {
  readonly id: string
  readonly [member: string]: unknown
}

export interface ListRequest {
  /** Filters and search, in the order in which they came. */
  readonly filters: readonly (readonly [name: string, value: string])[]
  readonly limit: number
  /** Whether the request gave a limit. */
  readonly isLimited: boolean
  readonly startingAfter: string | undefined
  readonly endingBefore: string | undefined
}

export type Matches = (record: ListedRecord, filter: readonly [name: string, value: string]) => boolean
export type Select = (records: readonly ListedRecord[], request: ListRequest) => readonly ListedRecord[]
export type TakePage = Select

const productsPath = /\/pulse\/catalogs\/[^/]+\/products$/

/** Whether a request lists products. */
export function isProductList(request: Request): boolean {
  return request.method === 'GET' && productsPath.test(new URL(request.url).pathname)
}

/** The members that search looks into. */
export const searched: readonly string[] = ['name', 'brand', 'category', 'description', 'sku']

/** As clause 4.5 has it. */
export const matchesRight: Matches = (record, [name, value]) =>
  name === 'search'
    ? searched.some((member) =>
        String(record[member] ?? '')
          .toLowerCase()
          .includes(value.toLowerCase()),
      )
    : record[name] === value

/** As clause 4.5 has it: a record must match all filters. */
export function matchesAll(record: ListedRecord, filters: ListRequest['filters']): boolean {
  return filters.every((filter) => matchesRight(record, filter))
}

const selectRight: Select = (records, { filters }) => records.filter((record) => matchesAll(record, filters))

/** As clause 4.6 has it, for records that come newest first. */
export const takePageRight: TakePage = (records, { limit, startingAfter, endingBefore }) => {
  if (endingBefore !== undefined) return records.filter(({ id }) => id > endingBefore).slice(-limit)
  return records.filter(({ id }) => startingAfter === undefined || id < startingAfter).slice(0, limit)
}

const pageSize = 100

/**
 * A deviation that serves the products itself, from the records of the list behind it: what that refuses stays
 * refused.
 */
export function serveProducts({
  select = selectRight,
  takePage = takePageRight,
}: {
  select?: Select
  takePage?: TakePage
}): FetchWrapper {
  return (next) => async (request) => {
    if (!isProductList(request)) return next(request)
    const response = await next(request.clone())
    if (response.status !== 200) return response
    const records = await allRecords(next, request)
    const listed = readRequest(new URL(request.url))
    const body = replaceItems(JSON.parse(await response.text()), takePage(select(records, listed), listed))
    return Response.json(body)
  }
}

/** Serves the products with filters that match otherwise. */
export function matchProducts(matches: Matches): FetchWrapper {
  return serveProducts({
    select: (records, { filters }) => records.filter((record) => filters.every((filter) => matches(record, filter))),
  })
}

/** A body with its array replaced, whatever the envelope. */
export function replaceItems(body: unknown, items: readonly unknown[]): unknown {
  if (Array.isArray(body)) return items
  return Object.fromEntries(
    Object.entries(body as object).map(([name, value]) => [name, Array.isArray(value) ? items : (value as unknown)]),
  )
}

/** The array in a body, whatever the envelope. */
export function itemsOf(body: unknown): readonly ListedRecord[] {
  if (Array.isArray(body)) return body as ListedRecord[]
  return (Object.values((body ?? {}) as object).find((value) => Array.isArray(value)) ?? []) as ListedRecord[]
}

async function allRecords(next: FetchLike, request: Request): Promise<readonly ListedRecord[]> {
  const records: ListedRecord[] = []
  for (;;) {
    const url = new URL(request.url)
    url.search = `?limit=${pageSize}${records.length > 0 ? `&starting_after=${records.at(-1)!.id}` : ''}`
    const page = itemsOf(JSON.parse(await (await next(new Request(url, { headers: request.headers }))).text()))
    records.push(...page)
    if (page.length < pageSize) return records
  }
}

const bare = (id: string | null) => (id === null ? undefined : id.slice(-27))

function readRequest({ searchParams }: URL): ListRequest {
  const paging = ['limit', 'starting_after', 'ending_before']
  return {
    filters: [...searchParams].filter(([name]) => !paging.includes(name)),
    limit: Number(searchParams.get('limit') ?? 20),
    isLimited: searchParams.has('limit'),
    startingAfter: bare(searchParams.get('starting_after')),
    endingBefore: bare(searchParams.get('ending_before')),
  }
}
