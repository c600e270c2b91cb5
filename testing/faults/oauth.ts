import {
  client,
  type Form,
  mapGrant,
  changeRefreshes,
  refresh,
} from '../../emulator/disturb/deviations/groups/oauth.ts'
import { readBodyMembers, replaceJsonBody } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { servicesApi } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/deviation.ts'
import { around, mapRequest, on, remember } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { type Violation, violations } from './violations.ts'
import { mistakeSecret, rememberGrants } from './wrappers.ts'

/** A refreshed access token replaces the one before it, and ends with it. */
const keepExpiry: FetchWrapper = remember(() => {
  const standsFor = new Map<string, string>()
  const note = changeRefreshes(async (intercepted, old, noteRefresh) => {
    const response = await intercepted.send()
    await noteRefresh(response)
    if (response.ok && old !== undefined)
      standsFor.set(`Bearer ${String((await readBodyMembers(response))['access_token'])}`, standsFor.get(old) ?? old)
    return response
  })
  const first = mapRequest('everywhere', ({ authorization }) => {
    const stands = standsFor.get(authorization)
    return stands === undefined ? undefined : { authorization: stands }
  })
  return around(note, first)
})

/** Refuses every client after some refusals of its secret. */
const lockOut = (most: number): FetchWrapper =>
  remember(() => {
    let refused = 0
    return on('oauth.token', async (intercepted) => {
      if (refused >= most) return Response.json({ error: 'invalid_client' }, { status: 401 })
      const response = await intercepted.send()
      if (response.status === 401) refused++
      return response
    })
  })

/** Reads a form as if nothing in it were percent-encoded. */
const readUndecoded: FetchWrapper = mapRequest('oauth.token', async ({ request }) => {
  const body = await request.clone().text()
  return { form: Object.fromEntries(body.split('&').map((pair) => pair.split('='))) as Form }
})

const refusalShowsToken: FetchWrapper = remember(() => {
  let last: unknown
  return on('oauth.token', async (intercepted) => {
    const response = await intercepted.send()
    const body = await readBodyMembers(response)
    if (response.ok) last = body['access_token']
    return response.status === 401 && last !== undefined
      ? replaceJsonBody(response, { ...body, access_token: last })
      : response
  })
})

/** Violations of clauses 2.3, 4.1 and 5.2. */
export const oauthFaults: readonly Violation[] = [
  ...violations('oauth.client-credentials.escaped', {
    'oauth-form-not-decoded': ['The form at the token endpoint is read without percent-decoding.', readUndecoded],
  }),
  ...violations('oauth.access-token-string.types', {
    'oauth-refresh-token-an-object': [
      'refresh_token is an object.',
      mapGrant(client, ({ refresh_token: value, ...body }) => ({ ...body, refresh_token: { value } })),
    ],
  }),
  ...violations('oauth.access-token-string.refreshed', {
    'oauth-refreshed-token-an-object': [
      'access_token in the answer to a refresh is an object.',
      mapGrant(refresh, ({ access_token: value, ...body }) => ({ ...body, access_token: { value } })),
    ],
  }),
  ...violations('oauth.secret-verified.wrong-secret', {
    'oauth-secret-folds-case-and-locks': [
      'client_secret is compared without regard to case, and two refusals lock a client.',
      around(
        lockOut(2),
        mistakeSecret((secret, right) => secret.toLowerCase() === right.toLowerCase()),
      ),
    ],
    'oauth-refusal-shows-token': ['The refusal of a client shows the last token that was given.', refusalShowsToken],
  }),
  ...violations('oauth.token-works.services', {
    'oauth-token-refused-by-services': [
      'The Services API accepts no access token of a client.',
      rememberGrants((grants) =>
        mapRequest(servicesApi, ({ authorization }) =>
          grants.has(authorization) ? { authorization: 'Bearer denied' } : undefined,
        ),
      ),
    ],
  }),
  ...violations('oauth.refreshed-token-works.lasts', {
    'oauth-refreshed-token-keeps-expiry': ['A refreshed access token ends when the one before it ends.', keepExpiry],
  }),
]
