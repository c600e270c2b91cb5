// The versioned lists (clauses 4.4 to 4.6).
import { ServiceRefusal, type Service } from './service.ts'
import type { Kind, StoredRecord } from './store.ts'

const paging = ['limit', 'starting_after', 'ending_before']

const filtersOf: Partial<Record<Kind, readonly string[]>> = {
  product: ['brand', 'category', 'status'],
  resource: ['status'],
}

/** Answers a list of clause 4.4. */
export function listRecords(service: Service, kind: Kind, url: URL, parent?: string): Response {
  const { policy } = service
  const { searchParams: query } = url
  const isPaged = policy.paged.includes(kind)
  const filters = filtersOf[kind] ?? []
  const known = [...filters, ...(policy.search ? ['search'] : []), ...(isPaged ? paging : [])]
  const stranger = [...query.keys()].find((name) => !known.includes(name))
  if (stranger !== undefined && policy.unknownParameter !== undefined)
    throw new ServiceRefusal(policy.unknownParameter, 'refused', `${stranger} is not known`)
  const status = filters.includes('status') ? query.get('status') : null
  const { statuses } = policy.data
  if (status !== null && !statuses.includes(status))
    throw new ServiceRefusal(400, 'refused', 'no such status', statuses)

  const isWanted = (record: StoredRecord) =>
    filters.every((name) => !query.has(name) || record[name] === query.get(name)) && isFound(service, record, query)
  const { listLag, lag } = policy.moods
  const found = service.store
    .all(kind, parent, listLag || lag)
    .filter(isWanted)
    .toReversed()
  return isPaged ? paged(service, kind, url, found) : answerList(service, kind, url, found, false)
}

function isFound({ policy }: Service, record: StoredRecord, query: URLSearchParams): boolean {
  const search = policy.search ? query.get('search') : null
  if (search === null) return true
  return policy.search!.some((member) => String(record[member]).toLowerCase().includes(search.toLowerCase()))
}

/** Answers a page of records, newest first. */
export function paged(service: Service, kind: Kind, url: URL, found: readonly StoredRecord[]): Response {
  const { searchParams: query } = url
  const limit = readPageLimit(service, query.get('limit'))
  const cursor = (name: string) => (query.has(name) ? readStoredCursor(service, kind, query.get(name)) : undefined)
  const after = cursor('starting_after')
  const before = cursor('ending_before')
  const { both, before: order, behindLast } = service.policy.cursors
  if (after !== undefined && before !== undefined && both === 'refused')
    service.refuse('refused', 'one cursor at a time')
  if (before !== undefined && after === undefined) {
    const newer = found.filter(({ id }) => id > before)
    const page = newer.slice(-limit)
    return answerList(service, kind, url, order === 'rises' ? page.toReversed() : page, newer.length > limit)
  }
  const older = after === undefined ? found : found.filter(({ id }) => id < after)
  if (after !== undefined && older.length === 0 && behindLast === 'unknown') service.refuse('unknown', 'nothing more')
  return answerList(service, kind, url, older.slice(0, limit), older.length > limit)
}

function readStoredCursor(service: Service, kind: Kind, text: string | null): string {
  const id = service.readId(text)
  const { deleted } = service.policy.cursors
  if (deleted !== 'kept' && !service.store.find(kind, id))
    return service.refuse(deleted, 'no record has the id of the cursor')
  return id
}

function readPageLimit(service: Service, text: string | null): number {
  const { usual, least, most, above } = service.policy.limit
  if (text === null) return usual
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (limit < least) return service.refuse('refused', `limit must be a number from ${least}`)
  if (limit > most && above !== 'clamp') throw new ServiceRefusal(above, 'refused', `limit must be at most ${most}`)
  return Math.min(limit, most)
}

function answerList(
  service: Service,
  kind: Kind,
  url: URL,
  records: readonly StoredRecord[],
  hasMore: boolean,
): Response {
  const printed = records.map((record) => service.show(kind, record))
  return service.answer(service.policy.list(kind, printed, { url, hasMore, last: records.at(-1)?.id }))
}
