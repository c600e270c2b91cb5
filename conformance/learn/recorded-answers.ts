// Finds the answers to the questions in recorded traffic.
import { isObject, textsIn } from '../reading/find-list.ts'
import { bareOf, isBare, isPrefixed, prefixOf } from '../reading/id-forms.ts'
import { entryOf, parseLinkHeader } from '../reading/link-header.ts'
import { parseJson } from '../send/parse-json.ts'
import { pathParameters, segmentsOf } from '../catalogue/operation-paths.ts'
import { type OperationId, findOperation } from '../catalogue/operations.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { pathNamesOf } from '../target/path-names.ts'
import type { Target } from '../target/target-file.ts'
import { Answers } from './answers.ts'
import { questions } from './questions/questions.ts'
import { pathBehind } from '../reading/path-behind.ts'
import { hasSuccessStatus, isSuccessStatus } from '../reading/success.ts'

/** A recorded exchange, as the finders read it. */
interface RecordedCall {
  readonly exchange: Exchange
  readonly operation: OperationId | undefined
  readonly method: string
  readonly status: number
  readonly path: string
  /** The parts of the path after the base URL. */
  readonly parts: readonly string[]
  /** The values in the path of the operation, by their names. */
  readonly values: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The names of the query, joined by blanks. */
  readonly names: string
  readonly authorization: string | undefined
}

interface TrafficFacts {
  readonly answers: Answers
  readonly version: string
  /** True if requests were recorded with their credentials. Only then is a request without any really anonymous. */
  readonly keepsCredentials: boolean
}

type Finder = (recorded: RecordedCall, facts: TrafficFacts) => boolean

/** Finds a request of an operation, but not OPTIONS and HEAD. */
const is =
  (operation: OperationId, fits: Finder = () => true): Finder =>
  (recorded, facts) =>
    recorded.operation === operation && recorded.method === findOperation(operation).method && fits(recorded, facts)

const both =
  (...finders: readonly Finder[]): Finder =>
  (recorded, facts) =>
    finders.every((fits) => fits(recorded, facts))

const scopeId = ({ values }: RecordedCall): string => values['scope_id'] ?? ''

const isId = (text: string): boolean => isBare(text) || isPrefixed(text)
const succeeded: Finder = ({ exchange }) => hasSuccessStatus(exchange)
/** Accepted or refused input. Other refusals, such as 401, have other causes. */
const judged: Finder = ({ status }) => isSuccessStatus(status) || status === 400 || status === 422
const refused: Finder = ({ status }) => [400, 404, 409, 410, 422].includes(status)
/** An address that is served, or is not found. */
const isKnownAddress: Finder = ({ status }) => isSuccessStatus(status) || status === 404 || status === 405
/** The statuses of missing objects. Other statuses may be about permissions. */
const notThere: Finder = ({ status }) => status === 404 || status === 410
const asStranger: Finder = ({ authorization, status }, { keepsCredentials }) =>
  keepsCredentials && authorization === undefined && status >= 400 && status < 500 && status !== 400 && status !== 429
const withoutQuery: Finder = ({ names }) => names === ''
const withQuery =
  (names: string, fits: (query: URLSearchParams) => boolean = () => true): Finder =>
  ({ names: sent, query }) =>
    sent === names && fits(query)
const limitIs = (limit: number) => withQuery('limit', (query) => query.get('limit') === String(limit))
const endsWithSlash: Finder = ({ path }) => path.endsWith('/')
const noSlash: Finder = ({ path }) => !path.endsWith('/')

/** A GET of an undocumented list below the version, or of one of its records. */
const undocumentedGet =
  (list: string, of: 'list' | 'record'): Finder =>
  ({ method, path, parts: [first, second, ...others] }, { version }) =>
    method === 'GET' &&
    !path.endsWith('/') &&
    first === version &&
    second === list &&
    others.length === (of === 'list' ? 0 : 1)

