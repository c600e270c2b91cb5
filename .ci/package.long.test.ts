import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Installer, openInstaller, type StandIn } from '../testing/package/installer.ts'
import { plainEnvironment, runProgram } from '../testing/package/pack-package.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const name = '@platform-data/emulator'

/** Versions of the optional peers that no integration works with. */
const oldPeers: readonly StandIn[] = [
  {
    name: 'vitest',
    version: '3.2.4',
    code: `export const test = Object.assign(() => {}, { extend: () => test })
export const [afterAll, beforeAll, describe, it] = [test, test, test, test]`,
  },
  { name: 'msw', version: '1.3.5', code: 'export const rest = { all: (path, resolver) => resolver }' },
  { name: '@playwright/test', version: '1.20.0', code: 'export const test = {}' },
  { name: '@msw/data', version: '0.1.0', code: 'export const factory = () => {}' },
]

let installer: Installer
beforeAll(async () => {
  installer = await openInstaller(inject('packed').tarball, oldPeers)
})
afterAll(() => installer.close())

function filesBelow(directory: string): readonly string[] {
  return globSync('**/*', { cwd: directory }).filter((file) => lstatSync(join(directory, file)).isFile())
}

it('lists products behind MSW in a fresh Node project', async () => {
  const script = `
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createEmulator, toMswHandlers } from '${name}'
import { http } from 'msw'
import { setupServer } from 'msw/node'

const emulator = createEmulator()
const server = setupServer(...toMswHandlers(emulator, { baseUrl: 'https://api.example', http }))
before(() => server.listen({ onUnhandledRequest: 'error' }))
after(() => server.close())

test('lists products', async () => {
  const headers = { authorization: 'Bearer ' + emulator.credentials.token }
  const path = '/1.13/pulse/catalogs/' + emulator.samples.catalogId + '/products?limit=5'
  const response = await fetch('https://api.example' + path, { headers })
  assert.equal(response.status, 200)
  const { data, has_more } = await response.json()
  assert.equal(data.length, 5)
  assert.equal(has_more, true)
})
`
  const directory = await installer.create('msw', ['msw@^3'], { 'products.test.js': script })
  expect(await runProgram(process.execPath, ['--test', '--test-reporter=tap', 'products.test.js'], directory)).toMatch(
    /^# pass 1$/m,
  )
})

it('installs beside versions of its peers that are too old, and each integration says so', async () => {
  const directory = await installer.create(
    'old-peers',
    oldPeers.map(({ name: peer, version }) => `${peer}@${version}`),
  )
  const script = `
const { createEmulator, toMswHandlers } = await import('${name}')
const { rest } = await import('msw')
const { test, routeTo } = await import('${name}/playwright')
const { toCollections } = await import('${name}/msw-data')
const emulator = createEmulator()
const { status } = await emulator.fetch('https://api.example/0/')
const [resolver] = toMswHandlers(emulator, { baseUrl: 'https://api.example', http: rest })
const whyNot = async (work) => { try { return await work() } catch (error) { return error.message } }
console.log(JSON.stringify({ status, routeTo: typeof routeTo, why: await Promise.all([
  () => import('${name}/vitest'), () => resolver({}), () => test('x', () => {}), () => toCollections(emulator),
].map(whyNot)) }))`
  const args = ['--input-type=module', '--eval', script]
  expect(JSON.parse(await runProgram(process.execPath, args, directory))).toEqual({
    status: 200,
    routeTo: 'function',
    why: [
      expect.stringContaining('needs vitest 4.0 or later; got 3.2.4'),
      expect.stringContaining('2.12 or later'),
      expect.stringContaining('needs @playwright/test 1.40 or later; got 1.20.0'),
      expect.stringContaining('@msw/data 1.1 or later'),
    ],
  })
})

