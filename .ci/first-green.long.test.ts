// From an empty folder to the first green test, by the pages alone, with the time that each step takes.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createEmulator } from '../emulator/create-emulator.ts'
import { serve } from '../emulator/serve/serve.ts'
import { launchOptions } from '../testing/chromium.ts'
import { blockOf } from '../testing/readme-code.ts'
import { type Installer, openInstaller } from '../testing/package/installer.ts'
import { runProgram } from '../testing/package/pack-package.ts'

const playwrightConfig = () =>
  `export default ${JSON.stringify({ reporter: 'line', use: { launchOptions: launchOptions() } })}`

/** The first test of a newcomer: the packages beside this one, the file and the command. */
interface FirstTest {
  readonly by: string
  readonly packages: readonly string[]
  readonly files: () => Readonly<Record<string, string>>
  readonly run: (directory: string) => Promise<string>
  readonly green: RegExp
}

const firstTests: readonly FirstTest[] = [
  {
    by: 'Vitest',
    packages: ['vitest'],
    files: () => ({ 'client.test.ts': blockOf('ts fixture') }),
    run: (directory) => runProgram('npx', ['--no', '--', 'vitest', 'run'], directory),
    green: /Tests\s.*2 passed/,
  },
  {
    by: 'node:test',
    packages: [],
    files: () => ({ 'client.test.ts': blockOf('ts') }),
    run: (directory) => runProgram(process.execPath, ['--test', '--test-reporter=tap', 'client.test.ts'], directory),
    green: /^# pass 1$/m,
  },
  {
    by: 'Playwright',
    packages: ['@playwright/test'],
    files: () => ({ 'page.spec.ts': blockOf('ts playwright'), 'playwright.config.js': playwrightConfig() }),
    run: (directory) => runProgram('npx', ['--no', '--', 'playwright', 'test'], directory),
    green: /1 passed/,
  },
  {
    by: 'Python',
    packages: [],
    files: () => ({ 'test_client.py': blockOf('python') }),
    run: (directory) =>
      runProgram('sh', ['-c', 'npx --no -- emulator exec -- python3 -m unittest test_client.py 2>&1'], directory),
    green: /Ran 1 test.*\n\nOK/s,
  },
]

let installer: Installer
beforeAll(async () => {
  installer = await openInstaller(inject('packed').tarball)
})
afterAll(() => installer.close())

/** The seconds between two moments. */
const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1)

it.for(firstTests)('comes to a green test with $by', async ({ by, packages, files, run, green }, { skip }) => {
  if (by === 'Python' && spawnSync('python3', ['--version']).error) skip('there is no python3 on this machine')
  const began = performance.now()
  const directory = await installer.create(`first-${by.replace(':', '-')}`, packages)
  const installed = performance.now()
  for (const [name, text] of Object.entries(files())) writeFileSync(join(directory, name), text)
  expect(await run(directory)).toMatch(green)
  const ended = performance.now()
  // The registry is on loopback, so that no network is timed. The time is printed, not judged: machines differ.
  console.log(
    `${by}: ${seconds(began, ended)} s (npm install ${seconds(began, installed)}, test ${seconds(installed, ended)})`,
  )
})

/** What a user fills in: a client of a few lines, which forgets to ask for a new token. */
const filled: readonly (readonly [line: RegExp, text: string])[] = [
  [
    /\/\/ open: .*\n.*\n/,
    `open: ({ baseUrl, fetch, credentials: { clientId, clientSecret } }) => {
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    let token
    const read = async (path, init) => {
      const response = await fetch(baseUrl + path, init)
      if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status })
      return response.json()
    }
    const login = async () =>
      (token ??= (await read('/oauth/token', { method: 'POST', body: new URLSearchParams(body) })).access_token)
    return { login, get: async (path) => read(path, { headers: { authorization: 'Bearer ' + (await login()) } }) }
  },
`,
  ],
  [/\/\/ 'get-token': .*/, `'get-token': async ({ client }) => { await client.login(); return {} },`],
  [
    /\/\/ 'list-environments': .*/,
    `'list-environments': async ({ client }) => ({ ids: (await client.get('/1.13/environments')).data.map(({ id }) => id) }),`,
  ],
  [
    /\/\/ 'get-configuration': .*/,
    `'get-configuration': async ({ client, input: { scopeId, path } }) =>
    ({ value: (await client.get('/1.13/configurations/' + scopeId + '?path=' + encodeURIComponent(path))).value }),`,
  ],
]

it('comes from init to a judged client and to a report on a service', async () => {
  const service = createEmulator({ seed: 5, deviations: ['filters-or-combined'] })
  await using server = await serve(service)
  const began = performance.now()
  const directory = await installer.create('first-hour', ['vitest'])
  const npx = (...args: readonly string[]) => runProgram('npx', ['--no', '--', ...args], directory)
  expect(await npx('emulator', 'init', '--yes')).toContain('run the first test   npx vitest run')
  expect(await npx('vitest', 'run')).toMatch(/Tests\s.*2 passed/)
  const green = performance.now()

  const driver = join(directory, 'platform-driver.js')
  const text = filled.reduce((before, [line, task]) => before.replace(line, () => task), readFileSync(driver, 'utf8'))
  writeFileSync(driver, text)
  const judged = await npx('vitest', 'run').then(
    () => 'nothing failed',
    (error: unknown) => (error as Error).message,
  )
  expect(judged).toContain('client.expired-token (clause 5.2)')
  expect(judged).toContain('list-environments plain, token-expires-at-request')
  const clientJudged = performance.now()

  const { clientId, clientSecret } = service.credentials
  const known = [`PLATFORM_CLIENT_ID=${clientId}`, `PLATFORM_CLIENT_SECRET=${clientSecret}`]
  const emulator = (...args: readonly string[]) =>
    runProgram('env', [...known, 'npx', '--no', '--', 'emulator', ...args], directory)
  expect(await emulator('init', '--yes', '--target', server.url)).toContain('new       target.yaml')
  const report = await emulator('conformance', '--config', 'target.yaml').then(
    () => 'nothing failed',
    (error: unknown) => (error as Error).message,
  )
  expect(report).toMatch(/^✗ filters\.and /m)
  const ended = performance.now()
  console.log(
    `init: first green test ${seconds(began, green)} s, client judged ${seconds(green, clientJudged)}, ` +
      `report on a service ${seconds(clientJudged, ended)}`,
  )
})
