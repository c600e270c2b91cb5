import { defineDeviation, type Deviation, type FetchLike, type FetchWrapper, rewriteJson } from './define-deviation.ts'
import { clientDeviations } from './oauth-clients.ts'
import {
  accept,
  clientOf,
  type Form,
  formOf,
  granting,
  isTokenRequest,
  refreshing,
  tokenPath,
  withForm,
} from './token-requests.ts'

/** Changes the answers with a token to requests of one grant. */
function answer(applies: (form: Form) => boolean, change: (body: Record<string, unknown>) => unknown): FetchWrapper {
  return (next) => async (request) => {
    if (!isTokenRequest(request) || !applies(await formOf(request))) return await next(request)
    return await rewriteJson(
      (_request, response) => response.status < 300,
      (body) => change(body as Record<string, unknown>),
    )(next)(request)
  }
}

const dead = (body: Record<string, unknown>) => ({ ...body, access_token: `${String(body['access_token'])}x` })

/** A deviation that keeps access tokens alive at some paths: who comes with one that is refused gets in with a new one. */
const keepAlive = (path: RegExp) =>
  function keepAliveAt(next: FetchLike): FetchLike {
    const forms = new Map<string, { readonly form: Form; readonly url: string }>()
    const bearerOf = (request: Request) => request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
    return async (request) => {
      if (isTokenRequest(request)) {
        const form = await formOf(request)
        const response = await next(request.clone())
        if (response.status < 300 && granting(form))
          forms.set(String(((await response.clone().json()) as Record<string, unknown>)['access_token']), {
            form,
            url: request.url,
          })
        return response
      }
      const response = await next(request.clone())
      const known = forms.get(bearerOf(request))
      if (response.status !== 401 || !known || !path.test(new URL(request.url).pathname)) return response
      const fresh = await next(
        new Request(known.url, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(known.form).toString(),
        }),
      )
      const headers = new Headers(request.headers)
      headers.set(
        'authorization',
        `Bearer ${String(((await fresh.json()) as Record<string, unknown>)['access_token'])}`,
      )
      return await next(new Request(request, { headers }))
    }
  }

