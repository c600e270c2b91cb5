import type { Cause } from '../conclusions/cause.ts'

/** The places that the specification leaves open, by the names that the emulator takes: a list of the kit's own. */
export const conventionNames = [
  'listEnvelope',
  'legacyListEnvelope',
  'legacyProjects',
  'objectEnvelope',
  'errorBody',
  'refusedStatus',
  'unauthenticatedStatus',
  'forbiddenStatus',
  'unknownIdStatus',
  'createdStatus',
  'deletedStatus',
  'tokenResponse',
  'accessTokenLifetime',
  'accessTokensPath',
  'secretName',
  'scopeFormat',
  'scopeRule',
  'expiresAtFormat',
  'stateCodeName',
  'stateCodeLifetime',
  'connectFlow',
  'defaultLimit',
  'maximumLimit',
  'excessiveLimit',
  'unknownCursor',
  'bothCursors',
  'recordMembers',
  'environmentsPaged',
  'bareScope',
  'capabilities',
  'mcpPath',
  'environmentPrefix',
  'rateLimit',
  'legacyPageSize',
  'versionedResources',
  'optionsAnswer',
  'versions',
  'repeatedParameters',
  'emptyParameters',
  'unknownParameters',
  'unknownMembers',
  'trailingSlash',
  'bodyLimit',
] as const

/** The name of a convention. */
export type ConventionName = (typeof conventionNames)[number]

/** Why a convention could not be seen. */
export type UnseenCause =
  | Cause
  /** No question can show it without harm: the observer says why. */
  | { readonly kind: 'harm' }

/**
 * What the answers of a service show of one convention. `seenIn` names the questions whose answers show it. Only what
 * was seen is `learned`: a guess never is.
 */
export type Observation =
  | { readonly state: 'learned'; readonly value: unknown; readonly seenIn: readonly string[] }
  /** Nothing that was seen speaks against the default, and nothing proves it. */
  | { readonly state: 'assumed'; readonly seenIn: readonly string[] }
  /** Only a limit was seen. */
  | { readonly state: 'bound'; readonly atLeast: number; readonly seenIn: readonly string[] }
  /** Two answers contradict each other. */
  | { readonly state: 'conflict'; readonly values: readonly unknown[]; readonly seenIn: readonly string[] }
  | { readonly state: 'unobservable'; readonly cause: UnseenCause; readonly seenIn: readonly string[] }
  /** The service has a form that no value of the convention has. `nearest` is the value that comes nearest. */
  | {
      readonly state: 'unrepresentable'
      readonly nearest?: unknown
      /** The members or the statuses that cannot be expressed. */
      readonly differs: readonly string[]
      readonly seenIn: readonly string[]
    }

/** How well a convention is known. */
export type ObservedState = Observation['state']

export const learned = (value: unknown, ...seenIn: readonly string[]): Observation => ({
  state: 'learned',
  value,
  seenIn,
})

export const assumed = (...seenIn: readonly string[]): Observation => ({ state: 'assumed', seenIn })

export const bound = (atLeast: number, ...seenIn: readonly string[]): Observation => ({
  state: 'bound',
  atLeast,
  seenIn,
})

export const unseen = (cause: UnseenCause, ...seenIn: readonly string[]): Observation => ({
  state: 'unobservable',
  cause,
  seenIn,
})

export const unrepresentable = (
  differs: readonly string[],
  seenIn: readonly string[],
  nearest?: unknown,
): Observation => ({
  state: 'unrepresentable',
  ...(nearest === undefined ? {} : { nearest }),
  differs,
  seenIn,
})