const answeredIds = ({ answers }: TrafficFacts, ...asked: readonly string[]): readonly string[] =>
  asked.flatMap((question) => answers.ids(question).map(bareOf))

/** The page after the one in an answer. */
const nextPageOf = (question: string): Finder =>
  is('products.list', (recorded, { answers }) => {
    const page = answers.get(question)
    const last = answers.ids(question).at(-1)
    if (!page || last === undefined) return false
    const asked = new URL(page.request.url)
    const expected = new URLSearchParams(asked.search)
    expected.set('starting_after', last)
    const sorted = (query: URLSearchParams) => new URLSearchParams([...query].toSorted()).toString()
    return asked.pathname.endsWith(recorded.path) && sorted(expected) === sorted(recorded.query)
  })

/** Another request like the one that answered a question. */
const again =
  (question: string): Finder =>
  ({ exchange }, { answers }) => {
    const first = answers.get(question)
    return (
      first !== undefined &&
      first !== exchange &&
      first.request.url === exchange.request.url &&
      first.request.method === exchange.request.method
    )
  }

const sentBody = ({ exchange }: RecordedCall): Readonly<Record<string, unknown>> => {
  const json = parseJson(exchange.request.body ?? '')
  return isObject(json) ? json : {}
}

const isClientCredentials: Finder = ({ exchange }) =>
  hasSuccessStatus(exchange) &&
  new URLSearchParams(exchange.request.body ?? '').get('grant_type') === 'client_credentials'

/** The prefixes that clause 2.1 shows for the scope of a configuration. */
const knownScope = /^(?:prj|flw)_$/

/**
 * Finders of the recorded exchanges that answer each question. A question without a finder needs values that do not
 * occur in recordings.
 */
