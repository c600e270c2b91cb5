import { expect, it } from 'vitest'
import { createEmulator } from '../../../create-emulator.ts'
import type { Conventions } from '../../../model/contract/conventions.ts'
import { defaultConventions, withConventions } from '../conventions.ts'
import { ask } from '../../../../testing/suite/ask.ts'
import { obtainToken } from '../../../../testing/emulator/token-requests.ts'

const faults: unknown[] = []
const strictEmulator = (conventions: Partial<Conventions>) =>
  createEmulator({ clock: '2026-03-01', checkResponses: true, conventions, onError: (error) => faults.push(error) })
const { samples } = strictEmulator({})
const capabilities = `/services/${samples.adapterConnectionId}/capabilities`
const refused = '/1.13/resources?status=none'
const unknown = `/1.13/flows/${'z'.repeat(27)}`
const options = ['active', 'inactive', 'archived']

/** The JSON of an answer to a GET. */
async function fetchJson(conventions: Partial<Conventions>, path: string): Promise<any> {
  const { json } = await ask(strictEmulator(conventions), 'GET', path)
  expect(faults.splice(0)).toEqual([])
  return json
}

const [flow, ...others] = (await fetchJson({}, '/1.13/flows?limit=100')).data
const { commands } = await fetchJson({}, capabilities)
const text = expect.any(String)

it.each<[string, Partial<Conventions>, path: string, expected: unknown]>([
  [
    'items, paging, kind and the id of the request',
    {
      listEnvelope: {
        results: '$items',
        paging: { more: '$hasMore', next: '$next', link: '/flows?starting_after=$next' },
        $kind: { count: null },
        $$literal: '$$5 of $kind',
        meta: ['$requestId', 1, true],
      },
    },
    '/1.13/flows?limit=1',
    {
      results: [flow],
      paging: { more: true, next: flow.id, link: `/flows?starting_after=${flow.id}` },
      flows: { count: null },
      $literal: '$5 of flows',
      meta: ['req_1', 1, true],
    },
  ],
  [
    'the last page, where parts without a value are left out',
    { listEnvelope: { results: '$items', next: { $when: '$next', href: '?starting_after=$next' } } },
    '/1.13/flows?limit=100',
    { results: [flow, ...others] },
  ],
  [
    'the last page, where the id of the last record still is',
    { listEnvelope: { results: '$items', next: { $when: '$last', $value: '?starting_after=$last' } } },
    '/1.13/flows?limit=100',
    { results: [flow, ...others], next: `?starting_after=${others.at(-1)!.id}` },
  ],
  [
    'an empty page, which has no last record',
    { listEnvelope: { results: '$items', next: { $when: '$last', $value: '$last' }, end: '$last' } },
    `/1.13/flows?limit=100&starting_after=${'0'.repeat(27)}`,
    { results: [], end: null },
  ],
  [
    'an empty page, whose records are left out',
    { listEnvelope: { results: { $when: '$items', $value: '$items' }, none: { $unless: '$items', $value: true } } },
    `/1.13/flows?limit=100&starting_after=${'0'.repeat(27)}`,
    { none: true },
  ],
  [
    'a part around each record',
    { listEnvelope: { edges: { $each: '$items', $value: { cursor: '$id', of: '$kind', node: '$item' } } } },
    '/1.13/flows?limit=1',
    { edges: [{ cursor: flow.id, of: 'flows', node: flow }] },
  ],
  [
    'a map of records by their ids',
    { listEnvelope: { $kind: { $each: '$items', $key: '$id', $value: '$members' } } },
    '/1.13/flows?limit=1',
    { flows: { [flow.id]: expect.not.objectContaining({ id: text }) } },
  ],
  [
    'an object without its id, and the id beside it',
    { objectEnvelope: { data: { type: '$kind', id: '$id', attributes: '$members' } } },
    `/1.13/flows/${flow.id}`,
    { data: { type: 'flow', id: flow.id, attributes: expect.not.objectContaining({ id: text }) } },
  ],
  [
    'an error with allowed values',
    {
      errorBody: {
        code: '$code',
        http: '$status',
        text: { $text: '$status' },
        options: '$allowed',
        hint: 'Use one of: $allowed',
        each: { $each: '$allowed', $value: { value: '$option' } },
        detail: { $unless: '$allowed', $value: '$message' },
      },
    },
    refused,
    {
      code: 'invalid_enum_value',
      http: 400,
      text: '400',
      options,
      hint: 'Use one of: active, inactive, archived',
      each: options.map((value) => ({ value })),
    },
  ],
  [
    'an error without allowed values',
    { errorBody: { options: '$allowed', detail: { $unless: '$allowed', $value: '$message' } } },
    unknown,
    { detail: text },
  ],
  [
    'an error that is a list',
    { errorBody: ['$message', { $each: '$allowed', $value: 'allowed: $option' }] },
    refused,
    [text, ...options.map((option) => `allowed: ${option}`)],
  ],
  [
    'an error with a part for each detail',
    { errorBody: [{ $each: '$details', $value: { field: '$at', text: '$message', options: '$allowed' } }] },
    refused,
    [{ field: 'status', text, options }],
  ],
  [
    'an error with a part for each detail, of a refusal without details',
    { errorBody: { causes: { $each: '$details', $value: { field: '$at', text: '$message', options: '$allowed' } } } },
    unknown,
    { causes: [{ text }] },
  ],
  [
    'a list with a part beside the records',
    { listEnvelope: ['$hasMore', { $each: '$items', $value: { node: '$item' } }] },
    '/1.13/flows?limit=1',
    [true, { node: flow }],
  ],
  [
    'capabilities by name',
    { capabilities: { ok: true, tools: { $name: { schema: '$inputSchema' } } } },
    capabilities,
    {
      ok: true,
      tools: Object.fromEntries(commands.map(({ name, inputSchema }: any) => [name, { schema: inputSchema }])),
    },
  ],
  [
    'a list of capabilities',
    { capabilities: [{ id: '$name', about: '$description', input: '$inputSchema' }] },
    capabilities,
    commands.map(({ name, description, inputSchema }: any) => ({ id: name, about: description, input: inputSchema })),
  ],
])('fills a template with %s', async (_what, conventions, path, expected) => {
  expect(await fetchJson(conventions, path)).toEqual(expected)
})

