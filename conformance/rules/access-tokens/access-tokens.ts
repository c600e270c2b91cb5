import { type Exchange, summary } from '../../wire/exchange.ts'
import type { LedgerEntry } from '../../run/ledger.ts'
import type { Credential, Session } from '../../run/session.ts'
import { blocked, Conclusion, insufficient } from '../../run/verdict.ts'
import {
  day,
  type ExpiryFormat,
  expiryFormatOf,
  oneScope,
  readTime,
  scopeCount,
  scopesText,
  twoYearsAfter,
  writeExpiry,
} from './access-tokens-formats.ts'
import { accessTokensPath, firstTokens, listTokensUntil, type TokenList } from './access-tokens-list.ts'
import { type FoundSecret, findSecret, ownSecrets, secretsIn, textAt } from './access-tokens-secret.ts'
import { findObject, type Item, memberOf } from '../../reading/find-list.ts'
import { bareOf } from '../../reading/id-forms.ts'
import { learnClockByExpiry } from '../lifetimes/clock-by-expiry.ts'
import { learnTime, targetNow } from '../lifetimes/passing-time.ts'

/** An attempt to create a personal access token. */
export interface Creation {
  readonly name: string
  readonly scopes: unknown
  /** The expiry that was asked for, in milliseconds since 1970. */
  readonly expiry: number
  readonly sent: Readonly<Record<string, unknown>>
  readonly exchange: Exchange
  /** The record in the answer; undefined unless one came. */
  readonly record: Item | undefined
  /** Bare; undefined unless the answer was a success with an id. */
  readonly id: string | undefined
  readonly entry: LedgerEntry
}

export interface Wish {
  /** Stands in the token's name, behind the id of the run: short and without blanks, as what a name may be is not shown. */
  readonly use: string
  readonly scopes: unknown
  readonly expiry: number
  readonly format: ExpiryFormat
  readonly omit?: 'name' | 'scopes' | 'expires_at'
  /** Whether that member is sent as null rather than left out. */
  readonly asNull?: boolean
  readonly as?: Credential
}

/**
 * Asks for a token. It is in the ledger before the request goes out, and stays there: the end of the run deletes it,
 * unless a check did.
 */
export async function createToken(session: Session, wish: Wish): Promise<Creation> {
  try {
    return await askForToken(session, wish)
  } catch (error) {
    // Another one under a name of its own: the first may have been made, and is then deleted by its name.
    if (error instanceof Conclusion && error.unanswered)
      return await askForToken(session, { ...wish, use: `${wish.use}-2` })
    throw error
  }
}

async function askForToken(
  session: Session,
  { use, scopes, expiry, format, omit, asNull = false, as = 'bearer' }: Wish,
): Promise<Creation> {
  const { run } = session
  const path = accessTokensPath(session)
  const name = `${run.id}-${use}`
  const sent = Object.fromEntries(
    Object.entries({ name, scopes, expires_at: writeExpiry(expiry, format) })
      .map(([member, value]) => [member, member === omit ? null : value] as const)
      .filter(([member]) => asNull || member !== omit),
  )
  const entry = run.ledger.open({ runId: run.id, what: 'personal access token', name, path: `${path}/{id}` })
  const exchange = await session.send({ method: 'POST', path, json: sent, as })
  const { status, json } = exchange.response
  const record = status >= 200 && status < 300 ? findObject(json) : undefined
  const creation = { name, scopes, expiry, sent, exchange, record }
  const id = record && bareOf(record['id'] as string)
  if (status < 300)
    for (const { text } of secretsIn(json, sent, id ?? ''))
      if (text.length >= 12) run.redactor.learn(text, 'personal_access_token')
  if (!record || id === undefined) return { ...creation, id: undefined, entry }
  return { ...creation, id, entry: run.ledger.identify(entry, id) }
}

/** What a new token takes, found by the first one that was created. */
export interface MainToken extends Creation {
  readonly id: string
  readonly record: Item
  readonly format: ExpiryFormat
}

