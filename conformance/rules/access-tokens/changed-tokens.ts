import { type Item, memberOf } from '../../reading/find-list.ts'
import { day, writeTime } from '../../reading/times.ts'
import { type Once, once } from '../../run/once.ts'
import type { Session } from '../../run/session.ts'
import type { Exchange } from '../../wire/exchange.ts'
import { accessTokensPath } from '../paths.ts'
import { mainToken } from './main-token.ts'
import { listAtFirst, rangeTokens } from './range-tokens.ts'
import { oneScope, scopeCount } from './scopes.ts'
import { spareRequests } from './spare-tokens.ts'
import { listTokens, listTokensUntil, type TokenList } from './token-list.ts'

function change(session: Session, id: string, json: Readonly<Record<string, unknown>>): Promise<Exchange> {
  return session.send({ method: 'POST', path: `${accessTokensPath(session)}/${id}`, json, repeatable: true })
}

export interface Renamed {
  readonly name: string
  readonly exchange: Exchange
  readonly before: Item | undefined
  readonly after: Item | undefined
  readonly list: TokenList
}

/** Gives the main token a new name, and lists the tokens. */
export const renamed: Once<[], Renamed> = once(async (own) => {
  // Spare tokens are renamed first: if somebody else revokes tokens meanwhile, those requests meet it.
  for (const { control } of await spareRequests(own)) await control().catch(() => undefined)
  const { id } = await mainToken(own)
  const before = (await listAtFirst(own)).records.get(id)
  const name = `${own.run.id}-new`
  const exchange = await change(own, id, { name })
  const list = await listTokensUntil(
    own,
    id,
    ({ records }) => exchange.response.status >= 300 || memberOf(records.get(id), 'name') === name,
  )
  return { name, exchange, before, after: list.records.get(id), list }
})

export interface Attempt {
  readonly what: string
  readonly exchange: Exchange
  readonly before: Item | undefined
  readonly after: Item | undefined
}

export interface Attempts {
  /**
   * Attempts on one token follow each other: what the list shows may come from any. Empty when only one scope is known.
   */
  readonly scopes: readonly Attempt[]
  readonly expiry: readonly Attempt[]
}

/**
 * Attempts to change what is fixed: fewer scopes, more, or another; an earlier expiry and a later one; each with a new
 * name and alone, and all at once by PUT, which is not documented here. One list then shows what came of them.
 */
export const attempts: Once<[], Attempts> = once(async (own) => {
  const { list: before } = await renamed(own)
  const { id, scopes, expiry, format } = await mainToken(own)
  const { short } = await rangeTokens(own)
  const sent: { of: readonly ('scopes' | 'expiry')[]; id: string; what: string; exchange: Exchange }[] = []
  const name = (target: string) => `${own.run.id}-chg${target === id ? '' : '2'}`
  const attempt = async (
    of: 'scopes' | 'expiry',
    target: string,
    what: string,
    json: Readonly<Record<string, unknown>>,
    alone = true,
  ) => {
    sent.push({
      of: [of],
      id: target,
      what: `POST with ${what} and a new name`,
      exchange: await change(own, target, { name: name(target), ...json }),
    })
    if (alone)
      sent.push({ of: [of], id: target, what: `POST with ${what} alone`, exchange: await change(own, target, json) })
  }
  const several = scopeCount(scopes) > 1
  if (several) await attempt('scopes', id, 'fewer scopes', { scopes: oneScope(scopes, 0) })
  if (several && short.id !== undefined) {
    await attempt('scopes', short.id, 'another scope', { scopes: oneScope(scopes, 1) }, false)
    await attempt('scopes', short.id, 'more scopes', { scopes })
  }
  await attempt('expiry', id, 'an earlier expires_at', { expires_at: writeTime(expiry - 100 * day, format) })
  await attempt('expiry', id, 'a later expires_at', { expires_at: writeTime(expiry + 100 * day, format) })
  const put = {
    name: name(id),
    scopes: several ? oneScope(scopes, 1) : scopes,
    expires_at: writeTime(expiry - 50 * day, format),
  }
  sent.push({
    of: several ? ['scopes', 'expiry'] : ['expiry'],
    id,
    what: 'PUT with other scopes and expires_at',
    exchange: await own.send({ method: 'PUT', path: `${accessTokensPath(own)}/${id}`, json: put }),
  })
  const after = await listTokens(own, id)
  const of = (kind: 'scopes' | 'expiry') =>
    kind === 'scopes' && !several
      ? []
      : sent
          .filter((one) => one.of.includes(kind))
          .map((one) => ({
            what: one.what,
            exchange: one.exchange,
            before: before.records.get(one.id),
            after: after.records.get(one.id),
          }))
  return { scopes: of('scopes'), expiry: of('expiry') }
})
