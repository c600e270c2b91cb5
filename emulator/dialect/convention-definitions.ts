import type { ConventionName, Conventions } from '../contract/conventions.ts'

/** A gap with a fixed set of answers. */
interface Choice<Value> {
  readonly kind: 'choice'
  readonly clause: string
  /** The default first. */
  readonly values: readonly Value[]
  readonly default: Value
  readonly why: string
}

/** A gap with any answer of a kind. */
interface Open<Value> {
  readonly kind: 'open'
  readonly clause: string
  readonly expects: string
  readonly default: Value
  readonly why: string
  /** Parses a value from a caller or from the command line; undefined when it is not valid. */
  readonly read: (given: unknown) => Value | undefined
}

/** The values of a convention, its default and the reason for the default. */
export type Definition<Value> = Choice<Value> | Open<Value>

function choice<const Value extends string | number | boolean>(
  clause: string,
  values: readonly [Value, ...Value[]],
  why: string,
): Choice<Value> {
  return { kind: 'choice', clause, values, default: values[0], why }
}

function open<Value>(
  clause: string,
  initial: Value,
  expects: string,
  read: (given: unknown) => Value | undefined,
  why: string,
): Open<Value> {
  return { kind: 'open', clause, default: initial, expects, read, why }
}

/** More than anyone needs, and so little that the sum of two loses no precision and stays within the calendar. */
const maximum = 1_000_000_000

const count = (minimum: number) => (given: unknown) => {
  const value = typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given
  return Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum
    ? (value as number)
    : undefined
}

/** Paths that are used by something else. */
const taken = /^\/(?:_emulator|oauth|services|app|0)(?:\/|$)/

const path = (given: unknown) =>
  typeof given === 'string' && /^(\/(?!\.{1,2}(?:\/|$))[\w.-]+)+$/.test(given) && !taken.test(given) ? given : undefined

const versionList = (given: unknown) => {
  const list = typeof given === 'string' ? given.split(',').map((version) => version.trim()) : given
  return Array.isArray(list) &&
    list.length > 0 &&
    new Set(list).size === list.length &&
    list.every((version) => typeof version === 'string' && /^\d+(\.\d+)+$/.test(version))
    ? (list as readonly string[])
    : undefined
}

/** The prefixes that clause 2.1 names. */
const knownPrefixes = ['wrk_', 'flw_', 'flr_', 'prj_']

const freePrefix = (given: unknown) =>
  typeof given === 'string' && /^[a-z]{3}_$/.test(given) && !knownPrefixes.includes(given) ? given : undefined

