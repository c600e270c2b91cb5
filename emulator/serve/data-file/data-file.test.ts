import { existsSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { DataFiles, keptState } from '../../../testing/emulator/kept-emulator.ts'
import { clientForm } from '../../../testing/emulator/token-requests.ts'
import { type ReadResponse, ask } from '../../../testing/suite/ask.ts'
import { packSeed } from '../../../fixtures/packs.ts'
import type { Seed } from '../../world/seed.ts'
import type { Emulator } from '../../create-emulator.ts'
import { Random } from '../../tools/random.ts'
import { DataFile } from './data-file.ts'

const files = new DataFiles()
afterAll(() => files.remove())

const frozen = { clock: '2026-03-01T12:00:00Z' }
const send = (emulator: Emulator, method: string, path: string, json?: unknown) =>
  ask(emulator, method, path, json === undefined ? {} : { json })

/** Requests that change worlds in every way. */
const steps: readonly ((emulator: Emulator, random: Random, world: string) => Promise<ReadResponse>)[] = [
  (emulator, random, world) => send(emulator, 'POST', `${world}/1.13/projects`, { name: random.text(8) }),
  async (emulator, random, world) => {
    const flows: { id: string }[] = (await send(emulator, 'GET', `${world}/1.13/flows?limit=9`)).json.data
    const path = `${world}/1.13/flows/${flows[random.below(flows.length)]?.id ?? 'none'}`
    return random.below(2) === 0
      ? send(emulator, 'DELETE', path)
      : send(emulator, 'PUT', path, { name: random.text(8) })
  },
  (emulator, _random, world) => send(emulator, 'POST', `${world}/app/shop/prepare-connect`),
  (emulator, _random, world) => {
    const form = { grant_type: 'client_credentials', ...clientForm(emulator) }
    return ask(emulator, 'POST', `${world}/oauth/token`, { auth: null, form })
  },
  (emulator, random, world) => send(emulator, 'POST', `${world}/_emulator/clock`, { advance: random.below(90_000) }),
  (emulator, random, world) => send(emulator, 'POST', `${world}/_emulator/clock`, { frozen: random.below(2) === 0 }),
  (emulator, _random, world) => send(emulator, 'POST', `${world}/_emulator/reset`),
  (emulator, random) => send(emulator, 'PUT', `/_emulator/worlds/w${random.below(4)}`),
  (emulator, random) => send(emulator, 'DELETE', `/_emulator/worlds/w${random.below(4)}`),
  async (emulator, _random, world) =>
    send(emulator, 'PUT', `${world}/_emulator/snapshot`, (await send(emulator, 'GET', '/_emulator/snapshot')).json),
  (emulator, _random, world) => send(emulator, 'DELETE', `${world}/_emulator/data/issue_events`),
  (emulator, _random, world) => send(emulator, 'POST', `${world}/_emulator/data/catalogs`, [{}, {}, {}]),
]

it('keeps every world, whatever the requests and whenever the process is killed', async () => {
  const random = new Random(1)
  const options = { clock: { start: Date.parse(frozen.clock), timeSource: () => 0 } }
  let kept = files.open(undefined, options)
  for (let step = 0; step < 50; step++) {
    const world = ['', '/~w0', '/~w1', '/~w2'][random.below(4)]!
    const { status } = await steps[random.below(steps.length)]!(kept.emulator, random, world)
    expect(status).toBeLessThan(500)
    if (step % 10 !== 9) continue
    const before = keptState(kept.emulator)
    kept = files.afterKill(kept.file, options)
    expect(keptState(kept.emulator)).toEqual(before)
  }
})

it('continues after a restart as if without one: the same ids, secrets and lists', async () => {
  const once = files.open(undefined, frozen).emulator
  let often = files.open(undefined, frozen)
  for (let step = 0; step < 4; step++) {
    const answers = await Promise.all(
      [once, often.emulator].map(async (emulator) => (await steps[step % 4]!(emulator, new Random(step), '')).text),
    )
    expect(answers[1]).toBe(answers[0])
    often = files.afterKill(often.file, frozen)
  }
})

it('counts the time in which it did not run, and never sets a clock back', () => {
  let real = 1_000_000
  const options = { clock: { start: Date.parse(frozen.clock), timeSource: () => real } }
  const first = files.open(undefined, options)
  first.emulator.clock.advance('8d')
  first.emulator.worlds.use('still').clock.freeze()
  first.data.store()
  const before = first.emulator.clock.now()
  real += 5000
  const second = files.afterKill(first.file, options).emulator
  expect(second.clock.now()).toBe(before + 5000)
  expect(second.worlds.use('still').clock.now()).toBe(Date.parse(frozen.clock))
  real -= 4_000_000
  expect(files.afterKill(first.file, options).emulator.clock.now()).toBe(before)
})

it('takes a world back to its seed after a restart', async () => {
  const first = files.open(undefined, frozen)
  const before = keptState(first.emulator)
  await send(first.emulator, 'POST', '/1.13/projects', { name: 'New' })
  await send(first.emulator, 'DELETE', '/_emulator/data/catalogs')
  const { emulator } = files.afterKill(first.file, frozen)
  expect(keptState(emulator)).not.toEqual(before)
  await send(emulator, 'POST', '/_emulator/reset')
  expect(keptState(emulator)).toEqual(before)
})

it('keeps the additional members that a world accepts, from the seed and from a snapshot', async () => {
  const seed: Seed = {
    ...packSeed('default', { seed: 1, scale: undefined }),
    openMembers: { projects: { status: ['on'] } },
  }
  for (const first of [files.open(undefined, frozen), files.open(undefined, frozen, seed)]) {
    const { json } = await send(first.emulator, 'GET', '/_emulator/snapshot')
    const opened = await send(first.emulator, 'PUT', '/~open/_emulator/snapshot', { ...json, members: 'open' })
    expect(opened.status).toBe(204)
    expect(keptState(files.afterKill(first.file, frozen).emulator)).toEqual(keptState(first.emulator))
  }
})

it('stores the current worlds, not all that was ever written', () => {
  const { emulator, file, data } = files.open(undefined, frozen)
  const world = emulator.worlds.use('long')
  for (let step = 0; step < 30; step++) {
    world.data.update('projects', world.data.find('projects')[0]!.id, { name: `${step}`.padEnd(1_000_000) })
    data.store()
    if (step % 20 !== 19) continue
    expect(keptState(files.afterKill(file, frozen).emulator)).toEqual(keptState(emulator))
  }
  data.close()
  expect(statSync(file).size).toBeLessThan(24_000_000)
})

it('stores nothing of a fork, of a dropped world that a request still holds, or of a refused request', async () => {
  const { emulator, file } = files.open(undefined, frozen)
  const gone = emulator.worlds.use('gone')
  await send(emulator, 'DELETE', '/_emulator/worlds/gone')
  const before = keptState(emulator)
  gone.data.insert('projects')
  emulator.fork().data.insert('projects')
  expect((await send(emulator, 'POST', '/1.13/projects', { name: 1 })).status).toBe(400)
  expect(keptState(files.afterKill(file, frozen).emulator)).toEqual(before)
})

it('answers 507 and undoes the change when the disk is full, and stores the next one', async () => {
  const { emulator, file, data } = files.open(undefined, frozen)
  const before = keptState(emulator)
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function full(sql) {
    if (sql !== 'COMMIT') return exec.call(this, sql)
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
  }
  try {
    for (const path of ['/1.13/projects', '/_emulator/data/projects']) {
      const refused = await send(emulator, 'POST', path, { name: 'Lost' })
      expect([refused.status, refused.text]).toEqual([507, expect.stringMatching(/the disk of \S+ is full/)])
    }
    expect((await send(emulator, 'POST', '/_emulator/clock', { advance: '1d' })).status).toBe(507)
    expect((await send(emulator, 'GET', '/1.13/projects')).status).toBe(200)
  } finally {
    DatabaseSync.prototype.exec = exec
  }
  expect(keptState(emulator)).toEqual(before)
  expect((await send(emulator, 'POST', '/1.13/projects', { name: 'Kept' })).status).toBe(201)
  expect(keptState(files.afterKill(file, frozen).emulator)).toEqual(keptState(emulator))
  data.store()
})

it('refuses a second process in one line', () => {
  const { file } = files.open()
  expect(() => new DataFile(file)).toThrow(`${file} is used by another process. Stop it`)
})

/** Files that are not data files of this emulator, or are damaged. */
const unusable: readonly (readonly [string, RegExp, (file: string) => void])[] = [
  ['empty', /it is empty/, (file) => truncateSync(file, 0)],
  ['of text', /is not a data file/, (file) => writeFileSync(file, 'x'.repeat(1000))],
  ['cut in the middle', /is damaged/, (file) => truncateSync(file, 100_000)],
  ['of a newer emulator', /newer emulator/, (file) => overwrite(file, 63, '\x02')],
  [
    'with another letter in a record',
    /is damaged/,
    (file) => writeFileSync(file, readFileSync(file, 'latin1').replaceAll('"status":"a', '"status":"b'), 'latin1'),
  ],
  ['with garbage in a page', /is damaged/, (file) => overwrite(file, 40_960, 'garbage '.repeat(512))],
]

function overwrite(file: string, at: number, text: string): void {
  const bytes = readFileSync(file)
  bytes.write(text, at, 'latin1')
  writeFileSync(file, bytes)
}

it.each(unusable)('refuses a file %s in one line and leaves it as it was', (_what, reason, spoil) => {
  const { file, data } = files.open()
  data.close()
  spoil(file)
  const before = readFileSync(file)
  expect(() => new DataFile(file)).toThrow(reason)
  expect(() => new DataFile(file)).toThrow(/^[^\n]+$/)
  expect(readFileSync(file).equals(before)).toBe(true)
})

it.each(['-wal', '-shm', '-journal'])('follows no link next to a data file, as at its %s', (end) => {
  const { file, data } = files.open()
  data.close()
  const elsewhere = `${file}.elsewhere`
  symlinkSync(elsewhere, `${file}${end}`)
  try {
    new DataFile(file).close()
  } catch (error) {
    expect(error).toMatchObject({ code: 'unusable_data_file', message: expect.stringContaining(`${end} is a link`) })
  }
  expect(existsSync(elsewhere)).toBe(false)
})

it('remembers evicted worlds after a restart, until they are created again or dropped', async () => {
  const options = { ...frozen, limits: { worlds: 2 } }
  const statusesOf = async (emulator: Emulator) =>
    (await Promise.all(['a', 'b'].map((world) => send(emulator, 'GET', `/~${world}/0/`)))).map(({ status }) => status)
  const first = files.open(undefined, options)
  for (const world of ['a', 'b', 'c', 'd'])
    await send(first.emulator, 'POST', `/~${world}/1.13/projects`, { name: 'P' })
  const second = files.afterKill(first.file, options)
  expect(await statusesOf(second.emulator)).toEqual([410, 410])
  expect((await send(second.emulator, 'GET', '/~a/0/')).text).toContain('the least recently used of 2 worlds')
  expect((await send(second.emulator, 'PUT', '/_emulator/worlds/a')).status).toBe(201)
  expect((await send(second.emulator, 'DELETE', '/_emulator/worlds/b')).status).toBeLessThan(300)
  const third = files.afterKill(second.file, options)
  expect(await statusesOf(third.emulator)).toEqual([200, 200])
})

it('remembers evicted worlds after its log was compacted', async () => {
  const options = { ...frozen, limits: { worlds: 1 } }
  const { emulator, file, data } = files.open(undefined, options)
  for (const world of ['a', 'b']) await send(emulator, 'POST', `/~${world}/1.13/projects`, { name: 'P' })
  for (let step = 0; step < 18; step++) {
    emulator.data.update('projects', emulator.data.find('projects')[0]!.id, { name: `${step}`.padEnd(1_000_000) })
    data.store()
  }
  expect((await send(files.afterKill(file, options).emulator, 'GET', '/~a/0/')).status).toBe(410)
})
