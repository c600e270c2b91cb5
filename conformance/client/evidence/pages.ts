// Pages of the versioned API: which list, which cursor, and which ids came (clauses 4.5 and 4.6).
import { bareOf } from '../../reading/id-forms.ts'
import { findList, idOf, isObject } from '../../reading/find-list.ts'
import { placeOf } from './places.ts'
import { answerJson, queryOf } from './read-request.ts'
import { isAfter } from './tokens.ts'
import type { ReceivedRequest, Transcript } from './transcript.ts'
import type { DialectFacts } from './world-facts.ts'

/** The filters of lists that the specification names. */
export const filterNames = ['brand', 'category', 'status', 'search'] as const

/** One of `filterNames`. */
export type FilterName = (typeof filterNames)[number]

/** A request for a page of a list, with its answer. */
export interface ListRequest {
  readonly request: ReceivedRequest
  readonly query: URLSearchParams
  /** The list and its filters: what stays the same through a walk. */
  readonly walk: string
  readonly startingAfter: string | undefined
  readonly endingBefore: string | undefined
  /** The ids of the page without prefixes, in its order; undefined where no page came. */
  readonly ids: readonly string[] | undefined
  /** Whether the answer says that nothing follows; undefined where it does not tell. */
  readonly isEnd: boolean | undefined
  /** The cursor that the answer names. */
  readonly nextCursor: string | undefined
}

const listsOf = new WeakMap<readonly ReceivedRequest[], readonly ListRequest[]>()

/** Every GET of a list of the versioned API, in the order of arrival. */
export function listRequests(run: {
  readonly transcript: Pick<Transcript, 'requests'>
  readonly dialect: DialectFacts
}): readonly ListRequest[] {
  const { requests } = run.transcript
  const known =
    listsOf.get(requests) ??
    requests.filter((request) => request.method === 'GET' && isList(request, run.dialect)).map(toListRequest)
  listsOf.set(requests, known)
  return known
}

function isList(request: ReceivedRequest, dialect: DialectFacts): boolean {
  const { kind } = placeOf(request, dialect)
  return kind === 'list' || (kind === 'versioned' && request.operation?.endsWith('.list') === true)
}

function toListRequest(request: ReceivedRequest): ListRequest {
  const query = queryOf(request)
  const filters = filterNames.flatMap((name) => query.getAll(name).map((value) => `${name}=${value}`))
  const { answer } = request
  const json = answer && answer.status >= 200 && answer.status < 300 ? answerJson(request) : undefined
  const items = json === undefined ? undefined : findList(json, undefined, request.path.split('/').at(-1))?.items
  const members = isObject(json) ? json : {}
  const next = members['next_cursor']
  return {
    request,
    query,
    walk: `${request.path}?${filters.join('&')}`,
    startingAfter: query.get('starting_after') ?? undefined,
    endingBefore: query.get('ending_before') ?? undefined,
    ids: items?.map((item) => bareOf(idOf(item) ?? '')),
    isEnd:
      typeof members['has_more'] === 'boolean'
        ? !members['has_more']
        : Object.hasOwn(members, 'next_cursor')
          ? next === null
          : undefined,
    nextCursor: typeof next === 'string' ? bareOf(next) : undefined,
  }
}

/** The pages of the same list, whatever its filters, that were answered before a request came. */
export function pagesBefore(list: ListRequest, all: readonly ListRequest[]): readonly ListRequest[] {
  return all.filter(
    ({ request, ids }) => ids !== undefined && request.path === list.request.path && isAfter(list.request, request),
  )
}
