// The packed package in Jest, from CommonJS and from TypeScript that compiles to it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, it, type TestContext } from 'vitest'
import { installFixture, makeFolder } from '../../testing/package/install-package.ts'
import { jestFeatures, jestTyped } from '../../testing/package/jest-tests.ts'
import { runProgram } from '../../testing/package/pack-package.ts'
import { tourOfSources, tourProgram } from '../../testing/package/tour.ts'
import { firstCodeBlock } from '../../testing/readme-code.ts'

const tsconfig = {
  strict: true,
  esModuleInterop: true,
  target: 'es2022',
  lib: ['es2023'],
  types: ['node'],
  module: 'commonjs',
  moduleResolution: 'node10',
  ignoreDeprecations: '6.0',
  skipLibCheck: true,
}

/** One Jest project for each way of use, selected by the suffix of its test files. */
const projects = {
  plain: { transform: {} },
  'ts-jest': { transform: { '\\.ts$': ['ts-jest', { tsconfig }] } },
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

interface Suite {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
}

const folder = join(makeFolder(inject('packed').alone), 'jest')
let suites: readonly Suite[] | undefined

beforeAll(async () => {
  if (!(await installFixture('jest', folder))) return
  const files = {
    'expected.json': JSON.stringify(await tourOfSources()),
    'recipe.plain.test.js': firstCodeBlock('js jest'),
    'tour.plain.test.js': tourProgram('jest'),
    'tour.fixed-jsdom.test.js': tourProgram('jest'),
    'tour.jsdom.test.js': tourProgram('jest'),
    'features.plain.test.js': jestFeatures,
    'typed.ts-jest.test.ts': jestTyped,
    'typed.babel.test.ts': jestTyped,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
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

function suite(file: string, context: TestContext): Suite {
  if (!suites) return context.skip('npm cannot install Jest here')
  return suites.find((candidate) => candidate.name.endsWith(file))!
}

it.for([
  'recipe.plain.test.js',
  'tour.plain.test.js',
  'tour.fixed-jsdom.test.js',
  'features.plain.test.js',
  'typed.ts-jest.test.ts',
  'typed.babel.test.ts',
])('passes %s', (file, context) => {
  const { status, message, assertionResults } = suite(file, context)
  expect([message, status]).toEqual(['', 'passed'])
  expect(assertionResults.length).toBeGreaterThan(0)
})

it('says what jsdom lacks, and what to do', (context) => {
  const { status, message } = suite('tour.jsdom.test.js', context)
  expect(status).toBe('failed')
  expect(message).toMatch(
    /The emulator needs Request, Response, .*TextEncoder.* set testEnvironment to "jest-fixed-jsdom"/,
  )
})
