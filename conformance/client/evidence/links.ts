// Pages of the legacy API, and the links that were handed out (clause 4.10).
import { findList } from '../../reading/find-list.ts'
import { parseLinkHeader } from '../../reading/link-header.ts'
import { computedOnce } from './computed-once.ts'
import { resolveDestination, isLegacyList } from './destinations.ts'
import { queryParameters, type ClientExchange, type Transcript } from './transcript.ts'
import { endsWithPath } from './tokens.ts'
import type { DialectFacts } from './world-facts.ts'
import { isSuccessStatus } from '../../reading/success.ts'

/** An entry of a Link header. */
export interface HandedLink {
  readonly rel: 'next' | 'previous'
  /** Undefined if the entry does not have it. */
  readonly results: boolean | undefined
  /** The path of its URL, which includes that of the base URL if it is absolute. */
  readonly path: string
  /** The query of its URL as it was written, with its question mark; empty without one. */
  readonly search: string
  readonly query: URLSearchParams
  readonly cursor: string | undefined
  /** Its place in the header. */
  readonly position: number
  /** The request whose answer had it; undefined if the task gave it. */
  readonly from: ClientExchange | undefined
}

/** A request for a page of the legacy API, with its answer. */
export interface LegacyPage {
  readonly exchange: ClientExchange
  readonly query: URLSearchParams
  /** Undefined for the beginning of the list. */
  readonly cursor: string | undefined
  /** The number of records; undefined without a page. */
  readonly count: number | undefined
  readonly next: HandedLink | undefined
  readonly previous: HandedLink | undefined
}

interface LinkRun {
  readonly transcript: Pick<Transcript, 'exchanges'>
  readonly dialect: DialectFacts
  readonly input?: unknown
}

/** All GET requests for lists of the legacy API, in the order of arrival. */
export const legacyPages: (run: LinkRun) => readonly LegacyPage[] = computedOnce(
  ({ transcript: { exchanges } }) => exchanges,
  ({ transcript: { exchanges }, dialect }) =>
    exchanges
      .filter((exchange) => exchange.request.method === 'GET' && isLegacyList(resolveDestination(exchange, dialect)))
      .map(toLegacyPage),
)

function toLegacyPage(exchange: ClientExchange): LegacyPage {
  const { response } = exchange
  const isPage = response !== undefined && isSuccessStatus(response.status)
  const links = isPage ? parseLinks(response.headers['link'] ?? '', exchange.path, exchange) : []
  const query = queryParameters(exchange)
  return {
    exchange,
    query,
    cursor: query.get('cursor') ?? undefined,
    count: isPage ? findList(exchange.response?.json)?.items.length : undefined,
    next: links.find(({ rel }) => rel === 'next'),
    previous: links.find(({ rel }) => rel === 'previous'),
  }
}

/** The entries next and previous of a Link header. @param path The path of the page, for relative links. */
export function parseLinks(header: string, path: string, from?: ClientExchange): readonly HandedLink[] {
  return (parseLinkHeader(header) ?? []).flatMap(({ target, parameters }, position) => {
    const relations = (parameters['rel'] ?? '').toLowerCase().split(/\s+/)
    const rel = relations.includes('next')
      ? 'next'
      : relations.some((relation) => /^prev(ious)?$/.test(relation)) && 'previous'
    const base = `http://service.test${path}`
    if (!rel || !URL.canParse(target, base)) return []
    const url = new URL(target, base)
    const results = { true: true, false: false }[(parameters['results'] ?? '').toLowerCase()]
    const { pathname, search, searchParams } = url
    const cursor = searchParams.get('cursor') ?? undefined
    return [{ rel, results, path: pathname, search, query: searchParams, cursor, position, from } as const]
  })
}

/** All links that were handed out in a run: in its answers, and as the input `after` of the task. */
export function handedLinks(run: LinkRun): readonly HandedLink[] {
  const { input } = run
  const after = typeof input === 'object' && input !== null && 'after' in input ? input.after : undefined
  const fromInput = typeof after === 'string' ? parseLinks(after, '/') : []
  return [
    ...fromInput,
    ...legacyPages(run)
      .flatMap(({ next, previous }) => [next, previous])
      .filter((link) => !!link),
  ]
}

/** Returns true if a request arrived after the answer that had a link. */
export function isLater({ arrived }: ClientExchange, { from }: HandedLink): boolean {
  return from === undefined || (from.answered !== undefined && from.answered < arrived)
}

/** Returns true if a request asks for the URL of a link. Additional parameters and another order are allowed. */
export function followsLink({ exchange, query, cursor }: LegacyPage, link: HandedLink): boolean {
  return (
    link.cursor === cursor &&
    isLater(exchange, link) &&
    endsWithPath(link.path, exchange.path) &&
    [...new Set(link.query.keys())].every((name) => sameValues(link.query.getAll(name), query.getAll(name)))
  )
}

function sameValues(wanted: readonly string[], sent: readonly string[]): boolean {
  return wanted.length === sent.length && wanted.every((value) => sent.includes(value))
}

/** Returns true if a client that polls begins with the URL of rel=previous that it was given. */
export function pollsPrevious(run: LinkRun): boolean {
  const [first] = legacyPages(run)
  const followed = first ? handedLinks(run).filter((link) => link.from === undefined && followsLink(first, link)) : []
  return followed.length > 0 && followed.every(({ rel }) => rel === 'previous')
}
