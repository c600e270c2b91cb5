import { expect, it } from 'vitest'
import { createEmulator } from '../../../create-emulator.ts'
import type { Conventions } from '../../../model/contract/conventions.ts'
import { defaultConventions, withConventions } from '../conventions.ts'
import { ask } from '../../../../testing/suite/ask.ts'

const clock = '2026-03-01T00:00:00Z'
const faults: unknown[] = []
const emulatorWith = (conventions: Partial<Conventions>) =>
  createEmulator({ clock, checkResponses: true, conventions, onError: (error) => faults.push(error) })

/** The JSON of an answer to a GET. */
async function jsonOf(conventions: Partial<Conventions>, path: string): Promise<any> {
  const { json } = await ask(emulatorWith(conventions), 'GET', path)
  expect(faults.splice(0)).toEqual([])
  return json
}

it('fills a list template with items, paging, kind and the id of the request', async () => {
  const listEnvelope = {
    results: '$items',
    paging: { more: '$hasMore', next: '$next', link: '/flows?starting_after=$next' },
    $kind: { count: null },
    $$literal: '$$5 of $kind',
    meta: ['$requestId', 1, true],
  }
  const first = await jsonOf({ listEnvelope }, '/1.13/flows?limit=1')
  const [{ id }] = first.results
  expect(first).toEqual({
    results: [expect.objectContaining({ id })],
    paging: { more: true, next: id, link: `/flows?starting_after=${id}` },
    flows: { count: null },
    $literal: '$5 of flows',
    meta: ['req_1', 1, true],
  })
  const all = await jsonOf({ listEnvelope }, '/1.13/flows?limit=100')
  expect(all.paging).toEqual({ more: false, next: null, link: null })
})

it('leaves out the members of paging where a list has no pages', async () => {
  const json = await jsonOf(
    { environmentsPaged: false, listEnvelope: { results: '$items', more: '$hasMore', paging: { next: '$next' } } },
    '/1.13/environments',
  )
  expect(json).toEqual({ results: expect.any(Array), paging: {} })
})

it('takes a bare hole for an envelope', async () => {
  expect(await jsonOf({ listEnvelope: '$items' }, '/1.13/flows')).toEqual(expect.any(Array))
  const { samples } = emulatorWith({})
  expect(await jsonOf({ objectEnvelope: '$item' }, `/1.13/projects/${samples.projectId}`)).toHaveProperty('name')
})

it('fills an object template, with the singular for the kind', async () => {
  const { samples } = emulatorWith({})
  const objectEnvelope = { ok: true, $kind: '$item', request_id: '$requestId' }
  expect(await jsonOf({ objectEnvelope }, `/1.13/projects/${samples.projectId}`)).toEqual({
    ok: true,
    project: expect.objectContaining({ name: expect.any(String) }),
    request_id: 'req_1',
  })
})

it('fills a legacy list template', async () => {
  const { samples } = emulatorWith({})
  const conventions = { legacyPageSize: 1, legacyListEnvelope: { rows: '$items', next: '$next', of: '$kind' } }
  expect(await jsonOf(conventions, `/0/projects/${samples.projectId}/groups/`)).toEqual({
    rows: [expect.any(Object)],
    next: '0:1:0',
    of: 'groups',
  })
})

it('fills an error template, and leaves the allowed values out where there are none', async () => {
  const errorBody = {
    $mediaType: 'application/problem+json',
    status: 'error',
    code: '$code',
    http: '$status',
    reason: '$message',
    options: '$allowed',
    hint: 'Use one of: $allowed',
    all: '$message Allowed: $allowed',
  }
  const refused = await ask(emulatorWith({ errorBody }), 'GET', '/1.13/resources?status=none')
  expect(refused.json).toEqual({
    status: 'error',
    code: 'invalid_enum_value',
    http: 400,
    reason: expect.any(String),
    options: ['active', 'inactive', 'archived'],
    hint: 'Use one of: active, inactive, archived',
    all: `${refused.json.reason} Allowed: active, inactive, archived`,
  })
  expect(refused.headers.get('content-type')).toBe('application/problem+json')
  const unknown = await jsonOf({ errorBody }, `/1.13/flows/${'z'.repeat(27)}`)
  expect(Object.keys(unknown)).toEqual(['status', 'code', 'http', 'reason', 'all'])
  expect(unknown.all).toBe(`${unknown.reason} Allowed:`)
})

