import { expect, it } from 'vitest'
import { gzip } from '../../../emulator/case/save-case.ts'
import { readCase } from '../../../emulator/serve/case/read-case.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../emulator/create-emulator.ts'
import { parseSeed } from '../../../fixtures/parse-seed.ts'
import { packSeed } from '../../../emulator/fixtures.ts'
import { openEmulator } from '../../../emulator/open-emulator.ts'
import type { StorableWorld } from '../../../emulator/world/storage.ts'
import { OpenedCase } from './open-case.ts'

const base = 'https://api.example'

async function saveCaseOfWork(
  act: (ask: typeof fetch, emulator: Emulator) => Promise<unknown>,
  options: EmulatorOptions = {},
): Promise<OpenedCase> {
  const emulator = createEmulator({ clock: '2026-03-01T12:00:00Z', ...options })
  const headers = { authorization: `Bearer ${emulator.credentials.token}`, 'content-type': 'application/json' }
  await act((path, init) => emulator.fetch(`${base}${String(path)}`, { ...init, headers }), emulator)
  return new OpenedCase(readCase(await emulator.saveCase()))
}

const flow = (ask: typeof fetch, name: string) => ask('/1.13/flows', { method: 'POST', body: JSON.stringify({ name }) })

it('serves the worlds as they were after each request, with the journal of all', async () => {
  const opened = await saveCaseOfWork(async (ask, { faults, clock }) => {
    faults.add({ operation: 'flows.list', status: 503, times: 2 })
    const end = faults.add({ operation: 'flows.create', status: 500, skip: 5 })
    await flow(ask, 'A')
    await ask('/1.13/flows')
    end()
    clock.advance('1h')
    await flow(ask, 'B')
  })
  const states = [0, 1, 2, 3].map((number) => {
    const { data, clock, faults, requests } = opened.emulatorAt(number)
    const times = faults.pending.map((fault) => fault.times)
    return [data.count('flows', { name: 'A' }), data.count('flows', { name: 'B' }), clock.now(), times, requests.size]
  })
  const noon = Date.parse('2026-03-01T12:00:00Z')
  expect(states).toEqual([
    [0, 0, noon, [2, 1], 3],
    [1, 0, noon, [2, 1], 3],
    [1, 0, noon, [1, 1], 3],
    [1, 1, noon + 3_600_000, [1], 3],
  ])
  // Later ids continue the same sequence.
  const [first, second] = await Promise.all(
    [opened.emulatorAt(1), opened.emulatorAt(1)].map(async (emulator) => {
      const headers = { authorization: `Bearer ${emulator.credentials.token}`, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: '{"name":"C"}' }
      return ((await (await emulator.fetch(`${base}/1.13/flows`, init)).json()) as { id: string }).id
    }),
  )
  expect(first).toBe(second)
})

it('serves the scopes of tokens, and other texts that only look like secrets, as the test saw them', async () => {
  const conventions = { scopeRule: { 'catalog-token:manage': ['*:*'], 'access-tokens:read': ['*:read'] } } as const
  for (const options of [{}, { conventions }]) {
    const told: unknown[] = []
    const scopes = 'conventions' in options ? ['catalog-token:manage'] : ['access-tokens:read', 'access-tokens:write']
    const body = JSON.stringify({ name: 'my-token:read', scopes, expires_at: '2026-09-01T12:00:00Z' })
    const opened = await saveCaseOfWork(async (ask, { data }) => {
      expect((await ask('/access-tokens', { method: 'POST', body })).status).toBe(201)
      told.push(...data.find('access_tokens'))
    }, options)
    const emulator = opened.emulatorAt(1)
    expect(emulator.data.find('access_tokens')).toMatchObject(
      told.map((token) => ({ name: (token as { name: string }).name, scopes: (token as { scopes: unknown }).scopes })),
    )
    expect(emulator.requests.one({ path: '/access-tokens' }).body).toEqual(JSON.parse(body))
  }
})

it.each([
  ['all requests', 1000, 1],
  ['only the latest requests', 50, 81],
])(
  'restores the worlds of %s as they were after each request, whatever was done in between',
  async (_what, entries, first) => {
    const texts: string[] = []
    const textOf = (emulator: Emulator) => JSON.stringify(emulator.snapshot().toJSON().collections.projects)
    const act = async (ask: typeof fetch, emulator: Emulator) => {
      const [kept] = emulator.data.find('projects')
      for (let step = 0; step < 130; step++) {
        await ask('/1.13/projects', { method: 'POST', body: JSON.stringify({ name: `Project ${step}` }) })
        texts.push(textOf(emulator))
        if (step === 90) emulator.data.update('projects', kept!.id, { name: 'Another' })
        if (step === 95) emulator.data.remove('projects', kept!.id)
        if (step === 100) emulator.restore(emulator.snapshot().toJSON())
        if (step === 110)
          expect(() => emulator.data.insertAll('projects', [{ name: 'A' }, { name: 7 as never }])).toThrow()
      }
    }
    const opened = await saveCaseOfWork(act, { requests: { entries } })
    expect(opened.requests).toHaveLength(131 - first)
    for (let number = 1; number < 131 - first; number += 7)
      expect(textOf(opened.emulatorAt(number)) === texts[number + first - 2]).toBe(true)
  },
)

