import { expect, it } from 'vitest'
import { createEmulator } from './create-emulator.ts'
import { ask } from '../testing/suite/ask.ts'

const setUp = (options = {}) => createEmulator({ clock: '2026-03-01', checkResponses: true, ...options })
type Emulator = ReturnType<typeof createEmulator>
const count = (emulator: Emulator) => emulator.worlds.default.collection('projects').size
const create = async (emulator: Emulator) =>
  (await ask(emulator, 'POST', '/1.13/projects', { json: { name: 'New' } })).json.id as string
const status = async (emulator: Emulator, path: string) => (await ask(emulator, 'GET', path)).status

it('continues with the current data, credentials, clock and ids, independent of its parent', async () => {
  const emulator = setUp()
  const before = await create(emulator)
  emulator.clock.advance('8d')
  const fork = emulator.fork()
  expect([await status(fork, `/1.13/projects/${before}`), fork.clock.now(), fork.clock.frozen]).toEqual([
    200,
    emulator.clock.now(),
    true,
  ])
  const [ofParent, ofFork] = [await create(emulator), await create(fork)]
  // Both continue from the same state, so both issue the same id.
  expect(ofFork).toBe(ofParent)
  const second = await create(fork)
  expect([await status(fork, `/1.13/projects/${second}`), await status(emulator, `/1.13/projects/${second}`)]).toEqual([
    200, 404,
  ])
  fork.clock.advance('1h')
  expect(fork.clock.now() - emulator.clock.now()).toBe(3_600_000)
  emulator.reset()
  expect([
    count(fork) - count(emulator),
    await status(fork, `/1.13/projects/${before}`),
    await status(emulator, `/1.13/projects/${before}`),
  ]).toEqual([3, 200, 404])
})

it('has the current conventions and deviations, and changes only its own', async () => {
  const emulator = setUp({ deviations: ['legacy-root-204'] })
  emulator.setConventions({ listEnvelope: 'array' })
  const fork = emulator.fork()
  expect([fork.conventions.listEnvelope, fork.deviations.names]).toEqual(['array', ['legacy-root-204']])
  fork.setConventions({ listEnvelope: 'items' })
  fork.deviations.clear()
  expect([
    emulator.conventions.listEnvelope,
    emulator.deviations.names,
    await status(emulator, '/0/'),
    await status(fork, '/0/'),
  ]).toEqual(['array', ['legacy-root-204'], 204, 200])
  expect((await ask(emulator, 'GET', '/1.13/projects')).json).toBeInstanceOf(Array)
  expect(Object.keys((await ask(fork, 'GET', '/1.13/projects')).json)).toContain('items')
})

it('has the pending faults and the active scenarios, and counts separately', async () => {
  const emulator = setUp({ faults: [{ status: 503, times: 3 }], scenarios: ['unknown-members'] })
  await status(emulator, '/0/')
  emulator.scenarios.set(['link-previous-first'])
  const fork = emulator.fork()
  expect([fork.faults.pending, fork.scenarios.names]).toEqual([
    [{ status: 503, skip: 0, times: 2 }],
    ['link-previous-first'],
  ])
  expect([await status(fork, '/0/'), await status(fork, '/0/'), await status(fork, '/0/')]).toEqual([503, 503, 200])
  expect(emulator.faults.pending).toMatchObject([{ times: 2 }])
  fork.scenarios.clear()
  expect(emulator.scenarios.names).toEqual(['link-previous-first'])
  fork.reset()
  expect([fork.faults.pending, fork.scenarios.names]).toEqual([
    [{ status: 503, skip: 0, times: 2 }],
    ['link-previous-first'],
  ])
})

it('has its own journal and worlds, with the limits of its parent', async () => {
  const emulator = setUp({ requests: { entries: 2 } })
  await status(emulator, '/~mine/0/')
  await status(emulator, '/0/')
  const fork = emulator.fork()
  expect([fork.requests.find(), fork.worlds.names]).toEqual([[], ['default']])
  for (let sent = 0; sent < 3; sent++) await status(fork, '/0/')
  expect([fork.requests.size, fork.requests.dropped, emulator.requests.size]).toEqual([2, 1, 1])
  await status(fork, '/~theirs/0/')
  expect(emulator.worlds.names).toEqual(['default', 'mine'])
})
