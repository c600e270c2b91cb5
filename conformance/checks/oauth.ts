import { type Check, defineCheck } from '../define-check.ts'
import { isObject } from '../discovery/find-list.ts'
import { pageOf } from '../discovery/lists.ts'
import { waitOrAdvance } from '../discovery/passing-time.ts'
import { type Exchange, summary } from '../exchange.ts'
import type { Session } from '../session.ts'
import { blocked, fail, insufficient, notApplicable } from '../verdict.ts'

interface TokenAnswer {
  readonly exchange: Exchange
  readonly accessToken: unknown
  readonly refreshToken: unknown
  /** Seconds, where the answer tells. */
  readonly expiresIn: number | undefined
}

function clientOf(session: Session): { readonly client_id: string; readonly client_secret: string } {
  const { clientId, clientSecret } = session.run.target.credentials!.oauth!
  return { client_id: clientId, client_secret: clientSecret }
}

async function postToken(session: Session, form: Readonly<Record<string, string>>, path = '/oauth/token'): Promise<TokenAnswer> {
  const exchange = await session.send({ method: 'POST', path, as: 'none', form })
  const body = isObject(exchange.response.json) && exchange.response.status < 300 ? exchange.response.json : {}
  const expiresIn = Number(body['expires_in'])
  return { exchange, accessToken: body['access_token'], refreshToken: body['refresh_token'], expiresIn: Number.isFinite(expiresIn) && expiresIn > 0 ? expiresIn : undefined }
}

const byCredentials = (session: Session, changes: Readonly<Record<string, string>> = {}): Promise<TokenAnswer> => postToken(session, { grant_type: 'client_credentials', ...clientOf(session), ...changes })

/** A token by client credentials, had once in a run. */
const granted = (session: Session): Promise<TokenAnswer> => session.fact('oauth: a token', (own) => byCredentials(own))

/** The answer to the refresh of a token of its own, as a used refresh token may not serve again. @throws Conclusion `notApplicable` when none is issued. */
const refreshed = (session: Session): Promise<TokenAnswer> =>
  session.fact('oauth: a refreshed token', async (own) => postToken(own, { grant_type: 'refresh_token', refresh_token: await freshRefreshToken(own), ...clientOf(own) }))

async function freshRefreshToken(session: Session): Promise<string> {
  const { refreshToken } = await byCredentials(session)
  if (typeof refreshToken !== 'string') notApplicable('the target issues no refresh token for client credentials')
  return refreshToken
}

function assertNoToken({ exchange, accessToken }: TokenAnswer, because: string): void {
  if (accessToken !== undefined && accessToken !== null) fail(`no access_token for ${because}`, `${exchange.response.status} with an access_token`)
}

/** Another secret of the same length and alphabet. */
function altered(secret: string): string {
  const last = secret.at(-1)!
  return `${secret.slice(0, -1)}${last === 'A' ? 'B' : 'A'}`
}

async function assertWorks(session: Session, token: unknown): Promise<void> {
  if (typeof token !== 'string') blocked('no access token was given')
  const exchange = await session.send({ path: `/${session.run.version}/environments`, as: { bearer: token } })
  if (!pageOf(session, exchange)) fail('the access token to be accepted as Authorization: Bearer for the list of environments', summary(exchange))
}

async function isAccepted(session: Session, token: string): Promise<boolean> {
  const exchange = await session.send({ path: `/${session.run.version}/environments`, as: { bearer: token } })
  return pageOf(session, exchange) !== undefined
}

const needs = ['oauth'] as const
const afterToken = ['oauth.client-credentials.token'] as const

