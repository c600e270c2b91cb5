import { blocked, fail, insufficient } from '../../catalogue/verdict.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { summary } from '../../wire/exchange.ts'
import { type Acceptance, tryBearer } from '../accepted-bearer.ts'
import { asNeverIssued } from '../answers.ts'
import { altered, nearMisses } from '../near-misses.ts'
import { oauthExpiryChecks } from './oauth-expiry-checks.ts'
import {
  atVersionedPath,
  byCredentials,
  credentialsForm,
  granted,
  grantedAcceptance,
  postToken,
  refreshed,
  refreshedAcceptance,
  type TokenAnswer,
  type TokenForm,
  tryLast,
  untouchedForm,
} from './oauth-tokens.ts'

const isGiven = (accessToken: unknown): boolean => accessToken !== undefined && accessToken !== ''

async function assertNoToken(session: Session, form: TokenForm, because: string): Promise<void> {
  const { exchange, accessToken, beside } = await postToken(session, form)
  const got = `${exchange.response.status} with an access_token`
  if (isGiven(accessToken)) fail(`no access_token for ${because}`, got)
  // A refusal may repeat what was sent, or show an example: only a token that works is one.
  if (typeof beside === 'string' && beside !== '' && (await tryBearer(session, beside)).verdict === 'accepted')
    fail(`no access_token for ${because}`, `${got} that works`)
}

function assertAccepted({ verdict, exchange }: Acceptance, what: string): void {
  if (verdict === 'unclear')
    insufficient(
      `${what} is answered as a value that was never issued would be (${summary(exchange)}), which may be for want of rights; declare a client in credentials.oauth that may list environments`,
    )
  if (verdict === 'refused') fail(`${what} to be accepted as Authorization: Bearer`, summary(exchange))
}

/** The same form with one parameter left out. */
function without(form: TokenForm, name: string): TokenForm {
  return Object.fromEntries(Object.entries(form).filter(([parameter]) => parameter !== name))
}

function assertText({ accessToken, refreshToken }: TokenAnswer): void {
  if (typeof accessToken !== 'string') fail('access_token to be a string', JSON.stringify(accessToken))
  if (refreshToken !== undefined && typeof refreshToken !== 'string')
    fail('refresh_token to be a string', JSON.stringify(refreshToken))
}

const needs = ['oauth'] as const
const reading: Pick<ActiveCheck, 'effect' | 'needs' | 'after'> = {
  effect: 'read',
  needs,
  after: ['oauth.client-credentials.token'],
}
const refreshing: Pick<ActiveCheck, 'effect' | 'needs' | 'after'> = {
  effect: 'write',
  needs,
  after: ['oauth.refresh.token'],
}

