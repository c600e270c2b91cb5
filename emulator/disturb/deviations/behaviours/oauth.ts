import {
  accept,
  client,
  formOf,
  hasSecret,
  keepAlive,
  mapGrant,
  mistakeSecret,
  refresh,
  refreshWhileAlive,
} from '../wrappers/token-endpoint.ts'
import type { Members } from '../wrappers/messages.ts'
import { oauthToken } from '../wrappers/operations.ts'
import { answer, behindVersion, mapRequest } from '../wrappers/fetch-wrappers.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

const dead = (body: Members) => ({ ...body, access_token: `${String(body['access_token'])}x` })

/** The behaviour of each deviation of "OAuth". */
export const oauthBehaviours: BehavioursOf<'oauth'> = {
  'oauth-token-under-another-name': mapGrant(client, ({ access_token: token, ...body }) => ({ ...body, token })),
  'oauth-json-alone': answer(oauthToken, () => Response.json({ error: 'invalid_request' }, { status: 415 })),
  'oauth-versioned-alone': behindVersion(oauthToken),
  'oauth-access-token-a-number': mapGrant(client, (body) => ({ ...body, access_token: 1234567890 })),
  'oauth-any-secret': mistakeSecret((secret) => secret !== ''),
  'oauth-any-client': accept(client, hasSecret),
  'oauth-token-dead': mapGrant(client, dead),
  'oauth-no-refresh': mapRequest(oauthToken, async (intercepted) => {
    const form = await formOf(intercepted)
    return form['grant_type'] === refresh ? { form: { ...form, refresh_token: 'none' } } : undefined
  }),
  'oauth-refresh-while-token-lives': refreshWhileAlive,
  'oauth-refreshed-token-dead': mapGrant(refresh, dead),
  'oauth-tokens-never-expire': keepAlive('everywhere'),
}
