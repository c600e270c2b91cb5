import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { checks } from '../checks/checks.ts'
import { cleanUpLeft } from './clean-up.ts'
import { fileLedger, readLeftLedgers } from './ledger-files.ts'

let directory = ''
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'ledger-'))))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const base = 'https://target.test/api'
const now = Date.UTC(2027, 0, 1)
const entry = (name: string) => ({
  runId: 'run',
  operation: 'access-tokens.create' as const,
  name,
  path: '/access-tokens/{id}',
})
const id = '2rHt2Okh4RUnlKcuUyeAJjTsJzW'
/** A list of tokens that shows one by this name. */
const listing = (name: string) => Response.json({ data: [{ id, name }], has_more: false })
const names = (baseUrl?: string) =>
  readLeftLedgers(directory, now, baseUrl)
    .flatMap(({ ledger }) => ledger.entries.map(({ name }) => name))
    .sort()

it('writes each entry before its request, removes it afterwards, and deletes the empty file', () => {
  const ledger = fileLedger(directory, base, now)
  expect(readdirSync(directory)).toEqual([])
  const opened = ledger.open(entry('a'))
  expect(names()).toEqual(['a'])
  ledger.close(ledger.identify(opened, 'made'))
  expect(readdirSync(directory)).toEqual([])
})

it('separates targets by base URL, ignoring a trailing slash, and stores no password from it', () => {
  fileLedger(directory, 'https://somebody:a-password@target.test/api/', now).open(entry('a'))
  fileLedger(directory, 'https://target.test/other', now).open(entry('b'))
  expect([names(base), names('https://target.test/other'), names('https://target.test')]).toEqual([['a'], ['b'], []])
  expect(
    readdirSync(directory)
      .map((name) => readFileSync(join(directory, name), 'utf8'))
      .join(),
  ).not.toContain('a-password')
  expect(readdirSync(directory).map((name) => statSync(join(directory, name)).mode & 0o077)).toEqual([0, 0])
})

it('follows no symbolic link in place of a ledger or its draft', () => {
  const other = join(directory, 'other')
  writeFileSync(other, 'kept')
  const ledger = fileLedger(directory, base, now)
  ledger.open(entry('a'))
  const [name] = readdirSync(directory).filter((file) => file.endsWith('.json'))
  const file = join(directory, name!)
  const draft = `${file}.${hostname().replaceAll(/[^\w-]/g, '_')}.${process.pid}.tmp`
  for (const place of [file, draft]) {
    rmSync(place, { force: true })
    symlinkSync(other, place)
    ledger.identify(ledger.entries[0]!, `id of ${place}`)
    expect([readFileSync(other, 'utf8'), lstatSync(file).isFile()]).toEqual(['kept', true])
  }
})

it('does not touch a ledger while its run is under way', () => {
  fileLedger(directory, base, now).open(entry('a'))
  const [name] = readdirSync(directory)
  const content = JSON.parse(readFileSync(join(directory, name!), 'utf8')) as object
  const write = (changes: object) => writeFileSync(join(directory, name!), JSON.stringify({ ...content, ...changes }))
  const active = () => readLeftLedgers(directory, now, base).map((left) => left.active)
  expect(active()).toEqual([false])
  write({ pid: process.ppid })
  expect(active()).toEqual([true])
  write({ pid: process.ppid, startedAt: now - 4 * 3_600_000 })
  expect(active()).toEqual([false])
  write({ pid: process.ppid, host: 'another machine' })
  expect(active()).toEqual([false])
})

it('finds entries without an id by name, and drops entries that were never created', async () => {
  const emulator = createEmulator()
  const target = { baseUrl: 'http://target.test', credentials: { token: emulator.credentials.token } }
  const ask = async (method: string, body?: unknown) => {
    const response = await emulator.fetch(
      new Request('http://target.test/access-tokens', {
        method,
        body: body === undefined ? null : JSON.stringify(body),
        headers: { authorization: `Bearer ${emulator.credentials.token}`, 'content-type': 'application/json' },
      }),
    )
    return (await response.json()) as { data: { name: string }[] }
  }
  await ask('POST', {
    name: 'run lost',
    scopes: ['catalogs:read'],
    expires_at: new Date(emulator.clock.now() + 30 * 86_400_000).toISOString(),
  })
  const ledger = fileLedger(directory, target.baseUrl, now)
  ledger.open(entry('run lost'))
  ledger.open(entry('run never made'))
  expect(await cleanUpLeft({ target, checks, directory, fetch: emulator.fetch })).toMatchObject({
    found: 2,
    leftovers: [],
    active: 0,
  })
  expect((await ask('GET')).data.map(({ name }) => name)).not.toContain('run lost')
  expect(readdirSync(directory)).toEqual([])
})

it('keeps what could not be deleted', async () => {
  const ledger = fileLedger(directory, 'http://target.test', now)
  ledger.identify(ledger.open(entry('a')), id)
  const cleaned = await cleanUpLeft({
    target: { baseUrl: 'http://target.test', credentials: { token: 'a-token' } },
    checks,
    directory,
    fetch: async ({ method }) => (method === 'GET' ? listing('a') : new Response('{}', { status: 403 })),
  })
  expect(cleaned).toMatchObject({
    found: 1,
    leftovers: [`personal access token ${id} named a: DELETE answered 403`],
    active: 0,
  })
  expect(names('http://target.test')).toEqual(['a'])
})
