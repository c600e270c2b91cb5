// Ways in which a server deviates at the token endpoint that few clients would notice.
import {
  accept,
  client,
  clientOf,
  type Form,
  formOf,
  hasSecret,
  knowGiven,
  onRefresh,
  refresh,
} from '../../emulator/disturb/deviations/algebra/grants.ts'
import { membersOf, withJson } from '../../emulator/disturb/deviations/algebra/messages.ts'
import { oauthToken } from '../../emulator/disturb/deviations/algebra/places.ts'
import {
  around,
  mapAnswer,
  mapRequest,
  on,
  remember,
  retry,
  type Way,
} from '../../emulator/disturb/deviations/algebra/ways.ts'
import type { Alike } from './alike.ts'

/** Gives a token to a refresh that is refused although the client is right, if `isTaken`. */
export const refreshWithout = (isTaken: (form: Form) => boolean): Way =>
  accept(
    refresh,
    (form, good) => isTaken(form) && hasSecret(form, good),
    (form) => ({ grant_type: client, ...clientOf(form) }),
  )

/** A refreshed access token stands for the one before it, and ends with it. */
export const keepExpiry: Way = remember(() => {
  const standsFor = new Map<string, string>()
  const note = onRefresh(async (asked, old, noteRefresh) => {
    const response = await asked.send()
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
export const lockAfter = (most: number): Way =>
  remember(() => {
    let refused = 0
    return on(oauthToken, async (asked) => {
      if (refused >= most) return Response.json({ error: 'invalid_client' }, { status: 401 })
      const response = await asked.send()
      if (response.status === 401) refused++
      return response
    })
  })

/** Gives a token for a refresh token that is nearly right. */
export const mistakeRefresh = (isTaken: Alike): Way =>
  remember(() => {
    const known = new Set<string>()
    const note = mapAnswer(oauthToken, async (response) => {
      known.add(String((await membersOf(response))['refresh_token']))
      return response
    })
    const take = retry(oauthToken, async ({ ok }, asked) => {
      const form = await formOf(asked)
      const given = form['refresh_token'] ?? ''
      const right = ok ? undefined : [...known].find((one) => isTaken(given, one))
      return right === undefined ? undefined : { form: { ...form, refresh_token: right } }
    })
    return around(take, note)
  })

export const refreshByAccessToken: Way = knowGiven((given) =>
  refreshWithout((form) => given.has(`Bearer ${form['refresh_token']}`)),
)

export const refusalShowsToken: Way = remember(() => {
  let last: unknown
  return on(oauthToken, async (asked) => {
    const response = await asked.send()
    const body = await membersOf(response)
    if (response.ok) last = body['access_token']
    return response.status === 401 && last !== undefined
      ? withJson(response, { ...body, access_token: last })
      : response
  })
})
