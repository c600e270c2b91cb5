import { blocked, notApplicable } from '../../catalogue/verdict.ts'
import { readTime } from '../../reading/times.ts'
import { expiresIn, tokenObject } from '../../reading/token-answer.ts'
import { type Once, once } from '../../run/once.ts'
import type { Session } from '../../run/session.ts'
import { type Exchange, summary } from '../../wire/exchange.ts'
import { type Acceptance, tryBearer } from '../accepted-bearer.ts'
import { versionedPath } from '../paths.ts'
import { targetNow } from '../target-clock.ts'

/** What the token endpoint answered. */
export interface TokenAnswer {
  readonly exchange: Exchange
  readonly accessToken: unknown
  readonly refreshToken: unknown
  /** Seconds, where the answer tells by one of the usual names. */
  readonly lifetime: number | undefined
  /** An `access_token` in an answer that is no success. */
  readonly beside: unknown
}

export type TokenForm = Readonly<Record<string, string>>

/** The client that the target file declares, as the form of clause 4.1 names it. */
function clientOf(session: Session): { readonly client_id: string; readonly client_secret: string } {
  const { clientId, clientSecret } = session.run.target.credentials!.oauth!
  return { client_id: clientId, client_secret: clientSecret }
}

/** Asks the token endpoint by a form (clause 4.1). */
export async function postToken(session: Session, form: TokenForm, path = '/oauth/token'): Promise<TokenAnswer> {
  // A refresh token may be spent by the first try.
  const exchange = await session.send({
    method: 'POST',
    path,
    as: 'none',
    form,
    repeatable: form['grant_type'] === 'client_credentials',
  })
  const { json, status } = exchange.response
  const found = tokenObject(json)
  const body = found && status >= 200 && status < 300 ? found : {}
  const expiresAt = readTime(body['expires_at'])
  const left = expiresAt === undefined ? 0 : (expiresAt - (await targetNow(session))) / 1000
  // An empty text is how some say that none is issued.
  const refreshToken = body['refresh_token'] === '' ? undefined : (body['refresh_token'] ?? undefined)
  return {
    exchange,
    accessToken: body['access_token'],
    refreshToken,
    lifetime: expiresIn(body) ?? (left > 0 ? left : undefined),
    beside: body === found ? undefined : found?.['access_token'],
  }
}

/** The form of clause 4.1. */
export function credentialsForm(session: Session): TokenForm {
  return { grant_type: 'client_credentials', ...clientOf(session) }
}

/** A new token by client credentials. */
export function byCredentials(session: Session): Promise<TokenAnswer> {
  return session.run.tokens.asking(() => postToken(session, credentialsForm(session)))
}

/** A token by client credentials, had once in a run. */
export const granted: Once<[], TokenAnswer> = once(byCredentials)

/** What the versioned path of the token endpoint answers, where `/oauth/token` gives no token. */
export const atVersionedPath: Once<[], TokenAnswer> = once((own) =>
  postToken(own, credentialsForm(own), versionedPath(own, 'oauth/token')),
)

/** A refresh token, of a new answer unless one is given. @throws Conclusion `notApplicable` when none is issued: clause 2.3 leaves that open. */
async function newRefreshToken(
  session: Session,
  answer: Promise<TokenAnswer> = byCredentials(session),
): Promise<string> {
  const { accessToken, refreshToken, exchange } = await answer
  if (accessToken === undefined) blocked(`no second token by client credentials: ${summary(exchange)}`)
  return typeof refreshToken === 'string'
    ? refreshToken
    : notApplicable('the target issues no refresh token for client credentials')
}

function refreshForm(session: Session, refreshToken: string): TokenForm {
  return { grant_type: 'refresh_token', refresh_token: refreshToken, ...clientOf(session) }
}

/** The answer to a refresh. Its refresh token is its own: one that was used may not serve again. */
export const refreshed: Once<[], TokenAnswer> = once(async (own) => {
  let answer = await refresh(own, granted(own))
  // That a refresh token outlives a later one of its client is not stated, and other checks get some meanwhile.
  for (let round = 1; round < rounds && answer.accessToken === undefined; round++)
    answer = await refresh(own, byCredentials(own))
  return answer
})

async function refresh(session: Session, answer: Promise<TokenAnswer>): Promise<TokenAnswer> {
  const form = refreshForm(session, await newRefreshToken(session, answer))
  return await session.run.tokens.asking(() => postToken(session, form))
}

/** A good form for a refresh, with a refresh token on which only wrong forms are tried. */
export const untouchedForm: Once<[], TokenForm> = once(async (own) => refreshForm(own, await newRefreshToken(own)))

/** Whether the token by client credentials is accepted, found out once in a run. */
export const grantedAcceptance: Once<[], Acceptance> = once(async (own) => {
  const known = await tryBearer(own, await textOf(granted(own)))
  return known.verdict === 'refused' ? await tryLast(own, 1, byCredentials, tryBearer) : known
})

/** Whether the token of a refresh is accepted, found out once in a run. */
export const refreshedAcceptance: Once<[], Acceptance> = once(async (own) => {
  const known = await tryBearer(own, await textOf(refreshed(own)))
  return known.verdict === 'refused'
    ? await tryLast(own, 2, (other) => refresh(other, byCredentials(other)), tryBearer)
    : known
})

const rounds = 4

/**
 * Tries a new token. That an older one works behind the issue of a newer is not stated, and other checks get some at the
 * same time: a refusal counts only where no other was asked for meanwhile, else it is unclear.
 * @param own How many tokens are asked for by `answer`.
 */
export async function tryLast<T extends Pick<Acceptance, 'verdict'>>(
  session: Session,
  own: number,
  answer: (session: Session) => Promise<TokenAnswer>,
  attempt: (session: Session, token: string) => Promise<T>,
): Promise<T> {
  const { tokens } = session.run
  for (let round = 1; ; round++) {
    const { asked, isQuiet } = tokens
    const last = await attempt(session, await textOf(answer(session)))
    if (last.verdict !== 'refused' || (isQuiet && tokens.asked === asked + own)) return last
    if (round === rounds) return { ...last, verdict: 'unclear' }
  }
}

async function textOf(answer: Promise<TokenAnswer>): Promise<string> {
  const { accessToken } = await answer
  return typeof accessToken === 'string' ? accessToken : blocked('no access token was given')
}
