// The grammar: requests by the declarations of the endpoints, of the control API and of MCP, and by the
// specification's forms.
import fc from 'fast-check'
import { exampleAdapters } from '../../fixtures/adapters/adapters.ts'
import type { Conventions } from '../../emulator/contract/conventions.ts'
import type { Endpoint } from '../../emulator/contract/endpoint.ts'
import { controlEndpoints } from '../../emulator/control/control-endpoints.ts'
import type { ControlEndpoint } from '../../emulator/control/define-control.ts'
import { effectExamples } from './setups.ts'
import { scenarios } from '../../emulator/scenarios/scenarios.ts'
import { defaultConventions, describeConventions } from '../../emulator/dialect/conventions.ts'
import { servedEndpoints, templatesOf } from '../suite/endpoint-cases.ts'
import type { Asked } from './asked.ts'
import { anyId, fromSchema, idOf, oddText } from './from-schema.ts'
import { mutations } from './mutate.ts'
import { toolCalls } from './mcp-messages.ts'

type Parts = Pick<Asked, 'method' | 'path' | 'query' | 'headers' | 'body'>
type Pairs = readonly (readonly [string, string])[]

const adapterNames = [...exampleAdapters].map(({ name }) => name)
const commands = [...exampleAdapters].flatMap(({ commands: all }) => all)

const credentials = fc.oneof(
  { weight: 30, arbitrary: fc.constant('Bearer {{bearer}}') },
  { weight: 6, arbitrary: fc.constantFrom('Bearer {{token:0}}', 'Bearer {{token:1}}', 'bearer  {{bearer}}') },
  {
    weight: 6,
    arbitrary: fc.constantFrom('Bearer {{integration}}', 'Basic {{apiKey}}', 'DSN {{dsn}}', 'Basic {{client}}'),
  },
  fc.constantFrom('Bearer', 'Basic %%%', 'DSN ', 'Unknown x', 'Bearer {{bearer}}x', 'Basic Og==', ''),
)

const accept = fc.constantFrom('application/json, text/event-stream', 'application/json', 'text/html', '*/*')
const otherHeaders: fc.Arbitrary<Pairs> = fc.oneof(
  { weight: 8, arbitrary: fc.constant([]) },
  fc.constantFrom<Pairs>(
    [['Origin', 'https://app.example']],
    [['Origin', 'null']],
    [
      ['Origin', 'http://localhost:3000'],
      ['Access-Control-Request-Method', 'PUT'],
    ],
    [['Content-Encoding', 'gzip']],
    [['Range', 'bytes=0-1']],
    [['If-None-Match', '*']],
    [['X-HTTP-Method-Override', 'DELETE']],
    [['Cookie', 'a=b']],
  ),
)

/** Values of path parameters by their names. */
function pathValue(name: string): fc.Arbitrary<string> {
  const good =
    name === 'scope_id'
      ? fc
          .constantFrom(['prj_', 'projects'], ['env_', 'environments'], ['flw_', 'flows'])
          .chain(([prefix, from]) => idOf(from!, prefix))
      : name === 'adapter'
        ? fc.constantFrom(...adapterNames)
        : name === 'adapterConnectionId'
          ? idOf('adapter_connections')
          : name === 'command'
            ? fc.constantFrom(...commands.map((command) => command.name))
            : name === 'collection'
              ? fc.constantFrom(
                  'projects',
                  'catalog-products',
                  'access_tokens',
                  'adapter-records',
                  'groups',
                  'issue_events',
                )
              : name === 'name'
                ? fc.constantFrom('default', 'blue', 'green', 'red')
                : name === 'id'
                  ? fc.oneof(idOf('access_tokens'), anyId)
                  : idOf(collectionOf(name))
  return fc.oneof(
    { weight: 20, arbitrary: good },
    { weight: 2, arbitrary: anyId },
    { weight: 1, arbitrary: oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 600)) },
  )
}

function collectionOf(parameter: string): string {
  const name = parameter.replace(/_id$/, '')
  return name === 'product' ? 'catalog_products' : name === 'event' ? 'issue_events' : `${name}s`
}

function filled(template: string): fc.Arbitrary<string> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return fc.tuple(...names.map(pathValue)).map((values) => {
    let index = 0
    return template.replaceAll(/\{\w+\}/g, () => values[index++]!)
  })
}

interface Object {
  readonly properties?: Readonly<Record<string, object>>
}

