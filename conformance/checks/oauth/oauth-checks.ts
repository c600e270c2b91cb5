import { at } from '../../catalogue/operation-paths.ts'
import { because, see } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient } from '../../conclusions/conclusion.ts'
import { answer, phrase } from '../../conclusions/phrase.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import type { Acceptance } from '../accepted-bearer.ts'
import { asNeverIssued } from '../shared-answers.ts'
import { noSuccess } from '../no-success.ts'
import { clientChecks } from './client-checks.ts'
import { clientTokenCheck } from './client-token-check.ts'
import { oauthExpiryChecks } from './oauth-expiry-checks.ts'
import {
  atVersionedPath,
  byCredentials,
  credentialsForm,
  granted,
  grantedAcceptance,
  postToken,
  tryLast,
} from './oauth-tokens.ts'
import { otherValuesChecks } from './other-values-checks.ts'
import { refreshLifeChecks } from './refresh-life-checks.ts'
import { oauthRefreshChecks } from './refresh-checks.ts'
import { assertAccepted, assertText, isToken } from './token-assertions.ts'
import { isSameBody } from '../../reading/same-json.ts'

const needs = ['oauth'] as const
const reading: Pick<ActiveCheck, 'effect' | 'needs' | 'after'> = {
  effect: 'read',
  needs,
  after: ['oauth.client-credentials.token'],
}

/** The answer to an unknown grant_type is not shown, so it is noted and not judged. */
async function noteUnknownGrant(session: Session): Promise<void> {
  if (session.run.quick) return
  const { accessToken } = await postToken(session, { ...credentialsForm(session), grant_type: 'unknown_grant' })
  if (isToken(accessToken)) session.run.findings.describe('unknownGrantType', phrase`gets an access token`)
}

/** The token endpoint (clauses 2.3, 4.1 and 5.2). */
export const oauthChecks: readonly Check[] = [
  defineCheck({
    id: 'oauth.client-credentials.token',
    effect: 'read',
    needs,
    description:
      'POSTs grant_type=client_credentials with client_id and client_secret, form-urlencoded, to /oauth/token: the answer is JSON with access_token.',
    run: async (session) => {
      const { exchange, accessToken } = await granted(session)
      if (isToken(accessToken)) return await noteUnknownGrant(session)
      if (isToken((await atVersionedPath(session)).accessToken))
        blocked(
          see('oauth.unversioned'),
          phrase`the token endpoint is at /${session.run.version}/oauth/token (see oauth.unversioned)`,
        )
      fail({
        expected: phrase`JSON with access_token`,
        got: answer(exchange),
        fact: noSuccess(exchange, ['access_token']),
      })
    },
  }),
  defineCheck({
    ...reading,
    id: 'oauth.client-credentials.escaped',
    onlyInFull: true,
    description:
      'Sends the same form with each underscore percent-encoded, such as grant%5Ftype=client%5Fcredentials, which a form-urlencoded body may have: a token is issued.',
    run: async (session) => {
      const { accessToken: token, exchange: escaped } = await session.run.tokens.asking(() =>
        postToken(session, credentialsForm(session), { isEscaped: true }),
      )
      if (isToken(token)) return
      const { accessToken, exchange } = await byCredentials(session)
      if (!isToken(accessToken))
        blocked(
          see('oauth.client-credentials'),
          phrase`no token by the form as it was before either: ${answer(exchange)}`,
          exchange,
        )
      fail({
        expected: phrase`a token by a form with percent-encoded underscores, as by the same form without`,
        got: answer(escaped),
        fact: noSuccess(escaped, ['access_token']),
      })
    },
  }),
  defineCheck({
    id: 'oauth.unversioned.path',
    effect: 'read',
    needs,
    description: 'The token endpoint is at /oauth/token, not only at /{version}/oauth/token.',
    run: async (session) => {
      const { exchange, accessToken } = await granted(session)
      if (isToken(accessToken)) return
      const versioned = await atVersionedPath(session)
      if (isToken(versioned.accessToken))
        fail({
          expected: phrase`the token endpoint at /oauth/token, unversioned`,
          got: phrase`${exchange.response.status} there, and a token at /${session.run.version}/oauth/token`,
          fact: noSuccess(exchange, ['access_token']),
        })
      blocked(
        see('oauth.client-credentials'),
        phrase`no token at /oauth/token, nor at the versioned path (see oauth.client-credentials)`,
      )
    },
  }),
  defineCheck({
    ...reading,
    id: 'oauth.access-token-string.types',
    description: 'access_token is a string, and so is refresh_token if there is one.',
    run: async (session) => assertText(await granted(session)),
  }),
  ...clientChecks,
  defineCheck({
    ...reading,
    id: 'oauth.token-works.bearer',
    after: ['oauth.access-token-string.types'],
    description:
      'Sends the access token as Authorization: Bearer to several lists: one is served, or refused in another way than for a value that was never issued.',
    run: async (session) => assertAccepted(await grantedAcceptance(session), phrase`the access token`),
  }),
  defineCheck({
    ...reading,
    id: 'oauth.token-works.services',
    needs: ['oauth', 'adapterConnectionId'],
    after: ['oauth.token-works.bearer'],
    description:
      'Sends the access token as Authorization: Bearer to the capabilities of samples.adapterConnectionId: it is not refused like a value that was never issued.',
    run: async (session) => {
      const path = at('services.capabilities', {
        adapterConnectionId: session.run.target.samples!.adapterConnectionId!,
      })
      const { verdict, exchange } = await tryLast(
        session,
        1,
        byCredentials,
        async (current, bearer): Promise<Pick<Acceptance, 'verdict' | 'exchange'>> => {
          const capabilities = await current.send({ path, as: { bearer } })
          return { verdict: capabilities.response.status === 401 ? 'refused' : 'accepted', exchange: capabilities }
        },
      )
      if (verdict === 'accepted') return
      const never = await asNeverIssued(session, { path })
      // A token that lacks rights may be refused with 401 too, with another body.
      if (verdict === 'unclear' || never.response.status !== 401 || !isSameBody(never.response, exchange.response))
        insufficient(
          because.refused,
          phrase`the access token is refused by the Services API, perhaps for lack of rights: ${answer(exchange)}`,
          exchange,
        )
      fail({
        expected: phrase`the access token to be accepted by the Services API too`,
        got: phrase`${answer(exchange)}, as for a value that was never issued`,
        fact: { kind: 'credential', at: exchange, works: false },
      })
    },
  }),
  clientTokenCheck,
  ...otherValuesChecks,
  ...oauthRefreshChecks,
  ...oauthExpiryChecks,
  ...refreshLifeChecks,
]
