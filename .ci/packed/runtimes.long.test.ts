// The packed package behaves like its sources in Node, Bun and Deno, which npm installs, and bundled for a browser.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { launchOptions } from '../../testing/chromium.ts'
import { bundlePage, pageHtml } from '../../testing/integrations/bundle-page.ts'
import { installFixture, makeFolder } from '../../testing/package/install-package.ts'
import { runProgram } from '../../testing/package/pack-package.ts'
import { tourOfSources, tourProgram } from '../../testing/package/tour.ts'

const directory = makeFolder(inject('packed').alone, {
  'tour.mjs': tourProgram('module'),
  'tour.cjs': tourProgram('commonjs'),
})

let expected: Readonly<Record<string, unknown>>
let hasRuntimes = false
beforeAll(async () => {
  expected = await tourOfSources()
  hasRuntimes = await installFixture('runtimes', directory)
}, 240_000)

const runtimes = {
  Node: [process.execPath],
  Bun: ['node_modules/@oven/bun-linux-x64/bin/bun', 'run'],
  Deno: ['node_modules/@deno/linux-x64-glibc/deno', 'run', '--allow-all', '--node-modules-dir=manual'],
} as const

it.for(Object.entries(runtimes))('works in %s, imported and required', async ([title, [file, ...flags]], { skip }) => {
  const program = title === 'Node' ? file : join(directory, file)
  if (title !== 'Node' && !(hasRuntimes && existsSync(program))) skip(`npm cannot install ${title} here`)
  for (const script of ['tour.mjs', 'tour.cjs']) {
    const saw: unknown = JSON.parse(await runProgram(program, [...flags, script], directory))
    expect(saw, `${title} ${script}`).toEqual(expected)
  }
})

it('starts its command line in Deno', async ({ skip }) => {
  const [file, ...flags] = runtimes.Deno
  const program = join(directory, file)
  if (!hasRuntimes || !existsSync(program)) skip('npm cannot install Deno here')
  const command = [...flags, join(directory, '../node_modules/@platform-data/emulator/bin/emulator.js'), 'exec', '--']
  const asking = `fetch(process.env.PLATFORM_BASE_URL + '/0/').then(({ status }) => console.log('answer', status))`
  expect(await runProgram(program, [...command, process.execPath, '-e', asking], directory)).toContain('answer 200')
})

describe('bundled', () => {
  const folder = makeFolder(inject('packed').alone, { 'page.js': tourProgram('page') })
  let hasBundlers = false
  let browser: Browser
  beforeAll(async () => {
    hasBundlers = await installFixture('bundlers', folder)
    browser = await chromium.launch(launchOptions())
  }, 240_000)
  afterAll(() => browser.close())

  const ways = ['esbuild', 'webpack', 'vite', 'rollup', 'tsdown'].flatMap((name) => [
    [name, 'plain'] as const,
    [name, 'minified'] as const,
  ])

  // Minifying takes webpack half a minute on slow cores.
  it.for(ways)(
    'works in a browser with %s, %s, without Node modules',
    { timeout: 300_000 },
    async ([name, form], { skip }) => {
      if (name !== 'tsdown' && !hasBundlers) skip('npm cannot install bundlers here')
      const script = pathToFileURL(join(folder, 'page.js'))
      const modules =
        name === 'tsdown' ? await bundlePage(script, {}, form === 'minified') : await bundledBy(name, form)
      const imported = Object.values(modules).flatMap((code) =>
        [...code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)["']([^"'\n]+)["']/g)].map(
          (match) => match[1]!,
        ),
      )
      expect(imported.filter((name) => name.startsWith('node:') || builtinModules.includes(name))).toEqual([])
      const page = await browser.newPage()
      await page.route('**/*', (route) => {
        const code = modules[new URL(route.request().url()).pathname]
        return code === undefined
          ? route.fulfill({ contentType: 'text/html', body: pageHtml })
          : route.fulfill({ contentType: 'text/javascript', body: code })
      })
      // The SDK of MCP makes UUIDs, which browsers allow only in secure contexts.
      await page.goto('https://bundle.test/')
      await page.waitForFunction('window.saw')
      const { served: _, ...inCore } = expected
      expect(await page.evaluate('window.saw')).toEqual(inCore)
      expect(await page.evaluate('[typeof process, typeof Buffer]')).toEqual(['undefined', 'undefined'])
      await page.close()
    },
  )

  it('works bundled for Node', async ({ skip }) => {
    if (!hasBundlers) skip('npm cannot install bundlers here')
    writeFileSync(join(folder, 'tour.mjs'), tourProgram('module'))
    await runProgram(process.execPath, ['bundle.mjs', 'node', 'for-node'], folder)
    const saw: unknown = JSON.parse(await runProgram(process.execPath, ['for-node/tour.js'], folder))
    expect(saw).toEqual(expected)
  })

  /** Bundles the page with one bundler. Returns the files by path. */
  async function bundledBy(name: string, form: string): Promise<Readonly<Record<string, string>>> {
    const to = `${form}-${name}`
    await runProgram(process.execPath, ['bundle.mjs', name, to, form], folder)
    const files = globSync('**/*.js', { cwd: join(folder, to) })
    return Object.fromEntries(files.map((file) => [`/${file}`, readFileSync(join(folder, to, file), 'utf8')]))
  }
})

it('loads once in Node, whether required or imported, and accepts errors and snapshots of another copy', async () => {
  const folder = '../node_modules/@platform-data/emulator/dist/cjs/index.cjs'
  const script = `
const { createEmulator, ApiError, defineAdapter, EmulatorError } = require('${folder}')
const required = require('@platform-data/emulator')
import('@platform-data/emulator').then(async (modules) => {
  const refusing = { name: 'refuse', description: 'Refuses.', body: { type: 'object' }, result: {},
    handle: () => { throw new ApiError('conflict', 'Of the other copy.') } }
  const adapter = defineAdapter({ name: 'till', title: 'Till', kind: 'x', commands: [refusing] })
  const emulator = modules.createEmulator({ adapters: [adapter] })
  const { id } = emulator.data.insert('adapter_connections', { name: 'till', adapter: 'till' })
  const headers = { authorization: 'Bearer ' + emulator.credentials.token, 'content-type': 'application/json' }
  const url = 'https://api.example/services/' + id + '/refuse'
  const { status } = await emulator.fetch(url, { method: 'POST', headers, body: '{}' })
  const other = createEmulator({ fixtures: 'empty' })
  other.data.insert('projects', { name: 'Mine' })
  emulator.restore(other.snapshot())
  const isRestored = emulator.data.find('projects').some(({ name }) => name === 'Mine')
  console.log(required.EmulatorError === modules.EmulatorError, EmulatorError === modules.EmulatorError, status, isRestored)
})`
  writeFileSync(join(directory, 'copies.cjs'), script)
  expect(await runProgram(process.execPath, ['copies.cjs'], directory)).toBe('true false 409 true\n')
})
