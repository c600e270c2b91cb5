import { client, readSentForm, mapGrant, refresh, refreshWhileAlive } from '../wrappers/token-endpoint.ts'
import type { Members } from '../wrappers/messages.ts'
import { answer, serveBelowVersion, mapRequest } from '../wrappers/fetch-wrappers.ts'

const spoilAccessToken = (body: Members) => ({ ...body, access_token: `${String(body['access_token'])}x` })

/** The deviations of "OAuth". */
export const oauthDeviations = {
  title: 'OAuth',
  deviations: {
    'oauth-token-under-another-name': [
      'oauth.client-credentials.token',
      'The access token is in the member token.',
      mapGrant(client, ({ access_token: token, ...body }) => ({ ...body, token })),
    ],
    'oauth-json-alone': [
      'oauth.client-credentials.token',
      'The token endpoint accepts JSON and no form.',
      answer('oauth.token', () => Response.json({ error: 'invalid_request' }, { status: 415 })),
    ],
    'oauth-versioned-alone': [
      'oauth.unversioned.path',
      'The token endpoint is at /1.13/oauth/token and nowhere else.',
      serveBelowVersion('oauth.token'),
    ],
    'oauth-access-token-a-number': [
      'oauth.access-token-string.types',
      'access_token is a number.',
      mapGrant(client, (body) => ({ ...body, access_token: 1234567890 })),
    ],
    'oauth-token-dead': [
      'oauth.token-works.bearer',
      'The access token is not accepted.',
      mapGrant(client, spoilAccessToken),
    ],
    'oauth-no-refresh': [
      'oauth.refresh.token',
      'Refresh tokens are issued, but never accepted.',
      mapRequest('oauth.token', async (intercepted) => {
        const form = await readSentForm(intercepted)
        return form['grant_type'] === refresh ? { form: { ...form, refresh_token: 'none' } } : undefined
      }),
    ],
    'oauth-refresh-while-token-lives': [
      'oauth.refresh.after-expiry',
      'A refresh token ends with the access token that was issued with it.',
      refreshWhileAlive,
    ],
    'oauth-refreshed-token-dead': [
      'oauth.refreshed-token-works.bearer',
      'The access token of a refresh is not accepted.',
      mapGrant(refresh, spoilAccessToken),
    ],
  },
} as const
