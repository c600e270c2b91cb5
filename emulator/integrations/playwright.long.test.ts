import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCase } from '../serve/case/read-case.ts'
import { launchOptions } from '../../testing/chromium.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const source = JSON.stringify(fileURLToPath(new URL('./playwright.ts', import.meta.url)))

const config = `
import { defineConfig } from '@playwright/test'
export default defineConfig({
  fullyParallel: true, workers: 2, retries: 0, timeout: 20_000,
  reporter: [['json', { outputFile: 'report.json' }]],
  use: {
    launchOptions: ${JSON.stringify(launchOptions())},
    emulatorBaseUrl: 'https://api.example.invalid/v',
    emulatorOptions: { fixtures: 'empty', clock: '2026-01-01' },
  },
})
`

/** Each test writes and must not see what the others write. The first two run at the same time, in two workers. */
const tests = `
import { existsSync, writeFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { test } from ${source}

const base = 'https://api.example.invalid/v'
const api = (page, token, method, path, body) => page.evaluate(async ({ base, token, method, path, body }) => {
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
  const response = await fetch(base + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return response.json()
}, { base, token, method, path, body })

test.beforeEach(async ({ context, page }) => {
  await context.route('https://app.example.invalid/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>App</h1>' }))
  await page.goto('https://app.example.invalid/')
})

for (const name of ['one', 'two', 'three', 'four']) {
  test('keeps ' + name + ' to itself', async ({ page, emulator }) => {
    for (let count = 1; count <= 5; count++) {
      await api(page, emulator.credentials.token, 'POST', '/1.13/catalogs', { name: name + ' ' + count })
      const { data } = await api(page, emulator.credentials.token, 'GET', '/1.13/catalogs?limit=100')
      const expected = Array.from({ length: count }, (_, index) => name + ' ' + (count - index))
      expect(data.map((catalog) => catalog.name)).toEqual(expected)
    }
    if (name === 'one' || name === 'two') {
      writeFileSync(name + '.written', '')
      await expect.poll(() => existsSync('one.written') && existsSync('two.written')).toBe(true)
      const { data } = await api(page, emulator.credentials.token, 'GET', '/1.13/catalogs?limit=100')
      expect(data.map((catalog) => catalog.name)).toContain(name + ' 1')
      expect(data).toHaveLength(5)
    }
    expect(emulator.requests.find({ operation: 'catalogs.create' })).toHaveLength(5)
  })
}

test('fails and attaches its requests', async ({ page, emulator }) => {
  await api(page, emulator.credentials.token, 'GET', '/1.13/catalogs')
  expect(1).toBe(2)
})

test('needs no page', async ({ emulator }) => {
  expect((await emulator.fetch(new Request(base + '/0/'))).status).toBe(200)
})
`

interface Result {
  readonly title: string
  readonly tests: readonly {
    readonly results: readonly {
      readonly status: string
      readonly workerIndex: number
      readonly error?: { readonly message: string }
      readonly attachments: readonly { readonly name: string; readonly body?: string }[]
    }[]
  }[]
}

let folder: string
let specs: readonly Result[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'playwright-fixture-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'playwright.config.ts'), config)
  writeFileSync(join(folder, 'isolation.spec.ts'), tests)
  const output = await runPlaywright()
  try {
    specs = (
      JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
        suites: readonly { specs: readonly Result[] }[]
      }
    ).suites.flatMap(({ specs }) => specs)
  } catch {
    throw new Error(`Playwright wrote no report: ${output}`)
  }
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs Playwright's own runner, without the environment variables of Vitest. */
function runPlaywright(): Promise<string> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS|NODE_ENV|TEST)/.test(name)),
  )
  const child = spawn(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'test'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve) => child.once('close', () => resolve(output)))
}

const specResult = (title: string) => specs.find((spec) => spec.title === title)!.tests[0]!.results[0]!

it('gives each test its own emulator, in parallel workers and in sequence', () => {
  const titles = ['one', 'two', 'three', 'four'].map((name) => `keeps ${name} to itself`)
  expect(titles.map((title) => [title, specResult(title).status, specResult(title).error?.message])).toEqual(
    titles.map((title) => [title, 'passed', undefined]),
  )
  expect(specResult(titles[0]!).workerIndex).not.toBe(specResult(titles[1]!).workerIndex)
})

it('attaches the requests of a failed test only', () => {
  const { status, attachments } = specResult('fails and attaches its requests')
  expect(status).toBe('failed')
  const attached = attachments.find(({ name }) => name === 'requests to the emulator')
  expect(JSON.parse(Buffer.from(attached!.body!, 'base64').toString())).toMatchObject([
    { operation: 'catalogs.list', status: 200 },
  ])
  expect(specResult('keeps one to itself').attachments).toEqual([])
})

it('attaches the command that opens the case of a failed test', async () => {
  const { attachments } = specResult('fails and attaches its requests')
  const text = Buffer.from(attachments.find(({ name }) => name === 'case')!.body!, 'base64').toString()
  const [, file] =
    /^Open this failure again: npx (?:@platform-data\/)?emulator replay (\.emulator\/cases\/\S+)$/.exec(text) ?? []
  expect(readCase(readFileSync(join(folder, file!)))).toMatchObject({
    failure: { test: 'fails and attaches its requests', message: expect.stringContaining('expect') },
  })
})

it('serves a test that opens no page', () => {
  expect(specResult('needs no page').status).toBe('passed')
})
