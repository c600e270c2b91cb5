// What the conventions can be. dialect/convention-definitions.ts has their defaults and the reasons for them.

/**
 * The emulator's answers to what the specification marks "not shown" or does not mention. Each can be changed, for
 * users who know the real shape.
 */
export interface Conventions {
  /** The shape of a list: `{"data": […], "has_more"}`, an array, `{"items": […], "next_cursor"}`, or its name. */
  readonly listEnvelope: 'data' | 'array' | 'items' | 'named'
  /** The shape of a list of the legacy API. */
  readonly legacyListEnvelope: 'array' | 'data'
  /** Whether `/0/projects/` answers an API key with a list of one project or with that project. */
  readonly legacyProjects: 'list' | 'object'
  /** The shape of one object: bare, `{"data": {…}}`, or by its name. */
  readonly objectEnvelope: 'bare' | 'data' | 'named'
  /** The shape of an error body; `problem` is RFC 9457. */
  readonly errorBody: 'error' | 'problem' | 'message' | 'errors'
  /** The status for refused input. A malformed id and an invalid enum value are always 400. */
  readonly refusedStatus: 400 | 422
  /** The status for missing or invalid credentials. */
  readonly unauthenticatedStatus: 401 | 403
  /** The status for a credential that does not allow the request. */
  readonly forbiddenStatus: 403 | 404
  /** The status for an id that no object has. */
  readonly unknownIdStatus: 404 | 410
  /** The status for a created object. */
  readonly createdStatus: 201 | 200
  /** The status for a deleted object; 200 comes with the object. */
  readonly deletedStatus: 204 | 200
  /** The members of a token response, as variants of RFC 6749. */
  readonly tokenResponse: 'rfc6749' | 'withoutRefreshToken' | 'withoutExpiresIn' | 'expiresAt'
  /** The lifetime of an OAuth access token, in seconds. */
  readonly accessTokenLifetime: number
  /** The path of the personal access tokens. */
  readonly accessTokensPath: string
  /** The member that holds the secret of a new personal access token. */
  readonly secretName: 'token' | 'secret' | 'value'
  /** The form of a scope: `resource:action`, or an object with both. */
  readonly scopeFormat: 'string' | 'object'
  /** Whether a request needs a credential with its scope. */
  readonly scopeRule: 'enforced' | 'ignored'
  /** The form of `expires_at`. */
  readonly expiresAtFormat: 'rfc3339' | 'unix-seconds' | 'unix-milliseconds'
  /** The member that holds the state code of `prepare-connect`. */
  readonly stateCodeName: 'state' | 'prepare_state' | 'code'
  /** The lifetime of a state code, in seconds. */
  readonly stateCodeLifetime: number
  /** What the connect page shows first: a consent page, a redirect to the third party, or the result. */
  readonly connectFlow: 'consent' | 'redirect' | 'immediate'
  /** The page size without `limit`. */
  readonly defaultLimit: number
  /** The largest page size. */
  readonly maximumLimit: number
  /** What a `limit` above `maximumLimit` does. */
  readonly excessiveLimit: 'refuse' | 'clamp'
  /** What a cursor does that is the id of no object. */
  readonly unknownCursor: 'continue' | 'refuse'
  /** What both cursors in one request do. */
  readonly bothCursors: 'refuse' | 'startingAfter'
  /** The members of records in answers; `minimal` is `id` and `name`. */
  readonly recordMembers: 'full' | 'minimal'
  /** Whether the list of environments has pages. */
  readonly environmentsPaged: boolean
  /** What the id of a configuration scope does when it comes without a prefix. */
  readonly bareScope: 'refuse' | 'accept'
  /** The shape of the capabilities of an adapter connection: a list of commands, or a map of their schemas. */
  readonly capabilities: 'commands' | 'map'
  /** The path of the MCP endpoint. */
  readonly mcpPath: string
  /** The prefix of an environment's id when it is a configuration scope. */
  readonly environmentPrefix: string
  /** The requests that one credential may send in a minute; 0 for no limit. */
  readonly rateLimit: number
  /** The records of a page of the legacy API. */
  readonly legacyPageSize: number
  /** Whether resources beyond the documented ones are served under `/1.13/`. */
  readonly versionedResources: 'on' | 'off'
  /** What OPTIONS answers in addition to `Allow`: a description, or 204. */
  readonly optionsAnswer: 'description' | 'noContent'
  /** The versions that are served, the current one first. */
  readonly versions: readonly string[]
  /** What a repeated query parameter does. */
  readonly repeatedParameters: 'refuse' | 'first' | 'last'
  /** What an empty query parameter does; `exact` filters by the empty text. */
  readonly emptyParameters: 'exact' | 'ignore' | 'refuse'
  /** What an unknown query parameter does. */
  readonly unknownParameters: 'ignore' | 'refuse'
  /** What an unknown member of a body does. */
  readonly unknownMembers: 'refuse' | 'ignore'
  /** Whether a path is also served with one slash more or less at its end. */
  readonly trailingSlash: 'documented' | 'any'
  /** The largest request body, in bytes. */
  readonly bodyLimit: number
}

/** The name of a convention: one of `conventionNames`. */
export type ConventionName = keyof Conventions
