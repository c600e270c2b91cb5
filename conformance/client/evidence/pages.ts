// Pages of the versioned API: their list, cursor and ids (clauses 4.5 and 4.6).
import { decodedSegments } from '../../catalogue/operation-paths.ts'
import { stripPrefix } from '../../reading/id-forms.ts'
import { findList, itemId, isObject } from '../../reading/find-list.ts'
import { resolveDestination, isVersionedList, withoutSlash } from './destinations.ts'
import { computedOnce } from './computed-once.ts'
import { queryParameters, type ClientExchange, type Transcript } from './transcript.ts'
import { arrivedAfterAnswer } from './tokens.ts'
import type { DialectFacts } from './world-facts.ts'
import { isSuccessStatus } from '../../reading/success.ts'

/** The filters of lists that the specification names. */
export const filterNames = ['brand', 'category', 'status', 'search'] as const

/** One of `filterNames`. */
export type FilterName = (typeof filterNames)[number]

/** A request for a page of a list, with its answer. */
export interface ListRequest {
  readonly exchange: ClientExchange
  /** The path of the list. */
  readonly list: string
  readonly query: URLSearchParams
  /** The list and its filters, which stay the same throughout a walk. */
  readonly walk: string
  readonly startingAfter: string | undefined
  readonly endingBefore: string | undefined
  /** The ids of the page without prefixes, in its order; undefined if no page was returned. */
  readonly ids: readonly string[] | undefined
  /** True if the answer says that no page follows; undefined if it does not say. */
  readonly isEnd: boolean | undefined
  /** The cursor in the answer. */
  readonly nextCursor: string | undefined
}

interface ListRun {
  readonly transcript: Pick<Transcript, 'exchanges'>
  readonly dialect: DialectFacts
}

/** All GET requests for lists of the versioned API, in the order of arrival. */
export const listRequests: (run: ListRun) => readonly ListRequest[] = computedOnce(
  ({ transcript: { exchanges } }) => exchanges,
  ({ transcript: { exchanges }, dialect }) =>
    exchanges
      .filter((exchange) => exchange.request.method === 'GET' && isList(exchange, dialect))
      .map((exchange) => toListRequest(exchange, dialect)),
)

function isList(exchange: ClientExchange, dialect: DialectFacts): boolean {
  const destination = resolveDestination(exchange, dialect)
  const isOther = destination.operation === 'versioned' && exchange.isServed && endsWithName(exchange.path)
  return isOther || isVersionedList(destination)
}

/**
 * Returns true if a versioned path ends with a name, as the paths of lists do: after the version, names and ids
 * alternate.
 */
function endsWithName(path: string): boolean {
  return decodedSegments(path).length % 2 === 0
}

function toListRequest(exchange: ClientExchange, dialect: DialectFacts): ListRequest {
  const query = queryParameters(exchange)
  const filters = filterNames.flatMap((name) => query.getAll(name).map((value) => `${name}=${value}`))
  const { response } = exchange
  const list = withoutSlash(exchange.path)
  const json = response && isSuccessStatus(response.status) ? exchange.response?.json : undefined
  const items = json === undefined ? undefined : findList(json, undefined, decodedSegments(list).at(-1))?.items
  const members = isObject(json) ? json : {}
  const next = members['next_cursor']
  return {
    exchange,
    list,
    query,
    walk: `${list}?${filters.join('&')}`,
    startingAfter: query.get('starting_after') ?? undefined,
    endingBefore: query.get('ending_before') ?? undefined,
    ids: items?.map((item) => stripPrefix(itemId(item) ?? '')),
    isEnd: json === undefined ? undefined : (dialect.isLastPage(exchange.servedAs, json) ?? endByName(members)),
    nextCursor: typeof next === 'string' ? stripPrefix(next) : undefined,
  }
}

function endByName({ has_more: hasMore, ...members }: Readonly<Record<string, unknown>>): boolean | undefined {
  if (typeof hasMore === 'boolean') return !hasMore
  return Object.hasOwn(members, 'next_cursor') ? members['next_cursor'] === null : undefined
}

/** A page that a client received. */
export type ListedPage = ListRequest & { readonly ids: readonly string[] }

/** The pages that an operation returned, in the order of the requests. */
export function listedPages(run: ListRun, operation: 'environments.list' | 'products.list'): readonly ListedPage[] {
  return listRequests(run).filter(
    (list): list is ListedPage => list.exchange.request.operation === operation && list.ids !== undefined,
  )
}

/** The pages of a run by the ids that they contain, so that a long walk is searched only once. */
export class PageIndex {
  readonly #byId = new Map<string, ListRequest[]>()
  readonly #byNext = new Map<string, ListRequest[]>()
  readonly #byList = new Map<string, ListRequest[]>()

  constructor(lists: readonly ListRequest[]) {
    for (const list of lists) {
      if (list.ids === undefined) continue
      const { list: name } = list
      addListRequest(this.#byList, name, list)
      for (const id of new Set(list.ids)) addListRequest(this.#byId, `${name} ${id}`, list)
      if (list.nextCursor !== undefined) addListRequest(this.#byNext, `${name} ${list.nextCursor}`, list)
    }
  }

  /** The first page of the same list, whatever its filters, that was answered before a request arrived. */
  firstBefore(list: ListRequest): ListRequest | undefined {
    return this.#byList.get(list.list)?.find(({ exchange }) => arrivedAfterAnswer(list.exchange, exchange))
  }

  /** The pages of the same list with an id that were answered before a request arrived. */
  holding(id: string, list: ListRequest): readonly ListRequest[] {
    const pages = this.#byId.get(`${list.list} ${id}`) ?? []
    return pages.filter(({ exchange }) => arrivedAfterAnswer(list.exchange, exchange))
  }

  /** Returns true if an answer gave a cursor as the next one before a request arrived. */
  named(cursor: string, list: ListRequest): boolean {
    const pages = this.#byNext.get(`${list.list} ${cursor}`) ?? []
    return pages.some(({ exchange }) => arrivedAfterAnswer(list.exchange, exchange))
  }
}

function addListRequest(map: Map<string, ListRequest[]>, key: string, list: ListRequest): void {
  const known = map.get(key)
  if (known) known.push(list)
  else map.set(key, [list])
}

/** The pages among the list requests of a run. */
export const indexPages: (lists: readonly ListRequest[]) => PageIndex = computedOnce(
  (lists) => lists,
  (lists) => new PageIndex(lists),
)
