import { because, see, undeclared } from '../../conclusions/cause.ts'
import { blocked, insufficient } from '../../conclusions/conclusion.ts'
import { answerPhrase, phrase } from '../../conclusions/phrase.ts'
import { type Item, findMember } from '../../reading/find-list.ts'
import { day, readTime, type TimeFormat, detectTimeFormat } from '../../reading/times.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { targetNow } from './target-clock.ts'
import { createAtBound, createToken, type Creation, forgetRefused, type CreationOptions } from './create-token.ts'
import type { BoundSide, Precision } from './expiry-bounds.ts'
import { learnClockByCreation } from './learn-clock.ts'
import { scopeCount, scopesText } from './scopes.ts'
import { firstTokens } from './token-list.ts'
import { learnFull, mayBeQuota, noToken } from './token-quota.ts'

/** The token that most checks use, with the time format that the target accepts. */
export interface MainToken extends Creation {
  readonly id: string
  readonly record: Item
  readonly format: TimeFormat
  /** The precision to which the target shows an expiry. */
  readonly precision: Precision
}

/** The outcome of the first creations. */
export interface FirstCreation {
  readonly token: MainToken | undefined
  /** The last answer. */
  readonly exchange: Exchange
  /** True if scopes and format were declared or shown by an existing token; false if they are a guess. */
  readonly certain: boolean
}

const formats: readonly TimeFormat[] = ['rfc3339', 'unix-seconds', 'unix-milliseconds', 'date']

/**
 * The token that most checks use. It lasts a year, in the middle of the allowed range, so that a target whose clock is
 * months off accepts it too. Scopes and format are taken from the target file, or else from existing tokens, or else
 * found by trial. Throws the Conclusion `insufficientEvidence` if no scope is known.
 */
export const firstCreation: Once<[], FirstCreation> = oncePerRun(async (session) => {
  const { scopes: declaredScopes, expiresAt } = session.run.target.personalAccessTokens ?? {}
  const listed = (await firstTokens(session)).page?.items ?? []
  const choices = declaredScopes ? [declaredScopes] : listedScopes(listed)
  if (choices.length === 0)
    insufficient(
      undeclared('personalAccessTokens.scopes'),
      phrase`no scope is known: declare personalAccessTokens.scopes, as no token of the caller shows one`,
    )
  const listedExpiry = listed
    .map((item) => findMember(item, 'expires_at'))
    .find((value) => detectTimeFormat(value) !== undefined)
  const known = expiresAt ?? detectTimeFormat(listedExpiry)
  const now = await targetNow(session)
  const expiry = offTheHour(now + 365 * day)
  const wishes = choices.flatMap((scopes) => (known ? [known] : formats).map((format) => ({ scopes, format, expiry })))
  const listedTime = readTime(listedExpiry)
  // A target whose clock is far off accepts the expiry of one of its own tokens.
  if (known && listedTime !== undefined && Math.abs(listedTime - now - 365 * day) > 30 * day)
    wishes.push({ ...wishes[0]!, expiry: listedTime })
  let other: MainToken | undefined
  let exchange: Exchange | undefined
  for (const wish of wishes) {
    const creation = forgetRefused(session, await createToken(session, { use: 'main', ...wish }))
    exchange = creation.exchange
    if (creation.id === undefined) continue
    const { format } = wish
    const createdExpiry = findMember(creation.record, 'expires_at')
    const isDay = format === 'date' || detectTimeFormat(createdExpiry) === 'date'
    const token = { ...creation, format, precision: isDay ? 'day' : 'moment' } as MainToken
    const stored = readTime(createdExpiry)
    if (stored === undefined || Math.abs(stored - wish.expiry) < 2 * day || known)
      return await findCreation(session, token)
    other ??= token
  }
  return other
    ? await findCreation(session, other)
    : { token: undefined, exchange: exchange!, certain: known !== undefined && declaredScopes !== undefined }
})

