import { type Exchange, summary } from '../exchange.ts'
import type { Session } from '../session.ts'
import { blocked, notApplicable } from '../verdict.ts'
import { type Acceptance, tryBearer } from './accepted-bearer.ts'
import { readTime } from './access-tokens-formats.ts'
import { targetNow } from './passing-time.ts'
import { expiresIn, tokenObject } from './token-answer.ts'

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

export function clientOf(session: Session): { readonly client_id: string; readonly client_secret: string } {
  const { clientId, clientSecret } = session.run.target.credentials!.oauth!
  return { client_id: clientId, client_secret: clientSecret }
}

export async function postToken(session: Session, form: TokenForm, path = '/oauth/token'): Promise<TokenAnswer> {
  const exchange = await session.send({ method: 'POST', path, as: 'none', form })
  const { json, status } = exchange.response
  const found = tokenObject(json)
  const body = found && status >= 200 && status < 300 ? found : {}
  const expiresAt = readTime(body['expires_at'])
  const left = expiresAt === undefined ? 0 : (expiresAt - (await targetNow(session))) / 1000
  // An empty text is how some say that none is issued.
  const refreshToken = body['refresh_token'] === '' ? undefined : (body['refresh_token'] ?? undefined)
  return { exchange, accessToken: body['access_token'], refreshToken, lifetime: expiresIn(body) ?? (left > 0 ? left : undefined), beside: body === found ? undefined : found?.['access_token'] }
}

/** The form of clause 4.1. */
export function credentialsForm(session: Session): TokenForm {
  return { grant_type: 'client_credentials', ...clientOf(session) }
}

export const byCredentials = (session: Session): Promise<TokenAnswer> => postToken(session, credentialsForm(session))

/** A token by client credentials, had once in a run. */
export const granted = (session: Session): Promise<TokenAnswer> => session.fact('oauth: a token', byCredentials)

/** What the versioned path of the token endpoint answers, where `/oauth/token` gives no token. */
export const atVersionedPath = (session: Session): Promise<TokenAnswer> =>
  session.fact('oauth: a token at the versioned path', (own) => postToken(own, credentialsForm(own), `/${own.run.version}/oauth/token`))

/** A new refresh token. @throws Conclusion `notApplicable` when none is issued: clause 2.3 leaves that open. */
async function newRefreshToken(session: Session): Promise<string> {
  const { accessToken, refreshToken, exchange } = await byCredentials(session)
  if (accessToken === undefined) blocked(`no second token by client credentials: ${summary(exchange)}`)
  return typeof refreshToken === 'string' ? refreshToken : notApplicable('the target issues no refresh token for client credentials')
}

function refreshForm(session: Session, refreshToken: string): TokenForm {
  return { grant_type: 'refresh_token', refresh_token: refreshToken, ...clientOf(session) }
}

/** The answer to a refresh. Its refresh token is its own: one that was used may not serve again. */
export const refreshed = (session: Session): Promise<TokenAnswer> => session.fact('oauth: a refreshed token', newlyRefreshed)

async function newlyRefreshed(session: Session): Promise<TokenAnswer> {
  return await postToken(session, refreshForm(session, await newRefreshToken(session)))
}

/** A good form for a refresh, with a refresh token on which only wrong forms are tried. */
export const untouchedForm = (session: Session): Promise<TokenForm> =>
  session.fact('oauth: a refresh token to try', async (own) => refreshForm(own, await newRefreshToken(own)))

export const grantedAcceptance = (session: Session): Promise<Acceptance> => session.fact('oauth: whether the token works', (own) => acceptance(own, granted, byCredentials))
export const refreshedAcceptance = (session: Session): Promise<Acceptance> => session.fact('oauth: whether the refreshed token works', (own) => acceptance(own, refreshed, newlyRefreshed))

/**
 * Whether a token works. That an older one does behind the issue of a newer is not stated, and other checks get some at
 * the same time: one that is refused is tried again as a new one, until no other was asked for meanwhile.
 */
async function acceptance(session: Session, known: (session: Session) => Promise<TokenAnswer>, fresh: (session: Session) => Promise<TokenAnswer>): Promise<Acceptance> {
  const { tokens } = session.run
  let last = await tryBearer(session, await textOf(session, known))
  for (let round = 0; round < 3 && last.verdict === 'refused'; round++) {
    const text = await textOf(session, fresh)
    const asked = tokens.asked
    last = await tryBearer(session, text)
    if (last.verdict === 'refused' && tokens.asked === asked) return last
  }
  return last.verdict === 'refused' ? { ...last, verdict: 'unclear' } : last
}

async function textOf(session: Session, answer: (session: Session) => Promise<TokenAnswer>): Promise<string> {
  const { accessToken } = await answer(session)
  return typeof accessToken === 'string' ? accessToken : blocked('no access token was given')
}
