import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { ask } from '../../testing/suite/ask.ts'

const start = '2026-03-01T00:00:00Z'
const project = { json: { name: 'made here' } }

it('creates a world on first use, and reaches it by base path and by header', async () => {
  const emulator = createEmulator({ clock: start, checkResponses: true })
  const { json } = await ask(emulator, 'POST', '/~mine/1.13/projects', project)
  expect(
    (await ask(emulator, 'GET', `/1.13/projects/${json.id}`, { headers: { 'x-emulator-world': 'mine' } })).status,
  ).toBe(200)
  expect((await ask(emulator, 'GET', `/1.13/projects/${json.id}`)).status).toBe(404)
  expect((await ask(emulator, 'GET', `/~default/1.13/projects/${json.id}`)).status).toBe(404)
  expect(emulator.worlds.names).toEqual(['default', 'mine'])
})

it.each(['/%7Emine', '/%7emine'])('accepts %s as the tilde, and keeps it in links', async (base) => {
  const emulator = createEmulator({ clock: start })
  const { json } = await ask(emulator, 'POST', `${base}/1.13/projects`, project)
  expect((await ask(emulator, 'GET', `/~mine/1.13/projects/${json.id}`)).status).toBe(200)
  expect(
    (await ask(emulator, 'GET', `${base}/0/issues/${emulator.samples.issueId}/events/`)).headers.get('link'),
  ).toContain(`<http://localhost${base}/0/issues/`)
})

it.each(['', '-a', 'a b', 'ü', '..', '__proto__', 'a'.repeat(101), 'a/b'])(
  'refuses the world name %j by path, by header and in process, and creates no world',
  async (name) => {
    const emulator = createEmulator({ clock: start })
    const rule = expect.stringMatching(/^A world's name has 1 to 100 letters, digits, /)
    const headers = { 'x-emulator-world': name }
    for (const asked of [
      await ask(emulator, 'GET', '/1.13/projects', { headers }),
      await ask(emulator, 'GET', `/~${encodeURIComponent(name)}/1.13/projects`),
    ])
      expect([asked.status, asked.json.error.message]).toEqual([400, rule])
    const refusal = expect.objectContaining({ code: 'invalid_world_name', message: rule })
    for (const make of ['use', 'create'] as const) expect(() => emulator.worlds[make](name)).toThrow(refusal)
    expect(emulator.worlds.names).toEqual(['default'])
  },
)

it('drops a world, so that its next use starts from the seed, and refuses to drop the default world', async () => {
  const emulator = createEmulator({ clock: start })
  const { json } = await ask(emulator, 'POST', '/~mine/1.13/projects', project)
  emulator.worlds.drop('mine')
  expect(emulator.worlds.has('mine')).toBe(false)
  expect((await ask(emulator, 'GET', `/~mine/1.13/projects/${json.id}`)).status).toBe(404)
  expect(() => emulator.worlds.drop('default')).toThrow('reset it instead')
  expect(() => emulator.worlds.drop('unknown')).toThrow('There is no world "unknown"')
})

it('gives a world its own data, faults, scenarios, requests and clock, by path and by header', async () => {
  const emulator = createEmulator({ clock: '2026-03-01' })
  const blue = emulator.worlds.use('blue')
  blue.data.insert('environments', { name: 'Blue' })
  blue.faults.add({ operation: 'environments.list', status: 503 })
  blue.clock.advance('1d')
  const headers = { authorization: `Bearer ${emulator.credentials.token}` }
  const list = (base: string, more = {}) =>
    emulator.fetch(`https://api.example${base}/1.13/environments`, { headers: { ...headers, ...more } })
  expect((await list('/~blue')).status).toBe(503)
  expect(
    ((await (await list('', { 'x-emulator-world': 'blue' })).json()) as { data: { name: string }[] }).data[0]?.name,
  ).toBe('Blue')
  expect((await list('')).status).toBe(200)
  expect([blue.requests.size, emulator.requests.size, blue.clock.now() - emulator.clock.now()]).toEqual([
    2, 1, 86_400_000,
  ])
  const before = blue.snapshot()
  blue.data.removeAll('environments')
  blue.restore(before)
  expect(blue.data.count('environments') - emulator.data.count('environments')).toBe(1)
  blue.reset()
  expect([blue.data.count('environments') - emulator.data.count('environments'), blue.requests.size]).toEqual([0, 0])
})
