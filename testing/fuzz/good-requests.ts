// The grammar: requests by the declarations of the endpoints, of the control API and of MCP, and by the
// specification's forms.
import fc from 'fast-check'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import type { Endpoint } from '../../emulator/model/contract/endpoint.ts'
import { servedEndpoints, templatesOf } from '../suite/endpoint-cases.ts'
import { filled, type QuerySchema, queryOf } from './addresses.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { bodyOf } from './bodies.ts'
import { controlRequests } from './control-requests.ts'
import { oddText } from './from-schema.ts'
import { mutations } from './mutate.ts'
import { otherHeaders, type Parts } from './parts.ts'

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

function byEndpoint(endpoint: Endpoint, template: string): fc.Arbitrary<Parts> {
  const authorized =
    endpoint.id === 'oauth.token' ? fc.constantFrom('Basic {{client}}', 'Basic {{client}}', '') : credentials
  return fc
    .tuple(
      filled(template),
      queryOf(endpoint.query as QuerySchema | undefined),
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

const methods = ['HEAD', 'OPTIONS', 'PATCH', 'PROPFIND', 'PUT', 'DELETE', 'POST', 'GET'] as const

const known = new Map<string, fc.Arbitrary<FuzzRequest>>()

/** Forgets what was made once for each set of conventions, so that it does not count as left behind. */
export function forgetRequests(): void {
  known.clear()
}

/** Requests under some conventions, half of them good. */
export function requestsUnder(conventions: Conventions, key: string): fc.Arbitrary<FuzzRequest> {
  let made = known.get(key)
  // Deviations bring conventions of their own, so the keys are many.
  if (!made && known.size > 40) known.clear()
  if (!made) known.set(key, (made = requestArbitrary(conventions)))
  return made
}

function requestArbitrary(conventions: Conventions): fc.Arbitrary<FuzzRequest> {
  const api = servedEndpoints(conventions).flatMap((endpoint) =>
    templatesOf(endpoint, conventions).map((template) => byEndpoint(endpoint, template)),
  )
  const hot = servedEndpoints(conventions)
    .filter(({ id }) => /^(oauth|access-tokens|connect|services|mcp|products|legacy|configurations)/.test(id))
    .flatMap((endpoint) => templatesOf(endpoint, conventions).map((template) => byEndpoint(endpoint, template)))
  const parts = fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...api) },
    { weight: 6, arbitrary: fc.oneof(...hot) },
    { weight: 3, arbitrary: fc.oneof(...controlRequests) },
    {
      weight: 1,
      arbitrary: fc.array(oddText, { maxLength: 5 }).map((segments): Parts => ({
        method: 'GET',
        path: `/${segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')}`,
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
    .map(([request, method, world, worldBy, changes]) => ({
      ...request,
      method: method ?? request.method,
      world,
      worldBy,
      mutations: changes,
    }))
}
