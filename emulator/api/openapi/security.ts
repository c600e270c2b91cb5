import { allScopes, vocabularyName, scopeNames } from '../auth/scopes.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import type { CredentialKind } from '../../model/contract/credentials.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'

/** The document's security schemes, by credential kind (clause 5). */
export function securitySchemes(
  serverUrl: string,
  conventions: Pick<Conventions, 'scopeRule'>,
): Readonly<Record<CredentialKind, object>> {
  const scopes = Object.fromEntries(scopeNames(conventions).map((scope) => [scope, describeScope(scope)]))
  const tokenUrl = `${serverUrl}/oauth/token`
  return {
    accessToken: {
      type: 'oauth2',
      description: 'An OAuth client, server to server (clause 5.2).',
      flows: { clientCredentials: { tokenUrl, refreshUrl: tokenUrl, scopes } },
    },
    personalAccessToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'A personal access token, for scripts and manual use (clause 5.3).',
    },
    integrationToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token of an internal integration, on the legacy API (clause 5.4).',
    },
    apiKey: {
      type: 'http',
      scheme: 'basic',
      description: 'An API key as the user name, with an empty password: <API_KEY>: (clause 5.6).',
    },
    dsn: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'DSN <DSN>, the client key, on endpoints that support it (clause 5.5).',
    },
  }
}

function describeScope(scope: string): string {
  if (!(allScopes as readonly string[]).includes(scope)) return `Allows what the convention scopeRule says of ${scope}.`
  const [family = '', action] = scope.split(':')
  return `${action === 'read' ? 'Retrieve' : 'Create, change and delete'} ${family.replaceAll(/[-_]/g, ' ')}.`
}

/** The scope that an operation needs; undefined when it needs none. */
export function neededScope({ family, action, method }: Endpoint): string | undefined {
  return family === undefined ? undefined : `${family}:${action ?? (method === 'GET' ? 'read' : 'write')}`
}

/** The security requirements of an operation: any one of its credentials is enough. */
export function securityRequirements(
  endpoint: Endpoint,
  conventions: Pick<Conventions, 'scopeRule'>,
): readonly object[] {
  const scope = neededScope(endpoint)
  const name = scope === undefined ? undefined : vocabularyName(scope, conventions)
  const scopes = name === undefined ? [] : [name]
  return endpoint.credentials.map((kind) => ({ [kind]: kind === 'accessToken' ? scopes : [] }))
}
