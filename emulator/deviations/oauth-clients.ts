import { defineDeviation, type Deviation, type FetchLike, type FetchWrapper } from './define-deviation.ts'
import { accept, clientOf, formOf, type Form, granting, isTokenRequest, refreshing } from './token-requests.ts'

/** Takes a client_secret that is wrong for the right one where `isNear` says so. */
function nearSecret(isNear: (secret: string, good: string) => boolean): FetchWrapper {
  return accept((form, good) => {
    const { client_secret: secret } = form
    const right = good['client_secret']
    const isTaken = granting(form) && secret !== undefined && right !== undefined && isNear(secret, right)
    return isTaken ? { ...form, client_secret: right } : undefined
  })
}

/** A deviation whose refusals show the last token that was given. */
function refuseWithToken(next: FetchLike): FetchLike {
  let last: unknown
  return async (request) => {
    const response = await next(request.clone())
    if (!isTokenRequest(request)) return response
    const body = (await response.clone().json()) as Readonly<Record<string, unknown>>
    if (response.status < 300 && granting(await formOf(request))) last = body['access_token']
    return response.status === 401 && last !== undefined
      ? Response.json({ ...body, access_token: last }, { status: 401 })
      : response
  }
}

/** A deviation under which the Services API knows no access token. */
function refuseAtServices(next: FetchLike): FetchLike {
  const given = new Set<string>()
  return async (request) => {
    const isDenied =
      new URL(request.url).pathname.startsWith('/services/') && given.has(request.headers.get('authorization') ?? '')
    const headers = new Headers(request.headers)
    if (isDenied) headers.set('authorization', 'Bearer denied')
    const response = await next(isDenied ? new Request(request, { headers }) : request.clone())
    if (isTokenRequest(request) && response.status < 300)
      given.add(
        `Bearer ${String(((await response.clone().json()) as Readonly<Record<string, unknown>>)['access_token'])}`,
      )
    return response
  }
}

const verified = { requirement: 'oauth.secret-verified', caughtBy: 'oauth.secret-verified.near-misses' } as const

/** A refresh token of the last good answer, for a deviation that needs none. */
function refreshWithout(isTaken: (form: Form) => boolean): FetchWrapper {
  return accept((form, good) => {
    const isAccepted = refreshing(form) && isTaken(form) && form['client_secret'] === good['client_secret']
    return isAccepted ? { grant_type: 'client_credentials', ...clientOf(form) } : undefined
  })
}

/** Servers that do not look closely at who asks for a token (clauses 4.1 and 5.2). */
export const clientDeviations: readonly Deviation[] = [
  defineDeviation({
    ...verified,
    name: 'oauth-secret-may-be-longer',
    description: 'What stands behind client_secret is not compared.',
    wrap: nearSecret((secret, good) => secret.startsWith(good)),
  }),
  defineDeviation({
    ...verified,
    name: 'oauth-secret-last-character-ignored',
    description: 'The last character of client_secret is not compared.',
    wrap: nearSecret((secret, good) => secret.slice(0, -1) === good.slice(0, -1)),
  }),
  defineDeviation({
    ...verified,
    name: 'oauth-secret-may-be-cut',
    description: 'Any beginning of client_secret is taken.',
    wrap: nearSecret((secret, good) => secret !== '' && good.startsWith(secret)),
  }),
  defineDeviation({
    ...verified,
    name: 'oauth-secret-folds-case',
    description: 'client_secret is compared without regard to case.',
    wrap: nearSecret((secret, good) => secret.toLowerCase() === good.toLowerCase()),
  }),
  defineDeviation({
    name: 'oauth-empty-secret',
    requirement: 'oauth.secret-verified',
    caughtBy: 'oauth.secret-verified.no-secret',
    description: 'An empty client_secret gives a token.',
    wrap: nearSecret((secret) => secret === ''),
  }),
  defineDeviation({
    name: 'oauth-without-client-id',
    requirement: 'oauth.secret-verified',
    caughtBy: 'oauth.secret-verified.wrong-client',
    description: 'A client_secret without client_id gives a token.',
    wrap: accept((form, good) =>
      granting(form) && form['client_id'] === undefined && form['client_secret'] === good['client_secret']
        ? { ...form, ...clientOf(good) }
        : undefined,
    ),
  }),
  defineDeviation({
    name: 'oauth-refusal-shows-token',
    requirement: 'oauth.secret-verified',
    caughtBy: 'oauth.secret-verified.wrong-secret',
    description: 'The refusal of a client shows the last token that was given.',
    wrap: refuseWithToken,
  }),
  defineDeviation({
    name: 'oauth-token-refused-by-services',
    requirement: 'oauth.token-works',
    caughtBy: 'oauth.token-works.services',
    description: 'The Services API takes no access token of a client.',
    wrap: refuseAtServices,
  }),
  defineDeviation({
    name: 'oauth-refresh-any-client',
    requirement: 'oauth.refresh-secret-verified',
    caughtBy: 'oauth.refresh-secret-verified.wrong-client',
    description: 'A refresh takes any client_id, when client_secret is right.',
    wrap: accept((form, good) =>
      refreshing(form) && form['client_id'] && form['client_secret'] === good['client_secret']
        ? { ...form, ...clientOf(good) }
        : undefined,
    ),
  }),
  defineDeviation({
    name: 'oauth-refresh-without-client',
    requirement: 'oauth.refresh-secret-verified',
    caughtBy: 'oauth.refresh-secret-verified.wrong-client',
    description: 'A refresh takes a refresh token alone.',
    wrap: accept((form, good) =>
      refreshing(form) && form['client_id'] === undefined && form['client_secret'] === undefined
        ? { ...form, ...clientOf(good) }
        : undefined,
    ),
  }),
  defineDeviation({
    name: 'oauth-refresh-without-token',
    requirement: 'oauth.refresh-verified',
    caughtBy: 'oauth.refresh-verified.none',
    description: 'A refresh takes no refresh token, when the client is right.',
    wrap: refreshWithout((form) => form['refresh_token'] === undefined),
  }),
  defineDeviation({
    name: 'oauth-refresh-by-access-token',
    requirement: 'oauth.refresh-verified',
    caughtBy: 'oauth.refresh-verified.none',
    description: 'A refresh takes an access token for a refresh token.',
    wrap: (next) => {
      const given = new Set<unknown>()
      const repaired = refreshWithout((form) => given.has(form['refresh_token']))(next)
      return async (request) => {
        const response = await repaired(request.clone())
        if (isTokenRequest(request) && response.status < 300)
          given.add(((await response.clone().json()) as Readonly<Record<string, unknown>>)['access_token'])
        return response
      }
    },
  }),
]
