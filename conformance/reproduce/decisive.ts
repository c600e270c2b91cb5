// Finds the exchange that a message is about.
import { givesToken, isDeclared } from './credentials.ts'
import { type Exchange, summary } from '../wire/exchange.ts'

/** The two halves of "expected …; got …". */
export interface Said {
  readonly expected: string
  readonly got: string
}

/** Reads a message of a failure. */
export function saidIn(message: string): Said {
  const [, expected, got] = /^expected (.*?); got (.*)$/s.exec(message) ?? []
  return { expected: expected ?? '', got: got ?? message }
}

const idLike = /(?<![\w/-])(?:[a-z]{3}_)?[0-9A-Za-z-]{26,28}(?![\w-])/g

/** The ids in a text, prefixed or bare, and such texts as are nearly ids. Those in addresses do not count. */
export function idsIn(text: string): readonly string[] {
  return [...new Set((text.match(idLike) ?? []).filter((id) => /[\dA-Z]/.test(id)))]
}

/** What is known of requests beside what they look like. */
export interface Known {
  /** The declared credentials. */
  readonly credentials: ReadonlySet<string>
  /** Whether a request carried a wrong credential on purpose. */
  readonly isWrong: (exchange: Exchange) => boolean
}

/** The last exchange that a message is about: the one that it quotes, or whose address or records it names. */
export function decisiveOf(message: string, exchanges: readonly Exchange[], known: Known): Exchange | undefined {
  const said = saidIn(message)
  const { expected, got } = said
  const find = (holds: (exchange: Exchange) => boolean) => exchanges.findLast(holds)
  return (
    byQuotation(message, said, exchanges, known) ??
    byMissingEndpoint(said, exchanges) ??
    (/^no access_token|^(?:access|refresh)_token to be/.test(expected) ? find(givesToken) : undefined) ??
    byOwnToken(said, exchanges, known.credentials) ??
    find((exchange) => isNamed(exchange, got) && idsIn(got).some((id) => exchange.response.text.includes(id))) ??
    find((exchange) => isNamed(exchange, got)) ??
    byLink(said, exchanges) ??
    byFilters(said, exchanges) ??
    find(({ response }) => idsIn(got).some((id) => response.text.includes(id))) ??
    find((exchange) => isNamed(exchange, expected)) ??
    byPlace(said, exchanges) ??
    exchanges.at(-1)
  )
}

const refusal = /without credentials|never issued|revoked|expired|refused|nothing|^no /

/** The exchange that a message quotes. Of several alike, one that should have been refused is meant. */
function byQuotation(
  message: string,
  { expected }: Said,
  exchanges: readonly Exchange[],
  { credentials, isWrong }: Known,
): Exchange | undefined {
  const quoted = exchanges.filter((exchange) => message.includes(summary(exchange)))
  const longest = Math.max(...quoted.map((exchange) => summary(exchange).length))
  const best = quoted.filter((exchange) => summary(exchange).length === longest)
  const strange = refusal.test(expected)
    ? (best.findLast(isWrong) ??
      youngest(
        best.filter((exchange) => !isDeclared(exchange, credentials)),
        exchanges,
      ))
    : undefined
  if (expected.includes('accepted')) return best[0]
  return strange ?? best.findLast((exchange) => isNamed(exchange, expected)) ?? best.at(-1)
}

/** The exchange whose token was made last: the one before is that of a control. */
function youngest(candidates: readonly Exchange[], exchanges: readonly Exchange[]): Exchange | undefined {
  const madeAt = ({ request: { headers } }: Exchange): number => {
    const bearer = /^Bearer (.{12,})$/.exec(headers['authorization'] ?? '')?.[1]
    return bearer === undefined ? -1 : exchanges.findIndex(({ response }) => response.text.includes(bearer))
  }
  return candidates.toSorted((left, right) => madeAt(left) - madeAt(right)).at(-1)
}

/** The request that found nothing, for a message that reads: expected it at /path; got 404 there. */
function byMissingEndpoint({ expected, got }: Said, exchanges: readonly Exchange[]): Exchange | undefined {
  const status = /^(\d{3}) there\b/.exec(got)?.[1]
  const path = /\bat (\/\S*?)[,;]?(?:\s|$)/.exec(expected)?.[1]
  if (status === undefined || path === undefined) return undefined
  return exchanges.find(({ request, response }) => request.url.includes(path) && String(response.status) === status)
}

