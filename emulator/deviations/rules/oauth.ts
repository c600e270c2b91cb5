import type { Asked, Place } from '../algebra/asked.ts'
import { isObject, type Members, membersOf, withJson } from '../algebra/messages.ts'
import { oauthToken, resources, servicesApi } from '../algebra/places.ts'
import {
  answer,
  around,
  behindVersion,
  mapAnswer,
  mapBody,
  mapRequest,
  on,
  remember,
  retry,
  type Way,
} from '../algebra/ways.ts'
import { type Deviation, violations } from '../define-deviation.ts'

type Form = Readonly<Record<string, string>>
const client = 'client_credentials'
const refresh = 'refresh_token'
type Grant = typeof client | typeof refresh

/** The form that a request carries. */
const formOf = async ({ request }: Asked): Promise<Form> =>
  Object.fromEntries(new URLSearchParams(await request.clone().text()))

/** Changes the answers with a token to requests of one grant. */
const mapGiven = (grant: Grant, change: (body: Members) => Members): Way =>
  mapBody(
    oauthToken,
    (body) => (isObject(body) ? change(body) : undefined),
    async ({ ok }, asked) => ok && (await formOf(asked))['grant_type'] === grant,
  )

/** The credentials of the client in a form. */
const clientOf = ({ client_id = '', client_secret = '' }: Form): Form => ({ client_id, client_secret })

