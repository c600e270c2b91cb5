import { at } from '../../catalogue/operation-paths.ts'
import { type Item, memberOf } from '../../reading/find-list.ts'
import { day, writeTime } from '../../reading/times.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import { change, renamed } from './changed-tokens.ts'
import { type MainToken, mainToken } from './main-token.ts'
import { rangeTokens } from './range-tokens.ts'
import { noScopes, singleScope, scopeCount } from './scopes.ts'
import { listTokensUntil } from './token-list.ts'
import { asText } from '../../reading/value-text.ts'

/** A request that was to change what is fixed. */
export interface ChangeAttempt {
  readonly what: Phrase
  /** The token that it was about. */
  readonly id: string
  /** The body that was sent. */
  readonly json: Readonly<Record<string, unknown>>
  readonly exchange: Exchange
  /** The record of the token in the list, before all attempts and after. */
  readonly before: Item | undefined
  readonly after: Item | undefined
  /** The page that shows the record afterwards. */
  readonly page: Exchange | undefined
}

export interface Attempts {
  /** Attempts on one token follow each other: what the list shows may come from any. */
  readonly scopes: readonly ChangeAttempt[]
  readonly expiry: readonly ChangeAttempt[]
  /** True if several scopes are known. With one, no other scope can be asked for. */
  readonly several: boolean
  /** A new name at the end, which may be changed. */
  readonly last: LastRename
}

interface LastRename {
  readonly id: string
  readonly name: string
  readonly exchange: Exchange
  readonly after: Item | undefined
  readonly page: Exchange | undefined
}

interface FixedChange {
  readonly of: 'scopes' | 'expiry'
  readonly what: Phrase
  readonly json: Readonly<Record<string, unknown>>
  /** True if it is sent with a new name, or alone. */
  readonly named: boolean
}

/** Members in the query of a new name. */
interface QueryChange {
  readonly id: string
  readonly scopes?: string | undefined
  readonly expires_at?: string
}

/** Scopes as one text of a query. */
function scopesInQuery(scopes: unknown): string {
  const isText = (scope: unknown) => typeof scope === 'string' || typeof scope === 'number'
  if (isText(scopes)) return asText(scopes)
  return Array.isArray(scopes) && scopes.every(isText) ? scopes.join(',') : JSON.stringify(scopes)
}

const hour = 3_600_000

/** Other expiries, near and far, earlier and later, with a new name and alone; in a quick run two, by the seed. */
function otherExpiries({ run }: Session, { expiry, format, precision }: MainToken): readonly FixedChange[] {
  const near = precision === 'day' ? 2 * day : hour
  const to = (direction: string, distance: string, by: number, named: boolean): FixedChange => ({
    of: 'expiry',
    what: phrase`${direction} expires_at, by ${distance}`,
    json: { expires_at: writeTime(expiry + by, format) },
    named,
  })
  const distance = precision === 'day' ? '2 days' : 'an hour'
  return run.rotation.some(
    [
      to('a later', distance, near, false),
      to('a later', '100 days', 100 * day, true),
      to('an earlier', distance, -near, true),
      to('an earlier', '100 days', -100 * day, false),
      to('a later', distance, near, true),
      to('an earlier', distance, -near, false),
    ],
    2,
  )
}

/** Letters that no code page has together, each of which is written in one way alone. */
const beyondAscii = 'ßж字'

/**
 * Attempts to change what is fixed: fewer scopes, more, another and none; an earlier expiry, a later one and none; and
 * all at once by PUT, which is not documented here. After a last new name, which may be changed, one list shows what
 * came of them.
 */
