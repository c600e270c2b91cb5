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
  /** The value meant by what a caller or the command line gave; undefined when it is none. */
  readonly read: (given: unknown) => Value | undefined
}

/** What a convention can be, and why it is what it is by default. */
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

/** Far above any use, and far below where sums of two would lose precision or leave the calendar. */
const maximum = 1_000_000_000

const count = (minimum: number) => (given: unknown) => {
  const value = typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given
  return Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum
    ? (value as number)
    : undefined
}

/** The first segments that the specification gives to something else. */
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
  legacyListEnvelope: choice(
    '4.9',
    ['array', 'data'],
    'The Link header carries the paging, so the body is the list alone.',
  ),
  legacyProjects: choice(
    '4.9',
    ['list', 'object'],
    'Project information as a list, of one project under an API key; or that project itself.',
  ),
  objectEnvelope: choice('4', ['bare', 'data', 'named'], 'The simplest shape.'),
  errorBody: choice(
    '7',
    ['error', 'problem', 'message', 'errors'],
    'One object with a code for programs, a message for people and details.',
  ),
  refusedStatus: choice(
    '7',
    [400, 422],
    'The status that the specification uses for its two stated refusals, which stay 400 whatever this says: ' +
      'a malformed id, and a value outside an enum filter. An enum member of a body is refused as any other ' +
      'fault of a body.',
  ),
  unauthenticatedStatus: choice('7', [401, 403], 'RFC 9110: 401 comes with WWW-Authenticate.'),
  forbiddenStatus: choice('7', [403, 404], 'RFC 9110; 404 hides what exists.'),
  unknownIdStatus: choice('7', [404, 410], 'RFC 9110.'),
  createdStatus: choice('7', [201, 200], 'RFC 9110.'),
  deletedStatus: choice('7', [204, 200], 'Nothing is left to show; 200 shows what was deleted.'),
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
    'The example of RFC 6749.',
  ),
  accessTokensPath: open(
    '4.2',
    '/access-tokens',
    'a path such as /1.13/access-tokens, outside /_emulator, /oauth, /services, /app and /0',
    path,
    'As the table of clause 4.2 writes it.',
  ),
  secretName: choice('2.2', ['token', 'secret', 'value'], 'What the record is called.'),
  scopeFormat: choice('2.2', ['string', 'object'], 'resource:action, as OAuth scopes are written.'),
  scopeRule: choice(
    '5.3',
    ['enforced', 'ignored'],
    'A scope is a resource family and read or write: GET takes <family>:read, everything else ' +
      '<family>:write, and without it the answer is 403. A token gets no scope that its creator lacks, and a ' +
      'user has access to every project. A scope that is not known is refused with the list of all. Ignored ' +
      'takes any text as a scope, and scopes then decide nothing.',
  ),
  expiresAtFormat: choice(
    '2.2',
    ['rfc3339', 'unix-seconds', 'unix-milliseconds'],
    'Readable, and without doubt about the unit.',
  ),
  stateCodeName: choice('4.3', ['state', 'prepare_state', 'code'], 'It is called a state code.'),
  stateCodeLifetime: open(
    '4.3',
    600,
    'a whole number of seconds from 1 to 1000000000',
    count(1),
    'Short-lived, yet long enough for a person to sign in.',
  ),
  connectFlow: choice('4.3', ['consent', 'redirect', 'immediate'], 'A person must agree before a connection exists.'),
  defaultLimit: open('8', 20, 'a whole number from 1 to 1000000000', count(1), 'A page that fits a screen.'),
  maximumLimit: open('8', 100, 'a whole number from 1 to 1000000000', count(1), 'The page size of the legacy example.'),
  excessiveLimit: choice('8', ['refuse', 'clamp'], 'A client should learn that it will not get what it asked for.'),
  unknownCursor: choice(
    '4.6',
    ['continue', 'refuse'],
    'Ids are ordered, so a walk survives the deletion of its cursor.',
  ),
  bothCursors: choice('4.6', ['refuse', 'startingAfter'], 'The two contradict each other.'),
  recordMembers: choice(
    '2.4',
    ['full', 'minimal'],
    'A filter that cannot be seen cannot be tested; minimal shows id and name alone.',
  ),
  environmentsPaged: choice('4.4', [true, false], 'Every list is paged.'),
  bareScope: choice('2.1', ['refuse', 'accept'], 'The prefix is required where the type would be ambiguous.'),
  capabilities: choice('4.7', ['commands', 'map'], 'The shape in which MCP lists tools.'),
  mcpPath: open(
    '4.8',
    '/mcp',
    'a path such as /mcp, outside /_emulator, /oauth, /services, /app and /0',
    path,
    'The usual path of an MCP endpoint.',
  ),
  environmentPrefix: open(
    '2.1',
    'env_',
    `three lowercase letters and an underscore, and none of ${knownPrefixes.join(', ')}`,
    freePrefix,
    'Three letters that remind of the name.',
  ),
  rateLimit: open(
    '8',
    0,
    'the number of requests a minute for one credential; 0 for no limit',
    count(0),
    'Tests should not be slowed down unless they ask for it. RateLimit-Limit, RateLimit-Remaining and ' +
      'RateLimit-Reset come with every answer to a request that counts, refusals included, and Retry-After ' +
      'with 429, in seconds of virtual time; a request refused for its credentials does not count.',
  ),
  legacyPageSize: open('8', 100, 'a whole number from 1 to 1000000000', count(1), 'The documented example.'),
  versionedResources: choice(
    '4.4',
    ['on', 'off'],
    'Every resource that clause 2.4 names, by the general rules of clause 4; off leaves only what is documented.',
  ),
  optionsAnswer: choice('4', ['description', 'noContent'], 'OPTIONS describes the endpoint.'),
  versions: open(
    '9',
    ['1.13'] as readonly string[],
    'versions such as 1.13,1.14',
    versionList,
    'Several versions run at the same time; one is documented.',
  ),
  repeatedParameters: choice('4.5', ['refuse', 'first', 'last'], 'A parameter given twice is ambiguous.'),
  emptyParameters: choice(
    '4.5',
    ['exact', 'ignore', 'refuse'],
    'An empty filter is an exact match of the empty text, by the letter of clause 4.5.',
  ),
  unknownParameters: choice('4', ['ignore', 'refuse'], 'Extra parameters may be given; refuse finds misspelt filters.'),
  unknownMembers: choice('4', ['refuse', 'ignore'], 'A misspelt member would otherwise be lost without a word.'),
  trailingSlash: choice('4', ['documented', 'any'], 'A path is what the specification writes.'),
  bodyLimit: open(
    '8',
    1_048_576,
    'a whole number of bytes from 1 to 1000000000',
    count(1),
    'Far above any documented body.',
  ),
}
