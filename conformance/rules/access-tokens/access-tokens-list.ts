import { type Exchange, summary } from '../../wire/exchange.ts'
import type { Call, Session } from '../../run/session.ts'
import { blocked } from '../../run/verdict.ts'
import { idOf, isObject, type Item, recordOf, textsIn } from '../../reading/find-list.ts'
import { bareOf, byCodeUnit } from '../../reading/id-forms.ts'
import { type ListPage, pageOf } from '../lists/lists.ts'

/** Where personal access tokens are: the target file may say so, as clause 4.2 shows no prefix. */
export function accessTokensPath(session: Session): string {
  return session.run.target.paths?.accessTokens ?? '/access-tokens'
}

/** The caller's tokens, as far as they were looked for. */
export interface TokenList {
  readonly records: ReadonlyMap<string, Item>
  /** Whether what is not in `records` is not in the list. */
  readonly complete: boolean
  readonly exchanges: readonly Exchange[]
}

const maxPages = 20

/** Asked for from the second page on, where the target takes it. */
const largeLimit = 100

/** The first page of the tokens that there were when the run began. */
export function firstTokens(
  session: Session,
): Promise<{ readonly exchange: Exchange; readonly page: ListPage | undefined }> {
  return session.fact('access tokens at first', async (own) => {
    const exchange = await own.send({ path: accessTokensPath(own) })
    return { exchange, page: pageOf(own, exchange) }
  })
}

/**
 * Lists the caller's tokens until that with the given id is found, where the newest come first (clause 4.6): what was
 * made later stands before it. Where it heeds no id cursor, an address of the next page in the
 * answer is followed.
 * @throws Conclusion `blocked` when no list comes.
 */
export async function listTokens(session: Session, upTo: string): Promise<TokenList> {
  const path = accessTokensPath(session)
  const records = new Map<string, Item>()
  const exchanges: Exchange[] = []
  const list = (complete: boolean): TokenList => ({ records, complete, exchanges })
  let call: Call = { path }
  let limit: number | undefined = largeLimit
  while (exchanges.length < maxPages) {
    let exchange = await session.send(call)
    let page = pageOf(session, exchange)
    if (!page && call.query?.['limit'] !== undefined) {
      limit = undefined
      exchange = await session.send({ ...call, query: { ...call.query, limit } })
      page = pageOf(session, exchange)
    }
    if (!page && exchanges.length === 0) blocked(`no list at ${path}: ${summary(exchange)}`)
    if (!page) return list(!saysMore(exchanges.at(-1)!, records.size))
    exchanges.push(exchange)
    const fresh = page.items.filter((item) => !records.has(bareOf(idOf(item) ?? '')))
    for (const item of fresh) records.set(bareOf(idOf(item) ?? ''), recordOf(item) ?? item)
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

/** Milliseconds between the looks at a list that does not show yet what was done: that it is there at once is not stated. */
const moments = [0, 200, 800] as const

/** Lists the caller's tokens, a few times where the list lags behind what was answered. */
export async function listTokensUntil(
  session: Session,
  upTo: string,
  shows: (list: TokenList) => boolean,
): Promise<TokenList> {
  let list: TokenList | undefined
  for (const wait of moments) {
    if (wait > 0) await session.run.time.sleep(wait)
    list = await listTokens(session, upTo)
    // Of a list that goes on for long, what was not met may stand further on; a short one may have been cut by the deletion of a cursor's token.
    if (shows(list) || list.exchanges.length >= maxPages) break
  }
  return list!
}

/** Where the oldest come first, what was made later stands behind. */
function isNewestFirst(ids: readonly string[]): boolean {
  return ids.length > 1 && byCodeUnit(ids[0]!, ids.at(-1)!) > 0
}

/** Whether an answer tells of more than came, in one of the usual ways; so does a list that ends where pages do. */
function saysMore({ response }: Exchange, known: number): boolean {
  if (
    /rel="?next"?/i.test(response.headers['link'] ?? '') &&
    !/results="?false"?/i.test(response.headers['link'] ?? '')
  )
    return true
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

/** The address of the next page that the last answer which heeded its request gives; undefined unless it is the target's own and new. */
function nextAddress({ run }: Session, exchanges: readonly Exchange[]): string | undefined {
  const asked = new Set(exchanges.map(({ request }) => request.url))
  for (const { request, response } of exchanges.toReversed()) {
    const link = /<([^>]*)>[^,]*rel="?next"?/i.exec(response.headers['link'] ?? '')?.[1]
    for (const address of [
      link,
      ...textsIn(response.json)
        .filter(({ path }) => /next/i.test(path.slice(-2).join('.')))
        .map(({ text }) => text),
    ]) {
      if (address === undefined || !/^(?:https?:\/)?\//.test(address) || !URL.canParse(address, request.url)) continue
      const { href } = new URL(address, request.url)
      if (href.startsWith(`${run.baseUrl}/`) && !asked.has(href)) return href
    }
  }
  return undefined
}
