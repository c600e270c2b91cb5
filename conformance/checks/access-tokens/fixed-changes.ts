// The changes that tokens are asked for, of what is fixed: scopes and expiry.
import type { Session } from '../../judge/session.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import { day, writeTime } from '../../reading/times.ts'
import { asText } from '../../reading/value-text.ts'
import type { MainToken } from './main-token.ts'
import { noScopes, scopeCount, singleScope } from './scopes.ts'

/** What is fixed. */
export type FixedMember = 'scopes' | 'expiry'

/** A change by the body of a request. */
export interface FixedChange {
  readonly of: FixedMember
  readonly what: Phrase
  readonly json: Readonly<Record<string, unknown>>
  /** True if it is sent with a new name, or alone. */
  readonly named: boolean
}

/** Members in the query of a new name. */
export interface QueryChange {
  readonly scopes?: string | undefined
  readonly expires_at?: string
}

const hour = 3_600_000

const toScopes = (what: Phrase, scopes: unknown, named = true): FixedChange => ({
  of: 'scopes',
  what,
  json: { scopes },
  named,
})

const toExpiry = (what: Phrase, expiry: unknown, named: boolean): FixedChange => ({
  of: 'expiry',
  what,
  json: { expires_at: expiry },
  named,
})

/** The least time that the target tells from another one. */
function nearBy({ precision }: MainToken): number {
  return precision === 'day' ? 2 * day : hour
}

/** Other expiries, near and far, earlier and later, with a new name and alone; in a quick run two, by the seed. */
function otherExpiries({ run }: Session, main: MainToken): readonly FixedChange[] {
  const { expiry, format, precision } = main
  const near = nearBy(main)
  const distance = precision === 'day' ? '2 days' : 'an hour'
  const to = (direction: string, by: number, named: boolean, far = distance) =>
    toExpiry(phrase`${direction} expires_at, by ${far}`, writeTime(expiry + by, format), named)
  return run.rotation.some(
    [
      to('a later', near, false),
      to('a later', 100 * day, true, '100 days'),
      to('an earlier', -near, true),
      to('an earlier', -100 * day, false, '100 days'),
      to('a later', near, true),
      to('an earlier', -near, false),
    ],
    2,
  )
}

/** The changes of the token that most checks use: fewer scopes and none; other expiries and none. */
export function changesOfMain(session: Session, main: MainToken): readonly FixedChange[] {
  const { rotation } = session.run
  const { scopes } = main
  const fewer = singleScope(scopes, 0)
  return [
    ...(scopeCount(scopes) > 1
      ? [toScopes(phrase`fewer scopes`, fewer), toScopes(phrase`fewer scopes`, fewer, false)]
      : []),
    toScopes(phrase`no scopes`, noScopes(scopes)),
    toScopes(phrase`null as scopes`, null),
    ...rotation.some([toScopes(phrase`null as scopes`, null, false)], 0),
    ...rotation.some([toScopes(phrase`no scopes`, noScopes(scopes), false)], 0),
    // Plain values come first: a change that shows after them is told of the simplest attempt.
    ...otherExpiries(session, main),
    ...rotation.some([false, true], 0).map((named) => toExpiry(phrase`an empty text as expires_at`, '', named)),
    toExpiry(phrase`null as expires_at`, null, true),
    toExpiry(phrase`null as expires_at`, null, false),
  ]
}

/** The changes of a token that has only the first of these scopes: another scope, and all; none where there is one. */
export function changesOfOneScope({ run }: Session, scopes: unknown): readonly FixedChange[] {
  if (scopeCount(scopes) < 2) return []
  const other = singleScope(scopes, 1)
  return [
    toScopes(phrase`another scope`, other),
    ...run.rotation.some([toScopes(phrase`another scope`, other, false)], 0),
    toScopes(phrase`more scopes`, scopes),
    toScopes(phrase`more scopes`, scopes, false),
  ]
}

/** The changes of the token that most checks use by the query. */
export function queriesOfMain({ run }: Session, main: MainToken): readonly QueryChange[] {
  const { scopes, expiry, format } = main
  const near = nearBy(main)
  const expiresIn = (by: number) => String(writeTime(expiry + by, format))
  const fewer = scopeCount(scopes) > 1 ? scopesInQuery(singleScope(scopes, 0)) : undefined
  return [
    { expires_at: expiresIn(30 * day) },
    ...run.rotation.some<QueryChange>(
      [
        { scopes: scopesInQuery(noScopes(scopes)), expires_at: expiresIn(-50 * day) },
        { expires_at: '' },
        { scopes: fewer, expires_at: expiresIn(near) },
        { expires_at: expiresIn(-near) },
      ],
      0,
    ),
  ]
}

/** The changes of a token that has only the first of these scopes by the query; none where there is one. */
export function queriesOfOneScope({ run }: Session, scopes: unknown): readonly QueryChange[] {
  if (scopeCount(scopes) < 2) return []
  return run.rotation.some<QueryChange>(
    [{ scopes: scopesInQuery(scopes) }, { scopes: scopesInQuery(singleScope(scopes, 1)) }],
    0,
  )
}

/** Scopes as one text of a query. */
function scopesInQuery(scopes: unknown): string {
  const isText = (scope: unknown) => typeof scope === 'string' || typeof scope === 'number'
  if (isText(scopes)) return asText(scopes)
  return Array.isArray(scopes) && scopes.every(isText) ? scopes.join(',') : JSON.stringify(scopes)
}