/** A request with a token that the check made, which works or is refused though it should not. */
function byOwnToken(
  { expected, got }: Said,
  exchanges: readonly Exchange[],
  credentials: ReadonlySet<string>,
): Exchange | undefined {
  const works = /\bstill works\b/.test(got)
  if (!works && !/\bis refused\b/.test(got)) return undefined
  const gives = ({ request: { url }, response: { text } }: Exchange, bearer: string) =>
    text.includes(bearer) && (/access token|refreshed/.test(expected) || !url.includes('/oauth/token'))
  // What was issued after the clock was moved has not expired: it belongs to a control.
  const moved = /after (?:it was issued|its expires_at)/.test(expected) ? exchanges.findLastIndex(movesClock) : -1
  const early = moved < 0 ? exchanges : exchanges.slice(0, moved)
  const isOwn = (bearer: string) => !credentials.has(bearer) && early.some((one) => gives(one, bearer))
  const isIt = ({ request, response }: Exchange): boolean => {
    const bearer = /^Bearer (.+)$/.exec(request.headers['authorization'] ?? '')?.[1]
    return bearer !== undefined && isOwn(bearer) && response.status < 300 === works
  }
  return works || got.includes('another') ? exchanges.findLast(isIt) : exchanges.find(isIt)
}

function movesClock({ request: { method, body } }: Exchange): boolean {
  return method === 'POST' && /seconds/.test(body ?? '')
}

/** Whether a text names a request: "at GET /path", "GET /path answers", "at https://…". */
function isNamed({ request: { method, url } }: Exchange, text: string): boolean {
  const { pathname, search } = new URL(url)
  return [`at ${url}`, `${method} ${url}`, `${method} ${pathname}${search}`, `at ${pathname}${search}`].some((name) => {
    const at = text.indexOf(name)
    return at >= 0 && !/[\w/?=&%-]/.test(text[at + name.length] ?? ' ')
  })
}

/** The page whose Link header has what a message about an entry repeats. */
function byLink({ expected, got }: Said, exchanges: readonly Exchange[]): Exchange | undefined {
  if (!/rel=(?:next|previous)/.test(expected)) return undefined
  const shown = /^Link: (.{0,200})/.exec(got)?.[1] ?? got.split(/\s+/).find((word) => word.includes(':'))
  return exchanges.find(({ response: { headers } }) => shown !== undefined && headers['link']?.includes(shown))
}

const paging = ['limit', 'starting_after', 'ending_before', 'cursor']

/** The request with just the filters that a message names, as in: brand="Acme" and category="Lamps". */
function byFilters({ expected, got }: Said, exchanges: readonly Exchange[]): Exchange | undefined {
  const named = [...expected.matchAll(/\b(\w{1,100})(?:=| is exactly | )"([^"]*)"/g)].map(
    ([, name, value]) => `${name}=${value}`,
  )
  const limit = /(?:limit=|pages of )(\d+)/.exec(expected)?.[1]
  const bare = /without filters|in a walk|without limit/.test(expected)
  if (named.length === 0 && limit === undefined && !bare) return undefined
  const path = /\bat (\/[\w./-]+)/.exec(expected)?.[1]
  const fits = exchanges.filter(({ request: { url, method } }) => {
    const { searchParams, pathname } = new URL(url)
    if (path !== undefined && !pathname.endsWith(path)) return false
    const own = [...searchParams].filter(([name]) => !paging.includes(name)).map(([name, value]) => `${name}=${value}`)
    const pages =
      limit === undefined
        ? !/without limit/.test(expected) || !searchParams.has('limit')
        : searchParams.get('limit') === limit
    return method === 'GET' && pages && own.toSorted().join('&') === named.toSorted().join('&')
  })
  return fits.findLast(({ response }) => idsIn(got).some((id) => response.text.includes(id))) ?? fits.at(-1)
}

/** The texts in quotation marks. */
function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]+)"/g)].map(([, quoted]) => quoted!)
}

/** What a message says about where a value stood: "in the list", "in the answer to its creation". */
function byPlace({ expected, got }: Said, exchanges: readonly Exchange[]): Exchange | undefined {
  const text = `${expected} ${got}`
  const last = (holds: (request: Exchange['request']) => boolean) =>
    exchanges.findLast(({ request, response }) => response.status < 300 && holds(request))
  if (/answer to (?:its creation|the creation)/.test(text))
    return exchanges.find(
      ({ request, response }) =>
        request.method === 'POST' && response.status < 300 && quotedIn(got).every((one) => response.text.includes(one)),
    )
  if (/answer to (?:a|its) new name/.test(text))
    return last(({ method, body }) => method === 'POST' && body?.includes('-new') === true)
  if (/answer to its revocation/.test(text)) return last(({ method }) => method === 'DELETE')
  return /\blist\b|after a/.test(text) ? last(({ method, url }) => method === 'GET' && /tokens/.test(url)) : undefined
}

/** Whether two requests ask for the same list, be it another page of it. */
export function isSameList(one: Exchange, other: Exchange): boolean {
  const plain = ({ request: { method, url } }: Exchange) => {
    const address = new URL(url)
    for (const name of paging) address.searchParams.delete(name)
    return `${method} ${address.href}`
  }
  return plain(one) === plain(other)
}
