import { test as base, type TestAPI } from 'vitest'
import type { Credentials } from '../model/contract/credentials.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from '../create-emulator.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalEntry } from '../journal/request-schemas.ts'
import { type FetchTarget, installFetch } from './install-fetch.ts'

/** The fixtures of `test`. */
export interface EmulatorTestContext {
  /** The emulator's options. Override them for a file, a suite or your own `test`. Default: `{}`, the default world. */
  emulatorOptions: EmulatorOptions
  /** The base URL where `fetch` finds the emulator. Its path is the `basePath`. Default: `https://api.example.com`. */
  baseUrl: string
  /** The emulator of this test. Concurrent tests have one each. */
  emulator: Emulator
  /** The directory where failed tests keep their cases, the newest ten; empty for none. Default: `.emulator/cases`. */
  emulatorCases: string
  /** The `fetch` of this test. The emulator answers below `baseUrl`; the global `fetch` sends all other requests. */
  fetch: FetchTarget['fetch']
  /** The emulator's credentials. */
  credentials: Credentials
  /** Returns the emulator for some options and a base URL. Each test gets a fork of it. */
  seedEmulators: (options: EmulatorOptions, baseUrl: string) => Emulator
}

/** The number of latest requests in the message of a failed test. */
const mostRequests = 10

/**
 * Vitest's `test` with an emulator for each test, without a port. It works with `test.concurrent`. The message of a
 * failed test lists the requests that the emulator received, and ends with the command that opens the test's case.
 *
 * @example
 * ```ts
 * import { test } from '@platform-data/emulator/vitest'
 *
 * test.override({ emulatorOptions: { clock: '2026-01-01' } }) // for the whole file; `test.scoped` before Vitest 4.1
 *
 * test.concurrent('retries', async ({ emulator, fetch, baseUrl, credentials, expect }) => {
 *   emulator.faults.add({ operation: 'environments.list', status: 503 })
 *   const headers = { authorization: `Bearer ${credentials.token}` }
 *   expect((await fetch(`${baseUrl}/1.13/environments`, { headers })).status).toBe(503)
 * })
 * ```
 */
export const test: TestAPI<EmulatorTestContext> = base.extend<EmulatorTestContext>({
  emulatorOptions: {},
  baseUrl: 'https://api.example.com',
  emulatorCases: '.emulator/cases',
  seedEmulators: [
    // eslint-disable-next-line no-empty-pattern -- Vitest parses this pattern to find the fixture's dependencies
    async ({}, use) => {
      const emulators = new WeakMap<EmulatorOptions, Map<string, Emulator>>()
      await use((options, baseUrl) => {
        const byPath = emulators.get(options) ?? new Map<string, Emulator>()
        emulators.set(options, byPath)
        const basePath = new URL(baseUrl).pathname.replace(/\/+$/, '')
        const emulator = byPath.get(basePath) ?? createEmulator({ basePath, ...options })
        byPath.set(basePath, emulator)
        return emulator
      })
    },
    { scope: 'worker' },
  ],
  emulator: async ({ seedEmulators, emulatorOptions, baseUrl, emulatorCases, onTestFailed }, use) => {
    const seed = seedEmulators(emulatorOptions, baseUrl)
    // The seed's clock never goes back by itself: undo the fake system time of an earlier test.
    seed.reset()
    const emulator = seed.fork()
    onTestFailed(async ({ task }) => {
      const error = task.result?.errors?.at(-1)
      if (error)
        error.message +=
          toRequestList(emulator.requests) + (await keptText(emulator, task.name, error.message, emulatorCases))
    })
    await use(emulator)
  },
  fetch: async ({ emulator, baseUrl }, use) => {
    const target: FetchTarget = { fetch: (input, init) => globalThis.fetch(input, init) }
    installFetch(emulator, { baseUrl, target })
    await use(target.fetch)
  },
  credentials: async ({ emulator }, use) => {
    await use(emulator.credentials)
  },
})

/** Keeps the case of a failed test. @returns the end of its message. */
async function keptText(emulator: Emulator, test: string, message: string, directory: string): Promise<string> {
  // A browser has no files. Vitest gives it a `process` with an environment.
  const { process } = globalThis as { process?: { versions?: { node?: string } } }
  if (directory === '' || emulator.requests.size === 0 || process?.versions?.node === undefined) return ''
  const { keepCase } = await import('../serve/case/keep-case.ts')
  return `\n\n${await keepCase(emulator, { test, message }, { directory })}`
}

function toRequestList(requests: Journal): string {
  const entries = requests.find()
  if (entries.length === 0)
    return '\n\nThe emulator received no requests. Give the fixture `fetch` to the client: only that fetch reaches this emulator.'
  const heading =
    entries.length > mostRequests
      ? `The last ${mostRequests} of ${entries.length} requests to the emulator`
      : 'Requests to the emulator'
  const lines = entries.slice(-mostRequests).map(toJournalLine)
  return ['\n', `${heading}:`, ...lines, ...unreadLines(requests)].join('\n')
}

/** Query parameters that no endpoint read, such as a misspelt filter: often the reason why a test failed. */
function unreadLines(requests: Journal): readonly string[] {
  const unread = requests.unread().slice(-mostRequests)
  return unread.map(({ kind, name, nearest, request }) => {
    const guess = nearest === null ? '' : ` (did you mean ${nearest}?)`
    const part = kind === 'body' ? kind : `${kind} ${JSON.stringify(name)}`
    return `  No endpoint reads the ${part} of ${request.split(' ', 1)[0]}${guess}.`
  })
}

function toJournalLine({ index, method, path, query, operation, status, refusal }: JournalEntry): string {
  const parameters = Object.entries(query)
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}=${value}`))
    .join('&')
  const target = `${path}${parameters === '' ? '' : `?${parameters}`}`
  const outcome = `${status ?? 'no answer'}${refusal ? `: ${refusal.message}` : ''}`
  return `  #${index} ${method} ${target} (${operation ?? 'no operation'}) ${outcome}`
}
