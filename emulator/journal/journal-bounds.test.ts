import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { ask } from '../../testing/suite/ask.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

const clock = '2026-03-01T12:00:00Z'
const setUp = (options = {}) => createEmulator({ clock, ...options })

it('keeps the latest entries and reports how many were dropped', async () => {
  const emulator = setUp({ requests: { entries: 3 } })
  for (let count = 0; count < 5; count++) await ask(emulator, 'GET', `/0/?count=${count}`, { auth: null })
  const { requests } = emulator
  expect(requests.find().map(({ index, query }) => [index, query['count']])).toEqual([
    [3, '2'],
    [4, '3'],
    [5, '4'],
  ])
  expect([requests.size, requests.dropped, requests.truncated]).toEqual([3, 2, true])
  expect(() => requests.one({ query: { count: 0 } })).toThrow('2 earlier requests were dropped.')
  requests.clear()
  expect([requests.find(), requests.dropped, requests.truncated]).toEqual([[], 0, false])
  await ask(emulator, 'GET', '/0/', { auth: null })
  expect(requests.find().map(({ index }) => index)).toEqual([6])
})

it.each([
  [
    'bodies',
    { form: JSON.stringify({ name: 'x'.repeat(5000) }), headers: { 'content-type': 'application/json' } },
    '/1.13/projects',
  ],
  ['headers', { json: { name: 'x' }, headers: { 'x-long': 'x'.repeat(5000) } }, '/1.13/projects'],
  ['URLs', { json: { name: 'x' } }, `/1.13/projects?x=${'x'.repeat(5000)}`],
])('is bounded by the bytes of %s', async (_what, asked, path) => {
  const emulator = setUp({ requests: { bytes: 50_000 } })
  for (let count = 0; count < 10; count++) await ask(emulator, 'POST', path, asked)
  expect(emulator.requests.size).toBe(4)
  expect(emulator.requests.dropped).toBe(6)
})

it('keeps no request that is larger than the limit, and none given a limit of 0', async () => {
  for (const requests of [{ bytes: 600 }, { entries: 0 }]) {
    const emulator = setUp({ requests })
    expect((await ask(emulator, 'POST', '/1.13/projects', { json: { name: 'x'.repeat(100) } })).status).toBe(201)
    expect([emulator.requests.size, emulator.requests.dropped]).toEqual([0, 1])
  }
})

it.each([{ entries: -1 }, { entries: Number.NaN }, { entries: Number.POSITIVE_INFINITY }, { bytes: 0.5 }])(
  'refuses the limit %j',
  (requests) => {
    expect(() => setUp({ requests })).toThrow(EmulatorError)
  },
)
