import { existsSync, globSync, lstatSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, it } from 'vitest'
import { reportSchemas, schemas } from '../../bin/schemas/schemas.ts'
import { runProgram } from '../../testing/package/pack-package.ts'
import { lateModules } from '../built-modules.ts'
import { pageFiles } from '../../testing/readme-code.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { alone, directory, tarball } = inject('packed')
const modules = join(alone, 'node_modules')
const installed = join(modules, '@platform-data/emulator')

const filesBelow = (folder: string): readonly string[] =>
  globSync('**/*', { cwd: folder }).filter((file) => lstatSync(join(folder, file)).isFile())

const schemaFiles = Object.keys({ ...schemas, ...reportSchemas }).map((name) => `dist/schemas/${name}.schema.json`)
const published = [
  /^(?:LICENSE|(?:README|CHANGELOG|SECURITY)\.md|package\.json|bin\/(?:emulator\.js|README\.md|docs\/[\w-]+\.md))$/,
  /^bin\/init\/control-clients\/\w+\.py$/,
  /^dist\/(?:cjs\/[\w-]+\.(?:cjs|d\.cts)|late\/[\w-]+\.c?js|browser\/[\w-]+\.js|schemas\/[\w-]+\.schema\.json)$/,
  /^dist\/(?:[\w-]+\.(?:js|d\.ts)|web-types\.d\.cts|console\.html|licenses\.txt|sbom\.cdx\.json)$/,
]

it('contains what it publishes and nothing from the machine that built it', () => {
  const files = filesBelow(installed)
  const documents = [...pageFiles, 'CHANGELOG.md', 'SECURITY.md', 'LICENSE']
  expect(files).toEqual(expect.arrayContaining([...documents, ...schemaFiles, 'bin/emulator.js', 'dist/index.d.ts']))
  expect(files.filter((file) => !published.some((form) => form.test(file)))).toEqual([])
  for (const file of files) {
    const text = readFileSync(join(installed, file), 'utf8')
    for (const path of [root, directory, homedir() + '/', 'sourceMappingURL'])
      expect([file, path, text.includes(path)]).toEqual([file, path, false])
  }
})

