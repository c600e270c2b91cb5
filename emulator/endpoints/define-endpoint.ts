import type { TSchema } from 'typebox'
import type { CredentialKind } from '../contract/credentials.ts'
import type { Endpoint, EndpointDefinition } from '../contract/endpoint.ts'

/** Declares an endpoint. The app, OPTIONS, HEAD, 405, OpenAPI and the coverage table derive from the declaration. */
export function defineEndpoint<Params extends TSchema, Query extends TSchema, Body extends TSchema>(
  definition: EndpointDefinition<Params, Query, Body>,
): Endpoint {
  return definition
}

/** The credentials of the versioned API and the Services API (clause 5.1). */
export const bearerCredentials: readonly CredentialKind[] = ['accessToken', 'personalAccessToken']

/** The credentials of the legacy API (clauses 5.4 and 5.6). */
export const legacyCredentials: readonly CredentialKind[] = [...bearerCredentials, 'integrationToken', 'apiKey']
