// The packed package in Bun and Deno, which npm carries, and bundled.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Installer, installFixture, openInstaller } from '../testing/package/installer.ts'
import { runProgram } from '../testing/package/pack-package.ts'
import { bundlePage } from '../testing/integrations/bundle-page.ts'

const name = '@platform-data/emulator'

/** Uses modules that Node loads late. */
const late = `
emulator.scenarios.add('members-reordered')
const capabilities = 'https://api.example/services/' + emulator.samples.adapterConnectionId + '/capabilities'
statuses.push((await emulator.fetch(capabilities, { headers })).status)
`

/** Lists through each way in, with names of both kinds of module. */
const script = `
import { createEmulator, installFetch } from '${name}'
import { serve } from '${name}/node'

const emulator = createEmulator({ seed: 7, clock: '2026-01-01' })
const headers = { authorization: 'Bearer ' + emulator.credentials.token }
const statuses = [(await emulator.fetch('https://api.example/1.13/environments', { headers })).status]
const installed = installFetch(emulator, { baseUrl: 'https://api.example' })
statuses.push((await fetch('https://api.example/1.13/environments', { headers })).status)
installed.restore()
const server = await serve(emulator, { port: 0 })
const response = await fetch(server.url + '/1.13/environments?limit=2', { headers })
statuses.push(response.status, (await response.json()).data.length)
await server.close()
${late}
emulator.clock.advance('366d')
statuses.push((await emulator.fetch('https://api.example/1.13/environments', { headers })).status)
console.log(JSON.stringify(statuses))
`
const expected = '[200,200,200,2,200,401]'

let installer: Installer
let directory: string
let isInstalled = false

beforeAll(async () => {
  installer = await openInstaller(inject('packed').tarball)
  directory = await installer.create('consumer')
  isInstalled = await installFixture('runtimes', join(directory, 'runtimes'))
  writeFileSync(join(directory, 'list.mjs'), script)
  const lines = script.trim().split('\n')
  const required = lines.slice(0, 2).map((line) => line.replace(/import (.*) from (.*)/, 'const $1 = require($2)'))
  const body = lines.slice(2).join('\n')
  writeFileSync(join(directory, 'list.cjs'), `${required.join('\n')}\nvoid (async () => {\n${body}\n})()\n`)
}, 240_000)
afterAll(() => installer.close())

const runtimes = {
  Bun: ['@oven/bun-linux-x64/bin/bun', 'run'],
  Deno: ['@deno/linux-x64-glibc/deno', 'run', '--allow-all', '--node-modules-dir=manual'],
} as const

it.for(Object.entries(runtimes))('works in %s, imported and required', async ([title, [file, ...flags]], context) => {
  const program = join(directory, 'runtimes/node_modules', file)
  if (!isInstalled || !existsSync(program)) return context.skip(`npm cannot install ${title} here`)
  for (const script of ['list.mjs', 'list.cjs'])
    expect([title, script, (await runProgram(program, [...flags, script], directory)).trim()]).toEqual([
      title,
      script,
      expected,
    ])
})

it('starts its command line in Deno', async (context) => {
  const [file, ...flags] = runtimes.Deno
  const program = join(directory, 'runtimes/node_modules', file)
  if (!isInstalled || !existsSync(program)) return context.skip('npm cannot install Deno here')
  const command = [...flags, join(directory, 'node_modules', name, 'bin/emulator.js')]
  expect((await runProgram(program, [...command, '--version'], directory)).trim()).toMatch(/^\d+\.\d+\.\d+$/)
  const asking = `fetch(process.env.PLATFORM_BASE_URL + '/1.13/environments', {
    headers: { authorization: 'Bearer ' + process.env.PLATFORM_TOKEN } }).then(({ status }) => console.log('answer', status))`
  const served = await runProgram(program, [...command, 'exec', '--', process.execPath, '-e', asking], directory)
  expect(served).toContain('answer 200')
})

it('works bundled for a browser', async () => {
  const page = join(directory, 'bundled.js')
  const bundled = `import { createEmulator } from '${name}'
const emulator = createEmulator()
const headers = { authorization: 'Bearer ' + emulator.credentials.token }
const statuses = []
${late}
console.log(JSON.stringify(statuses))`
  writeFileSync(page, bundled)
  const folder = join(directory, 'bundle')
  for (const [path, code] of Object.entries(await bundlePage(pathToFileURL(page)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), code)
  }
  expect((await runProgram(process.execPath, [join(folder, 'page.js')], directory)).trim()).toBe('[200]')
})
