import { blocked, fail, insufficient } from '../../catalogue/verdict.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../run/define-check.ts'
import { summary } from '../../wire/exchange.ts'
import type { Acceptance } from '../accepted-bearer.ts'
import { asNeverIssued } from '../answers.ts'
import { altered, nearMisses } from '../near-misses.ts'
import { oauthExpiryChecks } from './oauth-expiry-checks.ts'
import { atVersionedPath, byCredentials, credentialsForm, granted, grantedAcceptance, tryLast } from './oauth-tokens.ts'
import { oauthRefreshChecks } from './refresh-checks.ts'
import { assertAccepted, assertNoToken, assertText, isGiven, without } from './token-assertions.ts'

const needs = ['oauth'] as const
const reading: Pick<ActiveCheck, 'effect' | 'needs' | 'after'> = {
  effect: 'read',
  needs,
  after: ['oauth.client-credentials.token'],
}

/** The token endpoint (clauses 2.3, 4.1 and 5.2). */
export const oauthChecks: readonly Check[] = [
  defineCheck({
    id: 'oauth.client-credentials.token',
    requirement: 'oauth.client-credentials',
    effect: 'read',
    needs,
    description:
      'POSTs grant_type=client_credentials with client_id and client_secret, form-urlencoded, to /oauth/token: ' +
      'the answer is JSON with access_token.',
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
    description: 'The token endpoint is at /oauth/token, not only at /{version}/oauth/token.',
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
    description: 'access_token is a string, and so is refresh_token if there is one.',
    run: async (session) => assertText(await granted(session)),
  }),
  defineCheck({
    ...reading,
    id: 'oauth.secret-verified.wrong-secret',
    requirement: 'oauth.secret-verified',
    description: 'Sends the same request with one character of client_secret changed: no token is issued.',
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
      'Sends the same request with a client_secret that has one character more, one less, ' +
      'its letters in the other case, ' +
      'and another last character: no token is issued.',
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
    description: 'Sends the same request without client_secret, and with an empty one: no token is issued.',
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
      'Sends the same request with one character of client_id changed, and without client_id: no token is issued.',
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
      'Sends the access token as Authorization: Bearer to several lists: one is served, ' +
      'or refused in another way than ' +
      'for a value that was never issued.',
    run: async (session) => assertAccepted(await grantedAcceptance(session), 'the access token'),
  }),
  defineCheck({
    ...reading,
    id: 'oauth.token-works.services',
    requirement: 'oauth.token-works',
    needs: ['oauth', 'adapterConnectionId'],
    after: ['oauth.token-works.bearer'],
    description:
      'Sends the access token as Authorization: Bearer to the capabilities of samples.adapterConnectionId: ' +
      'it is not refused like a value that was never issued.',
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
      // A token that lacks rights may be refused with 401 too, with another body.
      if (verdict === 'unclear' || never.response.status !== 401 || never.response.text !== exchange.response.text)
        insufficient(
          `the access token is refused by the Services API, perhaps for lack of rights: ${summary(exchange)}`,
        )
      fail(
        'the access token to be accepted by the Services API too',
        `${summary(exchange)}, as for a value that was never issued`,
      )
    },
  }),
  ...oauthRefreshChecks,
  ...oauthExpiryChecks,
]