/** A moment in the same hour that reveals rounding to a quarter of an hour or to a day. */
const offTheHour = (time: number): number => Math.floor(time / hour) * hour + 17 * 60_000 + (time % 60_000)

const hour = 3_600_000

async function findCreation(session: Session, token: MainToken): Promise<FirstCreation> {
  const { findings } = session.run
  findings.learn('scopes', token.scopes)
  findings.learn('expiresAt', token.format)
  await learnClockByCreation(session, token)
  return { token, exchange: token.exchange, certain: true }
}

/** The distinct sets of scopes of the caller's tokens, the largest first. */
function listedScopes(items: readonly Item[]): readonly unknown[] {
  const sets = new Map(
    items
      .map((item) => findMember(item, 'scopes'))
      .filter((scopes) => scopeCount(scopes) > 0)
      .map((scopes) => [scopesText(scopes), scopes]),
  )
  return [...sets.values()].sort((left, right) => scopeCount(right) - scopeCount(left)).slice(0, 2)
}

/**
 * @throws Conclusion `blocked` if no token can be created, as pat.create reports; `insufficientEvidence` if the cause
 * may be a lack of rights, or of a declaration.
 */
export async function mainToken(session: Session): Promise<MainToken> {
  const { token, exchange, certain } = await firstCreation(session)
  if (token) return token
  assertDecided(session, exchange, certain)
  blocked(see('pat.create'), phrase`no personal access token could be created (see pat.create)`)
}

/**
 * Creates one more token like the main one, under another name. If it differs in nothing else and is refused, the number
 * of tokens is limited.
 * @param side Its expiry is as close to a bound as can be judged, on this side of it.
 */
export async function spareToken(
  session: Session,
  use: string,
  { side, ...changes }: Partial<Omit<CreationOptions, 'use'>> & { readonly side?: BoundSide } = {},
): Promise<Creation> {
  const { scopes, format, expiry, precision } = await mainToken(session)
  const wish = { use, scopes, format, expiry, ...changes }
  const creation = await (side ? createAtBound(session, side, precision, wish) : createToken(session, wish))
  if (!side && Object.keys(changes).length === 0 && mayBeQuota(creation)) await learnFull(session, creation)
  return forgetRefused(session, creation)
}

/** The id of one more token like the main one. @throws Conclusion if none can be created. */
export async function spareTokenId(session: Session, use: string): Promise<string> {
  return (await spareToken(session, use)).id ?? (await noToken(session))
}

/** Returns true if a refusal looks like that of a quota, by its status or its text. */
const hasQuota = ({ response: { status, text } }: Exchange): boolean =>
  [402, 409, 429, 507].includes(status) ||
  (status >= 400 &&
    status < 500 &&
    /quota|too many|limit (?:of|reached)|(?:token|maximum|max)[ _-]?limit|at most \d+ tokens/i.test(text))

/**
 * Ends a check if a refused creation is not a fault of the target.
 * @throws Conclusion `insufficientEvidence`
 */
export function assertDecided({ run }: Session, exchange: Exchange, certain: boolean): void {
  const { status } = exchange.response
  if (status === 403 || (status === 401 && run.target.credentials?.token === undefined))
    insufficient(
      undeclared('credentials.token', 'personalAccessTokens.scopes'),
      phrase`the Bearer token may not create tokens with these scopes (${answerPhrase(exchange)}); declare one in credentials.token that may, and personalAccessTokens.scopes`,
      exchange,
    )
  if (hasQuota(exchange))
    insufficient(
      because.refused,
      phrase`the user may have reached a quota of tokens (${answerPhrase(exchange)}); delete some that are not needed`,
      exchange,
    )
  if (!certain && status >= 400 && status < 500 && status !== 404 && status !== 405)
    insufficient(
      undeclared('personalAccessTokens.scopes', 'personalAccessTokens.expiresAt'),
      phrase`the target took no form that was tried (${answerPhrase(exchange)}); declare personalAccessTokens.scopes and .expiresAt`,
      exchange,
    )
}
