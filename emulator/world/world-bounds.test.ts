import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import type { EmulatorLimits } from '../options.ts'
import { ask } from '../../testing/suite/ask.ts'
import { WorldBounds } from './world-bounds.ts'

const limitedEmulator = (limits: EmulatorLimits) => createEmulator({ clock: '2026-03-01T00:00:00Z', limits })

/** Bounds with a stopwatch that a test moves. */
function createBounds(limits: ConstructorParameters<typeof WorldBounds>[0]) {
  const evicted: string[] = []
  const time = { now: 0 }
  const bounds = new WorldBounds(
    limits,
    () => time.now,
    (name) => evicted.push(name),
  )
  return { bounds, evicted, time }
}

it('evicts the least recently used world, whose requests get 410 until it is created again', async () => {
  const emulator = limitedEmulator({ worlds: 2 })
  for (const world of ['one', 'two', 'one', 'three'])
    expect((await ask(emulator, 'GET', `/~${world}/0/`)).status).toBe(200)
  expect(emulator.worlds.names).toEqual(['default', 'one', 'three'])
  const gone = [
    await ask(emulator, 'GET', '/~two/0/'),
    await ask(emulator, 'GET', '/0/', { headers: { 'x-emulator-world': 'two' } }),
    await ask(emulator, 'GET', '/1.13/projects', { auth: `Bearer ${emulator.credentials.token}~two` }),
    await ask(emulator, 'GET', '/~two/_emulator/clock'),
    await ask(emulator, 'GET', '/_emulator/worlds/two'),
  ]
  for (const { status, json } of gone)
    expect({ status, ...json.error, details: undefined }).toEqual({
      status: 410,
      code: 'world_evicted',
      details: undefined,
      message:
        'The world "two" is gone with its data: it was the least recently used of 2 worlds. ' +
        'PUT /_emulator/worlds/two (worlds.create) creates it again from the seed.',
    })
  expect((await ask(emulator, 'PUT', '/~two/_emulator/worlds/two')).status).toBe(201)
  expect((await ask(emulator, 'GET', '/~two/0/')).status).toBe(200)
  expect(emulator.worlds.names).toEqual(['default', 'three', 'two'])
})

/** Sends a request whose body does not end until the test ends it. */
function slowRequest(emulator: Emulator, world: string): () => Promise<number> {
  let end = () => {}
  const body = new ReadableStream({ start: (controller) => void (end = () => controller.close()) })
  const headers = { authorization: `Bearer ${emulator.credentials.token}` }
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  const answered = emulator.fetch(new Request(`http://localhost/~${world}/1.13/catalogs`, init))
  return async () => (end(), (await answered).status)
}

it('keeps a world with a request under way, and answers 429 when all have one', async () => {
  const emulator = limitedEmulator({ worlds: 2 })
  const endFirst = slowRequest(emulator, 'one')
  for (const world of ['two', 'three']) expect((await ask(emulator, 'GET', `/~${world}/0/`)).status).toBe(200)
  expect(emulator.worlds.names).toEqual(['default', 'one', 'three'])
  const endThree = slowRequest(emulator, 'three')
  const refused = await ask(emulator, 'GET', '/~four/0/')
  expect({ status: refused.status, code: refused.json.error.code }).toEqual({ status: 429, code: 'too_many_worlds' })
  expect([await endFirst(), await endThree()]).toEqual([400, 400])
  expect((await ask(emulator, 'GET', '/~four/0/')).status).toBe(200)
  expect(emulator.worlds.names).toEqual(['default', 'three', 'four'])
})

it('evicts worlds that nobody used for a while, but none with a request under way', () => {
  const { bounds, evicted, time } = createBounds({ ttl: '1m' })
  for (const name of ['one', 'two', 'three']) bounds.add(name)
  const release = bounds.hold('two')
  time.now = 50_000
  bounds.touch('three')
  time.now = 60_001
  bounds.expire()
  expect(evicted).toEqual(['one'])
  expect(() => bounds.assertKept('one')).toThrow('it was not used for 60 seconds')
  time.now = 100_000
  release()
  time.now = 110_001
  bounds.expire()
  expect(evicted).toEqual(['one', 'three'])
  time.now = 160_001
  bounds.expire()
  expect(evicted).toEqual(['one', 'three', 'two'])
})

it.each([{ worlds: 0 }, { worlds: 1.5 }, { worlds: '5' as never }, { ttl: 0 }, { ttl: 'soon' }, { memory: 0 }])(
  'refuses the limits %j',
  (limits) => {
    expect(() => limitedEmulator(limits)).toThrow(expect.objectContaining({ name: 'EmulatorError' }))
  },
)
