import type { Exchange } from '../exchange.ts'
import { summary } from '../exchange.ts'
import type { Session } from '../session.ts'
import { blocked } from '../verdict.ts'
import { idOf, isObject, type Item, recordOf } from './find-list.ts'
import { bareOf } from './id-forms.ts'
import { type ListPage, pageOf } from './lists.ts'

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

const maxPages = 10

/** The first page of the tokens that there were when the run began. */
export function firstTokens(session: Session): Promise<{ readonly exchange: Exchange; readonly page: ListPage | undefined }> {
  return session.fact('access tokens at first', async (own) => {
    const exchange = await own.send({ path: accessTokensPath(own) })
    return { exchange, page: pageOf(own, exchange) }
  })
}

/**
 * Lists the caller's tokens until that with the given id is found: where the list is paged it is newest first (clause
 * 4.6), so what was made later stands before it.
 * @throws Conclusion `blocked` when no list comes.
 */
export async function listTokens(session: Session, upTo: string): Promise<TokenList> {
  const path = accessTokensPath(session)
  const records = new Map<string, Item>()
  const exchanges: Exchange[] = []
  const list = (complete: boolean): TokenList => ({ records, complete, exchanges })
  for (let after: string | undefined; exchanges.length < maxPages; ) {
    const exchange = await session.send({ path, query: { starting_after: after } })
    const page = pageOf(session, exchange)
    if (!page && exchanges.length === 0) blocked(`no list at ${path}: ${summary(exchange)}`)
    if (!page) return list(!saysMore(exchanges.at(-1)!))
    exchanges.push(exchange)
    const fresh = page.items.filter((item) => !records.has(bareOf(idOf(item) ?? '')))
    for (const item of fresh) records.set(bareOf(idOf(item) ?? ''), recordOf(item) ?? item)
    if (fresh.length === 0) return list(page.items.length === 0 || !saysMore(exchange))
    if (records.has(bareOf(upTo))) return list(true)
    after = page.ids.at(-1)!
  }
  return list(false)
}

/** Whether an answer tells of a further page, in one of the usual ways. */
function saysMore({ response }: Exchange): boolean {
  if (/rel="?next"?/i.test(response.headers['link'] ?? '') && !/results="?false"?/i.test(response.headers['link'] ?? '')) return true
  const tells = (value: unknown, depth: number): boolean =>
    isObject(value) && Object.entries(value).some(([name, member]) => (/^(?:has_?(?:more|next)|next)/i.test(name) && member !== false && member !== null && member !== '') || (depth > 0 && tells(member, depth - 1)))
  return tells(response.json, 2)
}