/** Query parameters by the schema; a few are doubled, unknown or members of the body. */
function queryOf(schema: Object | undefined): fc.Arbitrary<Pairs> {
  const known = Object.entries(schema?.properties ?? {})
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const pair =
    known.length === 0
      ? undefined
      : fc
          .constantFrom(...known)
          .chain(([name, property]) => queryValue(name, property).map((value) => [name, text(value)] as const))
  const odd = fc.tuple(
    fc.constantFrom('limit', 'name', 'status', 'cursor', '__proto__', 'scopes', 'unknown', ''),
    oddText,
  )
  return pair === undefined
    ? fc.oneof({ weight: 8, arbitrary: fc.constant([]) }, fc.array(odd, { maxLength: 2 }))
    : fc.oneof(
        { weight: 4, arbitrary: fc.constant([]) },
        { weight: 8, arbitrary: fc.array(pair, { maxLength: 3 }) },
        fc.array(odd, { maxLength: 2 }),
      )
}

function queryValue(name: string, property: object): fc.Arbitrary<unknown> {
  if (name === 'prepare_state') return fc.constantFrom('{{state:0}}', '{{state:1}}', 'x')
  if (name === 'cursor')
    return fc.oneof(
      fc.tuple(fc.nat(1), fc.constantFrom(0, 100, 5, 2 ** 31), fc.nat(1)).map((parts) => parts.join(':')),
      oddText,
    )
  if (name === 'starting_after' || name === 'ending_before') return anyId
  if (name === 'path')
    return fc.constantFrom('mail', 'mail.from', 'a.b', 'a\\.b', 'list.0', '', '.', 'a..b', '__proto__.x')
  if (name === 'limit') return fc.constantFrom(1, 2, 5, 100, 101, 0, -1, 'x', '1e3')
  return fromSchema(property)
}

const form = (members: Pairs) =>
  members.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')

const grants: fc.Arbitrary<Pairs> = fc.constantFrom<Pairs>(
  [['grant_type', 'client_credentials']],
  [
    ['grant_type', 'client_credentials'],
    ['scope', 'projects:read'],
  ],
  [
    ['grant_type', 'refresh_token'],
    ['refresh_token', '{{refresh:0}}'],
  ],
  [
    ['grant_type', 'refresh_token'],
    ['refresh_token', '{{refresh:1}}'],
    ['scope', 'projects:read nothing'],
  ],
  [['grant_type', 'password']],
)

const newToken = fc.record({
  name: fc.constantFrom('CI', '{{canary}}', 'Ünï'),
  scopes: fc.constantFrom<unknown>(
    ['projects:read'],
    [{ resource: 'projects', action: 'read' }],
    ['environments:read', 'flows:write'],
    ['x'],
  ),
  expires_at: fc.constantFrom<unknown>('{{in30days}}', '2020-01-01T00:00:00Z', 5, '{{in30daysSeconds}}', null),
})

/** A body that the endpoint may accept; undefined for none. */
function bodyOf(endpoint: Endpoint): fc.Arbitrary<{ readonly text: string; readonly type: string } | undefined> {
  const json = (value: fc.Arbitrary<unknown>) =>
    value.map((one) => ({ text: JSON.stringify(one) ?? 'null', type: 'application/json' }))
  if (endpoint.id === 'oauth.token')
    return fc.tuple(grants, fc.boolean()).map(([members, inForm]) => ({
      text: form(inForm ? [...members, ['client_id', '{{clientId}}'], ['client_secret', '{{clientSecret}}']] : members)
        .replaceAll('%7B', '{')
        .replaceAll('%7D', '}')
        .replaceAll('%3A', ':'),
      type: 'application/x-www-form-urlencoded',
    }))
  if (endpoint.bodyType === 'form')
    return fc
      .constantFrom('decision=approve', 'decision=deny', 'decision=', 'decision=approve&decision=deny')
      .map((text) => ({
        text,
        type: 'application/x-www-form-urlencoded',
      }))
  if (endpoint.id === 'access-tokens.create') return json(newToken)
  if (endpoint.id === 'mcp') return json(toolCalls)
  if (endpoint.id === 'services.invoke')
    return json(fc.constantFrom(...commands).chain((command) => fromSchema(command.body as object)))
  return endpoint.body === undefined ? fc.constant(undefined) : json(fromSchema(endpoint.body as object))
}

