import type { InterceptedRequest } from '../wrappers/intercepted-request.ts'
import { type Members, readBodyMembers } from '../wrappers/messages.ts'
import { isObject } from '../../../tools/is-object.ts'
import type { FetchWrapper } from '../deviation.ts'
import { mapBody, on, remember, answer, serveBelowVersion, mapRequest } from '../wrappers/fetch-wrappers.ts'

export type Form = Readonly<Record<string, string>>
export const client = 'client_credentials'
export const refresh = 'refresh_token'
export type Grant = typeof client | typeof refresh

/** The form that a request carries. */
export const readSentForm = async ({ request }: InterceptedRequest): Promise<Form> =>
  Object.fromEntries(new URLSearchParams(await request.clone().text()))

/** Changes the answers with a token to requests of one grant. */
export const mapGrant = (grant: Grant, change: (body: Members) => Members): FetchWrapper =>
  mapBody(
    'oauth.token',
    (body) => (isObject(body) ? change(body) : undefined),
    async ({ ok }, intercepted) => ok && (await readSentForm(intercepted))['grant_type'] === grant,
  )

/** Handles refreshes, with the Authorization of the access token that was issued with the refresh token. */
export const changeRefreshes = (
  handle: (
    intercepted: InterceptedRequest,
    old: string | undefined,
    note: (response: Response) => Promise<void>,
  ) => Promise<Response>,
): FetchWrapper =>
  remember(() => {
    const byRefresh = new Map<string, string>()
    return on('oauth.token', async (intercepted) => {
      const form = await readSentForm(intercepted)
      const old = byRefresh.get(form['refresh_token'] ?? '')
      const note = async (response: Response): Promise<void> => {
        const { access_token: token, refresh_token: next } = await readBodyMembers(response)
        byRefresh.set(String(next), `Bearer ${String(token)}`)
      }
      if (form['grant_type'] === refresh) return handle(intercepted, old, note)
      const response = await intercepted.send()
      await note(response)
      return response
    })
  })

/** Refuses a refresh when the access token that was issued with the refresh token has ended. */
const refreshWhileAlive: FetchWrapper = changeRefreshes(async (intercepted, old, note) => {
  const url = intercepted.request.url.replace('/oauth/token', '/0/projects/')
  const probe = old === undefined ? undefined : await intercepted.send({ url, method: 'GET', authorization: old })
  if (probe?.status === 401) return Response.json({ error: 'invalid_grant' }, { status: 400 })
  const response = await intercepted.send()
  await note(response)
  return response
})

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
