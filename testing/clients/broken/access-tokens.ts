import { CarefulClient, type NewAccessToken } from '../careful/client.ts'
import type { Call } from '../careful/wire.ts'
import type { BrokenClient } from './broken-client.ts'

/** Clients that handle personal access tokens wrongly (clauses 4.2 and 5.3). */
export const brokenAccessTokens: readonly BrokenClient[] = [
  {
    name: 'access-token-renamed-by-put',
    wrong: 'renames with PUT',
    requirement: 'client.access-token-rename',
    tasks: ['rename-access-token'],
    client: class extends CarefulClient {
      protected override async call(open: Call): ReturnType<CarefulClient['call']> {
        return super.call({ ...open, method: 'PUT' })
      }
    },
  },
  {
    name: 'access-token-renamed-with-scopes',
    wrong: 'sends scopes beside the new name',
    requirement: 'client.access-token-rename',
    tasks: ['rename-access-token'],
    client: class extends CarefulClient {
      protected override bodyText(body: unknown): string {
        return super.bodyText({ ...(body as object), scopes: ['projects:read'] })
      }
    },
  },
  {
    name: 'access-token-renamed-as-title',
    wrong: 'sends the new name as title',
    requirement: 'client.access-token-rename',
    tasks: ['rename-access-token'],
    client: class extends CarefulClient {
      protected override bodyText(body: unknown): string {
        return super.bodyText({ title: (body as { name: string }).name })
      }
    },
  },
  {
    name: 'access-token-rename-claimed',
    wrong: 'reports a rename as done although it was refused',
    requirement: 'client.errors-reported',
    tasks: ['rename-access-token'],
    client: class extends CarefulClient {
      override renameAccessToken(id: string, name: string): Promise<string> {
        return super.renameAccessToken(id, name).catch(() => name)
      }
    },
  },
  {
    name: 'access-token-expiry-dropped',
    wrong: 'creates without expires_at',
    requirement: 'client.access-token-create',
    tasks: ['create-access-token'],
    client: class extends CarefulClient {
      protected override newTokenBody({ name, scopes }: NewAccessToken): object {
        return { name, scopes }
      }
    },
  },
  {
    name: 'access-token-expiry-misnamed',
    wrong: 'sends expires_at as expiresAt',
    requirement: 'client.access-token-create',
    tasks: ['create-access-token'],
    client: class extends CarefulClient {
      protected override newTokenBody({ name, scopes, expiresAt }: NewAccessToken): object {
        return { name, scopes, expiresAt }
      }
    },
  },
  {
    name: 'access-token-expiry-changed',
    wrong: 'asks for an expiry of its own, in a year, whatever it was given',
    requirement: 'client.access-token-create',
    tasks: ['create-access-token'],
    client: class extends CarefulClient {
      protected override newTokenBody(token: NewAccessToken): object {
        const expiry = Date.parse(String(token.expiresAt))
        const later = `${new Date(expiry + 86_400_000 * 30).toISOString().slice(0, 19)}Z`
        return { ...super.newTokenBody(token), expires_at: later }
      }
    },
  },
  {
    name: 'access-token-scopes-joined',
    wrong: 'sends the scopes as one text with spaces',
    requirement: 'client.access-token-create',
    tasks: ['create-access-token'],
    client: class extends CarefulClient {
      protected override newTokenBody(token: NewAccessToken): object {
        return { ...super.newTokenBody(token), scopes: token.scopes.join(' ') }
      }
    },
  },
  {
    name: 'access-token-scopes-first-only',
    wrong: 'sends the first scope alone',
    requirement: 'client.access-token-create',
    tasks: ['create-access-token'],
    client: class extends CarefulClient {
      protected override newTokenBody(token: NewAccessToken): object {
        return { ...super.newTokenBody(token), scopes: token.scopes.slice(0, 1) }
      }
    },
  },
  {
    name: 'access-token-secret-from-list',
    wrong: 'reads the secret from the list of tokens, where it is not',
    requirement: 'client.access-token-secret',
    tasks: ['create-access-token'],
    client: class extends CarefulClient {
      override async createAccessToken(token: NewAccessToken): Promise<{ id: string; secret: string }> {
        const { id } = await super.createAccessToken(token)
        const answer = await this.call({ method: 'GET', url: this.address(this.dialect.accessTokensPath) })
        const { data } = this.json(answer) as { data: { id: string; token?: string }[] }
        return { id, secret: data.find((listed) => listed.id === id)?.token ?? '' }
      }
    },
  },
  {
    name: 'access-token-id-as-secret',
    wrong: 'returns the id for the secret',
    requirement: 'client.access-token-secret',
    tasks: ['create-access-token'],
    client: class extends CarefulClient {
      override async createAccessToken(token: NewAccessToken): Promise<{ id: string; secret: string }> {
        const { id } = await super.createAccessToken(token)
        return { id, secret: id }
      }
    },
  },
  {
    name: 'access-token-wrong-one-revoked',
    wrong: 'revokes the first token of the list',
    requirement: 'client.access-token-revoke',
    tasks: ['revoke-access-token'],
    client: class extends CarefulClient {
      override async revokeAccessToken(id: string): Promise<void> {
        const { ids } = await this.page(this.dialect.accessTokensPath, 'access_tokens')
        await super.revokeAccessToken(ids.find((other) => other !== id) ?? id)
      }
    },
  },
  {
    name: 'access-token-revoked-by-post',
    wrong: 'revokes with POST /access-tokens/{id}/revoke',
    requirement: 'client.access-token-revoke',
    tasks: ['revoke-access-token'],
    client: class extends CarefulClient {
      protected override async call({ url }: Call): ReturnType<CarefulClient['call']> {
        return super.call({ method: 'POST', url: `${url}/revoke` })
      }
    },
  },
  {
    name: 'access-token-revoke-not-sent',
    wrong: 'forgets the token on its own side alone',
    requirement: 'client.access-token-revoke',
    tasks: ['revoke-access-token'],
    client: class extends CarefulClient {
      override async revokeAccessToken(): Promise<void> {}
    },
  },
  {
    name: 'access-token-exchanged',
    wrong: 'exchanges the secret at the token endpoint instead of sending it',
    requirement: 'client.access-token-use',
    tasks: ['use-access-token'],
    client: class extends CarefulClient {
      override async listEnvironmentsWith(secret: string): Promise<readonly string[]> {
        await this.send(this.tokenRequest({ ...this.clientForm(), client_secret: secret }))
        return this.listEnvironments()
      }
    },
  },
  {
    name: 'access-token-not-used',
    wrong: 'sends its OAuth token where it was given a personal access token',
    requirement: 'client.access-token-use',
    tasks: ['use-access-token'],
    client: class extends CarefulClient {
      override listEnvironmentsWith(): Promise<readonly string[]> {
        return this.listEnvironments()
      }
    },
  },
]
