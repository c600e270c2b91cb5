import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { twinFiles, writeTwin } from '../bin/commands/learn/twin-files.ts'
import { deviations } from '../emulator/disturb/deviations/deviations.ts'
import { learnEmulator } from '../testing/learned-emulator.ts'
import { type Installer, openInstaller } from '../testing/package/installer.ts'
import { plainEnvironment } from '../testing/package/pack-package.ts'

// A start and a test file are as quick as what they load is small, so what is loaded is counted: no clock decides.

/** Prints every module of the package that was loaded, with its length, when the first line is written. */
const counter = `import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load(url, context, next) {
  const result = next(url, context)
  if (url.startsWith('file:')) loaded.push([url.slice(url.lastIndexOf('/') + 1), String(result.source ?? '').length])
  return result
} })
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = (text) => { write(JSON.stringify(loaded) + '\\n'); process.kill(process.pid, 'SIGKILL') }`

let installer: Installer
let installed: string
let binary: string

beforeAll(async () => {
  installer = await openInstaller(inject('packed').tarball)
  installed = join(await installer.create('loads'), 'node_modules/@platform-data/emulator')
  binary = join(installed, 'bin/emulator.js')
})

afterAll(() => installer?.close())

it('loads what a start needs until it is ready, and nothing else', async () => {
  const { names, characters } = await loadedBy([binary, 'start', '--port', '0'])
  expect(names).toEqual(modules)
  expect(characters).toBeLessThan(mostCharacters)
})

it('loads no file more to start a twin with records and an adapter, and compiles few functions more', async () => {
  const { document } = await learnEmulator({ conventions: { listEnvelope: { results: '$items', more: '$hasMore' } } })
  const twin = join(installed, '../twin')
  const added = { environments: { colour: 'text' } }
  const fixtures = { pack: 'default', members: 'open', added, catalog_products: [{ name: 'A real one' }] }
  const lend = { name: 'lend', description: 'Lends.', does: { create: 'calls' }, body: { type: 'object' } }
  const adapters = [{ name: 'library', title: 'Library', kind: 'learned', commands: [lend] }] as const
  writeTwin(twin, twinFiles(document, { recordMembers: undefined, fixtures }, { adapters }))
  const plain = await loadedBy([binary, 'start', '--port', '0'])
  const { names } = await loadedBy([binary, 'start', '--port', '0', '--config', twin])
  expect(names).toEqual(plain.names)
  const more = (await compiledBy(['--config', twin])) - (await compiledBy([]))
  // Were they not compiled with their files, there would be more than a hundred.
  expect(more).toBeGreaterThan(0)
  expect(more).toBeLessThan(50)
})

it('loads what the first answer in process needs, and nothing else', async () => {
  const { names, characters } = await loadedInProcess(`createEmulator(); ${firstAnswer}`)
  expect(names).toEqual(inProcess)
  expect(characters).toBeLessThan(mostInProcess)
})

it('loads what the first answer in process needs from CommonJS, and nothing else', async () => {
  const entry = JSON.stringify(join(installed, 'dist/cjs/index.cjs'))
  const { names, characters } = await loadedBy([
    '--input-type=commonjs',
    '-e',
    `const { createEmulator } = require(${entry})\nconst emulator = createEmulator(); ${firstAnswer.replace('await', '')}.then(() => console.log())`,
  ])
  expect(names).toEqual(['core.cjs', 'index.cjs'])
  expect(characters).toBeGreaterThan(mostInProcess / 2)
  expect(characters).toBeLessThan(mostInProcess)
})

it.each([
  ['another seed', 'createEmulator({ seed: 2 })', 'late-packs.js'],
  ['a long list', `emulator.data.find('catalog_products')`, 'late-lists.js'],
  ['a filter of records', `emulator.data.find('projects', { where: { name: 'Mine' } })`, 'late-filters.js'],
  ['a selector of requests', 'emulator.requests.find({ status: 200 })', 'late-selector.js'],
  ['a fixture file', 'parseSeed({})', 'late-fixtures.js'],
  ['a command of an example', `emulator.adapters.get('crm').commands`, 'late-commands.js'],
  ['a scenario', `emulator.scenarios.add('short-pages')`, 'late-scenarios.js'],
  ['a deviation', 'createEmulator({ deviations: [deviation] })', 'late-deviations.js'],
  ['a fault that is wrong', `try { emulator.faults.add({ status: 1 }) } catch {}`, 'late-validator.js'],
  ['a pattern of an adapter', 'defineAdapter(adapter)', 'late-patterns.js'],
  ['the control API', `await emulator.fetch('https://api.example/_emulator/')`, 'control.js'],
])('loads what %s needs when it is asked for', async (_what, call, file) => {
  const { names } = await loadedInProcess(call)
  expect(names).toContain(file)
  expect(names.filter((name) => name.startsWith('late-') && name !== file)).toEqual(
    file === 'late-patterns.js' ? ['late-validator.js'] : [],
  )
})

