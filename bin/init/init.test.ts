import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { taskTexts } from '../../conformance/client/tasks/task-texts.ts'
import { clientTasks } from '../../conformance/client/tasks/tasks.ts'
import { parseTargetFile } from '../../conformance/target/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { serve } from '../../emulator/serve/serve.ts'
import { userEnvironment } from '../../testing/readme-code.ts'
import { runHere } from '../../testing/run-here.ts'
import { inProcess } from '../judges/client/in-process.ts'
import { driverFiles, driverLanguages } from './drivers/drivers.ts'
import { targetText } from './target-text.ts'

let directory: string
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'init-'))))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const init = (args: readonly string[], { folder = '.', env = {} }: { folder?: string; env?: NodeJS.ProcessEnv } = {}) =>
  runHere(['init', ...args], { cwd: join(directory, folder), env: userEnvironment(env) })
const read = (file: string) => readFileSync(join(directory, file), 'utf8')

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    writeFileSync(join(directory, name), text)
  }
}

it.each(clientTasks.map((task) => [task.name, task] as const))(
  'documents the input of %s as runs pass it',
  (name, task) => {
    const { world, dialect } = inProcess({ 'get-token': async () => {} })
    const inputs = task.inputs.flatMap((choice) => choice.of(world, dialect) ?? [])
    expect(inputs.length).toBeGreaterThan(0)
    const stated = Object.keys(taskTexts[name].input)
    const needed = stated.filter((member) => !member.endsWith('?'))
    for (const input of inputs) {
      // These are made when the task begins.
      const made = name === 'use-access-token' ? ['secret'] : name === 'poll-events' ? ['after'] : []
      const members = [...Object.keys(input as object), ...made]
      expect(stated.map((member) => member.replace('?', ''))).toEqual(expect.arrayContaining(members))
      expect(members).toEqual(expect.arrayContaining(needed))
    }
  },
)

it.each(driverLanguages)('makes a driver with all tasks in %s', (language) => {
  const [driver] = driverFiles(language)
  for (const name of Object.keys(taskTexts)) expect(driver!.text).toContain(name)
})

const packageText = (runner: string, more: object = {}) =>
  JSON.stringify({ devDependencies: { [runner]: '*', typescript: '7' }, ...more })

it.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
  // npm init writes "type": "commonjs", with which .ts files may not export.
  [
    'Vitest beside CommonJS',
    { 'package.json': packageText('vitest', { type: 'commonjs' }) },
    ['platform-driver.mts', 'platform.test.mts', 'platform-client.test.mts'],
    "from './platform-driver.mjs'",
  ],
  [
    'Vitest in a package of modules, beside its tests',
    { 'package.json': packageText('vitest', { type: 'module' }), 'node_modules/a/a.test.ts': '', 'own/a.spec.ts': '' },
    ['platform-driver.ts', 'own/platform.spec.ts', 'own/platform-client.spec.ts'],
    "from '../platform-driver.js'",
  ],
  [
    'Jest whose tests are in TypeScript',
    { 'package.json': packageText('jest'), 'src/a.test.ts': '' },
    ['platform-driver.ts', 'src/platform.test.ts', 'src/platform-client.test.ts'],
    "from '../platform-driver'",
  ],
  [
    'Jest without a transform',
    { 'package.json': packageText('jest') },
    ['platform-driver.js', 'platform.test.js', 'platform-client.test.js'],
    "require('./platform-driver.js')",
  ],
  [
    'Playwright',
    { 'package.json': packageText('@playwright/test') },
    ['platform-driver.mts', 'platform.spec.mts', 'platform-client.spec.mts'],
    "from './platform-driver.mjs'",
  ],
  [
    'pytest, beside its tests',
    { 'pyproject.toml': '', 'own/a_test.py': '' },
    ['platform_driver.py', 'platform_emulator.py', 'conftest.py', 'own/platform_test.py'],
    'environments',
  ],
  ['Go', { 'go.mod': '' }, ['platformdriver/main.go'], 'func '],
  ['C#', { 'a.csproj': '' }, ['platform-driver/Program.cs', 'platform-driver/platform-driver.csproj'], 'Project'],
])('writes files for %s', async (_what, present, files, text) => {
  write(present)
  const { code, stdout } = await init([])
  expect([...stdout.matchAll(/^new +(.*)$/gm)].map(([, file]) => file)).toEqual(files)
  expect(read(files.at(-1)!)).toContain(text)
  expect(code).toBe(0)
})