export interface FirstCreation {
  readonly token: MainToken | undefined
  /** The last answer. */
  readonly exchange: Exchange
  /** Whether scopes and format were declared or shown by an existing token, rather than tried. */
  readonly certain: boolean
}

const formats: readonly ExpiryFormat[] = ['rfc3339', 'unix-seconds', 'unix-milliseconds', 'date']

/**
 * The token that most checks use: a year long, in the middle of what is allowed, so that a target whose clock is
 * months away takes it as well. Scopes and format are as declared, else as existing tokens show them, else tried.
 * @throws Conclusion `insufficientEvidence` where no scope is known.
 */
export function firstCreation(session: Session): Promise<FirstCreation> {
  return session.fact('access tokens: main', async (own) => {
    const { scopes: declaredScopes, expiresAt } = own.run.target.personalAccessTokens ?? {}
    const shown = (await firstTokens(own)).page?.items ?? []
    const choices = declaredScopes ? [declaredScopes] : shownScopes(shown)
    if (choices.length === 0)
      insufficient('no scope is known: declare personalAccessTokens.scopes, as the caller has no token that shows some')
    const shownExpiry = shown
      .map((item) => memberOf(item, 'expires_at'))
      .find((value) => expiryFormatOf(value) !== undefined)
    const known = expiresAt ?? expiryFormatOf(shownExpiry)
    const now = await targetNow(own)
    const wishes = choices.flatMap((scopes) =>
      (known ? [known] : formats).map((format) => ({ scopes, format, expiry: now + 365 * day })),
    )
    const shownTime = readTime(shownExpiry)
    // A target whose clock is far from this one takes what a token of its own shows.
    if (known && shownTime !== undefined && Math.abs(shownTime - now - 365 * day) > 30 * day)
      wishes.push({ ...wishes[0]!, expiry: shownTime })
    let other: MainToken | undefined
    let exchange: Exchange | undefined
    for (const wish of wishes) {
      const creation = await createToken(own, { use: 'main', ...wish })
      exchange = creation.exchange
      if (creation.id === undefined) {
        if (exchange.response.status >= 300) own.run.ledger.close(creation.entry)
        continue
      }
      const token = creation as MainToken
      const stored = readTime(memberOf(token.record, 'expires_at'))
      const { format } = wish
      if (stored === undefined || Math.abs(stored - wish.expiry) < 2 * day || known)
        return await found(own, { ...token, format })
      other ??= { ...token, format }
    }
    return other
      ? await found(own, other)
      : { token: undefined, exchange: exchange!, certain: known !== undefined && declaredScopes !== undefined }
  })
}

async function found(session: Session, token: MainToken): Promise<FirstCreation> {
  const { profile } = session.run
  profile.learn('scopes', token.scopes)
  profile.learn('expiresAt', token.format)
  const created = ['created_at', 'createdAt', 'created', 'issued_at']
    .map((name) => readTime(memberOf(token.record, name)))
    .find((time) => time !== undefined)
  if (created !== undefined) await learnTime(session, created)
  return { token, exchange: token.exchange, certain: true }
}

/** The different sets of scopes that the caller's tokens have, the largest first. */
function shownScopes(items: readonly Item[]): readonly unknown[] {
  const sets = new Map(
    items
      .map((item) => memberOf(item, 'scopes'))
      .filter((scopes) => scopeCount(scopes) > 0)
      .map((scopes) => [scopesText(scopes), scopes]),
  )
  return [...sets.values()].sort((left, right) => scopeCount(right) - scopeCount(left)).slice(0, 2)
}

/**
 * @throws Conclusion `blocked` when no token can be created: pat.create says why; `insufficientEvidence` when that may be
 * for want of rights, or of a declaration.
 */
export async function mainToken(session: Session): Promise<MainToken> {
  const { token, exchange, certain } = await firstCreation(session)
  if (token) return token
  const why = whyOpen(session, exchange, certain)
  if (why !== undefined) insufficient(why)
  blocked('no personal access token could be created (see pat.create)')
}

