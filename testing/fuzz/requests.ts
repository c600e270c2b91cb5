// Requests by the declarations of the endpoints, of the control API and of MCP, half of them good.
import fc from 'fast-check'
import { endpoints } from '../../emulator/api/endpoints/endpoints.ts'
import { declaredInput } from '../../emulator/api/input/list-query.ts'
import { defaultConventions, describeConventions } from '../../emulator/api/dialect/conventions.ts'
import { controlEndpoints } from '../../emulator/control/control-endpoints.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { exampleAdapters } from '../../fixtures/adapters/adapters.ts'
import { servedTemplates } from '../suite/endpoint-cases.ts'
import { exampleFaults, scenarioNames } from './setups.ts'
import { anyId, arbitraryId, oddText, type Schema, arbitraryValues } from './values.ts'
import { type RequestTemplate, changes, type Pairs } from './wire.ts'

const adapters = [...exampleAdapters]
const commands = adapters.flatMap((adapter) => adapter.commands)

/** Good values of path parameters. Any other is the id of a record. */
const pathValues: Readonly<Record<string, fc.Arbitrary<string>>> = {
  scope_id: fc.oneof(
    arbitraryId('projects', 'prj_'),
    arbitraryId('environments', 'env_'),
    arbitraryId('flows', 'flw_'),
  ),
  adapter: fc.constantFrom(...adapters.map(({ name }) => name)),
  adapterConnectionId: arbitraryId('adapter_connections'),
  command: fc.constantFrom(...commands.map(({ name }) => name)),
  collection: fc.constantFrom('projects', 'catalog-products', 'access_tokens', 'adapter-records', 'issue_events'),
  name: fc.constantFrom('default', 'blue', 'green', 'red'),
  id: fc.oneof(arbitraryId('access_tokens'), anyId),
  index: fc.nat(40).map(String),
  number: fc.nat(40).map(String),
  product_id: arbitraryId('catalog_products'),
  event_id: arbitraryId('issue_events'),
}

const pathValue = (name: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 20, arbitrary: pathValues[name] ?? arbitraryId(`${name.replace(/_id$/, '')}s`) },
    { weight: 2, arbitrary: anyId },
    oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 600)),
  )

/** Query parameters by the schema; a few are repeated or unknown. */
function arbitraryQuery({ properties = {} }: Schema): fc.Arbitrary<Pairs> {
  const known = Object.entries(properties).map(([name, schema]) =>
    arbitraryValues(name, schema).map(
      (value) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
  )
  const unknown = fc.tuple(fc.constantFrom('limit', 'name', 'status', '__proto__', 'unknown', ''), oddText)
  return fc.oneof(fc.constant([]), fc.array(fc.oneof(...known, unknown), { maxLength: known.length > 0 ? 3 : 0 }))
}

const mcpParams: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  initialize: fc.constant({ protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }),
  'tools/list': fc.constantFrom<unknown>({}, { cursor: 'x' }),
  'tools/call': fc.record({
    name: fc.constantFrom('list_projects', 'list_catalog_products', 'shop_create-order', 'mailer_send', 'x'),
    arguments: fc.oneof(
      fc.constantFrom<unknown>({}, { limit: 2 }, { adapter_connection_id: '{{id:adapter_connections:0}}' }, null),
      fc.jsonValue({ maxDepth: 2 }),
    ),
  }),
  nonsense: fc.jsonValue({ maxDepth: 1 }),
}
const mcpMessage = fc.constantFrom('tools/call', 'ping', ...Object.keys(mcpParams)).chain((method) =>
  fc.record({
    jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0'),
    id: fc.constantFrom<unknown>(1, 'a', -1, 1.5, undefined),
    method: fc.constant(method),
    params: mcpParams[method] ?? fc.constant({}),
  }),
)

const client = { client_id: '{{clientId}}', client_secret: '{{clientSecret}}' }

/** Bodies of endpoints whose schema says too little. */
const bodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  mcp: fc.oneof({ weight: 12, arbitrary: mcpMessage }, fc.array(mcpMessage, { maxLength: 3 }), fc.jsonValue()),
  'services.invoke': fc.constantFrom(...commands).chain(({ body }) => arbitraryValues('', body as Schema)),
  'oauth.token': fc.constantFrom<unknown>(
    { grant_type: 'client_credentials' },
    { grant_type: 'client_credentials', scope: 'projects:read', ...client },
    { grant_type: 'refresh_token', refresh_token: '{{refresh:0}}' },
    { grant_type: 'refresh_token', refresh_token: '{{refresh:1}}', scope: 'projects:read nothing', ...client },
    { grant_type: 'password' },
  ),
  'scenarios.set': fc.subarray([...scenarioNames], { maxLength: 2 }),
  'faults.add': fc.constantFrom(...exampleFaults),
  'clock.change': fc.constantFrom<unknown>(
    { advance: '1h' },
    { frozen: true },
    { set: '2020-01-01' },
    { advance: 'x' },
  ),
  'conventions.change': fc
    .constantFrom(...describeConventions(defaultConventions))
    .chain(({ name, alternatives }) =>
      fc
        .constantFrom<unknown>(...(Array.isArray(alternatives) ? alternatives : [7]))
        .map((value) => ({ [name]: value })),
    ),
}

