// Ways in which a server deviates at the token endpoint.
import type { Asked, Place } from './asked.ts'
import { type Members, membersOf } from './messages.ts'
import { isObject } from '../../../tools/is-object.ts'
import { oauthToken } from './places.ts'
import { around, mapAnswer, mapBody, on, remember, retry, type Way } from './ways.ts'

export type Form = Readonly<Record<string, string>>
export const client = 'client_credentials'
export const refresh = 'refresh_token'
type Grant = typeof client | typeof refresh

/** The form that a request carries. */
export const formOf = async ({ request }: Asked): Promise<Form> =>
  Object.fromEntries(new URLSearchParams(await request.clone().text()))

/** Changes the answers with a token to requests of one grant. */
export const mapGiven = (grant: Grant, change: (body: Members) => Members): Way =>
  mapBody(
    oauthToken,
    (body) => (isObject(body) ? change(body) : undefined),
    async ({ ok }, asked) => ok && (await formOf(asked))['grant_type'] === grant,
  )

/** The credentials of the client in a form. */
export const clientOf = ({ client_id = '', client_secret = '' }: Form): Form => ({ client_id, client_secret })

/** Gives a token where one is refused, if `isTaken` by the last good form: as if the client of that one had asked. */
export const accept = (
  grant: Grant,
  isTaken: (form: Form, good: Form) => boolean,
  read = (form: Form, good: Form): Form => ({ ...form, ...clientOf(good) }),
): Way =>
  remember(() => {
    let good: Form = {}
    return retry(oauthToken, async ({ ok }, asked) => {
      const form = await formOf(asked)
      if (ok) good = form
      return !ok && form['grant_type'] === grant && isTaken(form, good) ? { form: read(form, good) } : undefined
    })
  })

export const hasSecret = (form: Form, good: Form): boolean => form['client_secret'] === good['client_secret']

/** Takes a wrong client_secret for the right one. */
export const mistakeSecret = (isTaken: (secret: string, right: string) => boolean): Way =>
  accept(client, ({ client_id: id, client_secret: secret }, good) => {
    const right = good['client_secret']
    return secret !== undefined && right !== undefined && id === good['client_id'] && isTaken(secret, right)
  })

/** Knows the access tokens that were given, by the Authorization that they make, and the request for each. */
export const knowGiven = (way: (given: ReadonlyMap<string, Asked>) => Way): Way =>
  remember(() => {
    const given = new Map<string, Asked>()
    const note = mapAnswer(oauthToken, async (response, asked) => {
      given.set(`Bearer ${String((await membersOf(response))['access_token'])}`, asked)
      return response
    })
    return around(note, way(given))
  })

/** An access token by one grant that is refused still works at some operations. */
export const keepAlive = (place: Place, grant: Grant = client): Way =>
  knowGiven((given) =>
    retry('everywhere', async ({ status }, asked) => {
      const source = given.get(asked.authorization)
      if (status !== 401 || !source || !asked.at(place)) return undefined
      const form = await formOf(source)
      if (form['grant_type'] !== grant) return undefined
      const again = await source.send({ form: { grant_type: client, ...clientOf(form) } })
      return { authorization: `Bearer ${String((await membersOf(again))['access_token'])}` }
    }),
  )

/** Knows the Authorization of the access token that came with a refresh token, and does something with a refresh. */
export const onRefresh = (
  handle: (asked: Asked, old: string | undefined, note: (response: Response) => Promise<void>) => Promise<Response>,
): Way =>
  remember(() => {
    const byRefresh = new Map<string, string>()
    return on(oauthToken, async (asked) => {
      const form = await formOf(asked)
      const old = byRefresh.get(form['refresh_token'] ?? '')
      const note = async (response: Response): Promise<void> => {
        const { access_token: token, refresh_token: next } = await membersOf(response)
        byRefresh.set(String(next), `Bearer ${String(token)}`)
      }
      if (form['grant_type'] === refresh) return handle(asked, old, note)
      const response = await asked.send()
      await note(response)
      return response
    })
  })

/** Refuses a refresh when the access token that came with the refresh token has ended. */
export const refreshWhileAlive: Way = onRefresh(async (asked, old, note) => {
  const url = asked.request.url.replace('/oauth/token', '/0/projects/')
  const probe = old === undefined ? undefined : await asked.send({ url, method: 'GET', authorization: old })
  if (probe?.status === 401) return Response.json({ error: 'invalid_grant' }, { status: 400 })
  const response = await asked.send()
  await note(response)
  return response
})
