import { type Path, at } from '../../catalogue/operation-paths.ts'
import { because, see } from '../../conclusions/cause.ts'
import { blocked, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import { readTime } from '../../reading/times.ts'
import { readLifetime, tokenObject } from '../../reading/token-answer.ts'
import type { WrongCredential } from '../../judge/call.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type Acceptance, type Token, tryBearer, tryNew, useToken } from '../tokens/token.ts'
import { prefixVersion } from '../paths.ts'
import { hiddenAdvance, targetClock, targetNow } from '../tokens/target-clock.ts'
import { grantForm } from '../../target/grant-form.ts'
import { isSuccessStatus } from '../../reading/success.ts'

/** An answer of the token endpoint. */
export interface TokenAnswer {
  readonly exchange: Exchange
  readonly accessToken: unknown
  readonly refreshToken: unknown
  /** Seconds; undefined unless the answer states it under one of the usual names. */
  readonly lifetime: number | undefined
  /** True if the lifetime follows from a moment by the target's clock, which is unknown. */
  readonly isByUnknownClock: boolean
  /** An `access_token` in an answer that is not a success. */
  readonly beside: unknown
}

/** An access token of the client, with the answer that issued it and the target's time of its arrival. */
export interface IssuedToken extends Token {
  readonly answer: TokenAnswer
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The parameters of a request to the token endpoint. */
export type TokenForm = Readonly<Record<string, string>>

interface PostOptions {
  readonly path?: Path
  /** The fault of the form. */
  readonly wrong?: Extract<WrongCredential, 'client' | 'refreshToken'> | undefined
  /** True if the underscores of the form are percent-encoded. Default: no. */
  readonly isEscaped?: boolean
  /** True if the members are sent as JSON, which is not documented. Default: no. */
  readonly isJson?: boolean
}

/** Sends a form to the token endpoint (clause 4.1). */
export async function postToken(
  session: Session,
  form: TokenForm,
  { path = at('oauth.token'), wrong, isEscaped = false, isJson = false }: PostOptions = {},
): Promise<TokenAnswer> {
  // The first attempt may have used up a refresh token.
  const exchange = await session.send({
    method: 'POST',
    path,
    as: 'none',
    ...(isJson ? { json: form } : isEscaped ? { escapedForm: form } : { form }),
    repeatable: form['grant_type'] === 'client_credentials',
    ...(wrong ? { wrong } : {}),
  })
  const { json, status } = exchange.response
  const found = tokenObject(json)
  const body = found && isSuccessStatus(status) ? found : {}
  const until = await secondsLeft(session, exchange, body['expires_at'])
  // Some targets return an empty string when no refresh token is issued.
  const refreshToken = body['refresh_token'] === '' ? undefined : (body['refresh_token'] ?? undefined)
  return {
    exchange,
    accessToken: body['access_token'],
    refreshToken,
    lifetime: readLifetime(body) ?? until?.seconds,
    isByUnknownClock: readLifetime(body) === undefined && until?.isByUnknownClock === true,
    beside: body === found ? undefined : found?.['access_token'],
  }
}

/**
 * The seconds from an answer to a moment that it states, by the `Date` of the answer, or else by the known clock of the
 * target; undefined if it states none, or if the moment is past.
 */
export async function secondsLeft(
  session: Session,
  exchange: Exchange,
  value: unknown,
): Promise<{ readonly seconds: number; readonly isByUnknownClock: boolean } | undefined> {
  const moment = readTime(value)
  if (moment === undefined) return undefined
  const date = Date.parse(exchange.response.headers['date'] ?? '')
  const isDated = !Number.isNaN(date)
  // The moment may follow the clock that the run has moved, or the clock of Date.
  const beside = isDated ? await hiddenAdvance(session, exchange, date) : 0
  const nows = isDated ? [date + beside, date] : [await targetNow(session)]
  const seconds = nows.map((now) => (moment - now) / 1000).find((left) => left > 0)
  const isByUnknownClock = beside > 0 || (!isDated && (await targetClock(session)).from === 'nothing')
  return seconds === undefined ? undefined : { seconds, isByUnknownClock }
}

/** The form for client credentials (clause 4.1). */
export function credentialsForm(session: Session): TokenForm {
  return grantForm(session.run.target)
}

/** Gets a new token by client credentials. */
export function requestClientToken(session: Session): Promise<TokenAnswer> {
  return session.run.tokens.asking(() => postToken(session, credentialsForm(session)))
}

/** A token by client credentials, requested once per run. */
export const granted: Once<[], TokenAnswer> = oncePerRun(requestClientToken)

/** The answer at the versioned path, in case `/oauth/token` returns no token. */
export const versionedTokenAnswer: Once<[], TokenAnswer> = oncePerRun((session) =>
  session.run.tokens.asking(() =>
    postToken(session, credentialsForm(session), { path: prefixVersion(session, at('oauth.token')) }),
  ),
)

/**
 * A form for a refresh with the refresh token of an answer. Default: of a new one, as an older token may have ended.
 * @throws Conclusion `notApplicable` when none is issued: clause 2.3 leaves that open.
 */
export async function refreshForm(
  session: Session,
  answer: TokenAnswer | Promise<TokenAnswer> = requestClientToken(session),
): Promise<TokenForm> {
  const { accessToken, refreshToken, exchange } = await answer
  if (accessToken === undefined)
    blocked(
      see('oauth.client-credentials'),
      phrase`no second token by client credentials: ${{ answer: exchange }}`,
      exchange,
    )
  if (typeof refreshToken !== 'string')
    notApplicable(because.absent, phrase`the target issues no refresh token for client credentials`)
  return { ...credentialsForm(session), grant_type: 'refresh_token', refresh_token: refreshToken }
}

/** The answer to a refresh. The refresh token that it sends is used nowhere else, as it may work only once. */
export const refreshed: Once<[], TokenAnswer> = oncePerRun(async (session) => {
  let answer = await sendRefresh(session, granted(session))
  // Other checks get tokens meanwhile, and a refresh token need not stay valid after a later one of its client.
  for (let round = 1; round < rounds && answer.accessToken === undefined; round++)
    answer = await sendRefresh(session, requestClientToken(session))
  return answer
})

/** Refreshes with the refresh token of an answer. */
export async function sendRefresh(session: Session, answer: TokenAnswer | Promise<TokenAnswer>): Promise<TokenAnswer> {
  const form = await refreshForm(session, answer)
  return await session.run.tokens.asking(() => postToken(session, form))
}

/** Returns true if an access token was issued. */
export function isIssued(accessToken: unknown): boolean {
  return accessToken !== undefined && accessToken !== ''
}

/** The token of an answer. @throws Conclusion `blocked` if it has no token. */
export async function assertIssued(
  session: Session,
  answer: TokenAnswer,
  by: 'oauth.client-credentials' | 'oauth.refresh' = 'oauth.client-credentials',
): Promise<IssuedToken> {
  const { accessToken } = answer
  if (typeof accessToken !== 'string')
    blocked(
      see(by),
      by === 'oauth.refresh'
        ? phrase`a refresh gives no access token`
        : phrase`the token endpoint gives no access token`,
    )
  return { ...clientToken(accessToken), answer, at: await targetNow(session) }
}

/** A new token by client credentials that works. @throws Conclusion `blocked` with the remark if it does not. */
export async function workingGrant(session: Session, remark: Phrase): Promise<IssuedToken> {
  await clientWay(session)
  const { verdict, issued } = await tryLast(
    session,
    1,
    requestClientToken,
    async (other, token): Promise<Pick<Acceptance, 'verdict'>> => ({
      verdict: (await useToken(other, token)).works ? 'accepted' : 'refused',
    }),
  )
  if (verdict === 'unclear') insufficient(because.alike, phrase`a newer access token of the client ends an older one`)
  if (verdict === 'refused') blocked(see('oauth.token-works'), remark)
  return issued
}

/**
 * Finds out how a token of the client is accepted, once per run.
 * @param again Gets another token if that one is refused, by `count` requests.
 */
const findAcceptance = (
  first: Once<[], TokenAnswer>,
  count: number,
  again: (session: Session) => Promise<TokenAnswer>,
): Once<[], Acceptance> =>
  oncePerRun(async (session) => {
    const answer = await first(session)
    const { secret } = await assertIssued(session, answer)
    const attempt = () => tryBearer(session, secret)
    const known = await tryNew(session, attempt, ({ verdict }) => verdict !== 'refused')
    if (known.verdict === 'accepted') return { ...known, made: answer.exchange }
    const last = await tryLast(session, count, again, (other, token) => tryBearer(other, token.secret))
    return { ...last, made: last.issued.answer.exchange }
  })

/** The acceptance of the token by client credentials. */
export const grantedAcceptance: Once<[], Acceptance> = findAcceptance(granted, 1, requestClientToken)

/** The acceptance of the token of a refresh. */
export const refreshedAcceptance: Once<[], Acceptance> = findAcceptance(refreshed, 2, (session) =>
  sendRefresh(session, requestClientToken(session)),
)

/** The way in of the client's tokens. @throws Conclusion `blocked` if no request shows that one works. */
export const clientWay: Token['findWay'] = async (session) =>
  (await grantedAcceptance(session)).way ??
  blocked(see('oauth.token-works'), phrase`no request shows that the access token works`)

/** An access token of the client. */
export const clientToken = (secret: string): Token => ({ secret, findWay: clientWay })

const rounds = 4

/**
 * Tries a new token. Other checks get tokens at the same time, and an older token need not work after a newer one was
 * issued. A refusal therefore counts only if no other token was requested meanwhile, and is unclear otherwise.
 * @param count The number of tokens that `answer` requests.
 */
export async function tryLast<T extends Pick<Acceptance, 'verdict'>>(
  session: Session,
  count: number,
  answer: (session: Session) => Promise<TokenAnswer>,
  attempt: (session: Session, token: IssuedToken) => Promise<T>,
): Promise<T & Pick<Acceptance, 'mayBeSuperseded'> & { readonly issued: IssuedToken }> {
  const { tokens } = session.run
  for (let round = 1; ; round++) {
    const { asked, isQuiet } = tokens
    const isLast = () => isQuiet && tokens.asked === asked + count
    const issued = await assertIssued(session, await answer(session))
    const last = await tryNew(
      session,
      () => attempt(session, issued),
      ({ verdict }) => verdict !== 'refused' || !isLast(),
    )
    if (last.verdict === 'accepted' || isLast()) return { ...last, issued }
    if (round === rounds) return { ...last, issued, verdict: 'unclear', mayBeSuperseded: true }
  }
}
