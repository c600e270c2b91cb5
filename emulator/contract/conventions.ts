// What the conventions can be. dialect/conventions.ts has their defaults and reads them.

/**
 * Every place where the specification says "not shown", or is silent, and the emulator must still answer
 * something. All of them can be switched, because an SDK author who knows the real shape must be able to have it.
 */
export interface Conventions {
  readonly listEnvelope: 'data' | 'array' | 'items' | 'named'
  readonly legacyListEnvelope: 'array' | 'data'
  readonly legacyProjects: 'list' | 'object'
  readonly objectEnvelope: 'bare' | 'data' | 'named'
  readonly errorBody: 'error' | 'problem' | 'message' | 'errors'
  readonly refusedStatus: 400 | 422
  readonly unauthenticatedStatus: 401 | 403
  readonly forbiddenStatus: 403 | 404
  readonly unknownIdStatus: 404 | 410
  readonly createdStatus: 201 | 200
  readonly deletedStatus: 204 | 200
  readonly tokenResponse: 'rfc6749' | 'withoutRefreshToken' | 'withoutExpiresIn' | 'expiresAt'
  /** Seconds. */
  readonly accessTokenLifetime: number
  readonly accessTokensPath: string
  readonly secretName: 'token' | 'secret' | 'value'
  readonly scopeFormat: 'string' | 'object'
  readonly scopeRule: 'enforced' | 'ignored'
  readonly expiresAtFormat: 'rfc3339' | 'unix-seconds' | 'unix-milliseconds'
  readonly stateCodeName: 'state' | 'prepare_state' | 'code'
  /** Seconds. */
  readonly stateCodeLifetime: number
  readonly connectFlow: 'consent' | 'redirect' | 'immediate'
  readonly defaultLimit: number
  readonly maximumLimit: number
  readonly excessiveLimit: 'refuse' | 'clamp'
  readonly unknownCursor: 'continue' | 'refuse'
  readonly bothCursors: 'refuse' | 'startingAfter'
  readonly recordMembers: 'full' | 'minimal'
  readonly environmentsPaged: boolean
  readonly bareScope: 'refuse' | 'accept'
  readonly capabilities: 'commands' | 'map'
  readonly mcpPath: string
  /** Of an environment's id, as the scope of a configuration. */
  readonly environmentPrefix: string
  /** Requests a minute for one credential; 0 for no limit. */
  readonly rateLimit: number
  readonly legacyPageSize: number
  readonly versionedResources: 'on' | 'off'
  readonly optionsAnswer: 'description' | 'noContent'
  readonly versions: readonly string[]
  readonly repeatedParameters: 'refuse' | 'first' | 'last'
  readonly emptyParameters: 'exact' | 'ignore' | 'refuse'
  readonly unknownParameters: 'ignore' | 'refuse'
  readonly unknownMembers: 'refuse' | 'ignore'
  readonly trailingSlash: 'documented' | 'any'
  /** Bytes. */
  readonly bodyLimit: number
}

/** One of `conventionNames`. */
export type ConventionName = keyof Conventions
