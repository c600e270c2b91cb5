import type { Cause } from '../conclusions/cause.ts'

/**
 * The clause that leaves each convention open, by the emulator's name of the convention. The kit maintains this table
 * itself.
 */
export const openClauses = {
  listEnvelope: '4',
  legacyListEnvelope: '4.9',
  legacyProjects: '4.9',
  objectEnvelope: '4',
  errorBody: '7',
  refusedStatus: '7',
  unauthenticatedStatus: '7',
  forbiddenStatus: '7',
  unknownIdStatus: '7',
  createdStatus: '7',
  successStatus: '7',
  deletedStatus: '7',
  tokenResponse: '2.3',
  accessTokenLifetime: '5.2',
  earlierTokens: '5.2',
  accessTokensPath: '4.2',
  secretName: '2.2',
  scopeFormat: '2.2',
  scopeRule: '5.3',
  expiresAtFormat: '2.2',
  stateCodeName: '4.3',
  stateCodeLifetime: '4.3',
  connectFlow: '4.3',
  defaultLimit: '8',
  maximumLimit: '8',
  minimumLimit: '8',
  excessiveLimit: '8',
  unknownCursor: '4.6',
  lastCursor: '4.6',
  bothCursors: '4.6',
  recordMembers: '2.4',
  pagedLists: '4.6',
  bareScope: '2.1',
  capabilities: '4.7',
  mcpPath: '4.8',
  environmentPrefix: '2.1',
  rateLimit: '8',
  groupStatus: '4.9',
  legacyPageSize: '8',
  versionedResources: '4.4',
  optionsAnswer: '4',
  versions: '9',
  repeatedParameters: '4.5',
  emptyParameters: '4.5',
  unknownParameters: '4',
  unknownMembers: '4',
  trailingSlash: '4',
  answerForms: '4',
  bodyLimit: '8',
} as const

/** The name of a convention. */
export type ConventionName = keyof typeof openClauses

/** The names of all conventions. */
export const conventionNames: readonly ConventionName[] = Object.keys(openClauses) as ConventionName[]

/** The cause why a convention could not be seen. */
export type UnseenCause =
  | Cause
  /** No question can show it without harm; the observer says why. */
  | { readonly kind: 'harm' }
  /** A gentle run leaves it out. */
  | { readonly kind: 'gentle' }
  /** The recorded traffic does not show it. */
  | { readonly kind: 'recording' }

/**
 * One convention, as the answers of a service show it. `seenIn` names the questions whose answers show it. Only what
 * was seen is `learned`: a guess never is.
 */
export type Observation =
  | {
      readonly state: 'learned'
      readonly value: unknown
      /** The sizes of pages at other operations, which were larger than the value. Only a twin takes them for limits. */
      readonly bounds?: Readonly<Record<string, number>>
      readonly seenIn: readonly string[]
    }
  /** The answers neither prove nor contradict the default. */
  /** `value` is the default, where a question shows it only for some values of another convention. */
  | { readonly state: 'assumed'; readonly value?: unknown; readonly seenIn: readonly string[] }
  /** Only a lower bound was seen. */
  | { readonly state: 'bound'; readonly atLeast: number; readonly seenIn: readonly string[] }
  /** Two answers contradict each other. */
  | { readonly state: 'conflict'; readonly values: readonly unknown[]; readonly seenIn: readonly string[] }
  /** `nearest` is a guess for the twin that fits the answers. It is never shown as learned. */
  | {
      readonly state: 'unobservable'
      readonly cause: UnseenCause
      readonly nearest?: unknown
      readonly seenIn: readonly string[]
    }
  /** The service has a form that the convention cannot express. `nearest` is the closest value. */
  | {
      readonly state: 'unrepresentable'
      readonly nearest?: unknown
      /** The members or the statuses that cannot be expressed. */
      readonly differs: readonly string[]
      readonly seenIn: readonly string[]
    }

export const learned = (value: unknown, ...seenIn: readonly string[]): Observation => ({
  state: 'learned',
  value,
  seenIn,
})

/** The value of an observation for a twin: as learned, or as it fits the answers best. */
export function twinValue(observation: Observation): unknown {
  if (observation.state !== 'learned') return 'nearest' in observation ? observation.nearest : undefined
  const { value, bounds } = observation
  if (!bounds) return value
  const byOperation = typeof value === 'object' && value !== null ? value : { $default: value }
  return { ...byOperation, ...bounds }
}

export const assumed = (...seenIn: readonly string[]): Observation => ({ state: 'assumed', seenIn })

export const bound = (atLeast: number, ...seenIn: readonly string[]): Observation => ({
  state: 'bound',
  atLeast,
  seenIn,
})

export const unobservable = (cause: UnseenCause, ...seenIn: readonly string[]): Observation => ({
  state: 'unobservable',
  cause,
  seenIn,
})

/** Something that could not be seen, with a guess for the twin. */
export const unobservableBut = (cause: UnseenCause, nearest: unknown, ...seenIn: readonly string[]): Observation => ({
  state: 'unobservable',
  cause,
  ...(nearest === undefined ? {} : { nearest }),
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