it('writes the first test where --dir says', async () => {
  write({ 'package.json': packageText('vitest'), 'own/a.test.mts': '' })
  const { stdout } = await init(['--plan', '--dir', './other/'])
  expect(stdout).toContain('new       other/platform.test.mts')
  const refused = await init(['--plan', '--dir', '../other'])
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--dir takes a folder below this one')])
})

it.each<[string, Readonly<Record<string, string>>, string]>([
  ['pytest', {}, 'platform_driver.py'],
  ['pytest', { 'package.json': packageText('typescript') }, 'platform_driver.py'],
  ['vitest', {}, 'platform-driver.mjs'],
  ['vitest', { 'go.mod': '' }, 'platform-driver.mjs'],
  ['jest', { 'package.json': packageText('vitest') }, 'platform-driver.js'],
])('writes a driver in the language of --test %s, beside %j', async (runner, present, driver) => {
  write(present)
  const { stdout } = await init(['--plan', '--test', runner])
  expect(stdout).toContain(`new       ${driver}\n`)
})

it('overwrites nothing, and prints the next steps', async () => {
  write({ 'platform_driver.py': 'mine', 'requirements.txt': '' })
  const { code, stdout } = await init([])
  expect(stdout).toContain('exists    platform_driver.py')
  expect(
    stdout
      .split('Next:\n')[1]!
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    'install              npm install --save-dev @platform-data/emulator',
    'run the first test   npx emulator exec -- python3 -m pytest',
    'judge the client     npx emulator client --driver -- python3 platform_driver.py',
    '',
  ])
  expect([code, read('platform_driver.py')]).toEqual([0, 'mine'])
})

