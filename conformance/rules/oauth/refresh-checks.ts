import { fail } from '../../catalogue/verdict.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../run/define-check.ts'
import { summary } from '../../wire/exchange.ts'
import { altered } from '../near-misses.ts'
import { granted, refreshed, refreshedAcceptance, untouchedForm } from './oauth-tokens.ts'
import { assertAccepted, assertNoToken, assertText, isGiven, without } from './token-assertions.ts'

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
    requirement: 'oauth.refresh',
    effect: 'write',
    needs,
    after: ['oauth.access-token-string.types'],
    description:
      'POSTs grant_type=refresh_token with a refresh token that was issued: the answer is JSON with access_token.',
    run: async (session) => {
      const { exchange, accessToken } = await refreshed(session)
      if (!isGiven(accessToken)) fail('JSON with access_token', summary(exchange))
    },
  }),
  defineCheck({
    ...refreshing,
    id: 'oauth.access-token-string.refreshed',
    requirement: 'oauth.access-token-string',
    description: 'access_token is a string in the answer to a refresh, and so is refresh_token if there is one.',
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
    description: 'Refreshes with a new refresh token and one character of client_secret changed: no token is issued.',
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
    description: 'Refreshes with the same refresh token and without client_secret: no token is issued.',
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
      'Refreshes with the same refresh token and one character of client_id changed, and without client_id and ' +
      'client_secret: no token is issued.',
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
    description: 'Refreshes with one character of a refresh token changed: no token is issued.',
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
    description: 'Refreshes without refresh_token, and with the access token in its place: no token is issued.',
    run: async (session) => {
      const form = await untouchedForm(session)
      await assertNoToken(session, without(form, 'refresh_token'), 'a refresh without refresh_token')
      const { accessToken, refreshToken } = await granted(session)
      // Both may be the same text.
      if (accessToken !== refreshToken && typeof accessToken === 'string')
        await assertNoToken(
          session,
          { ...form, refresh_token: accessToken },
          'an access token in place of a refresh token',
        )
    },
  }),
]
