import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { createEmulator } from '../../create-emulator.ts'
import type { AnswerForm, AnswerForms } from '../../model/contract/answer-form.ts'

const served = (answerForms: AnswerForms) => createEmulator({ conventions: { answerForms } })

it('gives an answer the form of its operation and outcome, and others that of $default', async () => {
  const emulator = served({
    $default: { refusal: { mediaType: 'application/vnd.api+json' }, unauthenticated: { members: { trace: 'text' } } },
    'legacy.root': { success: { without: ['auth'], members: { user: { id: 'text' }, 'user.id': 1 } } },
    'environments.list': { success: { members: { 'data[].links': { self: 'text' } } } },
    'products.list': { malformed_id: { without: ['error.code'], members: { 'error.reason': '$message $$' } } },
  })
  const root = await ask(emulator, 'GET', '/0/', { auth: null })
  expect(root.json).toEqual({ version: '0', user: { id: 1 } })
  const { json } = await ask(emulator, 'GET', '/1.13/environments')
  expect(json.data[0]).toMatchObject({ links: { self: 'text' }, id: expect.any(String) })
  const malformed = await ask(emulator, 'GET', '/1.13/pulse/catalogs/x/products')
  expect(malformed.json.error).toMatchObject({ reason: expect.stringMatching(/27.* \$$/s) })
  expect(malformed.json.error.code).toBeUndefined()
  const stranger = await ask(emulator, 'GET', '/1.13/resources', { auth: null })
  expect([stranger.json.trace, stranger.headers.get('content-type')]).toEqual(['text', 'application/json'])
  const nowhere = await ask(emulator, 'GET', '/1.13/nowhere')
  expect(nowhere.headers.get('content-type')).toBe('application/vnd.api+json')
})

it('turns a time into seconds where the form has a number', async () => {
  const emulator = createEmulator({
    conventions: {
      tokenResponse: { access_token: '$access_token', expires_at: '$expires_at' },
      answerForms: { 'oauth.token': { success: { members: { expires_at: 1 } } } },
    },
  })
  const { clientId, clientSecret } = emulator.credentials
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const { json } = await ask(emulator, 'POST', '/oauth/token', { form, auth: null })
  expect(json.expires_at).toBeGreaterThan(1_500_000_000)
})

it('gives a result that the specification does not show any status and type', async () => {
  const invoked = async (success: AnswerForm) => {
    const emulator = served({ 'services.invoke': { success } })
    const { adapterConnectionId, command } = emulator.samples
    const path = `/services/${adapterConnectionId}/${command?.name}`
    const { status, json, headers } = await ask(emulator, 'POST', path, { json: command?.validBody })
    return [status, json, headers.get('content-type')]
  }
  expect(await invoked({ status: 204 })).toEqual([204, undefined, null])
  expect(await invoked({ status: 202, members: { '': ['text'] } })).toEqual([202, ['text'], 'application/json'])
})

it('names the status of its form in the body of a refusal', async () => {
  const emulator = createEmulator({
    conventions: {
      errorBody: { status: '$status', code: '$code', title: '$message', allowed: '$allowed' },
      refusedStatus: 412,
      answerForms: { 'resources.list': { invalid_request: { status: 422 } } },
    },
  })
  const refused = async (path: string) => {
    const { status, json } = await ask(emulator, 'GET', path)
    return [status, json.status]
  }
  expect(await refused('/1.13/resources?limit=many')).toEqual([422, 422])
  expect(await refused('/1.13/environments?limit=many')).toEqual([412, 412])
})

it('adds the body of its form to a refusal without one', async () => {
  const form = { mediaType: 'application/json', members: { '': { value: [] } } }
  const emulator = createEmulator({
    conventions: {
      errorBody: { $when: '$allowed', allowed: '$allowed' },
      answerForms: { $default: { not_found: form } },
    },
  })
  const { status, text, headers } = await ask(emulator, 'GET', `/services/${'0'.repeat(27)}/capabilities`)
  expect([status, text, headers.get('content-type')]).toEqual([404, '{"value":[]}', 'application/json'])
})

