import type { TSchema } from 'typebox'
import type { AcceptedCredentials, Endpoint, ProtectedEndpoint, PublicEndpoint } from '../../model/contract/endpoint.ts'

/**
 * Declares an endpoint that needs credentials. The app, OPTIONS, HEAD, 405, OpenAPI and the coverage table derive from
 * the declaration.
 */
export function defineEndpoint<Params extends TSchema, Query extends TSchema, Body extends TSchema>(
  definition: ProtectedEndpoint<Params, Query, Body>,
): Endpoint {
  return definition
}

/** Declares an endpoint that anyone may call. */
export function definePublicEndpoint<Params extends TSchema, Query extends TSchema, Body extends TSchema>(
  definition: PublicEndpoint<Params, Query, Body>,
): Endpoint {
  return definition
}

/** The credentials of the versioned API and the Services API (clause 5.1). */
export const bearerCredentials: AcceptedCredentials = ['accessToken', 'personalAccessToken']

/** The credentials of the legacy API (clauses 5.4 and 5.6). */
export const legacyCredentials: AcceptedCredentials = [...bearerCredentials, 'integrationToken', 'apiKey']
