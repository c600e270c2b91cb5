import { type Exchange, summary } from '../exchange.ts'
import type { Session } from '../session.ts'
import { blocked, notApplicable } from '../verdict.ts'
import { type Acceptance, tryBearer } from './accepted-bearer.ts'
import { readTime } from './access-tokens-formats.ts'
import { isObject } from './find-list.ts'
import { targetNow } from './passing-time.ts'

/** What the token endpoint answered. */
export interface TokenAnswer {
  readonly exchange: Exchange
  readonly accessToken: unknown
  readonly refreshToken: unknown
  /** Seconds, where the answer tells by one of the usual names. */
  readonly lifetime: number | undefined
}

export type TokenForm = Readonly<Record<string, string>>

export function clientOf(session: Session): { readonly client_id: string; readonly client_secret: string } {
  const { clientId, clientSecret } = session.run.target.credentials!.oauth!
  return { client_id: clientId, client_secret: clientSecret }
}

export async function postToken(session: Session, form: TokenForm, path = '/oauth/token'): Promise<TokenAnswer> {
  const exchange = await session.send({ method: 'POST', path, as: 'none', form })
  const { json, status } = exchange.response
  const body = isObject(json) && status >= 200 && status < 300 ? json : {}
  const expiresIn = Number(body['expires_in'])
  const expiresAt = readTime(body['expires_at'])
  const lifetime = expiresIn > 0 ? expiresIn : expiresAt === undefined ? Number.NaN : (expiresAt - (await targetNow(session))) / 1000
  return { exchange, accessToken: body['access_token'] ?? undefined, refreshToken: body['refresh_token'] ?? undefined, lifetime: lifetime > 0 && Number.isFinite(lifetime) ? lifetime : undefined }
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
export const refreshed = (session: Session): Promise<TokenAnswer> =>
  session.fact('oauth: a refreshed token', async (own) => await postToken(own, refreshForm(own, await newRefreshToken(own))))

/** A good form for a refresh, with a refresh token on which only wrong forms are tried. */
export const untouchedForm = (session: Session): Promise<TokenForm> =>
  session.fact('oauth: a refresh token to try', async (own) => refreshForm(own, await newRefreshToken(own)))

export const grantedAcceptance = (session: Session): Promise<Acceptance> => session.fact('oauth: whether the token works', async (own) => await tryBearer(own, await textOf(own, granted)))
export const refreshedAcceptance = (session: Session): Promise<Acceptance> => session.fact('oauth: whether the refreshed token works', async (own) => await tryBearer(own, await textOf(own, refreshed)))

async function textOf(session: Session, answer: (session: Session) => Promise<TokenAnswer>): Promise<string> {
  const { accessToken } = await answer(session)
  return typeof accessToken === 'string' ? accessToken : blocked('no access token was given')
}