/** The token endpoint (clauses 2.3, 4.1 and 5.2). */
export const oauthChecks: readonly Check[] = [
  defineCheck({
    id: 'oauth.client-credentials.token', requirement: 'oauth.client-credentials', effect: 'read', needs, after: ['oauth.unversioned.path'], description: 'POSTs grant_type=client_credentials with client_id and client_secret, form-urlencoded, to /oauth/token; the answer is JSON with access_token.',
    run: async (session) => {
      const { exchange, accessToken } = await granted(session)
      if (accessToken === undefined || accessToken === null || accessToken === '') fail('a JSON object with access_token', summary(exchange))
    },
  }),
  defineCheck({
    id: 'oauth.unversioned.path', requirement: 'oauth.unversioned', effect: 'read', needs, description: 'The token endpoint is at /oauth/token: it is not at /{version}/oauth/token alone.',
    run: async (session) => {
      const { exchange, accessToken } = await granted(session)
      if (accessToken !== undefined || exchange.response.status < 400) return
      const versioned = await postToken(session, { grant_type: 'client_credentials', ...clientOf(session) }, `/${session.run.version}/oauth/token`)
      if (versioned.accessToken !== undefined) fail('the token endpoint at /oauth/token, unversioned', `${exchange.response.status} there, and a token at /${session.run.version}/oauth/token`)
    },
  }),
  defineCheck({
    id: 'oauth.access-token-string.types', requirement: 'oauth.access-token-string', effect: 'read', needs, after: afterToken, description: 'access_token is a string, and so is refresh_token where there is one.',
    run: async (session) => {
      const { accessToken, refreshToken } = await granted(session)
      if (typeof accessToken !== 'string') fail('access_token to be a string', JSON.stringify(accessToken))
      if (refreshToken !== undefined && refreshToken !== null && typeof refreshToken !== 'string') fail('refresh_token to be a string', JSON.stringify(refreshToken))
    },
  }),
  defineCheck({
    id: 'oauth.secret-verified.wrong-secret', requirement: 'oauth.secret-verified', effect: 'read', needs, after: afterToken, description: 'Sends the same request with one character of client_secret changed; no token comes of it.',
    run: async (session) => assertNoToken(await byCredentials(session, { client_secret: altered(clientOf(session).client_secret) }), 'a wrong client_secret'),
  }),
  defineCheck({
    id: 'oauth.secret-verified.wrong-client', requirement: 'oauth.secret-verified', effect: 'read', needs, after: afterToken, description: 'Sends the same request with one character of client_id changed; no token comes of it.',
    run: async (session) => assertNoToken(await byCredentials(session, { client_id: altered(clientOf(session).client_id) }), 'a wrong client_id'),
  }),
  defineCheck({
    id: 'oauth.token-works.bearer', requirement: 'oauth.token-works', effect: 'read', needs, after: ['oauth.access-token-string.types'], description: 'Lists environments with the access token as Bearer.',
    run: async (session) => assertWorks(session, (await granted(session)).accessToken),
  }),
  defineCheck({
    id: 'oauth.refresh.token', requirement: 'oauth.refresh', effect: 'write', needs, after: ['oauth.access-token-string.types'], description: 'POSTs grant_type=refresh_token with a refresh token that was issued; the answer is JSON with access_token.',
    run: async (session) => {
      const { exchange, accessToken } = await refreshed(session)
      if (typeof accessToken !== 'string') fail('a JSON object with access_token', summary(exchange))
    },
  }),
  defineCheck({
    id: 'oauth.refreshed-token-works.bearer', requirement: 'oauth.refreshed-token-works', effect: 'write', needs, after: ['oauth.refresh.token', 'oauth.token-works.bearer'], description: 'Lists environments with the refreshed access token as Bearer.',
    run: async (session) => assertWorks(session, (await refreshed(session)).accessToken),
  }),
  defineCheck({
    id: 'oauth.refresh-secret-verified.wrong-secret', requirement: 'oauth.refresh-secret-verified', effect: 'write', needs, after: ['oauth.refresh.token'], description: 'Refreshes a new refresh token with one character of client_secret changed; no token comes of it.',
    run: async (session) => {
      const form = { grant_type: 'refresh_token', refresh_token: await freshRefreshToken(session), ...clientOf(session) }
      assertNoToken(await postToken(session, { ...form, client_secret: altered(form.client_secret) }), 'a refresh with a wrong client_secret')
    },
  }),
  defineCheck({
    id: 'oauth.refresh-verified.made-up', requirement: 'oauth.refresh-verified', effect: 'write', needs, after: ['oauth.refresh.token'], description: 'Refreshes with a refresh token that was never issued; no token comes of it.',
    run: async (session) => {
      const form = { grant_type: 'refresh_token', refresh_token: altered(await freshRefreshToken(session)), ...clientOf(session) }
      assertNoToken(await postToken(session, form), 'a refresh token that was never issued')
    },
  }),
  defineCheck({
    id: 'oauth.expiry.refused', requirement: 'oauth.expiry', effect: 'read', needs, after: ['oauth.token-works.bearer'], exclusive: true,
    description: 'Gets a token, uses it, lets its lifetime pass (by hooks.advanceClock, else by waiting up to --max-wait), and uses it again: it is refused.',
    run: async (session) => {
      const { accessToken, expiresIn } = await byCredentials(session)
      if (typeof accessToken !== 'string' || !(await isAccepted(session, accessToken))) blocked('a new access token does not work')
      const lifetime = expiresIn ?? (session.run.target.hooks?.advanceClock ? monthInSeconds : insufficient('the answer states no lifetime (expires_in); declare hooks.advanceClock'))
      await waitOrAdvance(session, lifetime + 1)
      if (!(await isAccepted(session, accessToken))) {
        if (!(await isAccepted(session, await newToken(session)))) blocked('after that time no new token works either')
        return
      }
      if (expiresIn === undefined) insufficient('the answer states no lifetime, and the token still worked after 31 days')
      fail(`the access token to be refused ${lifetime + 1} s after it was issued, as expires_in says ${lifetime}`, 'it still works')
    },
  }),
]

const monthInSeconds = 31 * 86_400

async function newToken(session: Session): Promise<string> {
  const { accessToken } = await byCredentials(session)
  return typeof accessToken === 'string' ? accessToken : blocked('no new access token after that time')
}

