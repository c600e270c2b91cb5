import { expect, it } from 'vitest'
import type { Emulator } from '../../create-emulator.ts'
import { ask } from '../../../testing/suite/ask.ts'
import { environments, faultyEmulator, tokenRequest } from '../../../testing/emulator/faulty-emulator.ts'
import type { Fault } from './fault.ts'

it.each([
  ['error', (json: any) => [json.error.code, json.error.message]],
  ['problem', (json: any) => [json.title, json.detail]],
  ['message', (json: any) => ['service_unavailable', json.message]],
  ['errors', (json: any) => [json.errors[0].code, json.errors[0].message]],
] as const)('answers a status with the error body of the convention %s', async (errorBody, read) => {
  const { status, headers, json } = await ask(
    faultyEmulator({ operation: 'environments.list', status: 503, retryAfter: 7 }, { errorBody }),
    'GET',
    environments,
  )
  expect([status, headers.get('retry-after'), headers.get('access-control-allow-origin')]).toEqual([503, '7', '*'])
  expect(headers.get('content-type')).toBe(errorBody === 'problem' ? 'application/problem+json' : 'application/json')
  expect(read(json)).toEqual(['service_unavailable', 'A fault that the test added: 503.'])
})

it.each([
  [400, 'invalid_request'],
  [401, 'invalid_client'],
  [429, 'temporarily_unavailable'],
  [503, 'temporarily_unavailable'],
  [500, 'server_error'],
])('answers %i at the token endpoint in the form of RFC 6749, whatever the conventions say', async (status, error) => {
  const emulator = faultyEmulator({ operation: 'oauth.token', status, retryAfter: 3 }, { errorBody: 'problem' })
  const refused = await ask(emulator, 'POST', '/oauth/token', tokenRequest(emulator))
  expect([refused.status, refused.json, refused.headers.get('retry-after')]).toEqual([
    status,
    { error, error_description: `A fault that the test added: ${status}.` },
    '3',
  ])
  expect(refused.headers.get('x-emulator-requirement')).toBeNull()
  expect((await ask(emulator, 'POST', '/oauth/token', tokenRequest(emulator))).json.access_token).toMatch(/^acc_/)
})

it('does not run the endpoint given a status, and runs it given a drop after', async () => {
  const count = (emulator: Emulator) => emulator.worlds.default.collection('projects').size
  const create = (emulator: Emulator) => ask(emulator, 'POST', '/1.13/projects', { json: { name: 'New' } })
  const outcome = async (fault: Fault) => {
    const emulator = faultyEmulator({ operation: 'projects.create', ...fault })
    const before = count(emulator)
    const error = await create(emulator).then(
      ({ status }) => status,
      (reason: Error) => reason.message,
    )
    return [error, count(emulator) - before]
  }
  expect(await outcome({ status: 500 })).toEqual([500, 0])
  expect(await outcome({ drop: 'before' })).toEqual(['fetch failed', 0])
  expect(await outcome({ drop: 'after' })).toEqual(['fetch failed', 1])
})
