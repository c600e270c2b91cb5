// The packed package in Jest, from CommonJS and from TypeScript that compiles to it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, type TestContext } from 'vitest'
import { type Installer, installFixture, openInstaller } from '../testing/package/installer.ts'
import { jestFeatures, jestTyped } from '../testing/package/jest-tests.ts'
import { blockOf } from '../testing/readme-code.ts'
import { runProgram } from '../testing/package/pack-package.ts'

const name = '@platform-data/emulator'
const recipeCode = blockOf('js jest')

/** One Jest project for each way of use, by the end of the names of its tests. */
const projects = {
  plain: { transform: {} },
  'ts-jest-node10': {
    transform: { '\\.ts$': ['ts-jest', { tsconfig: tsconfig('commonjs', 'node10') }] },
  },
  'ts-jest-node16': { transform: { '\\.ts$': ['ts-jest', { tsconfig: tsconfig('node16', 'node16') }] } },
  'ts-jest-bundler': { transform: { '\\.ts$': ['ts-jest', { tsconfig: tsconfig('commonjs', 'bundler') }] } },
  babel: {
    transform: {
      '\\.[jt]s$': [
        'babel-jest',
        {
          configFile: false,
          presets: [['@babel/preset-env', { targets: { node: 'current' } }], '@babel/preset-typescript'],
        },
      ],
    },
  },
  'fixed-jsdom': { testEnvironment: 'jest-fixed-jsdom', transform: {} },
  jsdom: { testEnvironment: 'jsdom', transform: {} },
}

function tsconfig(module: string, moduleResolution: string): Record<string, unknown> {
  const strict = { strict: true, esModuleInterop: true, target: 'es2022', lib: ['es2023'], types: ['node'] }
  return { ...strict, module, moduleResolution, ignoreDeprecations: '6.0', skipLibCheck: true }
}

interface Suite {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
}

let installer: Installer
let directory: string
let suites: readonly Suite[] | undefined

beforeAll(async () => {
  installer = await openInstaller(inject('packed').tarball)
  directory = await installer.create('consumer')
  const folder = join(directory, 'jest')
  if (!(await installFixture('jest', folder))) return
  writeFileSync(join(folder, 'recipe.plain.test.js'), recipeCode)
  for (const project of ['plain', 'fixed-jsdom', 'jsdom'])
    writeFileSync(join(folder, `features.${project}.test.js`), jestFeatures)
  for (const project of ['ts-jest-node10', 'ts-jest-node16', 'ts-jest-bundler', 'babel'])
    writeFileSync(join(folder, `typed.${project}.test.ts`), jestTyped)
  const config = {
    testTimeout: 30_000,
    projects: Object.entries(projects).map(([title, project]) => ({
      displayName: title,
      rootDir: folder,
      testMatch: [`<rootDir>/*.${title}.test.[jt]s`],
      ...project,
    })),
  }
  writeFileSync(join(folder, 'jest.config.json'), JSON.stringify(config))
  const flags = ['--config', 'jest.config.json', '--json', '--outputFile', 'results.json', '--runInBand']
  // The tests in jsdom must fail.
  const jest = [process.execPath, 'node_modules/jest/bin/jest.js', ...flags]
  // Jest waits for a server that a failed test left open.
  await runProgram('timeout', ['120', ...jest], folder).catch((error: unknown) => {
    if (!existsSync(join(folder, 'results.json'))) throw error
  })
  suites = (JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as { testResults: Suite[] }).testResults
}, 300_000)
afterAll(() => installer.close())

function suite(file: string, context: TestContext): Suite {
  if (!suites) return context.skip('npm cannot install Jest here')
  return suites.find((candidate) => candidate.name.endsWith(file))!
}

describe('in Jest 30', () => {
  it.for([
    'recipe.plain.test.js',
    'features.plain.test.js',
    'features.fixed-jsdom.test.js',
    'typed.ts-jest-node10.test.ts',
    'typed.ts-jest-node16.test.ts',
    'typed.ts-jest-bundler.test.ts',
    'typed.babel.test.ts',
  ])('passes %s', (file, context) => {
    const { status, message, assertionResults } = suite(file, context)
    expect([message, status]).toEqual(['', 'passed'])
    expect(assertionResults.length).toBeGreaterThan(0)
  })

  it('says what jsdom lacks, and what to do', (context) => {
    const { status, message } = suite('features.jsdom.test.js', context)
    expect(status).toBe('failed')
    expect(message).toMatch(
      /The emulator needs Request, Response, .*TextEncoder.* set testEnvironment to "jest-fixed-jsdom"/,
    )
  })
})

it('is one copy in Node, whether it is required or imported', async () => {
  const script = `
const required = require('${name}')
Promise.all([import('${name}'), import('${name}/node')]).then(([imported, node]) => {
  console.log(required.EmulatorError === imported.EmulatorError, require('${name}/node').serve === node.serve)
})`
  expect(await runProgram(process.execPath, ['--eval', script], directory)).toBe('true true\n')
})

it('takes errors and snapshots of another copy of itself', async () => {
  const script = `
const { createEmulator, ApiError, defineAdapter } = require('./node_modules/${name}/dist/cjs/index.cjs')
import('${name}').then(async (modules) => {
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
  console.log(status, emulator.data.find('projects').some(({ name }) => name === 'Mine'))
})`
  expect(await runProgram(process.execPath, ['--eval', script], directory)).toBe('409 true\n')
})
