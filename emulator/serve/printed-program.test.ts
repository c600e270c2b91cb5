import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { printedProgram } from './printed-program.ts'

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