it('gives an unknown object an empty page with its relations', async () => {
  const emulator = served({
    'legacy.groups.list': {
      not_found: {
        status: 200,
        members: { '': [] },
        relations: { previous: ['results', 'cursor'], next: ['results'] },
      },
    },
  })
  const path = `/0/projects/${'0'.repeat(27)}/groups/`
  const { status, headers } = await ask(emulator, 'GET', path)
  expect([status, headers.get('link')]).toEqual([
    200,
    `<http://localhost${path}?cursor=0:0:1>; rel="previous"; results="false"; cursor="0:0:1", <http://localhost${path}?cursor=0:0:0>; rel="next"; results="false"`,
  ])
})

it('fills the holes of headers, and sends each cookie in a line', async () => {
  const headers = {
    etag: 'W/"$hash"',
    'x-id': '$requestId',
    'x-at': '$date',
    'x-since': '$time',
    'x-left': '$remaining of 5',
    'x-reset': '$reset $resetAt $$',
    'ratelimit-limit': null,
  }
  const form = { headers, cookies: { lb: 'x; Path=/', seen: '1' } }
  const emulator = createEmulator({
    clock: '2026-03-01T00:00:00Z',
    conventions: { rateLimit: 5, answerForms: { $default: { success: form, refusal: form } } },
  })
  const first = await ask(emulator, 'GET', '/1.13/environments')
  const valuesOf = (from: Headers) => Object.keys(headers).map((name) => from.get(name))
  const times = ['Sun, 01 Mar 2026 00:00:00 GMT', '2026-03-01T00:00:00.000Z']
  const hash = expect.stringMatching(/^W\/"[0-9a-f]{8}"$/)
  expect(valuesOf(first.headers)).toEqual([hash, 'req_1', ...times, '4 of 5', '60 1772323260 $', null])
  expect(first.headers.getSetCookie()).toEqual(['lb=x; Path=/', 'seen=1'])
  const again = await ask(emulator, 'GET', '/1.13/environments')
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
  // A refused credential is not counted.
  const stranger = await ask(emulator, 'GET', '/1.13/environments', { auth: null })
  expect(valuesOf(stranger.headers)).toEqual([hash, 'req_3', ...times, '5 of 5', '60 1772323260 $', null])
})

it('gives a success of another status the form of that status', async () => {
  const emulator = served({
    $default: { success: { headers: { 'x-a': '1' } }, 201: { headers: { location: '/new' } } },
  })
  const { projectId } = emulator.samples
  const made = await ask(emulator, 'POST', `/0/projects/${projectId}/groups/`, { json: {} })
  expect([made.status, made.headers.get('location'), made.headers.get('x-a')]).toEqual([201, '/new', null])
})

it('allows the methods of its form, in the answer to OPTIONS and when they are sent', async () => {
  const methods = async (answerForms: AnswerForms, path: string) => {
    const emulator = served(answerForms)
    const { headers } = await ask(emulator, 'OPTIONS', path)
    const statuses = ['GET', 'HEAD', 'POST'].map(async (method) => (await ask(emulator, method, path)).status)
    return [headers.get('allow'), ...(await Promise.all(statuses))]
  }
  const fewer: AnswerForms = { $default: { options: { allow: { HEAD: false, POST: false } } } }
  expect(await methods(fewer, '/1.13/environments')).toEqual(['GET, OPTIONS', 200, 405, 405])
  expect(await methods({ ...fewer, 'environments.create': { options: {} } }, '/1.13/environments')).toEqual([
    'GET, HEAD, POST, OPTIONS',
    200,
    200,
    400,
  ])
  // Clauses 4.2 and 4.9 state these.
  expect(await methods(fewer, '/access-tokens')).toEqual(['GET, POST, OPTIONS', 200, 405, 400])
  expect((await methods(fewer, '/0/')).slice(0, 3)).toEqual(['GET, HEAD, OPTIONS', 200, 200])
  const any: AnswerForms = { $default: { options: { allow: { '*': true } } } }
  expect(await methods(any, '/0/')).toEqual(['*', 200, 200, 405])
})