/** Every convention: a gap of the specification, its default and its alternatives. */
export const definitions: { readonly [Name in ConventionName]: Definition<Conventions[Name]> } = {
  listEnvelope: choice(
    '4',
    ['data', 'array', 'items', 'named'],
    'An object leaves room for more members; has_more tells a client when to stop.',
  ),
  legacyListEnvelope: choice('4.9', ['array', 'data'], 'The Link header has the paging, so the body is only the list.'),
  legacyProjects: choice(
    '4.9',
    ['list', 'object'],
    'A list in every case, with one project under an API key; object answers that project itself.',
  ),
  objectEnvelope: choice('4', ['bare', 'data', 'named'], 'It is the simplest shape.'),
  errorBody: choice(
    '7',
    ['error', 'problem', 'message', 'errors'],
    'It has a code for programs, and a message and details for people.',
  ),
  refusedStatus: choice(
    '7',
    [400, 422],
    'The specification uses 400 for the two refusals that it states: a malformed id, and an invalid value of an ' +
      'enum filter. Those two are 400 under every convention. An invalid enum member of a body is refused like ' +
      'any other fault of a body.',
  ),
  unauthenticatedStatus: choice('7', [401, 403], 'RFC 9110. A 401 comes with WWW-Authenticate.'),
  forbiddenStatus: choice('7', [403, 404], 'RFC 9110. 404 hides whether the object exists.'),
  unknownIdStatus: choice('7', [404, 410], 'RFC 9110.'),
  createdStatus: choice('7', [201, 200], 'RFC 9110.'),
  deletedStatus: choice('7', [204, 200], 'There is nothing left to show. 200 comes with the deleted object.'),
  tokenResponse: choice(
    '2.3',
    ['rfc6749', 'withoutRefreshToken', 'withoutExpiresIn', 'expiresAt'],
    'RFC 6749 section 5.1.',
  ),
  accessTokenLifetime: open(
    '5.2',
    3600,
    'a whole number of seconds from 1 to 1000000000',
    count(1),
    'It is the value in the example of RFC 6749.',
  ),
  accessTokensPath: open(
    '4.2',
    '/access-tokens',
    'a path such as /1.13/access-tokens, outside /_emulator, /oauth, /services, /app and /0',
    path,
    'The table of clause 4.2 uses this path.',
  ),
  secretName: choice('2.2', ['token', 'secret', 'value'], 'The record is called a token.'),
  scopeFormat: choice('2.2', ['string', 'object'], 'OAuth scopes are written as resource:action.'),
  scopeRule: choice(
    '5.3',
    ['enforced', 'ignored'],
    'A scope is a resource family and an action. GET needs <family>:read and every other method needs ' +
      '<family>:write; without it the answer is 403. A token has no scope that its creator lacks, and a user has ' +
      'access to every project. An unknown scope is refused with a list of all scopes. With ignored, any text is ' +
      'a valid scope, and scopes have no effect.',
  ),
  expiresAtFormat: choice(
    '2.2',
    ['rfc3339', 'unix-seconds', 'unix-milliseconds'],
    'It is readable, and its unit is clear.',
  ),
  stateCodeName: choice('4.3', ['state', 'prepare_state', 'code'], 'The specification calls it a state code.'),
  stateCodeLifetime: open(
    '4.3',
    600,
    'a whole number of seconds from 1 to 1000000000',
    count(1),
    'It is short, but long enough for a person to sign in.',
  ),
  connectFlow: choice('4.3', ['consent', 'redirect', 'immediate'], 'A person must agree before a connection is made.'),
  defaultLimit: open('8', 20, 'a whole number from 1 to 1000000000', count(1), 'Such a page fits a screen.'),
  maximumLimit: open(
    '8',
    100,
    'a whole number from 1 to 1000000000',
    count(1),
    'It is the page size in the legacy example.',
  ),
  excessiveLimit: choice('8', ['refuse', 'clamp'], 'The client learns that it asked for too much.'),
  unknownCursor: choice(
    '4.6',
    ['continue', 'refuse'],
    'Ids are ordered, so paging can continue when the object of the cursor has been deleted.',
  ),
  bothCursors: choice('4.6', ['refuse', 'startingAfter'], 'They contradict each other.'),
  recordMembers: choice(
    '2.4',
    ['full', 'minimal'],
    'A test of a filter must see the filtered field. minimal shows only id and name.',
  ),
  environmentsPaged: choice('4.4', [true, false], 'All other lists are paged.'),
  bareScope: choice('2.1', ['refuse', 'accept'], 'Without a prefix, the type of the scope is ambiguous.'),
  capabilities: choice('4.7', ['commands', 'map'], 'MCP lists tools in this shape.'),
  mcpPath: open(
    '4.8',
    '/mcp',
    'a path such as /mcp, outside /_emulator, /oauth, /services, /app and /0',
    path,
    'It is the usual path of an MCP endpoint.',
  ),
  environmentPrefix: open(
    '2.1',
    'env_',
    `three lowercase letters and an underscore, other than ${knownPrefixes.join(', ')}`,
    freePrefix,
    'It abbreviates environment.',
  ),
  rateLimit: open(
    '8',
    0,
    'the number of requests a minute for one credential; 0 for no limit',
    count(0),
    'Tests should run at full speed unless they test the limit. Every answer to a counted request, also a ' +
      'refusal, has RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset; a 429 also has Retry-After. Times ' +
      'are in seconds of virtual time. A request that is refused for its credentials is not counted.',
  ),
  legacyPageSize: open(
    '8',
    100,
    'a whole number from 1 to 1000000000',
    count(1),
    'It is the value in the documented example.',
  ),
  versionedResources: choice(
    '4.4',
    ['on', 'off'],
    'All resources of clause 2.4 are served by the general rules of clause 4. off serves only documented paths.',
  ),
  optionsAnswer: choice(
    '4',
    ['description', 'noContent'],
    'The specification says that OPTIONS describes the endpoint.',
  ),
  versions: open(
    '9',
    ['1.13'] as readonly string[],
    'versions such as 1.13,1.14',
    versionList,
    'Several versions run at the same time, and this one is documented.',
  ),
  repeatedParameters: choice('4.5', ['refuse', 'first', 'last'], 'A repeated parameter is ambiguous.'),
  emptyParameters: choice(
    '4.5',
    ['exact', 'ignore', 'refuse'],
    'By clause 4.5, an empty filter is an exact match of the empty text.',
  ),
  unknownParameters: choice(
    '4',
    ['ignore', 'refuse'],
    'The specification allows extra parameters. refuse finds misspelt filters.',
  ),
  unknownMembers: choice('4', ['refuse', 'ignore'], 'Otherwise a misspelt member would be lost silently.'),
  trailingSlash: choice('4', ['documented', 'any'], 'The specification defines the exact paths.'),
  bodyLimit: open(
    '8',
    1_048_576,
    'a whole number of bytes from 1 to 1000000000',
    count(1),
    'It is far above any documented body.',
  ),
}
