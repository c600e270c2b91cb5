// Ways in which a server deviates at the token endpoint that few clients would notice.
import {
  accept,
  client,
  clientOf,
  type Form,
  formOf,
  hasSecret,
  rememberGrants,
  onRefresh,
  refresh,
} from '../../emulator/disturb/deviations/wrappers/token-endpoint.ts'
import { membersOf, withJson } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { oauthToken } from '../../emulator/disturb/deviations/wrappers/operations.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import {
  around,
  mapAnswer,
  mapRequest,
  on,
  remember,
  retry,
} from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { SecretComparison } from './secret-comparisons.ts'

/** Gives a token to a refresh that is refused although the client is right, if `isTaken`. */
export const refreshWithout = (isTaken: (form: Form) => boolean): FetchWrapper =>
  accept(
    refresh,
    (form, good) => isTaken(form) && hasSecret(form, good),
    (form) => ({ grant_type: client, ...clientOf(form) }),
  )

/** A refreshed access token stands for the one before it, and ends with it. */
export const keepExpiry: FetchWrapper = remember(() => {
  const standsFor = new Map<string, string>()
  const note = onRefresh(async (intercepted, old, noteRefresh) => {
    const response = await intercepted.send()
    await noteRefresh(response)
    if (response.ok && old !== undefined)
      standsFor.set(`Bearer ${String((await membersOf(response))['access_token'])}`, standsFor.get(old) ?? old)
    return response
  })
  const first = mapRequest('everywhere', ({ authorization }) => {
    const stands = standsFor.get(authorization)
    return stands === undefined ? undefined : { authorization: stands }
  })
  return around(note, first)
})

/** Refuses every client after some refusals of its secret. */
export const lockAfter = (most: number): FetchWrapper =>
  remember(() => {
    let refused = 0
    return on(oauthToken, async (intercepted) => {
      if (refused >= most) return Response.json({ error: 'invalid_client' }, { status: 401 })
      const response = await intercepted.send()
      if (response.status === 401) refused++
      return response
    })
  })

/** Reads a form as if nothing in it were percent-encoded. */
export const readUndecoded: FetchWrapper = mapRequest(oauthToken, async ({ request }) => {
  const body = await request.clone().text()
  return { form: Object.fromEntries(body.split('&').map((pair) => pair.split('='))) as Form }
})

/** Gives a token for a refresh token that is nearly right. */
export const mistakeRefresh = (isTaken: SecretComparison): FetchWrapper =>
  remember(() => {
    const known = new Set<string>()
    const note = mapAnswer(oauthToken, async (response) => {
      known.add(String((await membersOf(response))['refresh_token']))
      return response
    })
    const take = retry(oauthToken, async ({ ok }, intercepted) => {
      const form = await formOf(intercepted)
      const refreshToken = form['refresh_token'] ?? ''
      const right = ok ? undefined : [...known].find((candidate) => isTaken(refreshToken, candidate))
      return right === undefined ? undefined : { form: { ...form, refresh_token: right } }
    })
    return around(take, note)
  })

export const refreshByAccessToken: FetchWrapper = rememberGrants((grants) =>
  refreshWithout((form) => grants.has(`Bearer ${form['refresh_token']}`)),
)

export const refusalShowsToken: FetchWrapper = remember(() => {
  let last: unknown
  return on(oauthToken, async (intercepted) => {
    const response = await intercepted.send()
    const body = await membersOf(response)
    if (response.ok) last = body['access_token']
    return response.status === 401 && last !== undefined
      ? withJson(response, { ...body, access_token: last })
      : response
  })
})