it('shows the secret of a new token beside the token, and an empty object for a deleted one', async () => {
  const emulator = strictEmulator({
    deletedStatus: 200,
    objectEnvelope: {
      $default: 'bare',
      'access-tokens.create': { access_token: '$item', plain: '$secret' },
      'access-tokens.revoke': { ok: true },
    },
  })
  const json = { name: 'made', scopes: ['environments:read'], expires_at: '2026-08-01T00:00:00Z' }
  const made = (await ask(emulator, 'POST', '/access-tokens', { json })).json
  expect([made.plain, made.access_token.token]).toEqual([expect.stringMatching(/^pat_/), undefined])
  const deleted = await ask(emulator, 'DELETE', `/access-tokens/${made.access_token.id}`)
  expect([deleted.status, deleted.json, faults]).toEqual([200, { ok: true }, []])
})

it.each<[Conventions['tokenResponse'], answer: object, refreshTokens: number]>([
  [
    { token: { access_token: '$access_token', until: '$expires_at', type: '$token_type' } },
    { token: { access_token: expect.stringMatching(/^acc_/), until: '2026-03-01T01:00:00Z', type: 'Bearer' } },
    0,
  ],
  [
    { access_token: '$access_token', refresh_token: '$refresh_token', ttl: '$expires_in' },
    { access_token: text, refresh_token: expect.stringMatching(/^ref_/), ttl: 3600 },
    1,
  ],
])(
  'fills the token template %j, and issues a refresh token only where it is shown',
  async (template, answer, count) => {
    const emulator = strictEmulator({ tokenResponse: template })
    expect((await obtainToken(emulator)).json).toEqual(answer)
    const issued = emulator.worlds.default.collection('credentials').all()
    expect(issued.filter(({ kind }) => kind === 'refreshToken')).toHaveLength(count)
    expect(faults).toEqual([])
  },
)