const finders: Readonly<Partial<Record<string, Finder>>> = {
  'environments.list': is('environments.list', both(noSlash, withoutQuery, succeeded)),
  'environments.limit-1': is('environments.list', limitIs(1)),
  'environments.limit-2': is('environments.list', limitIs(2)),
  'environments.as-stranger': is('environments.list', asStranger),
  'environments.slash': is('environments.list', both(endsWithSlash, withoutQuery, isKnownAddress)),
  'environments.options': ({ operation, method, path, status }) =>
    operation === 'environments.list' && method === 'OPTIONS' && !path.endsWith('/') && status < 300,
  'environments.unknown-parameter': is('environments.list', both(withQuery('x-unknown-parameter'), judged)),
  'environments.retrieve': (recorded, facts) =>
    undocumentedGet('environments', 'record')(recorded, facts) &&
    answeredIds(facts, 'environments.list').includes(bareOf(recorded.parts.at(-1)!)) &&
    hasSuccessStatus(recorded.exchange),
  'environments.retrieve-unknown': (recorded, facts) =>
    undocumentedGet('environments', 'record')(recorded, facts) &&
    isId(recorded.parts.at(-1)!) &&
    !answeredIds(facts, 'environments.list').includes(bareOf(recorded.parts.at(-1)!)) &&
    notThere(recorded, facts),
  'projects.list': both(undocumentedGet('projects', 'list'), withoutQuery, isKnownAddress),
  'resources.list': is('resources.list', both(withoutQuery, succeeded)),
  'resources.invalid-enum': is(
    'resources.list',
    both(withQuery('status'), ({ status }) => status === 400),
  ),
  'products.list': is('products.list', both(withoutQuery, succeeded)),
  'products.again': both(again('products.list'), succeeded),
  'products.as-stranger': is('products.list', both(withoutQuery, asStranger)),
  'products.first': is('products.list', both(withQuery('limit'), succeeded)),
  'products.next': nextPageOf('products.first'),
  'products.third': nextPageOf('products.next'),
  'products.list.behind': nextPageOf('products.list'),
  'products.none': is(
    'products.list',
    both(
      withQuery('brand', (query) => query.get('brand') !== ''),
      succeeded,
      isEmptyPage,
    ),
  ),
  'products.empty-parameter': is(
    'products.list',
    both(
      withQuery('brand', (query) => query.get('brand') === ''),
      judged,
      ({ path }, { answers }) => answers.get('products.list')?.request.url.includes(path) === true,
    ),
  ),
  'products.unknown-cursor': is(
    'products.list',
    both(
      withQuery('starting_after', (query) => isId(query.get('starting_after')!)),
      refused,
    ),
  ),
  'products.malformed-cursor': is(
    'products.list',
    both(
      withQuery('starting_after', (query) => !isId(query.get('starting_after')!)),
      refused,
    ),
  ),
  'products.malformed-catalog': is(
    'products.list',
    both(withoutQuery, refused, ({ values }) => !isId(values['catalog_id']!)),
  ),
  'products.unknown-catalog': is(
    'products.list',
    both(withoutQuery, ({ values }) => isId(values['catalog_id']!), notThere),
  ),
  'products.limit-text': is(
    'products.list',
    both(
      withQuery('limit', (query) => !/^-?\d+$/.test(query.get('limit')!)),
      judged,
    ),
  ),
  'products.limit-huge': is(
    'products.list',
    both(
      withQuery('limit', (query) => Number(query.get('limit')) >= 1_000_000),
      judged,
    ),
  ),
  'products.limit-huge.behind': nextPageOf('products.limit-huge'),
  'configurations.value': is(
    'configurations.value',
    both(succeeded, withQuery('path'), (recorded) => prefixOf(scopeId(recorded)) !== ''),
  ),
  'configurations.parent': is('configurations.value', both(succeeded, withQuery('path'), isParent)),
  'configurations.bare-scope': is('configurations.value', both(withQuery('path'), judged, sameScope(/^$/))),
  'configurations.environment': is(
    'configurations.value',
    both(withQuery('path'), succeeded, (recorded) => prefixOf(scopeId(recorded)) === 'env_'),
  ),
  'configurations.told-prefix': is(
    'configurations.value',
    both(succeeded, withQuery('path'), (recorded, facts) => {
      const prefix = prefixOf(scopeId(recorded))
      return (
        prefix !== '' &&
        !knownScope.test(prefix) &&
        answeredIds(facts, 'environments.list').includes(bareOf(scopeId(recorded)))
      )
    }),
  ),
  'services.capabilities': is('services.capabilities', succeeded),
  'services.capabilities-other': is(
    'services.capabilities',
    both(succeeded, ({ exchange }, { answers }) => {
      const first = answers.get('services.capabilities')
      return first !== undefined && first.request.url !== exchange.request.url
    }),
  ),
  'services.unknown-connection': is(
    'services.capabilities',
    both(notThere, ({ values }) => isId(values['adapterConnectionId']!)),
  ),
  'mcp.initialize': (recorded) =>
    recorded.method === 'POST' && sentBody(recorded)['method'] === 'initialize' && hasSuccessStatus(recorded.exchange),
  'oauth.token': is('oauth.token', isClientCredentials),
  'oauth.token-again': is('oauth.token', both(isClientCredentials, again('oauth.token'))),
  'access-tokens.list': is('access-tokens.list', both(withoutQuery, succeeded)),
  'legacy.projects': is(
    'legacy-projects.list',
    both(withoutQuery, succeeded, ({ authorization = '' }) => isBasic(authorization)),
  ),
  'legacy.groups.list': is('groups.list', both(withoutQuery, succeeded)),
  'legacy.groups.next': (recorded, { answers }) => {
    const page = answers.get('legacy.groups.list')
    const entries = parseLinkHeader(page?.response.headers['link'] ?? '') ?? []
    const next = entryOf(entries, 'next')
    if (recorded.method !== 'GET' || !page || !next || !URL.canParse(next.target, page.request.url)) return false
    return new URL(next.target, page.request.url).href === new URL(recorded.exchange.request.url).href
  },
  'legacy.groups.as-stranger': is('groups.list', asStranger),
  'legacy.events.as-stranger': is('events.list', asStranger),
  'legacy.projects.as-stranger': is('legacy-projects.list', asStranger),
  'access-tokens.as-stranger': is('access-tokens.list', asStranger),
  'services.as-stranger': is('services.capabilities', asStranger),
  'connect.as-stranger': is('connect.prepare', asStranger),
  'legacy.groups.unknown-project': is(
    'groups.list',
    both(withoutQuery, notThere, ({ values }) => isId(values['project_id']!)),
  ),
  'legacy.events.list': is('events.list', both(withoutQuery, succeeded)),
  'access-tokens.create': is('access-tokens.create', succeeded),
  'access-tokens.as-secret': is('access-tokens.list', ({ exchange, authorization = '' }, { answers }) => {
    const bearer = authorization.replace(/^bearer /i, '')
    return (
      hasSuccessStatus(exchange) &&
      textsIn(answers.json('access-tokens.create')).some(({ text }) => text === bearer && bearer !== '')
    )
  }),
  'access-tokens.without-name': is(
    'access-tokens.create',
    both(refused, (recorded) => {
      const body = sentBody(recorded)
      return !('name' in body) && 'scopes' in body && 'expires_at' in body
    }),
  ),
  'access-tokens.rename': is(
    'access-tokens.rename',
    both(succeeded, (recorded) => Object.keys(sentBody(recorded)).join() === 'name'),
  ),
  'access-tokens.revoke': is('access-tokens.revoke', succeeded),
  'connect.prepare': is('connect.prepare', succeeded),
  'connect.browser': is('connect.browser', ({ query }) => query.has('prepare_state')),
}