export const changeAttempts: Once<[], Attempts> = once(async (session) => {
  const { list: before } = await renamed(session)
  const main = await mainToken(session)
  const { id, scopes, expiry, format, precision } = main
  const { short, gone } = await rangeTokens(session)
  const sent: (Omit<ChangeAttempt, 'before' | 'after' | 'page'> & { of: readonly ('scopes' | 'expiry')[] })[] = []
  const attempt = async (target: string, { of, what, json, named }: FixedChange) => {
    const name = `${session.run.id}-chg${target === id ? '' : '2'}`
    const exchange = await change(session, target, named ? { name, ...json } : json)
    const described = named ? phrase`POST with a new name and ${what}` : phrase`POST with ${what} alone`
    sent.push({ of: [of], id: target, what: described, json, exchange })
  }
  const toScopes = (what: Phrase, set: unknown, named = true): FixedChange => ({
    of: 'scopes',
    what,
    json: { scopes: set },
    named,
  })
  const several = scopeCount(scopes) > 1
  const fewer = singleScope(scopes, 0)
  const noExpiry = (named: boolean): FixedChange => ({
    of: 'expiry',
    what: phrase`null as expires_at`,
    json: { expires_at: null },
    named,
  })
  const emptyExpiry = (named: boolean): FixedChange => ({
    of: 'expiry',
    what: phrase`an empty text as expires_at`,
    json: { expires_at: '' },
    named,
  })
  const onMain: readonly FixedChange[] = [
    ...(several ? [toScopes(phrase`fewer scopes`, fewer), toScopes(phrase`fewer scopes`, fewer, false)] : []),
    toScopes(phrase`no scopes`, noScopes(scopes)),
    toScopes(phrase`null as scopes`, null),
    ...session.run.rotation.some([toScopes(phrase`null as scopes`, null, false)], 0),
    ...session.run.rotation.some([toScopes(phrase`no scopes`, noScopes(scopes), false)], 0),
    // Plain values come first: a change that shows after them is told of the simplest attempt.
    ...otherExpiries(session, main),
    ...session.run.rotation.some([emptyExpiry(false), emptyExpiry(true)], 0),
    noExpiry(true),
    noExpiry(false),
  ]
  const onShort: readonly FixedChange[] = several
    ? [
        toScopes(phrase`another scope`, singleScope(scopes, 1)),
        ...session.run.rotation.some([toScopes(phrase`another scope`, singleScope(scopes, 1), false)], 0),
        toScopes(phrase`more scopes`, scopes),
        toScopes(phrase`more scopes`, scopes, false),
      ]
    : []
  for (const change of onMain) await attempt(id, change)
  const isShortThere = short.id !== undefined && !gone.has(short.id)
  if (isShortThere) for (const change of onShort) await attempt(short.id!, change)
  const put = {
    name: `${session.run.id}-chg`,
    scopes: several ? singleScope(scopes, 1) : scopes,
    expires_at: writeTime(expiry - 50 * day, format),
  }
  sent.push({
    of: several ? ['scopes', 'expiry'] : ['expiry'],
    id,
    what: phrase`PUT with other scopes and expires_at`,
    json: put,
    exchange: await session.send({ method: 'PUT', path: at('access-tokens.rename', { id }), json: put }),
  })
  // Extra parameters may be given in the query of a write (clause 4); they cannot change what is fixed either.
  const near = precision === 'day' ? 2 * day : hour
  const expiresIn = (by: number) => String(writeTime(expiry + by, format))
  const queries: readonly QueryChange[] = [
    { id, expires_at: expiresIn(30 * day) },
    ...session.run.rotation.some<QueryChange>(
      [
        { id, scopes: scopesInQuery(noScopes(scopes)), expires_at: expiresIn(-50 * day) },
        { id, expires_at: '' },
        { id, scopes: several ? scopesInQuery(fewer) : undefined, expires_at: expiresIn(near) },
        { id, expires_at: expiresIn(-near) },
      ],
      0,
    ),
    ...(several && isShortThere
      ? session.run.rotation.some<QueryChange>(
          [
            { id: short.id!, scopes: scopesInQuery(scopes) },
            { id: short.id!, scopes: scopesInQuery(singleScope(scopes, 1)) },
          ],
          0,
        )
      : []),
  ]
  for (const { id: target, ...inQuery } of queries) {
    const { scopes: set, expires_at: time } = inQuery
    sent.push({
      of: [...(set === undefined ? [] : (['scopes'] as const)), ...(time === undefined ? [] : (['expiry'] as const))],
      id: target,
      what: phrase`POST with a new name and ${set === undefined ? 'expires_at' : time === undefined ? 'scopes' : 'scopes and expires_at'} in the query`,
      json: inQuery,
      exchange: await session.send({
        method: 'POST',
        path: at('access-tokens.rename', { id: target }),
        query: inQuery,
        // The second token keeps the name by which it is known.
        json: { name: target === id ? `${session.run.id}-qry` : short.name },
        repeatable: true,
      }),
    })
  }
  let name = `${session.run.id}-${beyondAscii}-last`
  let last = await change(session, id, { name })
  // Which letters a name may have is not stated.
  if ([400, 422].includes(last.response.status)) {
    name = `${session.run.id}-last`
    last = await change(session, id, { name })
  }
  // A list that shows the last name shows what came before it, too.
  const shows = (record: Item | undefined) => last.response.status >= 300 || memberOf(record, 'name') === name
  const after = await listTokensUntil(session, id, ({ records }) => shows(records.get(id)))
  const of = (kind: 'scopes' | 'expiry') =>
    sent
      .filter((request) => request.of.includes(kind))
      .map((request) => ({
        ...request,
        before: before.records.get(request.id),
        after: after.records.get(request.id),
        page: after.foundOn.get(request.id),
      }))
  return {
    scopes: of('scopes'),
    expiry: of('expiry'),
    several,
    last: { id, name, exchange: last, after: after.records.get(id), page: after.foundOn.get(id) },
  }
})
