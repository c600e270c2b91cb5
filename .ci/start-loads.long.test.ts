import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Installer, openInstaller } from '../testing/package/installer.ts'
import { plainEnvironment } from '../testing/package/pack-package.ts'

// A start is as quick as what it loads is small, so what is loaded is counted: no clock decides.

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
let binary: string

beforeAll(async () => {
  installer = await openInstaller(inject('packed').tarball)
  binary = join(await installer.create('loads'), 'node_modules/@platform-data/emulator/bin/emulator.js')
})

afterAll(() => installer?.close())

it('loads what a start needs until it is ready, and nothing else', async () => {
  const preload = `data:text/javascript,${encodeURIComponent(counter)}`
  const loaded = JSON.parse(await firstLine(['--import', preload, binary, 'start', '--port', '0'])) as [
    string,
    number,
  ][]
  const bytes = loaded.reduce((sum, [, length]) => sum + length, 0)
  expect(loaded.map(([name]) => name).toSorted()).toEqual(modules)
  expect(bytes).toBeLessThan(mostBytes)
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
const modules = ['core.js', 'emulator.js', 'main.js', 'rolldown-runtime.js', 'start.js']
/** In characters. */
const mostBytes = 840_000

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