it('gives browsers modules that load no Node modules', () => {
  const imported = globSync('dist/browser/*.js', { cwd: installed }).flatMap((file) => [
    ...readFileSync(join(installed, file), 'utf8').matchAll(
      /(?:^import |\bfrom |\bimport\()["']([^"'.][^"'\n]*)["']/gm,
    ),
  ])
  expect([...new Set(imported.map(([, name]) => name))].toSorted()).toEqual([
    '@modelcontextprotocol/server',
    '@msw/data',
    // In a message.
    'msw',
    'vitest',
  ])
})

it('loads late modules only when needed, and once', async () => {
  const script = `
import { createRequire } from 'node:module'
import { createEmulator, defineAdapter } from '@platform-data/emulator'
const { cache } = createRequire(import.meta.url)
const before = new Set()
const loaded = () => {
  const names = Object.keys(cache).flatMap((file) => /late.(\\w+)\\.js$/.exec(file)?.[1] ?? [])
  return names.filter((name) => !before.has(name) && before.add(name))
}
const emulator = createEmulator()
const headers = { authorization: 'Bearer ' + emulator.credentials.token, 'content-type': 'application/json' }
const post = (members) =>
  emulator.fetch('https://api.example/1.13/catalogs', { method: 'POST', headers, body: JSON.stringify(members) })
emulator.scenarios.add('members-reordered')
const seen = [(await emulator.fetch('https://api.example/1.13/projects', { headers })).status, loaded()]
emulator.data.insert('projects', { name: 'Mine' })
emulator.faults.add({ operation: 'products.list', status: 503 })
seen.push((await post({ name: 'Taken' })).status, loaded())
seen.push((await post({ name: 5 })).status, loaded())
emulator.data.find('issue_events')
seen.push(loaded())
createEmulator({ seed: 2 })
seen.push(loaded())
emulator.deviations.add('legacy-root-204')
seen.push((await emulator.fetch('https://api.example/0/', { headers })).status, loaded())
const define = (pattern) => {
  const body = { type: 'string', pattern }
  const command = { name: 'do', description: 'Does.', body, result: {}, handle: () => ({}) }
  defineAdapter({ name: 'a', title: 'A', kind: 'a', commands: [command] })
}
define('^(a+)+$')
seen.push(loaded())
define('^\\\\p{L}$')
seen.push(loaded())
console.log(JSON.stringify(seen))`
  const seen: unknown = JSON.parse(await runProgram(process.execPath, ['--input-type=module', '--eval', script], alone))
  const names = Object.values(lateModules).flatMap((members) => Object.keys(members))
  const expected = [
    200,
    [],
    201,
    ['fileValidators', 'validators'],
    400,
    ['ajv'],
    ['lists'],
    ['packs'],
    204,
    ['deviations'],
  ]
  expect(seen).toEqual([...expected, [], ['re2']])
  expect((seen as unknown[]).filter(Array.isArray).flat().toSorted()).toEqual(names.toSorted())
})

it('publishes its own types, which need only the optional peers', () => {
  for (const file of globSync('dist/**/*.d.{ts,cts}', { cwd: installed })) {
    const text = readFileSync(join(installed, file), 'utf8')
    // Endpoints and their schemas are @internal: compilers fail on the bundled types of TypeBox.
    expect([file, /\bT(Object|Properties|Union)\b|interface EndpointDefinition/.exec(text)?.[0]]).toEqual([
      file,
      undefined,
    ])
    const from = [...text.matchAll(/from ['"]([^.][^'"]*)['"]/gm)].map((match) => match[1]!)
    const others = from.filter((name) => !['vitest', 'msw', '@msw/data', '@playwright/test'].includes(name))
    expect([file, text.includes('* import') ? [] : others]).toEqual([file, []])
  }
})

it('gives the notice, the version and the hash of every package whose code it contains', () => {
  const code = globSync('dist/{,late/,browser/}*.js', { cwd: installed })
    .map((file) => readFileSync(join(installed, file), 'utf8'))
    .join('\n')
  const held = new Set(
    [...code.matchAll(/^\/\/ (?:\.\.\/)*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)].map((match) => match[1]!),
  )
  const notices = readFileSync(join(installed, 'dist/licenses.txt'), 'utf8').split(`\n${'-'.repeat(80)}\n`)
  expect(held.size).toBeGreaterThan(5)
  for (const owner of held)
    expect([
      owner,
      notices.some((notice) => notice.includes(`${owner} `) && /copyright/i.test(notice) && notice.length > 400),
    ]).toEqual([owner, true])
  const { components } = JSON.parse(readFileSync(join(installed, 'dist/sbom.cdx.json'), 'utf8')) as {
    readonly components: readonly { readonly name: string; readonly version: string }[]
  }
  // The code of the console page and of CommonJS packages has no comments with their paths.
  const unmarked = ['@preact/signals', '@preact/signals-core', 'get-caller-file', 'preact']
  expect([...new Set(components.map(({ name }) => name))].toSorted()).toEqual([...held, ...unmarked].toSorted())
  // Ids in a bill are unique.
  const versions = components.map(({ name, version }) => `${name} ${version}`)
  expect(new Set(versions).size).toBe(versions.length)
  for (const { name, version, ...component } of components)
    expect(component).toMatchObject({
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
      licenses: [{ expression: expect.any(String) }],
    })
})

it('takes under 40 MB with everything that it needs to run, and loads without its peers', async () => {
  // The size on disk, in blocks.
  const blocks = filesBelow(modules).map((file) => lstatSync(join(modules, file)).blocks)
  const bytes = blocks.reduce((sum, count) => sum + count * 512, 0)
  console.log(`Installed: ${(bytes / 1e6).toFixed(1)} MB`)
  expect(bytes).toBeLessThan(40e6)
  // Optional peers are never installed or bundled: users bring their own.
  for (const peer of ['msw', '@msw/data', 'vitest', '@playwright/test', 'playwright-core'])
    expect([peer, existsSync(join(modules, peer))]).toEqual([peer, false])
  const script = `
const entries = ['', '/node', '/conformance', '/client', '/playwright', '/msw-data']
const loaded = await Promise.all(entries.map((entry) => import('@platform-data/emulator' + entry)))
const [{ createEmulator }, , , , { test }, { toCollections }] = loaded
const missing = []
try { test('x', () => {}) } catch (error) { missing.push(error.message) }
await toCollections(createEmulator()).catch((error) => missing.push(error.message))
console.log(JSON.stringify(missing))`
  const missing: unknown = JSON.parse(
    await runProgram(process.execPath, ['--input-type=module', '--eval', script], alone),
  )
  expect(missing).toEqual([expect.stringContaining('@playwright/test'), expect.stringContaining('@msw/data')])
})

it('is clean for publint and for are-the-types-wrong', async () => {
  const bin = join(root, 'node_modules/.bin')
  expect(await runProgram(process.execPath, [join(bin, 'publint'), '--strict', tarball], directory)).toContain(
    'All good!',
  )
  const attw = [join(bin, 'attw'), tarball]
  await runProgram(process.execPath, [...attw, '--exclude-entrypoints', 'msw-data'], directory)
  // @msw/data has only ES modules.
  const entry = ['--entrypoints', 'msw-data', '--ignore-rules', 'cjs-resolves-to-esm']
  await runProgram(process.execPath, [...attw, ...entry], directory)
})
