import { fail } from '../../conclusions/conclusion.ts'
import { answer, phrase } from '../../conclusions/phrase.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import { noSuccess } from '../no-success.ts'
import { refreshed, refreshedAcceptance } from './oauth-tokens.ts'
import { assertAccepted, assertText, isToken } from './token-assertions.ts'
import { wrongRefreshChecks } from './wrong-refresh-checks.ts'

const needs = ['oauth'] as const
const refreshing: Pick<ActiveCheck, 'effect' | 'needs' | 'after'> = {
  effect: 'write',
  needs,
  after: ['oauth.refresh.token'],
}

/** Refreshing (clauses 4.1 and 5.2). */
export const oauthRefreshChecks: readonly Check[] = [
  defineCheck({
    id: 'oauth.refresh.token',
    effect: 'write',
    needs,
    after: ['oauth.access-token-string.types'],
    description:
      'POSTs grant_type=refresh_token with a refresh token that was issued: the answer is JSON with access_token.',
    run: async (session) => {
      const { exchange, accessToken } = await refreshed(session)
      if (!isToken(accessToken))
        fail({
          expected: phrase`JSON with access_token`,
          got: answer(exchange),
          fact: noSuccess(exchange, ['access_token']),
        })
    },
  }),
  defineCheck({
    ...refreshing,
    id: 'oauth.access-token-string.refreshed',
    description: 'access_token is a string in the answer to a refresh, and so is refresh_token if there is one.',
    run: async (session) => assertText(await refreshed(session)),
  }),
  defineCheck({
    ...refreshing,
    id: 'oauth.refreshed-token-works.bearer',
    after: ['oauth.access-token-string.refreshed', 'oauth.token-works.bearer'],
    description: 'Sends the refreshed access token as Authorization: Bearer to the same lists.',
    run: async (session) => assertAccepted(await refreshedAcceptance(session), phrase`the refreshed access token`),
  }),
  ...wrongRefreshChecks,
]