it('creates new worlds from the seed of the saved emulator', async () => {
  const fixtures = parseSeed({ projects: [{ id: '0'.repeat(27), name: 'Mine' }] })
  const opened = await saveCaseOfWork((ask) => ask('/~a/1.13/projects'), { fixtures })
  const names = opened
    .emulatorAnew({})
    .worlds.use('b')
    .data.find('projects')
    .map(({ name }) => name)
  expect(names).toEqual(['Mine'])
})

it('starts with the contents of a data file', async () => {
  const { state } = createEmulator({ fixtures: 'empty' }).worlds.default
  const storage = {
    restore: (worlds: { use(name: string): StorableWorld }) => worlds.use('default').revert(state),
    created: () => {},
    changed: () => {},
    dropped: () => {},
    store: () => {},
  }
  const emulator = openEmulator(packSeed('default', { seed: 1, scale: undefined }), {}, storage)
  await emulator.fetch(`${base}/0/`)
  const opened = new OpenedCase(readCase(await emulator.saveCase()))
  expect(opened.emulatorAnew({}).data.count('flows')).toBe(0)
})

/** Opens a case of one request and one fault whose JSON was tampered with. */
async function strange(change: (json: Record<string, any>) => unknown): Promise<OpenedCase> {
  const { file } = await saveCaseOfWork(async (ask, { faults }) => {
    faults.add({ operation: 'flows.list', status: 503, body: { a: 'b' } })
    await flow(ask, 'A')
  })
  const json = structuredClone(file) as Record<string, any>
  change(json)
  const opened = new OpenedCase(readCase(await gzip(JSON.stringify(json))))
  opened.emulatorAt(1)
  opened.emulatorAnew({})
  return opened
}

const firstRequestEvent = ({ events }: Record<string, any>) =>
  events.find(({ kind }: { kind: string }) => kind === 'request')

it.each<[string, (json: Record<string, any>) => unknown]>([
  [
    'a fault with an open sign',
    ({ worlds, events }) => {
      worlds[0].faults.push({ operation: 'flows.list', body: '\u2039a' })
      events.find((event: { kind: string }) => event.kind === 'faults').add.body = '\u2039a \u2039token'
    },
  ],
  ['a method of its own', (json) => (firstRequestEvent(json).method = 'TRACE')],
  [
    '75 seals within each other',
    (json) => (firstRequestEvent(json).body = `${'\u2039base64 '.repeat(75)}${'\u203A'.repeat(75)}`),
  ],
  [
    '2,000 worlds',
    ({ worlds }) => {
      for (let number = 1; number < 2000; number++) worlds.push({ ...worlds[0], name: `w${number}`, records: [] })
    },
  ],
])('opens an untrusted case with %s', async (_what, change) => {
  expect((await strange(change)).requests).toHaveLength(1)
})

it.each<[string, (json: Record<string, any>) => unknown]>([
  [
    '2,001 worlds',
    ({ worlds }) => {
      for (let number = 1; number <= 2000; number++) worlds.push({ ...worlds[0], name: `w${number}`, records: [] })
    },
  ],
  ['an invalid method', (json) => (firstRequestEvent(json).method = 'GET /x')],
  ['an invalid status', (json) => (firstRequestEvent(json).status = -1)],
  ['an unknown fault', ({ worlds }) => worlds[0].faults.push({ operation: 'later' })],
  ['an unknown scenario', ({ worlds }) => worlds[0].scenarios.push('later')],
  ['a world with an invalid name', ({ worlds }) => worlds.push({ ...worlds[0], name: 'a b' })],
  ['a record that no world can have', ({ records }) => records.push({ collection: 'flows', put: { id: 7 } })],
  ['a collection that no world has', ({ records }) => records.push({ collection: 'later', put: { id: 'x' } })],
  [
    'records that are removed from no collection',
    ({ records }) => records.push({ collection: 'toString', removed: 'x' }),
  ],
  ['invalid ids', (json) => (json['ids'] = { last: '', random: 1 })],
  ['ids that nothing can follow', ({ worlds }) => (worlds[0].ids.last = 'z'.repeat(27))],
  ['products that fill the memory', ({ fixtures }) => (fixtures.scale = 10_000_000)],
  ['more events than are written', (json) => (json['events'] = Array(60_001).fill(json['events'].at(-1)))],
  ['an invalid convention', (json) => (json['conventions'] = { defaultLimit: 'many' })],
  ['an invalid base path', (json) => (json['basePath'] = 'no slash?')],
  ['a request of a world that is not there', (json) => (firstRequestEvent(json).world = 'gone')],
  [
    'secrets that fill the memory',
    (json) => (firstRequestEvent(json).path = '\u2039basicClient\u203A'.repeat(500_000)),
  ],
])('refuses an untrusted case with %s, in one line', async (_what, change) => {
  const error = await strange(change).then(
    () => undefined,
    (reason: Error) => reason,
  )
  expect(error).toMatchObject({ name: 'EmulatorError' })
  expect(error!.message).not.toContain('\n')
})