const isBasic = (authorization: string): boolean => /^basic /i.test(authorization)

/** Returns true for the value one step above the served one. */
function isParent({ path, query }: RecordedCall, { answers }: TrafficFacts): boolean {
  const value = answers.get('configurations.value')
  const url = value && new URL(value.request.url)
  return url?.pathname === path && url.searchParams.get('path')?.replace(/\.[^.]*$/, '') === query.get('path')
}

/** The scope of the served value, with such a prefix instead of its own. */
function sameScope(prefix: RegExp): Finder {
  return (recorded, { answers }) => {
    const value = answers.get('configurations.value')
    const id = scopeId(recorded)
    return value !== undefined && prefix.test(prefixOf(id)) && new URL(value.request.url).pathname.includes(bareOf(id))
  }
}

function isEmptyPage({ exchange: { request, response } }: RecordedCall): boolean {
  const answers = new Answers()
  answers.set('page', { exchange: { request, response, startedAt: 0, durationMs: 0 } })
  return answers.list('page')?.items.length === 0
}

/**
 * The answers to the questions that recorded exchanges show. Nothing is sent. A question that they do not answer has no
 * answer: similar exchanges are not evidence.
 */
export function recordedAnswers(exchanges: readonly Exchange[], target: Target): Answers {
  const names = pathNamesOf(target)
  const answers = new Answers()
  const all = exchanges.map((exchange): RecordedCall => {
    const { operation, method, url, headers } = exchange.request
    const { pathname, searchParams } = new URL(url)
    const below = pathBehind(target.baseUrl, url) ?? pathname
    const { status } = exchange.response
    return {
      exchange,
      operation,
      method: method.toUpperCase(),
      status,
      path: pathname,
      parts: segmentsOf(below),
      values: operation === undefined ? {} : pathParameters(operation, below, names),
      query: searchParams,
      names: [...searchParams.keys()].toSorted().join(' '),
      authorization: headers['authorization'],
    }
  })
  const keepsCredentials = all.some(({ authorization }) => authorization !== undefined)
  const facts = { answers, version: names.version, keepsCredentials }
  for (const { id } of questions) {
    const fits = finders[id]
    const shows = fits && all.find((recorded) => fits(recorded, facts))
    answers.set(id, shows ? { exchange: shows.exchange } : { missing: { kind: 'recording' } })
  }
  return answers
}
