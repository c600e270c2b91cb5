import { expect } from 'vitest'
import { type Behaviour, behaviour } from './behaviour.ts'
import type { SuiteClient } from '../suite-client.ts'
import { fillTemplatePath, servedEndpoints, servedTemplates } from '../endpoint-cases.ts'
import { suiteSeed } from '../suite-seed.ts'

const { projectId, catalogId, issueId } = suiteSeed.samples as { projectId: string; catalogId: string; issueId: string }

/** The methods of each path, by the endpoint list. */
function methodsByPath({ conventions }: SuiteClient): ReadonlyMap<string, ReadonlySet<string>> {
  const methods = new Map<string, Set<string>>()
  for (const endpoint of servedEndpoints(conventions)) {
    for (const template of servedTemplates(endpoint, conventions))
      methods.set(template, (methods.get(template) ?? new Set()).add(endpoint.method))
  }
  return methods
}

const order = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']
const allowed = (methods: ReadonlySet<string>) =>
  order
    .filter((method) => methods.has(method) || method === 'OPTIONS' || (method === 'HEAD' && methods.has('GET')))
    .join(', ')

/** Documented GET endpoints of every kind of answer. */
const readable = (client: SuiteClient): readonly string[] => [
  `${client.version}/environments`,
  `${client.version}/resources?status=active`,
  `${client.version}/pulse/catalogs/${catalogId}/products?search=chair`,
  `${client.version}/configurations/prj_${projectId}?path=mail.from`,
  client.conventions.accessTokensPath,
  '/0/',
  '/0/projects/',
  `/0/projects/${projectId}/groups/`,
  `/0/issues/${issueId}/events/`,
]

const stableHeaders = (headers: Headers) =>
  Object.fromEntries(
    [...headers].filter(
      ([name]) =>
        !['date', 'content-length', 'connection', 'keep-alive', 'transfer-encoding', 'vary'].includes(name) &&
        !name.startsWith('ratelimit'),
    ),
  )

export const httpBehaviours: readonly Behaviour[] = [
  behaviour('answers HEAD as GET, without a body, and leaves no trace', async (client) => {
    const { ids } = client.world.state
    for (const path of readable(client)) {
      const got = await client.send('GET', path)
      const head = await client.send('HEAD', path)
      expect({ status: head.status, headers: stableHeaders(head.headers), text: head.text }, path).toEqual({
        status: got.status,
        headers: stableHeaders(got.headers),
        text: '',
      })
    }
    expect((await client.send('HEAD', `${client.version}/environments`, { auth: null })).status).toBe(
      client.conventions.unauthenticatedStatus,
    )
    expect((await client.send('HEAD', '/nowhere')).text).toBe('')
    expect(client.world.state.ids).toEqual(ids)
  }),
  // holds: http.options
  behaviour(
    'answers OPTIONS at every path with Allow, without credentials, and describes the endpoint',
    async (client) => {
      for (const [template, methods] of client.some(methodsByPath(client))) {
        const reply = await client.send('OPTIONS', fillTemplatePath(template), { auth: null })
        expect(reply.headers.get('allow'), template).toBe(allowed(methods))
        if (client.conventions.optionsAnswer === 'noContent')
          expect({ status: reply.status, text: reply.text }).toEqual({ status: 204, text: '' })
        else if (client.conventions.optionsAnswer === 'empty')
          expect({ status: reply.status, text: reply.text }).toEqual({ status: 200, text: '' })
        else expect(reply).toMatchObject({ status: 200, json: { path: template, allow: allowed(methods).split(', ') } })
      }
    },
  ),
  behaviour('answers 405 at every path to a method that is not served there, with Allow', async (client) => {
    for (const [template, methods] of client.some(methodsByPath(client))) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((method) => !methods.has(method))) {
        const reply = await client.send(method, fillTemplatePath(template), { auth: null })
        // The token endpoint always refuses in the form of RFC 6749.
        if (template === '/oauth/token')
          expect({ status: reply.status, error: (reply.json as { error: unknown }).error }).toEqual({
            status: 405,
            error: 'invalid_request',
          })
        else client.expectRefusal(reply, 405, 'method_not_allowed')
        expect(reply.headers.get('allow'), template).toBe(allowed(methods))
      }
    }
  }),
  behaviour('lets a page of another origin send any request and read the headers it needs', async (client) => {
    const preflight = {
      Origin: 'http://localhost:3000',
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization, content-type',
    }
    for (const [template, methods] of client.some(methodsByPath(client))) {
      const reply = await client.send('OPTIONS', fillTemplatePath(template), { auth: null, headers: preflight })
      expect(
        {
          status: reply.status,
          methods: reply.headers.get('access-control-allow-methods'),
          headers: reply.headers.get('access-control-allow-headers'),
        },
        template,
      ).toEqual({
        status: 204,
        methods: methods.has('PUT') ? allowed(methods) : `${allowed(methods)}, PUT`,
        headers: 'authorization, content-type',
      })
    }
    expect((await client.send('OPTIONS', '/nowhere', { auth: null, headers: preflight })).status).toBe(204)
    const exposed = (
      await client.send('GET', `/0/issues/${issueId}/events/`, { headers: { Origin: 'http://localhost:3000' } })
    ).headers.get('access-control-expose-headers')
    for (const name of ['Link', 'Retry-After', 'WWW-Authenticate', 'Allow']) expect(exposed).toContain(name)
    const refused = await client.send('GET', `${client.version}/environments`, {
      auth: null,
      headers: { Origin: 'http://localhost:3000' },
    })
    expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
  }),
  // holds: http.json, legacy.root, legacy.root-content-type, legacy.root-allow, auth.required
  behaviour('answers JSON with application/json, and the root of the legacy API just as documented', async (client) => {
    for (const path of readable(client))
      expect((await client.send('GET', path)).headers.get('content-type'), path).toBe('application/json')
    const root = await client.send('GET', '/0/', { auth: null })
    expect({ status: root.status, allow: root.headers.get('allow'), type: root.headers.get('content-type') }).toEqual({
      status: 200,
      allow: 'GET, HEAD, OPTIONS',
      type: 'application/json',
    })
    expect(typeof (root.json as { version: unknown }).version).toBe('string')
    const refused = await client.get(`${client.version}/environments`, {}, { auth: null })
    expect(refused.headers.get('content-type')).toBe(
      client.conventions.errorBody === 'problem' ? 'application/problem+json' : 'application/json',
    )
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/)
    client.expectRefusal(refused, client.conventions.unauthenticatedStatus, 'unauthenticated')
  }),
]