it('serves, runs a command and checks itself by npx in a fresh project', async () => {
  const directory = await installer.create('http')
  // npx starts the emulator as a child, so the signal goes to the whole process group.
  const npx = spawn('npx', ['--no', 'emulator', 'start', '--port', '0', '--json'], {
    cwd: directory,
    env: plainEnvironment,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(npx, 'exit')
  try {
    const [line] = (await once(createInterface(npx.stdout), 'line')) as [string]
    const { url, credentials } = JSON.parse(line) as { url: string; credentials: { token: string } }
    const response = await fetch(`${url}/1.13/environments`, {
      headers: { authorization: `Bearer ${credentials.token}` },
    })
    expect(response.status).toBe(200)
  } finally {
    process.kill(-npx.pid!, 'SIGTERM')
  }
  await ended
  const [conformance, version, page, listed] = await Promise.all([
    runProgram('npx', ['--no', 'emulator', 'conformance'], directory),
    runProgram('npx', ['--no', 'emulator', '--', '--version'], directory),
    runProgram('npx', ['--no', 'emulator', 'help', 'exec'], directory),
    runProgram(
      'npx',
      [
        '--no',
        'emulator',
        'exec',
        '--',
        process.execPath,
        '-e',
        `fetch(process.env.PLATFORM_BASE_URL + '/0/').then(async (response) => console.log(await response.text()))`,
      ],
      directory,
    ),
  ])
  expect(conformance).toContain('Conformant')
  expect(page).toContain('npx emulator help files')
  expect(version.trim()).toBe(
    (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
  )
  expect(JSON.parse(listed)).toHaveProperty('version')
})

it('takes under 40 MB with everything that it needs to run, and loads without its peers', async () => {
  const directory = await installer.create('size')
  const modules = join(directory, 'node_modules')
  const sizes = new Map<string, number>()
  for (const file of filesBelow(modules)) {
    const [owner = ''] = /^(@[^/]+\/)?[^/]+/.exec(file) ?? []
    // The size on disk, in blocks.
    sizes.set(owner, (sizes.get(owner) ?? 0) + lstatSync(join(modules, file)).blocks * 512)
  }
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const megabytes = (size: number) => (size / 1e6).toFixed(1)
  const each = [...sizes].map(([owner, size]) => `${owner} ${megabytes(size)}`).join(', ')
  console.log(`Installed: ${megabytes(total)} MB (${each})`)
  expect(total).toBeLessThan(40e6)
  // Optional peers are never installed or bundled: users bring their own.
  for (const peer of ['msw', '@msw/data', 'vitest', '@playwright/test', 'playwright-core'])
    expect([peer, existsSync(join(modules, peer))]).toEqual([peer, false])
  const script = `
const { createEmulator, installFetch } = await import('${name}')
const { serve } = await import('${name}/node')
const { runConformance } = await import('${name}/conformance')
const { judgeClient } = await import('${name}/client')
const { routeTo, test } = await import('${name}/playwright')
const { seedFromCollections, toCollections } = await import('${name}/msw-data')
const missing = []
try { test('x', () => {}) } catch (error) { missing.push(error.message) }
await toCollections(createEmulator()).catch((error) => missing.push(error.message))
const all = [createEmulator, installFetch, serve, runConformance, judgeClient, routeTo, seedFromCollections]
console.log(JSON.stringify({ types: all.map((value) => typeof value), missing }))`
  const loaded = JSON.parse(
    await runProgram(process.execPath, ['--input-type=module', '--eval', script], directory),
  ) as { types: string[]; missing: string[] }
  expect(new Set(loaded.types)).toEqual(new Set(['function']))
  expect(loaded.missing).toEqual([expect.stringContaining('@playwright/test'), expect.stringContaining('@msw/data')])
  const bundled = readFileSync(join(modules, name, 'dist/licenses.txt'), 'utf8')
  expect([...bundled.matchAll(/^(@?[a-z][\w./-]*) \d\S* \(/gm)].map((match) => match[1])).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(@?msw|vitest|@vitest|@?playwright)/)]),
  )
})
