// Ways in which a server deviates at the token endpoint.
import type { InterceptedRequest, Operations } from './intercepted-request.ts'
import { type Members, membersOf } from './messages.ts'
import { isObject } from '../../../tools/is-object.ts'
import { oauthToken } from './operations.ts'
import type { FetchWrapper } from '../define-deviation.ts'
import { around, mapAnswer, mapBody, on, remember, retry } from './fetch-wrappers.ts'

export type Form = Readonly<Record<string, string>>
export const client = 'client_credentials'
export const refresh = 'refresh_token'
type Grant = typeof client | typeof refresh

/** The form that a request carries. */
export const formOf = async ({ request }: InterceptedRequest): Promise<Form> =>
  Object.fromEntries(new URLSearchParams(await request.clone().text()))

/** Changes the answers with a token to requests of one grant. */
export const mapGrant = (grant: Grant, change: (body: Members) => Members): FetchWrapper =>
  mapBody(
    oauthToken,
    (body) => (isObject(body) ? change(body) : undefined),
    async ({ ok }, intercepted) => ok && (await formOf(intercepted))['grant_type'] === grant,
  )

/** The credentials of the client in a form. */
export const clientOf = ({ client_id = '', client_secret = '' }: Form): Form => ({ client_id, client_secret })

/** Gives a token where one is refused, if `isTaken` by the last good form: as if the client of that one had asked. */
export const accept = (
  grant: Grant,
  isTaken: (form: Form, good: Form) => boolean,
  read = (form: Form, good: Form): Form => ({ ...form, ...clientOf(good) }),
): FetchWrapper =>
  remember(() => {
    let good: Form = {}
    return retry(oauthToken, async ({ ok }, intercepted) => {
      const form = await formOf(intercepted)
      if (ok) good = form
      return !ok && form['grant_type'] === grant && isTaken(form, good) ? { form: read(form, good) } : undefined
    })
  })

export const hasSecret = (form: Form, good: Form): boolean => form['client_secret'] === good['client_secret']

/** Takes a wrong client_secret for the right one. */
export const mistakeSecret = (isTaken: (secret: string, right: string) => boolean): FetchWrapper =>
  accept(client, ({ client_id: id, client_secret: secret }, good) => {
    const right = good['client_secret']
    return secret !== undefined && right !== undefined && id === good['client_id'] && isTaken(secret, right)
  })

/** Knows the access tokens that were given, by the Authorization that they make, and the request for each. */
export const rememberGrants = (make: (grants: ReadonlyMap<string, InterceptedRequest>) => FetchWrapper): FetchWrapper =>
  remember(() => {
    const grants = new Map<string, InterceptedRequest>()
    const note = mapAnswer(oauthToken, async (response, intercepted) => {
      grants.set(`Bearer ${String((await membersOf(response))['access_token'])}`, intercepted)
      return response
    })
    return around(note, make(grants))
  })

/**
 * An access token by one grant that is refused still works at some operations.
 * @param isStill Tells at each use of such a token whether it does so.
 */
export const keepAlive = (
  operations: Operations,
  grant: Grant = client,
  isStill: () => boolean = () => true,
): FetchWrapper =>
  rememberGrants((grants) =>
    retry('everywhere', async ({ status }, intercepted) => {
      const source = grants.get(intercepted.authorization)
      if (status !== 401 || !source || !intercepted.isFor(operations)) return undefined
      const form = await formOf(source)
      if (form['grant_type'] !== grant || !isStill()) return undefined
      const again = await source.send({ form: { grant_type: client, ...clientOf(form) } })
      return { authorization: `Bearer ${String((await membersOf(again))['access_token'])}` }
    }),
  )

/** Knows the Authorization of the access token that came with a refresh token, and does something with a refresh. */
export const onRefresh = (
  handle: (
    intercepted: InterceptedRequest,
    old: string | undefined,
    note: (response: Response) => Promise<void>,
  ) => Promise<Response>,
): FetchWrapper =>
  remember(() => {
    const byRefresh = new Map<string, string>()
    return on(oauthToken, async (intercepted) => {
      const form = await formOf(intercepted)
      const old = byRefresh.get(form['refresh_token'] ?? '')
      const note = async (response: Response): Promise<void> => {
        const { access_token: token, refresh_token: next } = await membersOf(response)
        byRefresh.set(String(next), `Bearer ${String(token)}`)
      }
      if (form['grant_type'] === refresh) return handle(intercepted, old, note)
      const response = await intercepted.send()
      await note(response)
      return response
    })
  })

/** Refuses a refresh when the access token that came with the refresh token has ended. */
export const refreshWhileAlive: FetchWrapper = onRefresh(async (intercepted, old, note) => {
  const url = intercepted.request.url.replace('/oauth/token', '/0/projects/')
  const probe = old === undefined ? undefined : await intercepted.send({ url, method: 'GET', authorization: old })
  if (probe?.status === 401) return Response.json({ error: 'invalid_grant' }, { status: 400 })
  const response = await intercepted.send()
  await note(response)
  return response
})