/** Gives a token where one is refused, if `isTaken` by the last good form: as if the client of that one had asked. */
const accept = (
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

const hasSecret = (form: Form, good: Form): boolean => form['client_secret'] === good['client_secret']

/** Takes a wrong client_secret for the right one. */
const mistakeSecret = (isTaken: (secret: string, right: string) => boolean): Way =>
  accept(client, ({ client_id: id, client_secret: secret }, good) => {
    const right = good['client_secret']
    return secret !== undefined && right !== undefined && id === good['client_id'] && isTaken(secret, right)
  })

/** Gives a token to a refresh that is refused although the client is right, if `isTaken`. */
const refreshWithout = (isTaken: (form: Form) => boolean): Way =>
  accept(
    refresh,
    (form, good) => isTaken(form) && hasSecret(form, good),
    (form) => ({ grant_type: client, ...clientOf(form) }),
  )

/** Knows the access tokens that were given, by the Authorization that they make, and the request for each. */
const knowGiven = (way: (given: ReadonlyMap<string, Asked>) => Way): Way =>
  remember(() => {
    const given = new Map<string, Asked>()
    const note = mapAnswer(oauthToken, async (response, asked) => {
      given.set(`Bearer ${String((await membersOf(response))['access_token'])}`, asked)
      return response
    })
    return around(note, way(given))
  })

/** An access token that is refused still works at some operations. */
const keepAlive = (place: Place): Way =>
  knowGiven((given) =>
    retry('everywhere', async ({ status }, asked) => {
      const grant = given.get(asked.authorization)
      if (status !== 401 || !grant || !asked.at(place)) return undefined
      if ((await formOf(grant))['grant_type'] !== client) return undefined
      return { authorization: `Bearer ${String((await membersOf(await grant.send()))['access_token'])}` }
    }),
  )

const refreshByAccessToken: Way = knowGiven((given) =>
  refreshWithout((form) => given.has(`Bearer ${form['refresh_token']}`)),
)

const refusalShowsToken = remember(() => {
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

const dead = (body: Members) => ({ ...body, access_token: `${String(body['access_token'])}x` })

/** Violations of clauses 2.3, 4.1 and 5.2. */
export const oauthDeviations: readonly Deviation[] = violations`
  oauth.client-credentials.token
    oauth-token-under-another-name: The access token is in the member token.
      ${mapGiven(client, ({ access_token: token, ...body }) => ({ ...body, token }))}
    oauth-json-alone: The token endpoint accepts JSON and no form.
      ${answer(oauthToken, () => Response.json({ error: 'invalid_request' }, { status: 415 }))}
  oauth.unversioned.path
    oauth-versioned-alone: The token endpoint is at /1.13/oauth/token and nowhere else. ${behindVersion(oauthToken)}
  oauth.access-token-string.types
    oauth-access-token-a-number: access_token is a number.
      ${mapGiven(client, (body) => ({ ...body, access_token: 1234567890 }))}
    oauth-refresh-token-an-object: refresh_token is an object.
      ${mapGiven(client, ({ refresh_token: value, ...body }) => ({ ...body, refresh_token: { value } }))}
  oauth.access-token-string.refreshed
    oauth-refreshed-token-an-object: access_token in the answer to a refresh is an object.
      ${mapGiven(refresh, ({ access_token: value, ...body }) => ({ ...body, access_token: { value } }))}
  oauth.secret-verified.wrong-secret
    oauth-any-secret: Any client_secret gives a token. ${mistakeSecret((secret) => secret !== '')}
    oauth-beginning-of-secret: Only the first 16 characters of client_secret are compared.
      ${mistakeSecret((secret, right) => secret.slice(0, 16) === right.slice(0, 16))}
    oauth-refusal-shows-token: The refusal of a client shows the last token that was given. ${refusalShowsToken}
  oauth.secret-verified.near-misses
    oauth-secret-may-be-longer: client_secret may have more characters at its end.
      ${mistakeSecret((secret, right) => secret.startsWith(right))}
    oauth-secret-last-character-ignored: The last character of client_secret is not compared.
      ${mistakeSecret((secret, right) => secret.slice(0, -1) === right.slice(0, -1))}
    oauth-secret-may-be-cut: Any beginning of client_secret is accepted.
      ${mistakeSecret((secret, right) => secret !== '' && right.startsWith(secret))}
    oauth-secret-folds-case: client_secret is compared without regard to case.
      ${mistakeSecret((secret, right) => secret.toLowerCase() === right.toLowerCase())}
  oauth.secret-verified.no-secret
    oauth-empty-secret: An empty client_secret gives a token. ${mistakeSecret((secret) => secret === '')}
    oauth-no-secret-needed: A request without client_secret gives a token.
      ${accept(client, (form) => form['client_secret'] === undefined)}
  oauth.secret-verified.wrong-client
    oauth-any-client: Any client_id gives a token, if the secret is right. ${accept(client, hasSecret)}
    oauth-without-client-id: A client_secret without client_id gives a token.
      ${accept(client, (form, good) => form['client_id'] === undefined && hasSecret(form, good))}
  oauth.token-works.bearer
    oauth-token-dead: The access token is not accepted. ${mapGiven(client, dead)}
  oauth.token-works.services
    oauth-token-refused-by-services: The Services API accepts no access token of a client.
      ${knowGiven((given) =>
        mapRequest(servicesApi, ({ authorization }) =>
          given.has(authorization) ? { authorization: 'Bearer denied' } : undefined,
        ),
      )}
  oauth.refresh.token
    oauth-no-refresh: Refresh tokens are issued, but never accepted.
      ${mapRequest(oauthToken, async (asked) => {
        const form = await formOf(asked)
        return form['grant_type'] === refresh ? { form: { ...form, refresh_token: 'none' } } : undefined
      })}
  oauth.refreshed-token-works.bearer
    oauth-refreshed-token-dead: The access token of a refresh is not accepted. ${mapGiven(refresh, dead)}
  oauth.refresh-secret-verified.wrong-secret
    oauth-refresh-any-secret: A refresh accepts any client_secret.
      ${accept(
        'refresh_token',
        (form, good) => Boolean(form['client_secret']) && form['client_id'] === good['client_id'],
      )}
  oauth.refresh-secret-verified.no-secret
    oauth-refresh-without-secret: A refresh needs no client_secret.
      ${accept(refresh, (form) => form['client_secret'] === undefined)}
  oauth.refresh-secret-verified.wrong-client
    oauth-refresh-any-client: A refresh accepts any client_id, if client_secret is right.
      ${accept(refresh, (form, good) => Boolean(form['client_id']) && hasSecret(form, good))}
    oauth-refresh-without-client: A refresh accepts a refresh token alone.
      ${accept(refresh, (form) => form['client_id'] === undefined && form['client_secret'] === undefined)}
  oauth.refresh-verified.made-up
    oauth-refresh-any-token: A refresh accepts any refresh token, if the client is right. ${refreshWithout(() => true)}
  oauth.refresh-verified.none
    oauth-refresh-without-token: A refresh needs no refresh token, if the client is right.
      ${refreshWithout((form) => form['refresh_token'] === undefined)}
    oauth-refresh-by-access-token: A refresh accepts an access token as refresh token. ${refreshByAccessToken}
  oauth.expiry.refused
    oauth-tokens-never-expire: An expired access token goes on working. ${keepAlive('everywhere')}
    oauth-expired-works-on-services: An expired access token works on the Services API. ${keepAlive(servicesApi)}
    oauth-expired-lists-resources: An expired access token still lists resources. ${keepAlive(resources)}
`
