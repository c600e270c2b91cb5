import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { createEmulator } from '../../create-emulator.ts'
import {
  environments,
  faultyEmulator,
  get,
  tokenRequest,
  wholeBody,
} from '../../../testing/emulator/faulty-emulator.ts'
import type { Fault } from './fault.ts'

const seen = async (fault: Fault, path = environments): Promise<readonly unknown[]> => {
  const response = await get(faultyEmulator(fault), path)
  return [response.status, response.headers.get('content-type'), await response.text()]
}

it.each<readonly [string, Fault, readonly unknown[]]>([
  [
    'the HTML of a gateway',
    { status: 502, body: '<html>Bad Gateway</html>' },
    [502, 'text/html; charset=utf-8', '<html>Bad Gateway</html>'],
  ],
  ['a text', { status: 503, body: 'no server' }, [503, 'text/plain; charset=utf-8', 'no server']],
  ['an empty text', { body: '' }, [200, 'text/plain; charset=utf-8', '']],
  ['JSON', { body: { data: [], has_more: false } }, [200, 'application/json', '{"data":[],"has_more":false}']],
  ['a date as JSON', { body: { at: new Date(0) } }, [200, 'application/json', '{"at":"1970-01-01T00:00:00.000Z"}']],
  ['not modified', { status: 304, headers: { ETag: '"1"' } }, [304, null, '']],
])('answers with %s', async (_what, fault, expected) => {
  expect(await seen(fault)).toEqual(expected)
})

it('sets headers of an answer, of an error and of a stub, and replaces existing ones', async () => {
  const headers = { 'content-type': 'text/csv', 'X-Own': 'mine' }
  for (const fault of [{ headers }, { headers, status: 503 }, { headers, status: 401 }, { headers, body: {} }]) {
    const answer = await get(faultyEmulator(fault))
    expect([fault, answer.headers.get('content-type'), answer.headers.get('x-own')]).toEqual([
      fault,
      'text/csv',
      'mine',
    ])
  }
  expect((await seen({ headers })).at(-1)).toBe(await wholeBody())
  const allowed = await get(faultyEmulator({ body: 'a', headers: { 'Access-Control-Allow-Origin': 'null' } }))
  expect(allowed.headers.get('access-control-allow-origin')).toBe('null')
})

it('does not run the endpoint that it answers for, sends Retry-After, and answers the token endpoint too', async () => {
  const emulator = faultyEmulator({ operation: 'projects.create', status: 201, body: { id: 'x' } })
  const size = () => emulator.worlds.default.collection('projects').size
  const before = size()
  expect(await ask(emulator, 'POST', '/1.13/projects', { auth: null })).toMatchObject({
    status: 201,
    json: { id: 'x' },
  })
  expect(size()).toBe(before)
  const late = await get(faultyEmulator({ status: 429, body: {}, retryAfter: 3 }))
  expect([late.headers.get('retry-after'), late.headers.get('x-emulator-code')]).toEqual(['3', null])
  const token = faultyEmulator({ operation: 'oauth.token', body: { access_token: 'mine' } })
  expect((await ask(token, 'POST', '/oauth/token', tokenRequest(token))).json).toEqual({ access_token: 'mine' })
})

it('shows no secret and no long body of a fault in the journal', async () => {
  const emulator = createEmulator()
  const { token } = emulator.credentials
  emulator.faults.set([
    { body: { access_token: 'hidden', note: token, ids: [1] }, headers: { 'Set-Cookie': 'sid=hidden' } },
    { body: 'a'.repeat(3000) },
  ])
  await get(emulator)
  await get(emulator)
  const [first, second] = emulator.requests.find().map(({ fault }) => fault)
  expect(first).toEqual({
    body: { access_token: '<redacted>', note: '<redacted>', ids: [1] },
    headers: { 'Set-Cookie': '<redacted>' },
  })
  expect(second).toEqual({ body: '(3000 characters, too long to show)' })
})

it('affects only one world', async () => {
  const emulator = createEmulator({ faults: [{ status: 503, world: 'blue' }] })
  const both = async () =>
    await Promise.all([environments, `/~blue${environments}`].map(async (path) => (await get(emulator, path)).status))
  expect([await both(), await both()]).toEqual([
    [200, 503],
    [200, 200],
  ])
  emulator.faults.add({ status: 500, world: 'blue' })
  expect([await both(), emulator.faults.pending]).toEqual([[200, 500], []])
  expect(() => emulator.worlds.use('blue').faults.add({ status: 500, world: 'red' })).toThrow(
    'The fault is for the world "red", and was added to "blue". Leave out world, or add it to the faults of the',
  )
})
