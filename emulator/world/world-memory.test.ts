import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { obtainToken } from '../../testing/emulator/token-requests.ts'
import { ask } from '../../testing/suite/ask.ts'

const memoryLimitedEmulator = (memory: number, requests = {}) =>
  createEmulator({ clock: '2026-03-01T00:00:00Z', limits: { memory }, requests })
const make = async (emulator: Emulator, world: string) =>
  await ask(emulator, 'POST', `/~${world}/1.13/projects`, { json: { name: 'x'.repeat(200) } })
const usedBytes = ({ worlds }: Emulator) => worlds.default.memory!.bytes

it('evicts the least recently used worlds when memory runs out', async () => {
  const emulator = memoryLimitedEmulator(400_000)
  for (let round = 0; round < 3; round++)
    for (let world = 0; world < 40; world++) {
      await make(emulator, `w${round}-${world}`)
      emulator.worlds.use('default')
      expect(usedBytes(emulator)).toBeLessThanOrEqual(400_000)
    }
  expect(emulator.worlds.names.length).toBeGreaterThan(5)
  expect(emulator.worlds.names.at(-1)).toBe('w2-39')
  const { status, json } = await ask(emulator, 'GET', '/~w0-0/0/')
  expect({ status, message: json.error.message }).toEqual({
    status: 410,
    message: expect.stringContaining('others needed its memory'),
  })
})

it('answers 413 to what would write when no other world can go, and recovers', async () => {
  // A journal drops requests while it is full, so that there may be room for one more record.
  const emulator = memoryLimitedEmulator(200_000, { entries: 0 })
  const path = '/1.13/projects'
  const ids: string[] = []
  let refused = await make(emulator, 'default')
  for (; refused.status === 201; refused = await make(emulator, 'default')) ids.push(refused.json.id)
  expect({ status: refused.status, code: refused.json.error.code }).toEqual({ status: 413, code: 'memory_full' })
  expect((await obtainToken(emulator)).status).toBe(413)
  expect((await ask(emulator, 'POST', '/_emulator/data/projects', { json: { name: 'a' } })).status).toBe(413)
  expect((await ask(emulator, 'GET', path)).status).toBe(200)
  for (const id of ids.slice(0, 30)) expect((await ask(emulator, 'DELETE', `${path}/${id}`)).status).toBe(204)
  expect((await make(emulator, 'default')).status).toBe(201)
  expect((await ask(emulator, 'POST', '/_emulator/reset')).status).toBe(200)
  expect(usedBytes(emulator)).toBe(usedBytes(memoryLimitedEmulator(200_000)))
})

it('counts nothing twice: creating, changing, deleting, restoring and dropping lead back', async () => {
  const emulator = memoryLimitedEmulator(10_000_000)
  const start = usedBytes(emulator)
  const { json } = await make(emulator, 'one')
  await ask(emulator, 'PUT', `/~one/1.13/projects/${json.id}`, { json: { name: 'short' } })
  const seeded = emulator.samples.apiKeyProjectId!
  await ask(emulator, 'PUT', `/~one/1.13/projects/${seeded}`, { json: { name: 'changed' } })
  await ask(emulator, 'DELETE', `/~one/1.13/projects/${json.id}`)
  await ask(emulator, 'DELETE', `/~one/1.13/projects/${seeded}`)
  const world = emulator.worlds.use('one')
  const snapshot = world.snapshot()
  await make(emulator, 'one')
  world.restore(snapshot)
  world.restore(JSON.parse(JSON.stringify(snapshot)))
  world.reset()
  emulator.worlds.create('one')
  emulator.worlds.drop('one')
  emulator.requests.clear()
  expect(usedBytes(emulator)).toBe(start)
})