it('leaves a part out where a hole has no value, or where it has one', async () => {
  const errorBody = {
    error: { $when: '$allowed', $value: 'Use one of $allowed.' },
    detail: { $unless: '$allowed', $value: '$message' },
    hint: { $when: '$allowed', code: '$code', status: { $text: '$status' } },
  }
  expect(await jsonOf({ errorBody }, '/1.13/resources?status=none')).toEqual({
    error: 'Use one of active, inactive, archived.',
    hint: { code: 'invalid_enum_value', status: '400' },
  })
  expect(await jsonOf({ errorBody }, `/1.13/flows/${'z'.repeat(27)}`)).toEqual({ detail: expect.any(String) })
})

it('repeats a part for each allowed value, also among the items of an array', async () => {
  const errorBody = [
    '$message',
    { $each: '$allowed', $value: 'allowed: $option' },
    { all: { $each: '$allowed', $value: { value: '$option' } } },
  ]
  const [message, ...rest] = await jsonOf({ errorBody }, '/1.13/resources?status=none')
  expect(message).toEqual(expect.any(String))
  expect(rest).toEqual([
    'allowed: active',
    'allowed: inactive',
    'allowed: archived',
    { all: [{ value: 'active' }, { value: 'inactive' }, { value: 'archived' }] },
  ])
  const [, unknown] = await jsonOf({ errorBody }, `/1.13/flows/${'z'.repeat(27)}`)
  expect(unknown).toEqual({ all: [] })
})

it('sends no body where an error template is left out', async () => {
  const emulator = emulatorWith({ errorBody: { $when: '$allowed', allowed: '$allowed' } })
  const refused = await ask(emulator, 'GET', '/1.13/resources?status=none')
  expect(refused.json).toEqual({ allowed: ['active', 'inactive', 'archived'] })
  const { text, status, headers } = await ask(emulator, 'GET', `/1.13/flows/${'z'.repeat(27)}`)
  expect([text, status, headers.get('content-type')]).toEqual(['', 404, null])
  expect(faults).toEqual([])
})

it('puts what a template says around each record of a list', async () => {
  const listEnvelope = {
    edges: { $each: '$items', $value: { cursor: '$id', of: '$kind', node: '$item' } },
    next: { $when: '$next', href: '?starting_after=$next' },
  }
  const first = await jsonOf({ listEnvelope }, '/1.13/flows?limit=1')
  const [{ node }] = first.edges
  expect(first).toEqual({
    edges: [{ cursor: node.id, of: 'flows', node: expect.objectContaining({ id: node.id }) }],
    next: { href: `?starting_after=${node.id}` },
  })
  const all = await jsonOf({ listEnvelope }, '/1.13/flows?limit=100')
  expect(Object.keys(all)).toEqual(['edges'])
  expect(all.edges.length).toBeGreaterThan(1)
})

it('makes a map of the records by their ids', async () => {
  const records = { $each: '$items', $key: '$id', $value: '$members' }
  const { flows } = await jsonOf({ listEnvelope: { $kind: records } }, '/1.13/flows?limit=2')
  expect(Object.keys(flows)).toHaveLength(2)
  for (const [id, members] of Object.entries(flows)) {
    expect(id).toMatch(/^[A-Za-z\d]{27}$/)
    expect(members).not.toHaveProperty('id')
    expect(members).toHaveProperty('name')
  }
  const { samples } = emulatorWith({})
  const groups = await jsonOf({ legacyListEnvelope: { $kind: records } }, `/0/projects/${samples.projectId}/groups/`)
  expect(Object.keys(groups.groups).length).toBeGreaterThan(1)
})