/** A form, whose placeholders stay as they are. */
const toForm = (members: object) =>
  Object.entries(members)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`)
    .join('&')
    .replaceAll(/%7B|%7D|%3A/g, decodeURIComponent)

const credentials = fc.oneof(
  { weight: 30, arbitrary: fc.constant('Bearer {{bearer}}') },
  { weight: 6, arbitrary: fc.constantFrom('Bearer {{token:0}}', 'Bearer {{token:1}}', 'Bearer {{integration}}') },
  {
    weight: 6,
    arbitrary: fc.constantFrom('Basic {{apiKey}}', 'DSN {{dsn}}', 'Basic {{client}}', 'bearer  {{bearer}}'),
  },
  fc.constantFrom('Bearer', 'Basic %%%', 'DSN ', 'Unknown x', 'Bearer {{bearer}}x', 'Basic Og==', ''),
)

/** Headers that any request may have. */
const otherHeaders = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  fc.subarray<Pairs[number]>(
    [
      ['Origin', 'https://app.example'],
      ['Access-Control-Request-Method', 'PUT'],
      ['Accept', 'text/html'],
      ['Content-Encoding', 'gzip'],
      ['Range', 'bytes=0-1'],
      ['If-None-Match', '*'],
      ['X-HTTP-Method-Override', 'DELETE'],
    ],
    { maxLength: 2 },
  ),
)

interface DeclaredOperation {
  readonly id: string
  readonly method: string
  readonly params?: object | undefined
  readonly query?: object | undefined
  readonly body?: object | undefined
  readonly bodyType?: string | undefined
}

type Parts = Pick<RequestTemplate, 'method' | 'path' | 'query' | 'headers' | 'body'>

/** Requests of an endpoint. */
function arbitraryRequests(
  { id, method, params = {}, query = {}, body: schema, bodyType }: DeclaredOperation,
  authorizations: fc.Arbitrary<string>,
  templatesOf: (conventions: Conventions) => readonly string[],
): fc.Arbitrary<Parts> {
  const names = Object.keys((params as Schema).properties ?? {})
  return fc
    .record({
      which: fc.nat(1),
      values: fc.record(Object.fromEntries(names.map((name) => [name, pathValue(name)]))),
      query: arbitraryQuery(query as Schema),
      authorization: authorizations,
      value: bodies[id] ?? (schema ? arbitraryValues('', schema as Schema) : fc.constant(undefined)),
      others: otherHeaders,
    })
    .map(({ which, values, query, authorization, value, others }): Parts => {
      const type = bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
      const headers: Pairs = [
        ['Authorization', authorization],
        ['Content-Type', value === undefined ? '' : type],
        ['Accept', id === 'mcp' ? 'application/json, text/event-stream' : ''],
        ...others,
      ]
      return {
        method,
        path: (conventions) => {
          const templates = templatesOf(conventions)
          const template = templates[which % templates.length] ?? '/not-served'
          return template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '')
        },
        query,
        headers: headers.filter(([, text]) => text !== ''),
        body: bodyType === 'form' ? toForm(Object(value) as object) : JSON.stringify(value),
      }
    })
}

const none = fc.constant('')
/** Operations with more states than the records of a collection have come more often. */
const hot = /^(oauth|access-tokens|connect|services|mcp|products|legacy|configurations)/
const api = endpoints.map((endpoint) => {
  const isOpen = endpoint.credentials.length === 0
  const token = fc.constantFrom('Basic {{client}}', '')
  const authorizations = endpoint.id === 'oauth.token' ? token : isOpen ? none : credentials
  const input = { ...endpoint, ...declaredInput(endpoint, false, defaultConventions) }
  const arbitrary = arbitraryRequests(input, authorizations, (conventions) => servedTemplates(endpoint, conventions))
  return { weight: hot.test(endpoint.id) ? 4 : 1, arbitrary }
})
const control = controlEndpoints.map((endpoint) =>
  arbitraryRequests(endpoint, none, () => [`/_emulator${endpoint.path}`]),
)

/** Requests of any kind. */
export const requests: fc.Arbitrary<RequestTemplate> = fc
  .record({
    parts: fc.oneof({ weight: 4, arbitrary: fc.oneof(...api) }, { weight: 1, arbitrary: fc.oneof(...control) }),
    otherMethod: fc.oneof(
      { weight: 12, arbitrary: fc.constant(undefined) },
      fc.constantFrom('HEAD', 'OPTIONS', 'PATCH', 'PROPFIND', 'PUT', 'DELETE', 'POST', 'GET'),
    ),
    world: fc.constantFrom('default', 'default', 'default', 'default', 'blue', 'green'),
    worldBy: fc.constantFrom('path', 'header', 'credentials'),
    changes,
  })
  .map(({ parts, otherMethod, ...rest }) => ({ ...parts, ...rest, method: otherMethod ?? parts.method }))
