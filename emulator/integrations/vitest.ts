import { test as base, type TestAPI } from 'vitest'
import type { Credentials } from '../contract/credentials.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from '../create-emulator.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import { type FetchTarget, installFetch } from './install-fetch.ts'

/** What each test is given that asks for it. */
export interface EmulatorTestContext {
  /** What the emulator begins with; override it for a file, a suite or a `test` of your own. Default: the default world. */
  emulatorOptions: EmulatorOptions
  /** The address at which `fetch` finds the emulator. Its path becomes the `basePath`. Default: `https://api.example.com`. */
  baseUrl: string
  /** An emulator of this test alone, also among concurrent ones. */
  emulator: Emulator
  /** A `fetch` of this test alone: below `baseUrl` the emulator answers, elsewhere the global one. */
  fetch: FetchTarget['fetch']
  /** The emulator's credentials. */
  credentials: Credentials
  /** Emulators by what they begin with: each test gets a fork. */
  seedEmulators: (options: EmulatorOptions, baseUrl: string) => Emulator
}

/** How many requests the message of a failed test shows, the latest. */
const shownRequests = 10

/**
 * Vitest's `test`, where each test has an emulator of its own, without a port: safe with `test.concurrent`, and forked
 * in no time. The message of a test that fails shows the requests that came.
 *
 * @example
 * ```ts
 * import { test } from '@platform-data/emulator/vitest'
 *
 * test.override({ emulatorOptions: { clock: '2026-01-01' } }) // for the whole file; `test.scoped` before Vitest 4.1
 *
 * test.concurrent('retries', async ({ emulator, fetch, baseUrl, credentials, expect }) => {
 *   emulator.faults.add({ operation: 'environments.list', status: 503 })
 *   const client = new Client({ baseUrl, fetch, token: credentials.token })
 *   expect(await client.environments()).toHaveLength(3)
 * })
 * ```
 */
export const test: TestAPI<EmulatorTestContext> = base.extend<EmulatorTestContext>({
  emulatorOptions: {},
  baseUrl: 'https://api.example.com',
  seedEmulators: [
    // eslint-disable-next-line no-empty-pattern -- Vitest reads from the pattern what a fixture needs
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
  emulator: async ({ seedEmulators, emulatorOptions, baseUrl, onTestFailed }, use) => {
    const seed = seedEmulators(emulatorOptions, baseUrl)
    // What an earlier test did to the system's time must not stay in the seed's clock, which never goes back by itself.
    seed.reset()
    const emulator = seed.fork()
    onTestFailed(({ task }) => {
      const error = task.result?.errors?.at(-1)
      if (error) error.message += toText(emulator.requests)
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

function toText(requests: Journal): string {
  const entries = requests.find()
  if (entries.length === 0) return '\n\nNo request came to the emulator.'
  const heading =
    entries.length > shownRequests
      ? `The last ${shownRequests} of ${entries.length} requests to the emulator`
      : 'Requests to the emulator'
  return `\n\n${heading}:\n${entries.slice(-shownRequests).map(toLine).join('\n')}`
}

function toLine({ index, method, path, query, operation, status, refusal }: JournalEntry): string {
  const parameters = Object.entries(query)
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}=${value}`))
    .join('&')
  return `  #${index} ${method} ${path}${parameters === '' ? '' : `?${parameters}`} (${operation ?? 'no operation'}) ${status ?? 'no answer'}${refusal ? `: ${refusal.message}` : ''}`
}
