import { at } from '../../catalogue/operation-paths.ts'
import { type Item, memberOf } from '../../reading/find-list.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { mainToken } from './main-token.ts'
import { listAtFirst } from './range-tokens.ts'
import { spareRequest } from './spare-tokens.ts'
import { listTokensUntil, type TokenList } from './token-list.ts'

/** POSTs a body to a token. */
export function change(session: Session, id: string, json: Readonly<Record<string, unknown>>): Promise<Exchange> {
  return session.send({ method: 'POST', path: at('access-tokens.rename', { id }), json, repeatable: true })
}

export interface Renamed {
  readonly id: string
  readonly name: string
  readonly exchange: Exchange
  readonly before: Item | undefined
  readonly after: Item | undefined
  readonly list: TokenList
}

/** Gives the main token a new name, and lists the tokens. */
export const renamed: Once<[], Renamed> = once(async (session) => {
  // Spare tokens are renamed first: if somebody else revokes tokens meanwhile, those requests meet it.
  for (const kind of ['rename', 'delete'] as const)
    await (await spareRequest(session, kind))?.control().catch(() => undefined)
  const { id } = await mainToken(session)
  const before = (await listAtFirst(session)).records.get(id)
  const name = `${session.run.id}-new`
  const exchange = await change(session, id, { name })
  const list = await listTokensUntil(
    session,
    id,
    ({ records }) => exchange.response.status >= 300 || memberOf(records.get(id), 'name') === name,
  )
  return { id, name, exchange, before, after: list.records.get(id), list }
})