/** The token endpoint (clauses 2.3, 4.1 and 5.2). */
export const oauthChecks: readonly Check[] = [
  defineCheck({
    id: 'oauth.client-credentials.token',
    requirement: 'oauth.client-credentials',
    effect: 'read',
    needs,
    description:
      'POSTs grant_type=client_credentials with client_id and client_secret, form-urlencoded, to /oauth/token; the answer is JSON with access_token.',
    run: async (session) => {
      const { exchange, accessToken } = await granted(session)
      if (isGiven(accessToken)) return
      if (isGiven((await atVersionedPath(session)).accessToken))
        blocked(`the token endpoint is at /${session.run.version}/oauth/token (see oauth.unversioned)`)
      fail('JSON with access_token', summary(exchange))
    },
  }),
  defineCheck({
    id: 'oauth.unversioned.path',
    requirement: 'oauth.unversioned',
    effect: 'read',
    needs,
    description: 'The token endpoint is at /oauth/token: it is not at /{version}/oauth/token alone.',
    run: async (session) => {
      const { exchange, accessToken } = await granted(session)
      if (isGiven(accessToken)) return
      const versioned = await atVersionedPath(session)
      if (isGiven(versioned.accessToken))
        fail(
          'the token endpoint at /oauth/token, unversioned',
          `${exchange.response.status} there, and a token at /${session.run.version}/oauth/token`,
        )
      blocked('no token at /oauth/token, nor at the versioned path (see oauth.client-credentials)')
    },
  }),
  defineCheck({
    ...reading,
    id: 'oauth.access-token-string.types',
    requirement: 'oauth.access-token-string',
    description: 'access_token is a string, and so is refresh_token where there is one.',
    run: async (session) => assertText(await granted(session)),
  }),
  defineCheck({
    ...reading,
    id: 'oauth.secret-verified.wrong-secret',
    requirement: 'oauth.secret-verified',
    description: 'Sends the same request with one character of client_secret changed; no token comes of it.',
    run: async (session) => {
      const form = credentialsForm(session)
      await assertNoToken(
        session,
        { ...form, client_secret: altered(session, form['client_secret']!) },
        'a wrong client_secret',
      )
    },
  }),
  defineCheck({
    ...reading,
    id: 'oauth.secret-verified.near-misses',
    requirement: 'oauth.secret-verified',
    description:
      'Sends the same request with client_secret made longer, cut by one character, with its letters in the other case, and with another ending; no token comes of any.',
    run: async (session) => {
      const form = credentialsForm(session)
      for (const secret of Object.values(nearMisses(session, form['client_secret']!)))
        if (secret !== undefined)
          await assertNoToken(session, { ...form, client_secret: secret }, 'a client_secret that is nearly right')
    },
  }),
  defineCheck({
    ...reading,
    id: 'oauth.secret-verified.no-secret',
    requirement: 'oauth.secret-verified',
    description: 'Sends the same request without client_secret, and with an empty one; no token comes of it.',
    run: async (session) => {
      await assertNoToken(
        session,
        without(credentialsForm(session), 'client_secret'),
        'a request without client_secret',
      )
      await assertNoToken(
        session,
        { ...credentialsForm(session), client_secret: '' },
        'a request with an empty client_secret',
      )
    },
  }),
  defineCheck({
    ...reading,
    id: 'oauth.secret-verified.wrong-client',
    requirement: 'oauth.secret-verified',
    description:
      'Sends the same request with one character of client_id changed, and without client_id; no token comes of it.',
    run: async (session) => {
      const form = credentialsForm(session)
      await assertNoToken(session, { ...form, client_id: altered(session, form['client_id']!) }, 'a wrong client_id')
      await assertNoToken(session, without(form, 'client_id'), 'a request without client_id')
    },
  }),
  defineCheck({
    ...reading,
    id: 'oauth.token-works.bearer',
    requirement: 'oauth.token-works',
    after: ['oauth.access-token-string.types'],
    description:
      'Sends the access token as Authorization: Bearer to several lists: one is served, or refused otherwise than for a value that was never issued.',
    run: async (session) => assertAccepted(await grantedAcceptance(session), 'the access token'),
  }),
  defineCheck({
    ...reading,
    id: 'oauth.token-works.services',
    requirement: 'oauth.token-works',
    needs: ['oauth', 'adapterConnectionId'],
    after: ['oauth.token-works.bearer'],
    description:
      'Sends the access token as Authorization: Bearer to the capabilities of samples.adapterConnectionId: it is not refused as a value that was never issued is.',
    run: async (session) => {
      const path = `/services/${session.run.target.samples!.adapterConnectionId}/capabilities`
      const { verdict, exchange } = await tryLast(
        session,
        1,
        byCredentials,
        async (own, bearer): Promise<Pick<Acceptance, 'verdict' | 'exchange'>> => {
          const answer = await own.send({ path, as: { bearer } })
          return { verdict: answer.response.status === 401 ? 'refused' : 'accepted', exchange: answer }
        },
      )
      if (verdict === 'accepted') return
      const never = await asNeverIssued(session, { path })
      // Who lacks rights may be refused by 401 as well, and is told otherwise.
      if (verdict === 'unclear' || never.response.status !== 401 || never.response.text !== exchange.response.text)
        insufficient(
          `the access token is refused by the Services API, which may be for want of rights: ${summary(exchange)}`,
        )
      fail(
        'the access token to be accepted by the Services API too',
        `${summary(exchange)}, as for a value that was never issued`,
      )
    },
  }),
  defineCheck({
    id: 'oauth.refresh.token',
    requirement: 'oauth.refresh',
    effect: 'write',
    needs,
    after: ['oauth.access-token-string.types'],
    description:
      'POSTs grant_type=refresh_token with a refresh token that was issued; the answer is JSON with access_token.',
    run: async (session) => {
      const { exchange, accessToken } = await refreshed(session)
      if (!isGiven(accessToken)) fail('JSON with access_token', summary(exchange))
    },
  }),
  defineCheck({
    ...refreshing,
    id: 'oauth.access-token-string.refreshed',
    requirement: 'oauth.access-token-string',
    description: 'access_token is a string in the answer to a refresh, and so is refresh_token where there is one.',
    run: async (session) => assertText(await refreshed(session)),
  }),
  defineCheck({
    ...refreshing,
    id: 'oauth.refreshed-token-works.bearer',
    requirement: 'oauth.refreshed-token-works',
    after: ['oauth.access-token-string.refreshed', 'oauth.token-works.bearer'],
    description: 'Sends the refreshed access token as Authorization: Bearer to the same lists.',
    run: async (session) => assertAccepted(await refreshedAcceptance(session), 'the refreshed access token'),
  }),
  defineCheck({
    ...refreshing,
    id: 'oauth.refresh-secret-verified.wrong-secret',
    requirement: 'oauth.refresh-secret-verified',
    description: 'Refreshes a new refresh token with one character of client_secret changed; no token comes of it.',
    run: async (session) => {
      const form = await untouchedForm(session)
      await assertNoToken(
        session,
        { ...form, client_secret: altered(session, form['client_secret']!) },
        'a refresh with a wrong client_secret',
      )
    },
  }),
  defineCheck({
    ...refreshing,
    id: 'oauth.refresh-secret-verified.no-secret',
    requirement: 'oauth.refresh-secret-verified',
    after: ['oauth.refresh.token', 'oauth.refresh-secret-verified.wrong-secret'],
    description: 'Refreshes the same refresh token without client_secret; no token comes of it.',
    run: async (session) =>
      await assertNoToken(
        session,
        without(await untouchedForm(session), 'client_secret'),
        'a refresh without client_secret',
      ),
  }),
  defineCheck({
    ...refreshing,
    id: 'oauth.refresh-secret-verified.wrong-client',
    requirement: 'oauth.refresh-secret-verified',
    after: ['oauth.refresh.token', 'oauth.refresh-secret-verified.no-secret'],
    description:
      'Refreshes the same refresh token with one character of client_id changed, and without client_id and client_secret; no token comes of it.',
    run: async (session) => {
      const form = await untouchedForm(session)
      await assertNoToken(
        session,
        { ...form, client_id: altered(session, form['client_id']!) },
        'a refresh with a wrong client_id',
      )
      await assertNoToken(
        session,
        without(without(form, 'client_id'), 'client_secret'),
        'a refresh without client_id and client_secret',
      )
    },
  }),
  defineCheck({
    ...refreshing,
    id: 'oauth.refresh-verified.made-up',
    requirement: 'oauth.refresh-verified',
    description: 'Refreshes with one character of a refresh token changed; no token comes of it.',
    run: async (session) => {
      const form = await untouchedForm(session)
      await assertNoToken(
        session,
        { ...form, refresh_token: altered(session, form['refresh_token']!) },
        'a refresh token that was never issued',
      )
    },
  }),
  defineCheck({
    ...refreshing,
    id: 'oauth.refresh-verified.none',
    requirement: 'oauth.refresh-verified',
    after: ['oauth.refresh.token', 'oauth.refresh-verified.made-up'],
    description: 'Refreshes without refresh_token, and with the access token in its place; no token comes of it.',
    run: async (session) => {
      const form = await untouchedForm(session)
      await assertNoToken(session, without(form, 'refresh_token'), 'a refresh without refresh_token')
      const { accessToken, refreshToken } = await granted(session)
      // One text may be both.
      if (accessToken !== refreshToken && typeof accessToken === 'string')
        await assertNoToken(
          session,
          { ...form, refresh_token: accessToken },
          'an access token in place of a refresh token',
        )
    },
  }),
  ...oauthExpiryChecks,
]