it('takes values by operation, and the rest from $default', async () => {
  const emulator = strictEmulator({
    listEnvelope: { $default: { rows: '$items' }, 'flows.list': 'items' },
    unknownIdStatus: { $default: 410, 'projects.retrieve': 418 },
    errorBody: { $default: 'problem', 'projects.retrieve': { why: '$message $allowed' } },
    createdStatus: { $default: 201, 'projects.create': 202 },
  })
  const seen = async (method: string, path: string, json?: object) => {
    const answer = await ask(emulator, method, path, json ? { json } : {})
    return [answer.status, ...Object.keys(answer.json).slice(0, 2)]
  }
  expect(await seen('GET', '/1.13/projects')).toEqual([200, 'rows'])
  expect(await seen('GET', '/1.13/flows')).toEqual([200, 'items', 'next_cursor'])
  expect(await seen('GET', `/1.13/projects/${'z'.repeat(27)}`)).toEqual([418, 'why'])
  expect(await seen('GET', unknown)).toEqual([410, 'type', 'title'])
  expect(await seen('POST', '/1.13/projects', { name: 'made' })).toEqual([202, 'id', 'name'])
})

it.each<readonly [string, unknown, string]>([
  ['listEnvelope', { results: [] }, 'has no $items; a list must have its items'],
  ['listEnvelope', { results: '$item' }, 'an unknown hole $item; did you mean $items? Write $$item for a literal text'],
  ['listEnvelope', { results: 'all: $items' }, 'has $items within a text; it must be the whole text'],
  ['listEnvelope', { a: '$items', b: '$items' }, 'has $items more than once'],
  ['listEnvelope', { $kinds: '$items' }, 'has a member named "$kinds"; did you mean $kind?'],
  ['listEnvelope', { $kind: '$items', flows: 1 }, 'has a member flows next to $kind'],
  ['listEnvelope', JSON.parse('{"__proto__": "$items"}'), 'has a member __proto__'],
  ['listEnvelope', { a: '$items', b: Number.NaN }, 'must be JSON'],
  ['listEnvelope', { a: '$items', b: 'x'.repeat(9000) }, 'is longer than 8000 characters'],
  ['listEnvelope', { a: '$items', b: { $text: '$items' } }, 'has $items within a text; it must be the whole text'],
  ['listEnvelope', '{"results": "$items"', 'takes JSON'],
  ['listEnvelope', { a: { $each: '$items', $value: '$members' } }, 'a record without its id, and no $id'],
  ['listEnvelope', { a: { $each: '$next', $value: '$item' } }, 'has $each: "$next"; it takes $items'],
  ['listEnvelope', { a: '$items', b: { $when: '$kind', c: 1 } }, 'asks whether there is $kind, which every answer has'],
  [
    'listEnvelope',
    { $default: 'data', 'project.list': 'items' },
    'which is not an operation; did you mean projects.list?',
  ],
  ['objectEnvelope', { data: '$item', id: '$requestId' }, 'has a member id: clause 2.1 states'],
  [
    'objectEnvelope',
    { data: '$item', secret: '$secret' },
    'has $secret, which only the answer of access-tokens.create',
  ],
  ['objectEnvelope', { data: '$item', all: '$members' }, 'has $item and $members; leave one'],
  ['errorBody', { message: '$message' }, 'has no $allowed; clause 4.5 states'],
  ['errorBody', { $mediaType: 'text/html', allowed: '$allowed' }, 'must name a media type of JSON'],
  ['tokenResponse', { token: '$token_type' }, 'has no $access_token'],
  ['tokenResponse', { token: '$access_token' }, 'clause 2.3 states that name'],
  ['capabilities', { name: '$name', schema: '$inputSchema' }, 'has a hole of a command outside'],
  ['refusedStatus', { 'projects.list': 422 }, 'or by operation with $default for the rest'],
  ['refusedStatus', 429, 'cannot be 429, since it means that the client must slow down'],
  ['unauthenticatedStatus', 408, 'cannot be 408, since browsers and proxies send the request again'],
  ['createdStatus', 204, 'cannot be 204, since an answer with it has no body. Use another status'],
])('refuses %s=%j', (name, value, message) => {
  const change = () => withConventions(defaultConventions, { [name]: value })
  expect(change).toThrow(expect.objectContaining({ code: 'invalid_convention' }))
  expect(change).toThrow(message)
})