function byEndpoint(endpoint: Endpoint, template: string): fc.Arbitrary<Parts> {
  const authorized =
    endpoint.id === 'oauth.token' ? fc.constantFrom('Basic {{client}}', 'Basic {{client}}', '') : credentials
  return fc
    .tuple(
      filled(template),
      queryOf(endpoint.query as Object | undefined),
      authorized,
      otherHeaders,
      bodyOf(endpoint),
      accept,
    )
    .map(([path, query, authorization, others, body, accepted]): Parts => ({
      method: endpoint.method,
      path,
      query,
      headers: [
        ...(authorization === '' || (endpoint.credentials.length === 0 && endpoint.id !== 'oauth.token')
          ? []
          : [['Authorization', authorization] as const]),
        ...(body ? [['Content-Type', body.type] as const] : []),
        ...(endpoint.id === 'mcp' ? [['Accept', accepted] as const] : []),
        ...others,
      ],
      body: body?.text,
    }))
}

/** Bodies of the control API whose schema says too little. */
const controlBodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'scenarios.set': fc.subarray(
    scenarios.map(({ name }) => name),
    { maxLength: 2 },
  ),
  'faults.add': fc.constantFrom(...effectExamples),
  'clock.change': fc.constantFrom<unknown>(
    { advance: '1h' },
    { seconds: 5 },
    { frozen: true },
    { set: '2020-01-01' },
    { advance: 'x' },
  ),
  'conventions.change': fc
    .constantFrom(...describeConventions(defaultConventions))
    .chain(({ name, alternatives }) =>
      fc
        .constantFrom<unknown>(...(Array.isArray(alternatives) ? alternatives : [7, 'x']))
        .map((value) => ({ [name]: value })),
    ),
}

/** Control endpoints that would change what the episode is about, or turn its clock by real time. */
function byControl(endpoint: ControlEndpoint): fc.Arbitrary<Parts> {
  const schema = endpoint.body as object | undefined
  const body: fc.Arbitrary<unknown> = schema
    ? (controlBodies[endpoint.id] ?? fromSchema(schema))
    : fc.constant(undefined)
  return fc
    .tuple(filled(endpoint.path), queryOf(endpoint.query as Object | undefined), body, otherHeaders)
    .map(([path, query, value, others]): Parts => ({
      method: endpoint.method,
      path: `/_emulator${path}`,
      query,
      headers: [...(value === undefined ? [] : [['Content-Type', 'application/json'] as const]), ...others],
      body: value === undefined ? undefined : JSON.stringify(value),
    }))
}

const methods = ['HEAD', 'OPTIONS', 'PATCH', 'PROPFIND', 'PUT', 'DELETE', 'POST', 'GET'] as const

const known = new Map<string, fc.Arbitrary<Asked>>()

/** Forgets what was made once for each set of conventions, so that it does not count as left behind. */
export function forgetRequests(): void {
  known.clear()
}

/** Requests under some conventions, half of them good. */
export function requestsUnder(conventions: Conventions, key: string): fc.Arbitrary<Asked> {
  let made = known.get(key)
  // Deviations bring conventions of their own, so the keys are many.
  if (!made && known.size > 40) known.clear()
  if (!made) known.set(key, (made = requestArbitrary(conventions)))
  return made
}

function requestArbitrary(conventions: Conventions): fc.Arbitrary<Asked> {
  const api = servedEndpoints(conventions).flatMap((endpoint) =>
    templatesOf(endpoint, conventions).map((template) => byEndpoint(endpoint, template)),
  )
  const hot = servedEndpoints(conventions)
    .filter(({ id }) => /^(oauth|access-tokens|connect|services|mcp|products|legacy|configurations)/.test(id))
    .flatMap((endpoint) => templatesOf(endpoint, conventions).map((template) => byEndpoint(endpoint, template)))
  const control = controlEndpoints.map(byControl)
  const parts = fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...api) },
    { weight: 6, arbitrary: fc.oneof(...hot) },
    { weight: 3, arbitrary: fc.oneof(...control) },
    {
      weight: 1,
      arbitrary: fc.array(oddText, { maxLength: 5 }).map((segments): Parts => ({
        method: 'GET',
        path: `/${segments.map((one) => encodeURIComponent(one.toWellFormed())).join('/')}`,
        query: [],
        headers: [['Authorization', 'Bearer {{bearer}}']],
        body: undefined,
      })),
    },
  )
  return fc
    .tuple(
      parts,
      fc.oneof(
        { weight: 12, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom(...methods) },
      ),
      fc.oneof(
        { weight: 6, arbitrary: fc.constant('default') },
        { weight: 3, arbitrary: fc.constantFrom('blue', 'green') },
      ),
      fc.constantFrom('path' as const, 'header' as const, 'credentials' as const),
      mutations,
    )
    .map(([one, method, world, worldBy, changes]) => ({
      ...one,
      method: method ?? one.method,
      world,
      worldBy,
      mutations: changes,
    }))
}
