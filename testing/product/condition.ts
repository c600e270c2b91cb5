import type { FetchWrapper } from '../../emulator/disturb/deviations/deviation.ts'
import { InterceptedRequest, type Operations } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'

/** Tells of a request whether a fault acts on it. */
export type Test = (intercepted: InterceptedRequest) => boolean | Promise<boolean>

/** When a fault acts. All other answers are right. */
export interface Condition {
  /** Completes "It does so …". */
  readonly says: string
  /** Makes a test with an empty memory, for one run. */
  readonly begin: () => Test
  /** How the operation is requested. Default: by its method, at its path. */
  readonly variant?: 'HEAD' | 'OPTIONS' | 'other slash'
}

/** A condition that needs no memory. */
const where = (says: string, test: Test): Condition => ({ says, begin: () => test })

const hasSomeParameter =
  (...names: readonly string[]): Test =>
  ({ query }) =>
    names.some((name) => query.has(name))

const hasOnly =
  (...names: readonly string[]): Test =>
  ({ query }) =>
    [...query.keys()].toSorted().join() === names.join()

const filters = ['brand', 'category', 'status', 'kind', 'level', 'search', 'type'] as const

const testIdPrefix = (prefix: string): Test => {
  const form = new RegExp(`^${prefix}[0-9A-Za-z]{27}$`)
  return ({ id }) => form.test(id)
}

/** The first request at which a late fault acts, counted for each run and operation. */
const late = 3

/** The second and every later value that distinguishes requests. */
const notTheFirst = (valueOf: (intercepted: InterceptedRequest) => string) => (): Test => {
  let first: string | undefined
  return (intercepted) => {
    const value = valueOf(intercepted)
    if (value === '') return false
    first ??= value
    return value !== first
  }
}

const scheme = (name: string): Test => {
  const form = new RegExp(`^${name} `, 'i')
  return ({ authorization }) => form.test(authorization)
}