it('puts the id of an object beside its members', async () => {
  const { samples } = emulatorWith({})
  const objectEnvelope = { data: { type: '$kind', id: '$id', attributes: '$members' } }
  const { data } = await jsonOf({ objectEnvelope }, `/1.13/projects/${samples.projectId}`)
  expect(data).toEqual({
    type: 'project',
    id: samples.projectId,
    attributes: expect.objectContaining({ name: expect.any(String) }),
  })
  expect(data.attributes).not.toHaveProperty('id')
})

it('shows the secret of a new token beside the token, and an empty object for a deleted one', async () => {
  const emulator = emulatorWith({
    deletedStatus: 200,
    objectEnvelope: {
      $default: 'bare',
      'access-tokens.create': { access_token: '$item', plain: '$secret' },
      'access-tokens.revoke': { ok: true },
    },
  })
  const json = { name: 'made', scopes: ['environments:read'], expires_at: '2026-08-01T00:00:00Z' }
  const made = await ask(emulator, 'POST', '/access-tokens', { json })
  expect(made.json.plain).toMatch(/^pat_/)
  expect(made.json.access_token).not.toHaveProperty('token')
  const { id } = made.json.access_token
  const deleted = await ask(emulator, 'DELETE', `/access-tokens/${id}`)
  expect([deleted.status, deleted.json]).toEqual([200, { ok: true }])
  expect(faults).toEqual([])
})

it('repeats an array of capabilities for each command, and makes a map by name', async () => {
  const { samples } = emulatorWith({})
  const path = `/services/${samples.adapterConnectionId}/capabilities`
  const usual = await jsonOf({}, path)
  const byName = await jsonOf({ capabilities: { ok: true, tools: { $name: { schema: '$inputSchema' } } } }, path)
  expect(byName).toEqual({
    ok: true,
    tools: Object.fromEntries(usual.commands.map(({ name, inputSchema }: any) => [name, { schema: inputSchema }])),
  })
  const listed = await jsonOf({ capabilities: [{ id: '$name', about: '$description', input: '$inputSchema' }] }, path)
  expect(listed).toEqual(
    usual.commands.map(({ name, description, inputSchema }: any) => ({
      id: name,
      about: description,
      input: inputSchema,
    })),
  )
})

it('fills a token template, and issues a refresh token only where it is shown', async () => {
  const tokenOf = async (tokenResponse: Conventions['tokenResponse']) => {
    const emulator = emulatorWith({ tokenResponse })
    const { clientId, clientSecret } = emulator.credentials
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    const response = await emulator.fetch('http://localhost/oauth/token', { method: 'POST', body })
    const refreshTokens = emulator.worlds.default
      .collection('credentials')
      .all()
      .filter(({ kind }) => kind === 'refreshToken')
    return { json: await response.json(), refreshTokens: refreshTokens.length }
  }
  expect(
    await tokenOf({ token: { access_token: '$access_token', until: '$expires_at', type: '$token_type' } }),
  ).toEqual({
    json: { token: { access_token: expect.stringMatching(/^acc_/), until: '2026-03-01T01:00:00Z', type: 'Bearer' } },
    refreshTokens: 0,
  })
  expect(
    await tokenOf({ access_token: '$access_token', refresh_token: '$refresh_token', ttl: '$expires_in' }),
  ).toMatchObject({ json: { refresh_token: expect.stringMatching(/^ref_/), ttl: 3600 }, refreshTokens: 1 })
  expect(faults).toEqual([])
})

