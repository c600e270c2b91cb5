import { CarefulClient } from '../careful/client.ts'
import type { Call } from '../careful/wire.ts'
import { breaking, type BrokenClient } from './broken-client.ts'

type Form = Readonly<Record<string, string>>

/** Asks for a token otherwise. `query` is the right address with the form as its query. */
const requesting = (change: (right: Call, form: Form, query: string) => Call): typeof CarefulClient =>
  class extends CarefulClient {
    protected override tokenRequest(form: Form): Call {
      return change(super.tokenRequest(form), form, this.address('/oauth/token', form))
    }
  }

/** Sends the access token in another way. */
const bearing = (change: (open: Call, token: string, right: Call) => Call): typeof CarefulClient =>
  class extends CarefulClient {
    protected override authorized(open: Call, token: string): Call {
      return change(open, token, super.authorized(open, token))
    }
  }

const setAuthorization = (call: Call, authorization: string): Call => ({
  ...call,
  headers: { ...call.headers, authorization },
})

function moveTokenToQuery(call: Call, token: string): Call {
  const url = new URL(call.url)
  url.searchParams.set('access_token', token)
  return { ...call, url: url.href }
}

/** Clients that ask for access tokens or send them wrongly (clauses 4.1 and 5.1). */
export const brokenTokens: readonly BrokenClient[] = [
  ...breaking(
    'client.bearer',
    ['list-environments'],
    ['token-in-query', 'sends the access token as the query parameter access_token', bearing(moveTokenToQuery)],
    [
      'bearer-bare',
      'sends the token without the scheme Bearer',
      bearing((_open, token, right) => setAuthorization(right, token)),
    ],
    [
      'bearer-encoded',
      'percent-encodes the access token in the header',
      bearing((_open, token, right) => setAuthorization(right, `Bearer ${encodeURIComponent(token)}`)),
    ],
    [
      'bearer-unpadded',
      'cuts = off the end of the access token',
      bearing((_open, token, right) => setAuthorization(right, `Bearer ${token.replace(/=+$/, '')}`)),
    ],
    [
      'bearer-token-scheme',
      'sends the access token with the scheme Token',
      bearing((_open, token, right) => setAuthorization(right, `Token ${token}`)),
    ],
  ),
  ...breaking(
    'client.bearer',
    ['walk-products'],
    [
      'bearer-first-page-only',
      'sends its credential only with the first page of a walk',
      bearing((open, _token, right) => (open.url.includes('starting_after=') ? open : right)),
    ],
  ),
  ...breaking(
    'client.secrets-in-headers',
    ['list-environments'],
    [
      'token-in-query-too',
      'sends the access token in the query beside the header',
      bearing((_open, token, right) => moveTokenToQuery(right, token)),
    ],
  ),
  ...breaking(
    'client.token-request',
    ['get-token'],
    [
      'token-request-basic',
      'asks for a token with HTTP Basic instead of client_id and client_secret in the form',
      requesting((right, { client_id: id, client_secret: secret, ...form }) => ({
        ...setAuthorization(right, `Basic ${btoa(`${id}:${secret}`)}`),
        body: new URLSearchParams(form).toString(),
      })),
    ],
    [
      'token-request-json',
      'asks for a token with a JSON body',
      requesting((right, form) => ({
        ...right,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(form),
      })),
    ],
    [
      'token-request-in-query',
      'sends the client credentials in the query of the token endpoint',
      requesting(({ body: _body, ...right }, _form, url) => ({ ...right, url })),
    ],
    ['token-request-by-get', 'asks for a token with GET', requesting((_right, _form, url) => ({ method: 'GET', url }))],
    [
      'token-request-not-encoded',
      'writes its token request without encoding the values of the form',
      requesting((right, form) => ({
        ...right,
        body: Object.entries(form)
          .map((pair) => pair.join('='))
          .join('&'),
      })),
    ],
    [
      'token-request-encoded-as-an-address',
      'encodes the values of its token request as those of a whole address, so that + and & stay',
      requesting((right, form) => ({
        ...right,
        body: Object.entries(form)
          .map(([name, value]) => `${name}=${encodeURI(value)}`)
          .join('&'),
      })),
    ],
    [
      'token-request-without-grant',
      'leaves grant_type out of its token requests',
      requesting((right, { grant_type: _grant, ...form }) => ({
        ...right,
        body: new URLSearchParams(form).toString(),
      })),
    ],
  ),
  ...breaking(
    'client.token-reused',
    ['walk-products'],
    [
      'token-per-request',
      'asks for a new token before each request',
      class extends CarefulClient {
        protected override async accessToken(): Promise<string> {
          this.token = undefined
          return this.renewed(undefined)
        }
        protected override async newToken(): Promise<string> {
          this.refreshToken = undefined
          return super.newToken()
        }
      },
    ],
  ),
]