const conditions = {
  always: where('always', () => true),
  'with-filter': where('with a filter in the query', hasSomeParameter(...filters)),
  'without-filter': where('without a filter in the query', (request) => !hasSomeParameter(...filters)(request)),
  'with-limit': where('with `limit` in the query', hasSomeParameter('limit')),
  'with-cursor': where('with a cursor in the query', hasSomeParameter('starting_after', 'ending_before', 'cursor')),
  'with-starting-after': where('after `starting_after`', hasSomeParameter('starting_after')),
  'with-ending-before': where('before `ending_before`', hasSomeParameter('ending_before')),
  'with-filter-and-limit': where(
    'with a filter and `limit` in the query',
    (request) => hasSomeParameter(...filters)(request) && hasSomeParameter('limit')(request),
  ),
  'with-filter-and-cursor': where(
    'with a filter and a cursor in the query',
    (request) => hasSomeParameter(...filters)(request) && hasSomeParameter('starting_after', 'ending_before')(request),
  ),
  'with-cursor-alone': where(
    'with a cursor and no `limit` in the query',
    (request) => hasSomeParameter('starting_after', 'ending_before')(request) && !hasSomeParameter('limit')(request),
  ),
  'with-brand': where('with `brand` in the query', hasSomeParameter('brand')),
  'with-category': where('with `category` in the query', hasSomeParameter('category')),
  'with-enum': where('with an enum filter in the query', hasSomeParameter('status', 'kind')),
  'with-search': where('with `search` in the query', hasSomeParameter('search')),
  'with-limit-1': where('where `limit` is 1', ({ query }) => query.get('limit') === '1'),
  'with-filter-alone': where(
    'with only one filter in the query',
    (request) => request.query.size === 1 && hasSomeParameter(...filters)(request),
  ),
  'with-limit-alone': where('with only `limit` in the query', hasOnly('limit')),
  'with-brand-and-limit-alone': where('with only `brand` and `limit` in the query', hasOnly('brand', 'limit')),
  'with-version-alone': where('with only `version` in the query', hasOnly('version')),
  'with-other-parameter': where('with an undocumented parameter in the query', ({ query }) =>
    [...query.keys()].some((name) => !knownParameters.has(name)),
  ),
  'without-query': where('where there is no query', ({ query }) => query.size === 0),
  head: { says: 'by HEAD', begin: () => () => true, variant: 'HEAD' },
  options: { says: 'by OPTIONS', begin: () => () => true, variant: 'OPTIONS' },
  'other-slash': {
    says: 'where the slash at the end is the other way',
    begin: () => () => true,
    variant: 'other slash',
  },
  'bare-id': where('where the id in the path is bare', testIdPrefix('')),
  'prefixed-id': where('where the id in the path has a prefix', testIdPrefix('[a-z]{3}_')),
  'wrk-id': where('where the id in the path begins with wrk_', testIdPrefix('wrk_')),
  'flw-id': where('where the id in the path begins with flw_', testIdPrefix('flw_')),
  'flr-id': where('where the id in the path begins with flr_', testIdPrefix('flr_')),
  'prj-id': where('where the id in the path begins with prj_', testIdPrefix('prj_')),
  'unknown-prefix-id': where(
    'where the id in the path has a prefix that is not documented',
    testIdPrefix('(?!wrk_|flw_|flr_|prj_)[a-z]{3}_'),
  ),
  'second-parent': { says: 'for the second id in the path', begin: notTheFirst(({ bareId }) => bareId) },
  'second-credential': { says: 'for the second credential', begin: notTheFirst(({ authorization }) => authorization) },
  bearer: where('for a Bearer value', scheme('bearer')),
  anonymous: where('without credentials', ({ authorization }) => authorization === ''),
  basic: where('for an API key', scheme('basic')),
  dsn: where('for a DSN', scheme('dsn')),
  'from-the-third': {
    says: `from the ${late}rd request on`,
    begin: () => {
      let count = 0
      return () => ++count >= late
    },
  },
} as const satisfies Readonly<Record<string, Condition>>

/** The name of a condition of requests. A law takes those that its places can meet. */
export type ConditionName = keyof typeof conditions

const knownParameters = new Set<string>([
  ...filters,
  'limit',
  'starting_after',
  'ending_before',
  'cursor',
  'path',
  'prepare_state',
])

/** The names of the conditions of requests. */
export const conditionNames: readonly string[] = Object.keys(conditions)

/** A condition by its name. */
export const findCondition = (name: ConditionName): Condition => conditions[name]

/**
 * Makes a server that handles requests for some operations itself where a condition holds. All others pass
 * unchanged.
 */
export function during(
  operations: Operations,
  condition: ConditionName | Condition,
  handle: (intercepted: InterceptedRequest) => Promise<Response>,
): FetchWrapper {
  const { begin, variant } = typeof condition === 'string' ? findCondition(condition) : condition
  return (next, operationOf) => {
    const holds = begin()
    return async (request) => {
      if (variant !== undefined && variant !== 'other slash' && request.method !== variant) return next(request)
      const asked = variant === 'other slash' ? toggleRequestSlash(request) : request
      if (variant === 'other slash' && operationOf(request) !== undefined) return next(request)
      const methods =
        variant === 'HEAD' ? ['GET'] : variant === 'OPTIONS' ? ['GET', 'POST', 'DELETE'] : [request.method]
      const intercepted = methods
        .map((method) => new InterceptedRequest(asked, operationOf(asked, method), next))
        .find((candidate) => candidate.isFor(operations))
      return intercepted !== undefined && (await holds(intercepted)) ? handle(intercepted) : next(request)
    }
  }
}

/** The same request with its trailing slash added or removed. */
function toggleRequestSlash(request: Request): Request {
  const url = new URL(request.url)
  url.pathname = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`
  return new Request(url, request.clone())
}
