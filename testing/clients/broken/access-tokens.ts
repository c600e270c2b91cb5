import { CarefulClient, type NewAccessToken } from '../careful/client.ts'
import type { Call } from '../careful/wire.ts'
import { breaking, type BrokenClient } from './broken-client.ts'

type Body = Readonly<Record<string, unknown>>

/** Sends another request than it should. */
const calling = (change: (call: Call) => Call): typeof CarefulClient =>
  class extends CarefulClient {
    protected override call(open: Call): ReturnType<CarefulClient['call']> {
      return super.call(change(open))
    }
  }

/** Sends another body than it should. */
const sending = (change: (body: Body) => unknown): typeof CarefulClient =>
  class extends CarefulClient {
    protected override bodyText(body: unknown): string {
      return super.bodyText(change(body as Body))
    }
  }

/** Reports another token than the one that was created. */
abstract class Creating extends CarefulClient {
  protected abstract secretOf(id: string): string | Promise<string>

  override async createAccessToken(token: NewAccessToken): Promise<{ id: string; secret: string }> {
    const { id } = await super.createAccessToken(token)
    return { id, secret: await this.secretOf(id) }
  }
}

/** Sends another personal access token than it was given. */
const using = (write: (secret: string) => string): typeof CarefulClient =>
  class extends CarefulClient {
    override listEnvironmentsWith(secret: string): Promise<readonly string[]> {
      return super.listEnvironmentsWith(write(secret))
    }
  }

/** Clients that handle personal access tokens wrongly (clauses 4.2 and 5.3). */
export const brokenAccessTokens: readonly BrokenClient[] = [
  ...breaking(
    'client.access-token-rename',
    ['rename-access-token'],
    ['access-token-renamed-by-put', 'renames with PUT', calling((call) => ({ ...call, method: 'PUT' }))],
    [
      'access-token-renamed-with-scopes',
      'sends scopes beside the new name',
      sending((body) => ({ ...body, scopes: ['projects:read'] })),
    ],
    ['access-token-renamed-as-title', 'sends the new name as title', sending(({ name }) => ({ title: name }))],
  ),
  ...breaking(
    'client.errors-reported',
    ['rename-access-token'],
    [
      'access-token-rename-claimed',
      'reports a rename as done although it was refused',
      class extends CarefulClient {
        override renameAccessToken(id: string, name: string): Promise<string> {
          return super.renameAccessToken(id, name).catch(() => name)
        }
      },
    ],
  ),
  ...breaking(
    'client.access-token-create',
    ['create-access-token'],
    ['access-token-expiry-dropped', 'creates without expires_at', sending(({ expires_at: _expiry, ...body }) => body)],
    [
      'access-token-expiry-misnamed',
      'sends expires_at as expiresAt',
      sending(({ expires_at: expiresAt, ...body }) => ({ ...body, expiresAt })),
    ],
    [
      'access-token-expiry-changed',
      'asks for an expiry of its own, in a year, whatever it was given',
      sending(({ expires_at: expiry, ...body }) => {
        const later = new Date(Date.parse(String(expiry)) + 86_400_000 * 30)
        return { ...body, expires_at: `${later.toISOString().slice(0, 19)}Z` }
      }),
    ],
    [
      'access-token-scopes-joined',
      'sends the scopes as one text with spaces',
      sending(({ scopes, ...body }) => ({ ...body, scopes: (scopes as readonly string[]).join(' ') })),
    ],
    [
      'access-token-scopes-first-only',
      'sends only the first scope',
      sending(({ scopes, ...body }) => ({ ...body, scopes: (scopes as readonly string[]).slice(0, 1) })),
    ],
  ),
  ...breaking(
    'client.access-token-secret',
    ['create-access-token'],
    [
      'access-token-secret-from-list',
      'reads the secret from the list of tokens, where it is not',
      class extends Creating {
        protected override async secretOf(id: string): Promise<string> {
          const answer = await this.call({ method: 'GET', url: this.address(this.dialect.accessTokensPath) })
          const { data } = this.json(answer) as { data: { id: string; token?: string }[] }
          return data.find((listed) => listed.id === id)?.token ?? ''
        }
      },
    ],
    [
      'access-token-id-as-secret',
      'returns the id for the secret',
      class extends Creating {
        protected override secretOf(id: string): string {
          return id
        }
      },
    ],
  ),
  ...breaking(
    'client.access-token-revoke',
    ['revoke-access-token'],
    [
      'access-token-wrong-one-revoked',
      'revokes the first token of the list',
      class extends CarefulClient {
        override async revokeAccessToken(id: string): Promise<void> {
          const { ids } = await this.page(this.dialect.accessTokensPath, 'access_tokens')
          await super.revokeAccessToken(ids.find((other) => other !== id) ?? id)
        }
      },
    ],
    [
      'access-token-revoked-by-post',
      'revokes with POST /access-tokens/{id}/revoke',
      calling(({ url }) => ({ method: 'POST', url: `${url}/revoke` })),
    ],
    [
      'access-token-revoke-not-sent',
      'forgets the token only on its own side',
      class extends CarefulClient {
        override async revokeAccessToken(): Promise<void> {}
      },
    ],
  ),
  ...breaking(
    'client.access-token-use',
    ['use-access-token'],
    [
      'access-token-exchanged',
      'exchanges the secret at the token endpoint instead of sending it',
      class extends CarefulClient {
        override async listEnvironmentsWith(secret: string): Promise<readonly string[]> {
          await this.send(this.tokenRequest({ ...this.clientForm(), client_secret: secret }))
          return this.listEnvironments()
        }
      },
    ],
    [
      'access-token-cut-at-equals',
      'reads the secret up to the first =, as a line of settings',
      using((secret) => secret.split('=')[0]!),
    ],
    ['access-token-encoded', 'percent-encodes the secret in the header', using(encodeURIComponent)],
    [
      'access-token-not-used',
      'sends its OAuth token where it was given a personal access token',
      class extends CarefulClient {
        override listEnvironmentsWith(): Promise<readonly string[]> {
          return this.listEnvironments()
        }
      },
    ],
  ),
]
