import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { runVitest } from '../../testing/run-vitest.ts'
import { readCase } from '../serve/case/read-case.ts'
import type { FetchTarget } from './install-fetch.ts'
import { test } from './vitest.ts'

async function catalogNames(fetch: FetchTarget['fetch'], baseUrl: string, token: string): Promise<readonly string[]> {
  const response = await fetch(`${baseUrl}/1.13/catalogs?limit=100`, { headers: { authorization: `Bearer ${token}` } })
  return ((await response.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
}

/** A barrier for five tests, which is how many Vitest runs at once. */
class Meeting {
  #waiting: (() => void)[] = []

  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === 5) for (const go of this.#waiting.splice(0)) go()
    })
  }
}

describe.concurrent('tests that write at the same time', () => {
  test.override({ emulatorOptions: { fixtures: 'empty' } })
  const written = new Meeting()
  for (let index = 0; index < 50; index++) {
    test(`do not see each other's data: ${index}`, async ({ emulator, fetch, baseUrl, credentials, expect }) => {
      const headers = { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' }
      for (const turn of ['first', 'second']) {
        const created = await fetch(`${baseUrl}/1.13/catalogs`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ name: `${turn} of ${index}` }),
        })
        expect(created.status).toBe(201)
      }
      emulator.clock.advance(`${index + 1}d`)
      emulator.faults.add({ operation: 'legacy.root', status: 500 + index })
      await written.wait()
      expect(await catalogNames(fetch, baseUrl, credentials.token)).toEqual([`second of ${index}`, `first of ${index}`])
      expect(emulator.requests.find({ operation: 'catalogs.create' })).toHaveLength(2)
      expect((await fetch(`${baseUrl}/0/`)).status).toBe(500 + index)
    })
  }
})

describe('the options', () => {
  test('default to the default world at https://api.example.com', async ({ fetch, baseUrl, credentials, emulator }) => {
    expect(baseUrl).toBe('https://api.example.com')
    expect((await catalogNames(fetch, baseUrl, credentials.token)).length).toBeGreaterThan(0)
    expect(emulator.requests.find()).toHaveLength(1)
  })

  describe('overridden in a suite', () => {
    test.override({ baseUrl: 'https://other.example.com/api', emulatorOptions: { seed: 7, clock: '2026-01-01' } })

    test('take the base path from baseUrl', async ({ fetch, baseUrl, emulator }) => {
      expect([emulator.basePath, emulator.seed, emulator.clock.frozen]).toEqual(['/api', 7, true])
      expect((await fetch(`${baseUrl}/0/`)).status).toBe(200)
    })
  })

  const extended = test
    .extend('emulatorOptions', { fixtures: 'empty' })
    .extend('token', ({ credentials }) => credentials.token)
  extended('can be set in an extended test, with more fixtures', async ({ fetch, baseUrl, token }) => {
    expect(await catalogNames(fetch, baseUrl, token)).toEqual([])
  })
})

describe('a fake system time', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test("moves the emulator's clock", ({ emulator }) => {
    vi.useFakeTimers({ now: Date.UTC(2050, 0) })
    expect(new Date(emulator.clock.now()).getUTCFullYear()).toBe(2050)
  })

  describe('set before the emulator is created', () => {
    beforeEach(() => {
      vi.useFakeTimers({ now: Date.UTC(2050, 0) })
    })

    test('moves its clock too', ({ emulator }) => {
      expect(new Date(emulator.clock.now()).getUTCFullYear()).toBe(2050)
    })
  })
})

describe('the message of a failed test', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  let folder: string
  let output: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vitest-fixture-'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(
      join(folder, 'a.test.ts'),
      `import { expect } from 'vitest'
      import { test } from ${JSON.stringify(fileURLToPath(new URL('./vitest.ts', import.meta.url)))}
      const toHeaders = (token) => ({ authorization: 'Bearer ' + token })

      test('fails', async ({ fetch, baseUrl, credentials }) => {
        for (let limit = 0; limit < 11; limit++)
          await fetch(baseUrl + '/1.13/environments?knd=a&limit=' + limit, { headers: toHeaders(credentials.token) })
        expect(1).toBe(2)
      })
      test('fails without a request', ({ emulator }) => { throw new Error('of its own') })
      test('passes', async ({ fetch, baseUrl }) => { await fetch(baseUrl + '/0/') })`,
    )
    ;({ output } = await runVitest(folder))
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('shows the latest requests', () => {
    expect(output).toContain('AssertionError: expected 1 to be 2')
    expect(output).toContain(
      'The last 10 of 11 requests to the emulator:\n  #2 GET /1.13/environments?knd=a&limit=1 (environments.list) 200\n',
    )
    expect(output).not.toContain('#1 GET')
    expect(output).toContain('  No endpoint reads the parameter "knd" of #11 (did you mean kind?).')
    expect(output).toContain('Error: of its own\n\nThe emulator received no requests. Give the fixture `fetch`')
  })

  it('ends with the command that opens the case, where there were requests', async () => {
    const commands = [
      ...output.matchAll(/\n\nOpen this failure again: npx (?:@platform-data\/)?emulator replay (\S+)\n/g),
    ]
    const [, file] = commands[0]!
    expect(file).toMatch(/^\.emulator\/cases\/\d{8}T\d{9}Z-fails-[0-9a-f]{8}\.case\.gz$/)
    expect(readdirSync(join(folder, '.emulator/cases'))).toEqual(['.gitignore', basename(file!)])
    const { failure, events } = readCase(readFileSync(join(folder, file!)))
    expect(failure).toEqual({ test: 'fails', message: expect.stringContaining('expected 1 to be 2') })
    expect(events.filter(({ kind }) => kind === 'request')).toHaveLength(11)
  })

  it('shows no credentials and no requests of passed tests', () => {
    expect(output).not.toMatch(/Bearer|\/0\//)
    expect(output).toContain('2 failed | 1 passed')
  })
})