/** Why a refused creation is no fault of the target; undefined when it is one. */
export function whyOpen({ run }: Session, exchange: Exchange, certain: boolean): string | undefined {
  const { status } = exchange.response
  if (status === 403 || (status === 401 && run.target.credentials?.token === undefined))
    return `the Bearer token may not create tokens with these scopes (${summary(exchange)}); declare one in credentials.token that may, and personalAccessTokens.scopes`
  if (!certain && status >= 400 && status < 500 && status !== 404 && status !== 405)
    return `the target took no form that was tried (${summary(exchange)}); declare personalAccessTokens.scopes and .expiresAt`
  return undefined
}

/** Tokens at both ends of what an expiry may be. */
export interface RangeTokens {
  readonly short: Creation
  readonly long: Creation
}

/** Two days clear of both ends: 9 days, with the first scope alone where there are several; and 2 years less 2 days. */
export function rangeTokens(session: Session): Promise<RangeTokens> {
  return session.fact('access tokens: range', async (own) => {
    const main = await mainToken(own)
    const { short, long } = await createRange(own, main, '')
    const isRefused = ({ id, exchange: { response } }: Creation) =>
      id === undefined && response.status >= 400 && response.status < 500
    let tries = 0
    const takes = async (expiry: number): Promise<boolean> => {
      const creation = await createToken(own, {
        use: `clock${++tries}`,
        scopes: main.scopes,
        format: main.format,
        expiry,
      })
      if (creation.id === undefined) own.run.ledger.close(creation.entry)
      return creation.id !== undefined
    }
    const isLearned = await learnClockByExpiry(own, {
      isShortRefused: isRefused(short),
      isLongRefused: isRefused(long),
      takes,
    })
    return isLearned ? await createRange(own, main, 'c') : { short, long }
  })
}

async function createRange(session: Session, { scopes, format }: MainToken, mark: string): Promise<RangeTokens> {
  const now = await targetNow(session)
  const fewer = scopeCount(scopes) > 1 ? oneScope(scopes, 0) : scopes
  const few = await createToken(session, { use: `9d${mark}`, scopes: fewer, format, expiry: now + 9 * day })
  if (few.id === undefined) session.run.ledger.close(few.entry)
  // Refused, it differs from the main token in the expiry alone.
  const short =
    few.id === undefined && fewer !== scopes
      ? await createToken(session, { use: `9d${mark}`, scopes, format, expiry: now + 9 * day })
      : few
  const long = await createToken(session, { use: `2y${mark}`, scopes, format, expiry: twoYearsAfter(now) - 2 * day })
  for (const { id, entry, exchange } of [short, long])
    if (id === undefined && exchange.response.status >= 300) session.run.ledger.close(entry)
  return { short, long }
}

/** The list with the main token and those of `rangeTokens` in it, before anything is changed. */
export function listAtFirst(session: Session): Promise<TokenList> {
  return session.fact('access tokens: list at first', async (own) => {
    const { id } = await mainToken(own)
    const { short, long } = await rangeTokens(own)
    return await listTokensUntil(own, id, ({ records }) =>
      [id, short.id, long.id].every((one) => one === undefined || records.has(one)),
    )
  })
}

/** What in the answer to a creation may be the secret. */
export function secretCandidates(session: Session): Promise<ReturnType<typeof secretsIn>> {
  return session.fact('access tokens: candidates', async (own) => {
    const main = await mainToken(own)
    const { short, long } = await rangeTokens(own)
    const other = [short, long].find(({ id }) => id !== undefined)
    return ownSecrets(own, secretsIn(main.exchange.response.json, main.sent, main.id), other?.exchange.response.json)
  })
}

/** The secret of the main token, and how it is accepted. */
export function mainSecret(session: Session): Promise<FoundSecret> {
  return session.fact('access tokens: secret', async (own) => await findSecret(own, await secretCandidates(own)))
}

/** The secret of another token: the text in the same place. */
export function secretOf(creation: Creation, { at }: FoundSecret): string | undefined {
  return at && textAt(creation.exchange.response.json, at.path)
}
