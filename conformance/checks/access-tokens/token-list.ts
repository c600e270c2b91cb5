import { addressOf, at } from '../../catalogue/operation-paths.ts'
import { because, see } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient } from '../../conclusions/conclusion.ts'
import { answer, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { idOf, isObject, type Item, memberOf, recordOf, textsIn } from '../../reading/find-list.ts'
import { bareOf, byCodeUnit } from '../../reading/id-forms.ts'
import type { Call, Credential } from '../../judge/call.ts'
import type { MadeThing } from '../../judge/define-check.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type ListPage, pageOf } from '../lists/pages.ts'
import { serves } from '../../reading/success.ts'
import { answerTo } from '../shared-answers.ts'

/** The caller's tokens, as far as they were looked for. */
export interface TokenList {
  readonly records: ReadonlyMap<string, Item>
  /** True if a token that is not in `records` is not in the list. */
  readonly complete: boolean
  readonly exchanges: readonly Exchange[]
  /** The page on which each record is. */
  readonly foundOn: ReadonlyMap<string, Exchange>
}

const maxPages = 20

/** Asked for from the second page on, if the target accepts it. */
const largeLimit = 100

/**
 * The page of tokens in an answer. A service may leave out what would hold them: an object without texts is an empty
 * list too, as no list without tokens was seen before that could tell.
 */
export function tokenPage(session: Session, exchange: Exchange): ListPage | undefined {
  const { json } = exchange.response
  const isEmpty = serves(exchange) && isObject(json) && textsIn(json).length === 0
  return pageOf(session, exchange) ?? (isEmpty ? { exchange, items: [], ids: [] } : undefined)
}

/** The first page of the tokens that existed when the run began. */
export const firstTokens: Once<[], { readonly exchange: Exchange; readonly page: ListPage | undefined }> = once(
  async (session) => {
    const exchange = await answerTo(session, { path: at('access-tokens.list') })
    return { exchange, page: tokenPage(session, exchange) }
  },
)

/**
 * Lists the caller's tokens until the one with the given id is found, if the newest come first (clause 4.6): then all
 * that were created later come before it. If the target ignores the id cursor, an address of the next page in the
 * answer is followed.
 * @throws Conclusion `blocked` when no list comes.
 */
export async function listTokens(session: Session, upTo: string, as: Credential = 'bearer'): Promise<TokenList> {
  const path = at('access-tokens.list')
  const records = new Map<string, Item>()
  const exchanges: Exchange[] = []
  const foundOn = new Map<string, Exchange>()
  const list = (complete: boolean): TokenList => ({ records, complete, exchanges, foundOn })
  let call: Call = { path }
  let limit: number | undefined = largeLimit
  while (exchanges.length < maxPages) {
    let exchange = await session.send({ ...call, as })
    let page = tokenPage(session, exchange)
    if (!page && call.query?.['limit'] !== undefined) {
      limit = undefined
      exchange = await session.send({ ...call, as, query: { ...call.query, limit } })
      page = tokenPage(session, exchange)
    }
    if (!page && exchanges.length === 0)
      blocked(see('pat.list'), phrase`no list at ${addressOf(path, session.run.names)}: ${answer(exchange)}`, exchange)
    if (!page) return list(!saysMore(exchanges.at(-1)!, records.size))
    exchanges.push(exchange)
    const fresh = page.items.filter((item) => !records.has(bareOf(idOf(item) ?? '')))
    for (const item of fresh) {
      const id = bareOf(idOf(item) ?? '')
      records.set(id, recordOf(item) ?? item)
      foundOn.set(id, exchange)
    }
    if (records.has(bareOf(upTo)) && isNewestFirst([...records.keys()])) return list(true)
    if (fresh.length > 0) {
      call = { path, query: { limit, starting_after: page.ids.at(-1)! } }
      continue
    }
    if (page.items.length === 0 || !saysMore(exchange, records.size)) return list(true)
    const next = nextAddress(session, exchanges)
    if (next === undefined) return list(false)
    call = { path: next }
  }
  return list(false)
}

/** Ends a check that misses tokens in a list. */
export function missesTokens(
  { records, complete, exchanges }: TokenList,
  ids: readonly string[],
  expected: Phrase,
): never {
  if (!complete)
    insufficient(because.data, phrase`${records.size} tokens were listed, and how to get the others is not shown`)
  const at = exchanges.at(-1)!
  fail({
    expected,
    got: phrase`${records.size} others: ${answer(at)}`,
    fact: { kind: 'missing', at, ids, pages: exchanges },
  })
}

/** A run's knowledge of how late lists of tokens are. */
interface Lateness {
  /** The longest time in milliseconds after which a list showed what it did not show at once. */
  lag: number
  /** True if a list never showed what it should. It is then not worth waiting as long again. */
  isVain: boolean
}

const lateness: Once<[], Lateness> = once(async () => ({ lag: 0, isVain: false }))

/** Milliseconds before each look at a list that does not show a change yet. That it shows it at once is not stated. */
const pauses = [0, 200, 800, 1500, 2000] as const

/** Milliseconds for which a list is waited for after one has never shown what it should. */
const shortPatience = 1000

/** Lists the caller's tokens, and again a moment later while the list does not show what it should. */
export async function listTokensUntil(
  session: Session,
  upTo: string,
  shows: (list: TokenList) => boolean,
): Promise<TokenList> {
  const { time, findings } = session.run
  const late = await lateness(session)
  const from = time.now()
  let list: TokenList | undefined
  for (const pause of pauses) {
    const waited = time.now() - from
    if (late.isVain && waited + pause > Math.max(shortPatience, 2 * late.lag)) return list!
    if (pause > 0) await time.sleep(pause)
    list = await listTokens(session, upTo)
    // What is missing in a long list may be on a later page. A short one may have lost the token of its cursor.
    if (shows(list) || list.exchanges.length >= maxPages) {
      if (pause > 0) late.lag = Math.max(late.lag, time.now() - from)
      if (pause > 0) findings.describe('tokenListLag', phrase`up to ${Math.ceil(late.lag / 1000)} s`)
      return list
    }
  }
  late.isVain = true
  return list!
}

/** Waits until lists show what was done before, as far as is known how late they are. */
export async function listsSettled(session: Session): Promise<void> {
  const { lag } = await lateness(session)
  if (lag > 0) await session.run.time.sleep(1.5 * lag)
}

/** Every token, listed once for all that a clean-up looks for. @param gone How many tokens were deleted before. */
const everyToken: Once<[gone: number], TokenList> = once((session, _gone) => listTokens(session, 'every'))

/** Personal access tokens, as the ledger names them. One whose id never came back is found by its name. */
export const personalAccessTokens: MadeThing = {
  operation: 'access-tokens.create',
  find: async (session, name) => {
    const { records, complete } = await everyToken(session, session.run.ledger.gone.size)
    const found = [...records].find(([, record]) => memberOf(record, 'name') === name)
    return { id: found?.[0], complete }
  },
  listedBy: 'access-tokens.list',
  // A list that comes late shows a new token a moment later.
  isListed: async (session, id) => {
    const { records, complete } = await listTokensUntil(session, id, (list) => list.records.has(id))
    return records.has(id) || !complete
  },
  changedBy: ['access-tokens.rename', 'access-tokens.revoke'],
  isGone: async (session, id) => {
    const { records, complete } = await everyToken(session, session.run.ledger.gone.size)
    return complete && !records.has(id)
  },
}

/** If the oldest come first, later tokens are on later pages. */
function isNewestFirst(ids: readonly string[]): boolean {
  return ids.length > 1 && byCodeUnit(ids[0]!, ids.at(-1)!) > 0
}

/**
 * Returns true if an answer says in one of the usual ways that there is more. A list that ends where pages usually do
 * may go on too.
 */
function saysMore({ response }: Exchange, known: number): boolean {
  const link = response.headers['link'] ?? ''
  if (/rel="?next"?/i.test(link) && !/results="?false"?/i.test(link)) return true
  if (Number(response.headers['x-total-count'] ?? 0) > known || Number(response.headers['x-total-pages'] ?? 0) > 1)
    return true
  const tells = (value: unknown, depth: number): boolean =>
    isObject(value) &&
    Object.entries(value).some(
      ([name, member]) => tellsMore(name, member, known) || (depth > 0 && tells(member, depth - 1)),
    )
  return tells(response.json, 2) || [10, 20, 25, 30, 50, 100, 200].includes(known)
}

function tellsMore(name: string, member: unknown, known: number): boolean {
  if (/^(?:has_?(?:more|next)|next|more$)/i.test(name)) return member !== false && member !== null && member !== ''
  if (typeof member !== 'number') return false
  return (
    (/^(?:total_?(?:count|items|results)?|count)$/i.test(name) && member > known) ||
    (/^(?:total_?pages|page_?count|pages|last_?page)$/i.test(name) && member > 1)
  )
}

/** The address of the next page, in the last answer that gives one of the target's own that was not asked yet. */
function nextAddress({ run }: Session, exchanges: readonly Exchange[]): string | undefined {
  const asked = new Set(exchanges.map(({ request }) => request.url))
  for (const { request, response } of exchanges.toReversed()) {
    const link = /<([^>]*)>[^,]*rel="?next"?/i.exec(response.headers['link'] ?? '')?.[1]
    const inBody = textsIn(response.json)
      .filter(({ path }) => /next/i.test(path.slice(-2).join('.')))
      .map(({ text }) => text)
    for (const address of [link, ...inBody]) {
      if (address === undefined || !/^(?:https?:\/)?\//.test(address) || !URL.canParse(address, request.url)) continue
      const { href } = new URL(address, request.url)
      if (href.startsWith(`${run.baseUrl}/`) && !asked.has(href)) return href
    }
  }
  return undefined
}