it('writes a target file from a few reads of the service, which the plan lists, without secrets', async () => {
  const emulator = createEmulator({ seed: 3 })
  const newest = ['catalogs', 'projects'].map((name) => emulator.data.insert(name as 'projects', { name: 'Empty' }).id)
  const { token, integrationToken } = emulator.credentials
  const env = { PLATFORM_TOKEN: token, PLATFORM_INTEGRATION_TOKEN: integrationToken }
  const server = await serve(emulator, { port: 0 })
  const plan = await init(['--plan', '--target', server.url], { env })
  expect(emulator.requests.size).toBe(0)
  const { code } = await init(['--target', server.url], { env })
  await server.close()
  expect(code).toBe(0)
  const text = read('target.yaml')
  for (const secret of Object.values(env)) expect(text).not.toContain(secret)
  const { samples, credentials } = parseTargetFile(text, env)
  expect(credentials).toEqual({ token, integrationToken })
  const { catalogId, projectId, scopeId, issueId, adapterConnectionId, otherAdapterConnectionId } = samples!
  // The samples with the most data, not the first ones of a list.
  for (const id of [catalogId, projectId]) expect(newest).not.toContain(id)
  expect(emulator.data.count('catalog_products', { catalog_id: catalogId! })).toBeGreaterThanOrEqual(10)
  expect(emulator.data.count('groups', { project_id: projectId! })).toBeGreaterThan(1)
  expect(emulator.data.count('issue_events', { issue_id: issueId! })).toBeGreaterThan(1)
  expect(scopeId).toBe(`prj_${projectId}`)
  expect(emulator.data.get('adapter_connections', adapterConnectionId!)).toBeDefined()
  expect(otherAdapterConnectionId).not.toBe(adapterConnectionId)
  for (const member of ['configurationPath', 'apiKeyProjectId', 'dsnPath', 'scopes', 'createEvent'])
    expect(text).toContain(`  # ${member}:`)
  expect(parse(text.replaceAll(/^( *)# (?=[\w ]+:)/gm, '$1'))).toHaveProperty('personalAccessTokens.scopes')
  const asked = emulator.requests.find().map(({ path }) => path)
  expect(asked.length).toBeLessThanOrEqual(31)
  const planned = [...plan.stdout.matchAll(/ask GET (\S+):/g)].map(
    ([, path]) => new RegExp(`^${path!.replace(/\?.*/, '').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  )
  expect(asked.filter((path) => path !== '/0/' && !planned.some((pattern) => pattern.test(path)))).toEqual([])
})

it('never reads text of the service as YAML', () => {
  const adapter = 'x"\n  secret: !!js "\u001B[31m\u202E\u{E0001}'
  const hostile = { adapter, projectId: '*anchor', catalogId: '${PLATFORM_TOKEN}' }
  const text = targetText('http://service.example', hostile, () => false)
  expect(parseTargetFile(text, {}).samples).toEqual({ adapter, projectId: '*anchor' })
})

it('writes commands for the package manager in use', async () => {
  write({
    'pnpm-lock.yaml': '',
    'package.json': packageText('vitest'),
    'target.yaml': 'baseUrl: http://service.example',
  })
  const { stdout } = await init(['--client', 'python', '--test', 'vitest'])
  expect(stdout).toContain('pnpm exec vitest run platform')
  expect(stdout).toContain('pnpm exec emulator client --driver -- python3 platform_driver.py')
  expect(read('platform_driver.py')).toContain('Run it: pnpm exec emulator client --driver --')
})

it('names a credential that the service refuses, what was answered, and writes nothing', async () => {
  const emulator = createEmulator({ clock: 'frozen' })
  const server = await serve(emulator, { port: 0 })
  const asked = (env: NodeJS.ProcessEnv) => init(['--target', server.url], { env })
  const refused = await asked({ PLATFORM_TOKEN: 'wrong' })
  const client = await asked({ PLATFORM_CLIENT_ID: 'wrong', PLATFORM_CLIENT_SECRET: 'wrong' })
  expect(existsSync(join(directory, 'target.yaml'))).toBe(false)
  const some = await asked({ PLATFORM_TOKEN: emulator.credentials.token })
  await server.close()
  expect(refused.stderr).toContain('GET /1.13/environments → 401\n')
  expect(refused.stderr).toContain('emulator: PLATFORM_TOKEN was refused (401): ')
  expect(client.stderr).toMatch(/PLATFORM_CLIENT_ID with PLATFORM_CLIENT_SECRET was refused \(40[01]\): /)
  expect(some.stderr).toMatch(/^Found: .*catalogId/m)
  expect(some.stderr).not.toContain('/1.13/environments →')
  expect([refused.code, client.code, some.code]).toEqual([2, 2, 0])
})

it('writes nothing with --plan, where the service cannot be reached, and where it sees no language', async () => {
  const plan = await init(['--plan', '--client', 'go', '--target', 'http://127.0.0.1:1'])
  expect(plan.stdout).toContain('new       target.yaml')
  expect(plan.stderr).toContain('The service was not asked, because no credentials are set. Set PLATFORM_TOKEN')
  const gone = await init(['--client', 'go', '--target', 'http://127.0.0.1:1'])
  expect(gone.stderr).toContain('Nothing was written.')
  const blind = await init([])
  expect(blind.stderr).toContain('init found no language here. Use --client ts|js|python')
  expect([plan.code, gone.code, blind.code]).toEqual([0, 3, 2])
  expect(existsSync(join(directory, 'platformdriver'))).toBe(false)
})
