import { expect } from 'vitest'
import { type Bench, type Behaviour, behaviour, writable } from '../client.ts'
import { fill, servedEndpoints, templatesOf } from '../endpoint-cases.ts'
import { suiteSeed } from '../suite-seed.ts'

const { projectId, catalogId, issueId } = suiteSeed.samples as { projectId: string; catalogId: string; issueId: string }

/** Each path with the methods that the endpoint list gives it. */
function methodsByPath({ conventions }: Bench): ReadonlyMap<string, ReadonlySet<string>> {
  const methods = new Map<string, Set<string>>()
  for (const endpoint of servedEndpoints(conventions)) {
    for (const template of templatesOf(endpoint, conventions))
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
const readable = (bench: Bench): readonly string[] => [
  `${bench.version}/environments`,
  `${bench.version}/resources?status=active`,
  `${bench.version}/pulse/catalogs/${catalogId}/products?search=chair`,
  `${bench.version}/configurations/prj_${projectId}?path=mail.from`,
  bench.conventions.accessTokensPath,
  '/0/',
  '/0/projects/',
  `/0/projects/${projectId}/groups/`,
  `/0/issues/${issueId}/events/`,
]

const withoutDate = (headers: Headers) =>
  Object.fromEntries(
    [...headers].filter(
      ([name]) =>
        !['date', 'content-length', 'connection', 'keep-alive', 'transfer-encoding', 'vary'].includes(name) &&
        !name.startsWith('ratelimit'),
    ),
  )

export const httpBehaviours: readonly Behaviour[] = [
  behaviour('answers HEAD as GET, without a body, and leaves no trace', async (bench) => {
    const { ids } = bench.world.state
    for (const path of readable(bench)) {
      const got = await bench.send('GET', path)
      const head = await bench.send('HEAD', path)
      expect({ status: head.status, headers: withoutDate(head.headers), text: head.text }, path).toEqual({
        status: got.status,
        headers: withoutDate(got.headers),
        text: '',
      })
    }
    expect((await bench.send('HEAD', `${bench.version}/environments`, { auth: null })).status).toBe(
      bench.conventions.unauthenticatedStatus,
    )
    expect((await bench.send('HEAD', '/nowhere')).text).toBe('')
    expect(bench.world.state.ids).toEqual(ids)
  }),
  // holds: http.options
  behaviour(
    'answers OPTIONS at every path with Allow, without credentials, and describes the endpoint',
    async (bench) => {
      for (const [template, methods] of methodsByPath(bench)) {
        const reply = await bench.send('OPTIONS', fill(template), { auth: null })
        expect(reply.headers.get('allow'), template).toBe(allowed(methods))
        if (bench.conventions.optionsAnswer === 'noContent')
          expect({ status: reply.status, text: reply.text }).toEqual({ status: 204, text: '' })
        else expect(reply).toMatchObject({ status: 200, json: { path: template, allow: allowed(methods).split(', ') } })
      }
    },
  ),
  behaviour('answers 405 at every path to a method that is not served there, with Allow', async (bench) => {
    for (const [template, methods] of methodsByPath(bench)) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((method) => !methods.has(method))) {
        const reply = await bench.send(method, fill(template), { auth: null })
        // The token endpoint refuses in the form of RFC 6749, whatever the dialect.
        if (template === '/oauth/token')
          expect({ status: reply.status, error: (reply.json as { error: unknown }).error }).toEqual({
            status: 405,
            error: 'invalid_request',
          })
        else bench.expectRefusal(reply, 405, 'method_not_allowed')
        expect(reply.headers.get('allow'), template).toBe(allowed(methods))
      }
    }
  }),
  behaviour('lets a page of another origin send any request and read the headers it needs', async (bench) => {
    const preflight = {
      Origin: 'https://app.example',
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization, content-type',
    }
    for (const [template, methods] of methodsByPath(bench)) {
      const reply = await bench.send('OPTIONS', fill(template), { auth: null, headers: preflight })
      expect(
        {
          status: reply.status,
          methods: reply.headers.get('access-control-allow-methods'),
          headers: reply.headers.get('access-control-allow-headers'),
        },
        template,
      ).toEqual({ status: 204, methods: allowed(methods), headers: 'authorization, content-type' })
    }
    expect((await bench.send('OPTIONS', '/nowhere', { auth: null, headers: preflight })).status).toBe(204)
    const exposed = (
      await bench.send('GET', `/0/issues/${issueId}/events/`, { headers: { Origin: 'https://app.example' } })
    ).headers.get('access-control-expose-headers')
    for (const name of ['Link', 'Retry-After', 'WWW-Authenticate', 'Allow']) expect(exposed).toContain(name)
    const refused = await bench.send('GET', `${bench.version}/environments`, {
      auth: null,
      headers: { Origin: 'https://app.example' },
    })
    expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
  }),
  // holds: http.json, legacy.root, legacy.root-content-type, legacy.root-allow, auth.required
  behaviour('answers JSON with application/json, and the root of the legacy API just as documented', async (bench) => {
    for (const path of readable(bench))
      expect((await bench.send('GET', path)).headers.get('content-type'), path).toBe('application/json')
    const root = await bench.send('GET', '/0/', { auth: null })
    expect({ status: root.status, allow: root.headers.get('allow'), type: root.headers.get('content-type') }).toEqual({
      status: 200,
      allow: 'GET, HEAD, OPTIONS',
      type: 'application/json',
    })
    expect(typeof (root.json as { version: unknown }).version).toBe('string')
    const refused = await bench.get(`${bench.version}/environments`, {}, { auth: null })
    expect(refused.headers.get('content-type')).toBe(
      bench.conventions.errorBody === 'problem' ? 'application/problem+json' : 'application/json',
    )
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/)
    bench.expectRefusal(refused, bench.conventions.unauthenticatedStatus, 'unauthenticated')
  }),
  // holds: http.json-body
  behaviour('refuses a body that is of another type, broken, no object or too large', async (bench) => {
    const path = `/0/projects/${projectId}/groups/`
    const before = bench.world.collection('groups').size
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'text/json', 'json']) {
      bench.expectRefusal(
        await bench.send('POST', path, { body: '{}', headers: { 'Content-Type': type } }),
        415,
        'unsupported_media_type',
      )
    }
    const json = { 'Content-Type': 'application/json' }
    for (const body of [
      '{',
      '{"name": }',
      'nothing',
      '"text"',
      '5',
      'null',
      '[]',
      '[{}]',
      '{"name":"a"}{',
      '\uFEFF{',
      "{'name': 1}",
    ])
      bench.expectRefused(await bench.send('POST', path, { body, headers: json }))
    bench.expectRefused(await bench.send('POST', path, { json: { name: 5 } }))
    bench.expectRefusal(
      await bench.send('POST', path, {
        body: JSON.stringify({ name: 'x'.repeat(bench.conventions.bodyLimit) }),
        headers: json,
      }),
      413,
      'payload_too_large',
    )
    // Nesting that overflows whatever walks it, yet is small.
    if (bench.conventions.bodyLimit > 100_000)
      bench.expectRefused(
        await bench.send('POST', path, { body: `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, headers: json }),
      )
    expect(bench.world.collection('groups').size).toBe(before)
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset="UTF-8"']) {
      expect(
        (await bench.send('POST', path, { body: '{"name":"Größe 椅"}', headers: { 'Content-Type': type } })).status,
        type,
      ).toBe(bench.conventions.createdStatus)
    }
  }),
  // holds: http.query-on-writes
  behaviour(
    'takes the members of a write from the body, the query string or both',
    async (bench) => {
      const path = `${bench.version}/resources`
      const created = bench.reader.object(
        (await bench.send('POST', path, { query: { name: 'By query', status: 'inactive' } })).json,
        'resource',
      )
      expect(bench.world.get('resources', created['id'] as string)).toMatchObject({
        name: 'By query',
        status: 'inactive',
      })
      expect(
        (
          await bench.send('PUT', `${path}/${String(created['id'])}`, {
            json: { name: 'By both' },
            query: { status: 'archived' },
          })
        ).status,
      ).toBe(200)
      expect(bench.world.get('resources', created['id'] as string)).toMatchObject({
        name: 'By both',
        status: 'archived',
      })
      bench.expectRefused(
        await bench.send('PUT', `${path}/${String(created['id'])}`, {
          json: { status: 'active' },
          query: { status: 'archived' },
        }),
      )
      expect(
        (await bench.send('PUT', `${path}/${String(created['id'])}`, { json: { status: 'sold' } })).status,
      ).toBeGreaterThanOrEqual(400)
      const misspelt = await bench.send('PUT', `${path}/${String(created['id'])}`, { json: { nmae: 'Lost' } })
      if (bench.conventions.unknownMembers === 'refuse')
        expect(bench.expectRefused(misspelt).message).toMatch(/name|not taken/)
      else expect(misspelt.status).toBe(200)
      expect(bench.world.get('resources', created['id'] as string)).toMatchObject({
        name: 'By both',
        status: 'archived',
      })
    },
    writable,
  ),
  // holds: http.methods
  behaviour(
    'creates, retrieves, updates partly and deletes, and forgets what belonged to it',
    async (bench) => {
      const { createdStatus, deletedStatus, unknownIdStatus } = bench.conventions
      const created = await bench.send('POST', `${bench.version}/flows`, {
        json: { name: 'Flow', project_id: projectId, status: 'paused' },
      })
      expect(created.status).toBe(createdStatus)
      const { id } = bench.reader.object(created.json, 'flow') as { id: string }
      const run = bench.reader.object(
        (await bench.send('POST', `${bench.version}/flow-runs`, { json: { name: 'Run', flow_id: `flw_${id}` } })).json,
        'flow_run',
      ) as { id: string }
      expect(await bench.ids(`${bench.version}/flows/${id}/runs`, 'flow_runs')).toEqual([run.id])
      expect(bench.reader.object((await bench.get(`${bench.version}/flows/${id}`)).json, 'flow')).toMatchObject({
        id,
        name: 'Flow',
      })
      expect((await bench.send('PUT', `${bench.version}/flows/${id}`, { json: { name: 'Renamed' } })).status).toBe(200)
      expect(bench.world.get('flows', id)).toMatchObject({ name: 'Renamed', status: 'paused', project_id: projectId })
      const deleted = await bench.send('DELETE', `${bench.version}/flows/${id}`)
      expect(deleted.status).toBe(deletedStatus)
      expect(deletedStatus === 204 ? deleted.text : bench.reader.object(deleted.json, 'flow')['id']).toBe(
        deletedStatus === 204 ? '' : id,
      )
      expect((await bench.get(`${bench.version}/flows/${id}`)).status).toBe(unknownIdStatus)
      expect((await bench.get(`${bench.version}/flow-runs/${run.id}`)).status).toBe(unknownIdStatus)
    },
    writable,
  ),
]