it.each<readonly [string, unknown, string]>([
  ['listEnvelope', { results: [] }, 'has no $items; a list must have its items'],
  [
    'listEnvelope',
    { results: '$item' },
    'has an unknown hole $item; did you mean $items? Write $$item for a literal text',
  ],
  ['listEnvelope', { results: '$items', at: '$nonsense' }, '; its holes are $items, $hasMore, $next'],
  ['listEnvelope', { results: 'all: $items' }, 'has $items within a text; it must stand alone'],
  ['listEnvelope', { a: '$items', b: '$items' }, 'has $items more than once'],
  ['objectEnvelope', { data: '$item', id: '$requestId' }, 'has a member id: clause 2.1 states'],
  ['listEnvelope', { $kinds: '$items' }, 'has a member named "$kinds"; did you mean $kind?'],
  ['listEnvelope', { $next: '$items' }, 'has a member named $next, which cannot name a member'],
  ['listEnvelope', { $kind: '$items', flows: 1 }, 'has a member flows beside $kind'],
  ['listEnvelope', JSON.parse('{"__proto__": "$items"}'), 'has a member __proto__'],
  ['listEnvelope', { a: '$items', b: Number.NaN }, 'must be JSON'],
  ['listEnvelope', { a: '$items', b: 'x'.repeat(9000) }, 'is longer than 8000 characters'],
  ['listEnvelope', { a: '$items', b: '\u007Fnext' }, 'holds the character U+007F'],
  ['listEnvelope', '{"results": "$items"', 'takes JSON'],
  ['listEnvelope', '$item', 'has an unknown hole $item'],
  ['objectEnvelope', { data: {} }, 'has no $item; an answer must have its object'],
  [
    'objectEnvelope',
    { data: '$item', secret: '$secret' },
    'has $secret, which only the answer of access-tokens.create',
  ],
  ['objectEnvelope', { data: '$members' }, 'has $members, a record without its id, and no $id'],
  ['objectEnvelope', { data: '$item', all: '$members' }, 'has $item and $members; leave one'],
  ['listEnvelope', { edges: { $each: '$items', $value: { node: '$nodes' } } }, 'has an unknown hole $nodes'],
  ['listEnvelope', { edges: { $each: '$items', $value: { node: 1 } } }, 'must have $item or $members once'],
  ['listEnvelope', { edges: { $each: '$items', $value: '$members' } }, 'a record without its id, and no $id'],
  ['listEnvelope', { edges: { $each: '$next', $value: '$item' } }, 'has $each: "$next"; it takes $items or $allowed'],
  ['listEnvelope', { edges: { $each: '$items', $key: 'id', $value: '$item' } }, 'has a $key that is not "$id"'],
  ['listEnvelope', { a: '$items', b: { $when: '$kind', c: 1 } }, 'asks whether there is $kind, which every answer has'],
  ['listEnvelope', { a: '$items', b: { $when: 'next', c: 1 } }, 'must be a hole such as "$next"'],
  ['listEnvelope', { a: '$items', b: { $when: '$next', $unless: '$next' } }, 'has $when beside $unless'],
  ['errorBody', { a: { $each: '$allowed', b: 1 } }, 'has a member "b" beside $each, $value or $text'],
  ['errorBody', { a: { $each: '$allowed', $value: 'x' } }, 'repeats a part without $option'],
  ['errorBody', { a: { $each: '$allowed', $value: ['$option', 'x'.repeat(200)] } }, 'repeats more than 200 bytes'],
  ['errorBody', { a: { $when: '$allowed', b: 1 } }, 'has no $allowed; clause 4.5 states'],
  ['errorBody', { a: { $key: '$id', b: '$allowed' } }, 'needs $each and $value together'],
  ['errorBody', { a: { $text: '$status', $value: '$allowed' } }, 'has $text beside $each or $value'],
  ['errorBody', { message: '$message' }, 'has no $allowed; clause 4.5 states'],
  ['errorBody', { $mediaType: 'text/html', allowed: '$allowed' }, 'must name a media type of JSON'],
  ['errorBody', { a: '$allowed', b: ['$details', '$details', '$details'] }, 'an error could exceed 64 KB'],
  ['tokenResponse', { token: '$token_type' }, 'has no $access_token'],
  ['tokenResponse', { token: '$access_token' }, 'clause 2.3 states that name'],
  ['tokenResponse', { access_token: 'x$access_token' }, 'clause 2.3 states that name'],
  ['tokenResponse', { access_token: '$access_token', a: { refresh_token: '$refresh_token' } }, 'beside access_token'],
  ['capabilities', { commands: ['$name'] }, 'has no $inputSchema'],
  ['capabilities', { name: '$name', schema: '$inputSchema' }, 'has a hole of a command outside'],
])('refuses %s=%j', (name, value, message) => {
  const change = () => withConventions(defaultConventions, { [name]: value })
  expect(change).toThrow(expect.objectContaining({ code: 'invalid_convention' }))
  expect(change).toThrow(message)
})