it('leaves its compiled code to the next start when it is killed', async () => {
  const cache = join(binary, '../../compiled')
  expect(existsSync(cache)).toBe(false)
  await firstLine([binary, 'start', '--port', '0'], { NODE_COMPILE_CACHE: cache }, 500)
  const [version] = readdirSync(cache)
  expect(readdirSync(join(cache, version!)).length).toBeGreaterThanOrEqual(3)
  rmSync(cache, { recursive: true })
})

/** The modules until it is ready: no Ajv, MCP, control API, deviation, OpenAPI document, yargs or requirement. */
const modules = ['core.js', 'emulator.js', 'late-node.js', 'main.js', 'start.js']
const mostCharacters = 565_000

/** The modules until the first answer: neither those, nor Faker, nor what scenarios and examples' commands do. */
const inProcess = ['core.js', 'index-node.js']
const mostInProcess = 495_000

const firstAnswer = `await emulator.fetch('https://api.example/1.13/environments?limit=2', {
  headers: { authorization: 'Bearer ' + emulator.credentials.token },
})`

/** A deviation that is shipped, and an adapter whose schema has a pattern. */
const code = `const deviation = ${JSON.stringify(deviations[0]!.name)}
const adapter = { name: 'a', title: 'A', kind: 'a', commands: [
  { name: 'do', description: 'Does.', body: { type: 'string', pattern: '^(a+)+$' }, result: {}, handle: () => 1 },
] }`

interface Loaded {
  /** Sorted. */
  readonly names: readonly string[]
  readonly characters: number
}

/** The modules of the package that a process loads until its first line. */
async function loadedBy(args: readonly string[]): Promise<Loaded> {
  const preload = `data:text/javascript,${encodeURIComponent(counter)}`
  const loaded = JSON.parse(await firstLine(['--import', preload, ...args])) as [string, number][]
  return {
    names: loaded.map(([name]) => name).toSorted(),
    characters: loaded.reduce((sum, [, length]) => sum + length, 0),
  }
}

/** The number of functions of the package that V8 compiles by themselves until a start prints its first line. */
async function compiledBy(args: readonly string[]): Promise<number> {
  const log = join(installed, '../v8.log')
  const flags = ['--log', '--log-function-events', '--no-logfile-per-isolate', `--logfile=${log}`]
  const end = `data:text/javascript,process.stdout.write = () => process.reallyExit()`
  await firstLine([...flags, '--import', end, binary, 'start', '--port', '0', ...args])
  const events = readFileSync(log, 'utf8')
    .split('\n')
    .map((line) => line.split(','))
  const files = events.filter(([event, , url]) => event === 'script-details' && url?.includes('/dist/'))
  const scripts = new Set(files.map(([, script]) => script))
  return events.filter(([, event, script]) => event === 'parse-function' && scripts.has(script)).length
}

/** The modules that a program loads when it imports the package, creates an emulator and does something else. */
function loadedInProcess(call: string): Promise<Loaded> {
  const entry = JSON.stringify(pathToFileURL(join(installed, 'dist/index-node.js')).href)
  return loadedBy([
    '--input-type=module',
    '-e',
    `import { createEmulator, defineAdapter, parseSeed } from ${entry}
${code}
const emulator = createEmulator()
${call}
console.log()`,
  ])
}

/** Starts a process and returns the first line that it prints. It is killed after some time. */
function firstLine(args: readonly string[], env: NodeJS.ProcessEnv = {}, graceMs = 0): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...plainEnvironment, ...env },
    })
    let text = ''
    child.stdout.on('data', (part: Buffer) => {
      if (text === '') setTimeout(() => child.kill('SIGKILL'), graceMs)
      text += part.toString()
    })
    child.once('error', reject)
    child.once('close', () => resolve(text.split('\n')[0]!))
  })
}