it('redirects reads without a parameter, and requests to the other slash', async () => {
  const emulator = served({
    $default: { redirect: { status: 307, query: { via: 'edge' } }, slash: { status: 308 } },
    'environments.list': { redirect: {} },
  })
  const answered = async (method: string, path: string) => {
    const { status, headers } = await ask(emulator, method, path)
    return [status, headers.get('location')?.slice('http://localhost'.length)]
  }
  expect(await answered('GET', '/1.13/resources?limit=1')).toEqual([307, '/1.13/resources?limit=1&via=edge'])
  expect(await answered('GET', '/1.13/resources?via=edge')).toEqual([200, undefined])
  expect(await answered('GET', '/1.13/environments')).toEqual([200, undefined])
  expect(await answered('DELETE', '/1.13/resources')).toEqual([405, undefined])
  // The API does not see the parameter, so that no link has it.
  const groups = `/0/projects/${emulator.samples.projectId}/groups/`
  const { headers } = await ask(emulator, 'GET', `${groups}?per_page=1&via=edge`)
  expect(headers.get('link')).not.toContain('via')
})

const stated: readonly (readonly [operation: string, outcome: string, form: AnswerForm])[] = [
  ['products.list', 'malformed_id', { status: 422 }],
  ['resources.list', 'invalid_enum_value', { status: 404 }],
  ['resources.list', 'invalid_enum_value', { text: 'no' }],
  ['environments.list', 'unauthenticated', { status: 200 }],
  ['environments.list', 'success', { status: 202 }],
  ['environments.list', 'success', { members: { '': [] } }],
  ['services.invoke', 'success', { status: 302 }],
  ['environments.list', 'success', { without: ['data[].id'] }],
  ['environments.list', 'success', { mediaType: 'text/html' }],
  ['environments.list', 'success', { text: 'no' }],
  ['legacy.root', 'success', { mediaType: 'application/hal+json' }],
  ['legacy.root', 'success', { headers: { allow: null } }],
  ['legacy.root', 'options', { allow: { HEAD: false } }],
  ['environments.list', 'success', { allow: { HEAD: false } }],
  ['environments.list', 'options', { allow: { get: true } }],
  ['oauth.token', 'success', { without: ['access_token'] }],
  ['legacy.groups.list', 'success', { headers: { link: null } }],
  ['legacy.groups.list', 'success', { relations: { 'next page': [] } }],
  ['environments.list', 'success', { headers: { 'x-a': '$nothing' } }],
  ['environments.list', 'success', { headers: { 'set-cookie': 'a=1' } }],
  ['environments.list', 'success', { cookies: { 'a b': '1' } }],
  ['$default', '201', { status: 202 }],
  ['$default', 'redirect', { status: 200 }],
  ['$default', 'redirect', { status: 307, query: { 'a b': '1' } }],
  ['$default', 'slash', { status: 308, headers: { 'x-a': '1' } }],
  ['nowhere', 'success', {}],
]

it.each(stated)('refuses for %s, %s what the specification states: %j', (operation, outcome, form) => {
  expect(() => served({ [operation]: { [outcome]: form } } as AnswerForms)).toThrow(
    /answerForms (?:has|names|adds|leaves|for \S+ of \S+ has an unknown hole)/,
  )
})

it('reads its parts as templates', async () => {
  const members = { more: { $$ref: 'US$ 5', why: ['$message', '$$message'] } }
  const emulator = served({ 'products.list': { malformed_id: { members } } })
  const { json } = await ask(emulator, 'GET', '/1.13/pulse/catalogs/x/products')
  expect(json.more).toEqual({ $ref: 'US$ 5', why: [expect.stringMatching(/^catalog_id/), '$message'] })
})

it.each([
  [
    { headers: { 'x-a': '$dates' } },
    /answerForms for refusal of products\.list has an unknown hole \$dates; did you mean \$date\?/,
  ],
  [{ cookies: { a: '$message' } }, /has an unknown hole \$message; its holes are \$requestId/],
  [{ members: { 'error.a': { b: ['$code'] } } }, /has an unknown hole \$code; its holes are \$message/],
])('refuses the holes of other templates: %j', (form, message) => {
  expect(() => served({ 'products.list': { refusal: form } })).toThrow(message)
})

it('changes answers from the moment that the convention is set until it is taken back', async () => {
  const emulator = createEmulator()
  const traces: unknown[] = []
  const forms: AnswerForms = { $default: { success: { members: { trace: 'text' } } } }
  for (const answerForms of ['none', forms, 'none'] as const) {
    emulator.setConventions({ answerForms })
    traces.push((await ask(emulator, 'GET', '/1.13/environments')).json.trace)
  }
  expect(traces).toEqual([undefined, 'text', undefined])
})
