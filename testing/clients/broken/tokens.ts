import { CarefulClient } from '../careful/client.ts'
import type { Call } from '../careful/wire.ts'
import type { BrokenClient } from './broken-client.ts'

type Form = Readonly<Record<string, string>>

/** Clients that ask for access tokens or send them wrongly (clauses 4.1 and 5.1). */
export const brokenTokens: readonly BrokenClient[] = [
  {
    name: 'token-in-query',
    wrong: 'sends the access token as the query parameter access_token',
    requirement: 'client.bearer',
    tasks: ['list-environments'],
    client: class extends CarefulClient {
      protected override authorized(open: Call, token: string): Call {
        const url = new URL(open.url)
        url.searchParams.set('access_token', token)
        return { ...open, url: url.href }
      }
    },
  },
  {
    name: 'token-in-query-too',
    wrong: 'sends the access token in the query beside the header',
    requirement: 'client.secrets-in-headers',
    tasks: ['list-environments'],
    client: class extends CarefulClient {
      protected override authorized(open: Call, token: string): Call {
        const url = new URL(open.url)
        url.searchParams.set('access_token', token)
        return super.authorized({ ...open, url: url.href }, token)
      }
    },
  },
  {
    name: 'token-request-basic',
    wrong: 'asks for a token with HTTP Basic instead of client_id and client_secret in the form',
    requirement: 'client.token-request',
    tasks: ['get-token'],
    client: class extends CarefulClient {
      protected override tokenRequest({ client_id: id, client_secret: secret, ...form }: Form): Call {
        return this.withAuthorization(super.tokenRequest(form), `Basic ${btoa(`${id}:${secret}`)}`)
      }
    },
  },
  {
    name: 'token-request-json',
    wrong: 'asks for a token with a JSON body',
    requirement: 'client.token-request',
    tasks: ['get-token'],
    client: class extends CarefulClient {
      protected override tokenRequest(form: Form): Call {
        const headers = { 'content-type': 'application/json' }
        return { ...super.tokenRequest(form), headers, body: JSON.stringify(form) }
      }
    },
  },
  {
    name: 'token-request-in-query',
    wrong: 'sends the client credentials in the query of the token endpoint',
    requirement: 'client.token-request',
    tasks: ['get-token'],
    client: class extends CarefulClient {
      protected override tokenRequest(form: Form): Call {
        const { body: _body, ...call } = super.tokenRequest(form)
        return { ...call, url: this.address('/oauth/token', form) }
      }
    },
  },
  {
    name: 'token-request-by-get',
    wrong: 'asks for a token with GET',
    requirement: 'client.token-request',
    tasks: ['get-token'],
    client: class extends CarefulClient {
      protected override tokenRequest(form: Form): Call {
        return { method: 'GET', url: this.address('/oauth/token', form) }
      }
    },
  },
  {
    name: 'token-request-without-grant',
    wrong: 'leaves grant_type out of its token requests',
    requirement: 'client.token-request',
    tasks: ['get-token'],
    client: class extends CarefulClient {
      protected override tokenRequest({ grant_type: _grant, ...form }: Form): Call {
        return super.tokenRequest(form)
      }
    },
  },
  {
    name: 'token-per-request',
    wrong: 'asks for a new token before each request',
    requirement: 'client.token-reused',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override async accessToken(): Promise<string> {
        this.token = undefined
        return this.renewed(undefined)
      }
      protected override async newToken(): Promise<string> {
        this.refreshToken = undefined
        return super.newToken()
      }
    },
  },
  {
    name: 'bearer-bare',
    wrong: 'sends the token without the scheme Bearer',
    requirement: 'client.bearer',
    tasks: ['list-environments'],
    client: class extends CarefulClient {
      protected override authorized(open: Call, token: string): Call {
        return this.withAuthorization(open, token)
      }
    },
  },
  {
    name: 'bearer-token-scheme',
    wrong: 'sends the access token with the scheme Token',
    requirement: 'client.bearer',
    tasks: ['list-environments'],
    client: class extends CarefulClient {
      protected override authorized(open: Call, token: string): Call {
        return this.withAuthorization(open, `Token ${token}`)
      }
    },
  },
  {
    name: 'bearer-first-page-only',
    wrong: 'sends its credential with the first page of a walk alone',
    requirement: 'client.bearer',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override authorized(open: Call, token: string): Call {
        return open.url.includes('starting_after=') ? open : super.authorized(open, token)
      }
    },
  },
]