/** Servers that deviate from clauses 2.3, 4.1 and 5.2. */
export const oauthDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'oauth-token-under-another-name',
    requirement: 'oauth.client-credentials',
    caughtBy: 'oauth.client-credentials.token',
    description: 'The access token is in the member token.',
    wrap: answer(
      () => true,
      ({ access_token: token, ...body }) => ({ ...body, token }),
    ),
  }),
  defineDeviation({
    name: 'oauth-json-alone',
    requirement: 'oauth.client-credentials',
    caughtBy: 'oauth.client-credentials.token',
    description: 'The token endpoint takes JSON, and no form.',
    wrap: (next) => async (request) =>
      isTokenRequest(request) ? Response.json({ error: 'invalid_request' }, { status: 415 }) : await next(request),
  }),
  defineDeviation({
    name: 'oauth-versioned-alone',
    requirement: 'oauth.unversioned',
    caughtBy: 'oauth.unversioned.path',
    description: 'The token endpoint is at /1.13/oauth/token, and nowhere else.',
    wrap: (next) => async (request) => {
      const url = new URL(request.url)
      if (!tokenPath.test(url.pathname)) return await next(request)
      const versioned = url.pathname.startsWith('/1.13/')
      url.pathname = versioned ? '/oauth/token' : '/nowhere'
      return await next(new Request(url, request))
    },
  }),
  defineDeviation({
    name: 'oauth-access-token-a-number',
    requirement: 'oauth.access-token-string',
    caughtBy: 'oauth.access-token-string.types',
    description: 'access_token is a number.',
    wrap: answer(granting, (body) => ({ ...body, access_token: 1234567890 })),
  }),
  defineDeviation({
    name: 'oauth-refresh-token-an-object',
    requirement: 'oauth.access-token-string',
    caughtBy: 'oauth.access-token-string.types',
    description: 'refresh_token is an object.',
    wrap: answer(granting, (body) => ({ ...body, refresh_token: { value: body['refresh_token'] } })),
  }),
  defineDeviation({
    name: 'oauth-refreshed-token-an-object',
    requirement: 'oauth.access-token-string',
    caughtBy: 'oauth.access-token-string.refreshed',
    description: 'access_token in the answer to a refresh is an object.',
    wrap: answer(refreshing, (body) => ({ ...body, access_token: { value: body['access_token'] } })),
  }),
  defineDeviation({
    name: 'oauth-any-secret',
    requirement: 'oauth.secret-verified',
    caughtBy: 'oauth.secret-verified.wrong-secret',
    description: 'Any client_secret gives a token.',
    wrap: accept((form, good) =>
      granting(form) && form['client_secret'] && form['client_id'] === good['client_id'] ? good : undefined,
    ),
  }),
  defineDeviation({
    name: 'oauth-beginning-of-secret',
    requirement: 'oauth.secret-verified',
    caughtBy: 'oauth.secret-verified.wrong-secret',
    description: 'Only the first 16 characters of client_secret are compared.',
    wrap: accept((form, good) => {
      const isNear = form['client_secret']?.slice(0, 16) === good['client_secret']?.slice(0, 16)
      return granting(form) && form['client_id'] === good['client_id'] && isNear
        ? { ...good, grant_type: 'client_credentials' }
        : undefined
    }),
  }),
  defineDeviation({
    name: 'oauth-no-secret-needed',
    requirement: 'oauth.secret-verified',
    caughtBy: 'oauth.secret-verified.no-secret',
    description: 'A request without client_secret gives a token.',
    wrap: accept((form, good) =>
      granting(form) && form['client_secret'] === undefined
        ? { grant_type: 'client_credentials', ...clientOf(good) }
        : undefined,
    ),
  }),
  defineDeviation({
    name: 'oauth-any-client',
    requirement: 'oauth.secret-verified',
    caughtBy: 'oauth.secret-verified.wrong-client',
    description: 'Any client_id gives a token, when the secret is right.',
    wrap: accept((form, good) =>
      granting(form) && form['client_secret'] === good['client_secret']
        ? { grant_type: 'client_credentials', ...clientOf(good) }
        : undefined,
    ),
  }),
  defineDeviation({
    name: 'oauth-token-dead',
    requirement: 'oauth.token-works',
    caughtBy: 'oauth.token-works.bearer',
    description: 'The access token is not accepted.',
    wrap: answer(granting, dead),
  }),
  defineDeviation({
    name: 'oauth-no-refresh',
    requirement: 'oauth.refresh',
    caughtBy: 'oauth.refresh.token',
    description: 'Refresh tokens are issued, and never accepted.',
    wrap: (next) => async (request) => {
      if (!isTokenRequest(request)) return await next(request)
      const form = await formOf(request)
      return await next(refreshing(form) ? withForm(request, { ...form, refresh_token: 'none' }) : request)
    },
  }),
  defineDeviation({
    name: 'oauth-refreshed-token-dead',
    requirement: 'oauth.refreshed-token-works',
    caughtBy: 'oauth.refreshed-token-works.bearer',
    description: 'The access token of a refresh is not accepted.',
    wrap: answer(refreshing, dead),
  }),
  defineDeviation({
    name: 'oauth-refresh-any-secret',
    requirement: 'oauth.refresh-secret-verified',
    caughtBy: 'oauth.refresh-secret-verified.wrong-secret',
    description: 'A refresh takes any client_secret.',
    wrap: accept((form, good) =>
      refreshing(form) && form['client_secret'] ? { ...form, client_secret: good['client_secret'] ?? '' } : undefined,
    ),
  }),
  defineDeviation({
    name: 'oauth-refresh-without-secret',
    requirement: 'oauth.refresh-secret-verified',
    caughtBy: 'oauth.refresh-secret-verified.no-secret',
    description: 'A refresh takes no client_secret.',
    wrap: accept((form, good) =>
      refreshing(form) && form['client_secret'] === undefined ? { ...form, ...clientOf(good) } : undefined,
    ),
  }),
  defineDeviation({
    name: 'oauth-refresh-any-token',
    requirement: 'oauth.refresh-verified',
    caughtBy: 'oauth.refresh-verified.made-up',
    description: 'A refresh takes any refresh token, when the client is right.',
    wrap: accept((form, good) =>
      refreshing(form) && form['client_secret'] === good['client_secret']
        ? { grant_type: 'client_credentials', ...clientOf(form) }
        : undefined,
    ),
  }),
  defineDeviation({
    name: 'oauth-tokens-never-expire',
    requirement: 'oauth.expiry',
    caughtBy: 'oauth.expiry.refused',
    description: 'An access token goes on working behind its lifetime.',
    wrap: keepAlive(/^/),
  }),
  defineDeviation({
    name: 'oauth-expired-works-on-services',
    requirement: 'oauth.expiry',
    caughtBy: 'oauth.expiry.refused',
    description: 'An access token goes on working on the Services API behind its lifetime.',
    wrap: keepAlive(/^\/services\//),
  }),
  defineDeviation({
    name: 'oauth-expired-lists-resources',
    requirement: 'oauth.expiry',
    caughtBy: 'oauth.expiry.refused',
    description: 'An access token still lists resources behind its lifetime.',
    wrap: keepAlive(/\/resources$/),
  }),
  ...clientDeviations,
]
