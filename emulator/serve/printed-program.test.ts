import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rewriteCommands, calledAs, printedProgram } from './printed-program.ts'

let directory: string
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'program-'))))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const installed = { 'node_modules/@platform-data/emulator/package.json': '{}' }

it.each<[string, Readonly<Record<string, string>>, string, string]>([
  ['npm/10.9.0 node/v22', {}, 'npx @platform-data/emulator', 'npx emulator'],
  ['pnpm/9.1.0 npm/? node/v22', {}, 'pnpm dlx @platform-data/emulator', 'pnpm exec emulator'],
  ['yarn/1.22.22 npm/? node/v22', {}, 'npx @platform-data/emulator', 'yarn emulator'],
  ['yarn/4.5.0 npm/? node/v22', {}, 'yarn dlx @platform-data/emulator', 'yarn emulator'],
  ['bun/1.2.0 npm/? node/v22', {}, 'bunx @platform-data/emulator', 'bunx emulator'],
  ['', {}, 'npx @platform-data/emulator', 'npx emulator'],
  ['', { 'pnpm-lock.yaml': '' }, 'pnpm dlx @platform-data/emulator', 'pnpm exec emulator'],
  ['', { 'bun.lock': '' }, 'bunx @platform-data/emulator', 'bunx emulator'],
])('is right for %j with %j, without the package and with it', (agent, files, without, within) => {
  const write = (all: object) => {
    for (const [name, text] of Object.entries(all)) {
      mkdirSync(dirname(join(directory, name)), { recursive: true })
      writeFileSync(join(directory, name), text as string)
    }
  }
  write({ ...files, 'packages/client/package.json': '{}' })
  const below = join(directory, 'packages/client')
  const environment = agent === '' ? {} : { npm_config_user_agent: agent }
  expect(printedProgram(environment, below)).toBe(without)
  write(installed)
  expect(printedProgram(environment, below)).toBe(within)
})

it("finds the package with Yarn's Plug'n'Play, too", () => {
  writeFileSync(join(directory, 'package.json'), '{"devDependencies":{"@platform-data/emulator":"*"}}')
  expect(printedProgram({}, directory)).toBe('npx @platform-data/emulator')
  writeFileSync(join(directory, '.pnp.cjs'), '')
  writeFileSync(join(directory, 'yarn.lock'), '')
  expect(printedProgram({}, directory)).toBe('yarn emulator')
})

it.each([
  ['npx', { npm_command: 'exec', npm_lifecycle_event: 'npx' }, '/usr/bin/emulator', 'npx @platform-data/emulator'],
  ['a script of npm run', { npm_command: 'run' }, '/usr/bin/emulator', 'npx @platform-data/emulator'],
  ['pnpm', { npm_config_user_agent: 'pnpm/9.1.0' }, '/usr/bin/emulator', 'pnpm dlx @platform-data/emulator'],
  ['its path', {}, '/app/node_modules/.bin/emulator', 'npx @platform-data/emulator'],
  ['a shell that has it', {}, '/usr/bin/emulator', 'emulator'],
])('prints commands that work for a user who called it by %s', (_how, env, script, command) => {
  expect(calledAs({ env, argv: ['node', script] }, tmpdir())).toBe(command)
})

it('adapts the commands that a text quotes, and nothing else', () => {
  const text =
    'the emulator says: `emulator client list` prints them all, `emulator --help` this, `emulator COMMAND --help` more; `emulator.fetch` and `emulators` stay'
  expect(rewriteCommands(text, { env: { npm_command: 'exec' }, argv: [] })).toBe(
    text.replaceAll('`emulator ', '`npx emulator '),
  )
  expect(rewriteCommands(text, { env: {}, argv: [] })).toBe(text)
})