it('refuses a template that is deeper than anyone needs', () => {
  let deep: unknown = '$items'
  for (let level = 0; level < 25; level++) deep = [deep]
  expect(() => withConventions(defaultConventions, { listEnvelope: deep })).toThrow('is deeper than 20 levels')
})

it('takes values by operation, and the rest from $default', async () => {
  const emulator = emulatorWith({
    listEnvelope: { $default: { rows: '$items' }, 'flows.list': 'items' },
    unknownIdStatus: { $default: 410, 'projects.retrieve': 418 },
    errorBody: { $default: 'problem', 'projects.retrieve': { why: '$message $allowed' } },
    createdStatus: { $default: 201, 'projects.create': 202 },
    deletedStatus: { $default: 204, 'projects.delete': 205, 'flows.delete': 206 },
  })
  const id = 'z'.repeat(27)
  expect(Object.keys((await ask(emulator, 'GET', '/1.13/projects')).json)).toEqual(['rows'])
  expect(Object.keys((await ask(emulator, 'GET', '/1.13/flows')).json)).toEqual(['items', 'next_cursor'])
  const project = await ask(emulator, 'GET', `/1.13/projects/${id}`)
  expect([project.status, Object.keys(project.json)]).toEqual([418, ['why']])
  const flow = await ask(emulator, 'GET', `/1.13/flows/${id}`)
  expect([flow.status, flow.headers.get('content-type')]).toEqual([410, 'application/problem+json'])
  const made = await ask(emulator, 'POST', '/1.13/projects', { json: { name: 'made' } })
  expect(made.status).toBe(202)
  const deleted = await ask(emulator, 'DELETE', `/1.13/projects/${made.json.id}`)
  expect([deleted.status, deleted.text]).toEqual([205, ''])
  const [{ id: flowId }] = (await ask(emulator, 'GET', '/1.13/flows')).json.items
  const deletedFlow = await ask(emulator, 'DELETE', `/1.13/flows/${flowId}`)
  expect([deletedFlow.status, deletedFlow.json.id]).toEqual([206, flowId])
  expect(faults).toEqual([])
})

it.each<readonly [string, unknown, string]>([
  ['listEnvelope', { $default: 'data', 'project.list': 'items' }, 'which is no operation; did you mean projects.list?'],
  ['listEnvelope', { $default: 'data', 'projects.list': { a: 1 } }, 'has no $items'],
  ['refusedStatus', { 'projects.list': 422 }, 'or by operation with $default for the rest'],
  ['refusedStatus', { $default: { $default: 400 } }, 'takes 400, 422'],
  ['refusedStatus', 429, 'cannot be 429, since it tells a client to slow down'],
  ['refusedStatus', 407, 'cannot be 407, since fetch answers it with a network error'],
  ['unauthenticatedStatus', 408, 'cannot be 408, since browsers and proxies send the request again'],
  ['refusedStatus', 500, 'takes 400, 422, or a status from 400 to 499'],
  ['createdStatus', 204, 'cannot be 204, since an answer with it has no body. Use another status'],
  ['deletedStatus', 302, 'a status from 200 to 299'],
])('refuses %s=%j by operation or status', (name, value, message) => {
  expect(() => withConventions(defaultConventions, { [name]: value })).toThrow(message)
})

it('answers strangers by 407, with the challenge that RFC 9110 states for it', async () => {
  const emulator = emulatorWith({ unauthenticatedStatus: 407 })
  const { status, headers } = await ask(emulator, 'GET', '/1.13/flows', { auth: null })
  expect([status, headers.get('proxy-authenticate')]).toEqual([407, 'Bearer realm="Platform Data API"'])
})

it('reads templates and values by operation from text', () => {
  const { listEnvelope, refusedStatus } = withConventions(defaultConventions, {
    listEnvelope: '{"results":"$items","more":"$hasMore"}',
    refusedStatus: '{"$default":"418","projects.create":409}',
  })
  expect(listEnvelope).toEqual({ results: '$items', more: '$hasMore' })
  expect(refusedStatus).toEqual({ $default: 418, 'projects.create': 409 })
})
