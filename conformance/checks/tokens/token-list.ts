import { toAddress, at } from '../../catalogue/operation-paths.ts'
import { because, see } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient } from '../../conclusions/conclusion.ts'
import { answerPhrase, countPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { itemId, isObject, findMember, findRecord, collectTexts } from '../../reading/find-list.ts'
import { stripPrefix, codeUnitOrder } from '../../reading/id-forms.ts'
import type { Call, Credential } from '../../judge/call.ts'
import type { CreatedKind } from '../../judge/define-check.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type ListPage, readListPage } from '../lists/pages.ts'
import { serves } from '../../reading/success.ts'
import { askOnce } from '../shared-answers.ts'
import type { Similar } from '../similar.ts'
import type { ShownToken } from './sights.ts'

/** The caller's tokens, up to the one that was looked for. */
export interface TokenList {
  readonly records: ReadonlyMap<string, ShownToken>
  /** True if a token that is not in `records` is not in the list. */
  readonly complete: boolean
  readonly exchanges: readonly Exchange[]
}

const maxPages = 20

/** The limit from the second page on, if the target accepts it. */
const largeLimit = 100

/**
 * The page of tokens in an answer. A service may omit the member that would hold the tokens: an object without texts
 * counts as an empty list, as no earlier empty list showed otherwise.
 */
export function tokenPage(session: Session, exchange: Exchange): ListPage | undefined {
  const { json } = exchange.response
  const isEmpty = serves(exchange) && isObject(json) && collectTexts(json).length === 0
  return readListPage(session, exchange) ?? (isEmpty ? { exchange, items: [], ids: [] } : undefined)
}

/** The first page of the tokens that existed when the run began. */
export const firstTokens: Once<[], { readonly exchange: Exchange; readonly page: ListPage | undefined }> = oncePerRun(
  async (session) => {
    const exchange = await askOnce(session, { path: at('access-tokens.list') })
    return { exchange, page: tokenPage(session, exchange) }
  },
)

/**
 * Lists the caller's tokens until the one with the given id is found, if the newest come first (clause 4.6): all tokens
 * that were created later then precede it. If the target ignores the id cursor, an address of the next page in the
 * answer is followed.
 * @throws Conclusion `blocked` if the answer is not a list.
 */
export async function listTokens(session: Session, upTo: string, as: Credential = 'bearer'): Promise<TokenList> {
  const path = at('access-tokens.list')
  const records = new Map<string, ShownToken>()
  const exchanges: Exchange[] = []
  const list = (complete: boolean): TokenList => ({ records, complete, exchanges })
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
      blocked(
        see('pat.list'),
        phrase`no list at ${toAddress(path, session.run.names)}: ${answerPhrase(exchange)}`,
        exchange,
      )
    if (!page) return list(!saysMore(exchanges.at(-1)!, records.size))
    exchanges.push(exchange)
    const fresh = page.items.filter((item) => !records.has(stripPrefix(itemId(item) ?? '')))
    for (const item of fresh) {
      const id = stripPrefix(itemId(item) ?? '')
      records.set(id, { id, record: findRecord(item) ?? item, at: exchange })
    }
    if (records.has(stripPrefix(upTo)) && isNewestFirst([...records.keys()])) return list(true)
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

/** The page on which a missing token belongs, newest first: the first one with an older token, or else the last one. */
export function pageOf({ records, exchanges }: Pick<TokenList, 'records' | 'exchanges'>, missing: string): Exchange {
  const hasOlder = (page: Exchange) =>
    [...records.values()].some(({ id, at: seen }) => seen === page && codeUnitOrder(id, missing) < 0)
  return exchanges.find(hasOlder) ?? exchanges.at(-1)!
}

/** Ends a check that does not find tokens in a list. */
export function missesTokens(
  { records, complete, exchanges }: TokenList,
  ids: readonly string[],
  expected: Phrase,
  { by, ...similar }: Similar & { readonly by?: Exchange } = {},
): never {
  if (!complete)
    insufficient(
      because.data,
      phrase`the list shows ${countPhrase(records.size, 'token')}, and not how to get the others`,
    )
  const at = pageOf({ records, exchanges }, ids[0]!)
  fail({
    expected,
    got: phrase`${records.size === 0 ? phrase`an empty list` : countPhrase(records.size, 'other token')}: ${answerPhrase(at)}`,
    fact: { kind: 'missing', at, ids, pages: exchanges, ...(by && { by }) },
    ...similar,
  })
}

/** The observed delay of the lists of tokens. */
interface Lateness {
  /** The longest delay, in milliseconds, after which a list showed a change. */
  lag: number
  /** True if a list never showed an expected change. Later waits are then shorter. */
  isVain: boolean
}

const lateness: Once<[], Lateness> = oncePerRun(async () => ({ lag: 0, isVain: false }))

/**
 * Milliseconds before each request of a list that does not show a change yet. It is not stated that a list shows a change
 * immediately.
 */
const pauses = [0, 200, 800, 1500, 2000] as const

/** Milliseconds to wait for a list after one has never shown an expected change. */
const shortPatience = 1000

/** Lists the caller's tokens, and retries after a pause until the list shows the expected change. */
export async function awaitTokenList(
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
    // A token missing from a long list may be on a later page. A short list may have lost the token of its cursor.
    if (shows(list) || list.exchanges.length >= maxPages) {
      if (pause > 0) late.lag = Math.max(late.lag, time.now() - from)
      if (pause > 0) findings.describe('tokenListLag', phrase`up to ${Math.ceil(late.lag / 1000)} s`)
      return list
    }
  }
  late.isVain = true
  return list!
}

/** Waits until lists show earlier changes, by their observed delay. */
export async function listsSettled(session: Session): Promise<void> {
  const { lag } = await lateness(session)
  if (lag > 0) await session.run.time.sleep(1.5 * lag)
}

/** Every token, listed once for all lookups of a clean-up. @param gone The number of tokens deleted before. */
const everyToken: Once<[gone: number], TokenList> = oncePerRun((session, _gone) => listTokens(session, 'every'))

/** Personal access tokens, as the ledger names them. A token whose id was never returned is found by its name. */
export const personalAccessTokens: CreatedKind = {
  operation: 'access-tokens.create',
  find: async (session, name) => {
    const { records, complete } = await everyToken(session, session.run.ledger.gone.size)
    const found = [...records.values()].find(({ record }) => findMember(record, 'name') === name)
    return { id: found?.id, complete }
  },
  listedBy: 'access-tokens.list',
  // A delayed list shows a new token only after a while.
  isListed: async (session, id) => {
    const { records, complete } = await awaitTokenList(session, id, (list) => list.records.has(id))
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
  return ids.length > 1 && codeUnitOrder(ids[0]!, ids.at(-1)!) > 0
}

/**
 * Returns true if an answer indicates in one of the usual ways that there is more. A list with a usual page size may
 * continue too.
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

/**
 * The address of the next page, at the target's origin and not requested yet, from the last answer that contains one.
 */
function nextAddress({ run }: Session, exchanges: readonly Exchange[]): string | undefined {
  const asked = new Set(exchanges.map(({ request }) => request.url))
  for (const { request, response } of exchanges.toReversed()) {
    const link = /<([^>]*)>[^,]*rel="?next"?/i.exec(response.headers['link'] ?? '')?.[1]
    const inBody = collectTexts(response.json)
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
