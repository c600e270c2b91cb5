import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  test as PlaywrightTest,
  TestType,
} from '@playwright/test'
import { createRequire } from 'node:module'
import { createEmulator, type Emulator, type EmulatorOptions } from '../create-emulator.ts'
import { routeTo } from './route-to.ts'

export {
  type PlaywrightRequest,
  type PlaywrightRoute,
  type Routable,
  type Routed,
  routeTo,
  type RouteToOptions,
} from './route-to.ts'

/** The fixtures that each test has for itself. */
export interface EmulatorFixtures {
  /** An emulator of this test alone, which answers the requests of its pages below `emulatorBaseUrl`. */
  readonly emulator: Emulator
}

/** The fixtures that the tests of a worker share: `use` in the configuration sets the options among them. */
export interface EmulatorWorkerFixtures {
  /** The address that the pages call. Default: `https://api.example.com`. It is not `baseURL`, where the pages are. */
  readonly emulatorBaseUrl: string
  /** What every test's emulator begins with. Its `basePath` follows from `emulatorBaseUrl`. Default: the default world. */
  readonly emulatorOptions: EmulatorOptions
  /** What every test's emulator is a fork of. */
  readonly seedEmulator: Emulator
}

/** Playwright's `test` with these fixtures. */
export type EmulatorTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & EmulatorFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & EmulatorWorkerFixtures
>

/**
 * Playwright's `test`, where each test has an emulator of its own behind its pages: whatever it writes, no other test
 * sees. A test that fails has the requests that came attached to its report.
 *
 * @example
 * ```ts
 * // playwright.config.ts: use: { emulatorBaseUrl: 'https://api.example.com', emulatorOptions: { seed: 7 } }
 * import { test } from '@platform-data/emulator/playwright'
 *
 * test('lists products', async ({ page, emulator }) => {
 *   await page.goto('/')
 *   emulator.requests.one({ operation: 'products.list' })
 * })
 * ```
 */
export const test: EmulatorTest = extendTest()

function extendTest(): EmulatorTest {
  const base = loadTest()
  if (!base) return toMissingTest()
  return base.extend<EmulatorFixtures, EmulatorWorkerFixtures>({
    emulatorBaseUrl: ['https://api.example.com', { option: true, scope: 'worker' }],
    emulatorOptions: [{}, { option: true, scope: 'worker' }],
    seedEmulator: [
      async ({ emulatorBaseUrl, emulatorOptions }, use) => {
        await use(createEmulator({ basePath: new URL(emulatorBaseUrl).pathname, ...emulatorOptions }))
      },
      { scope: 'worker' },
    ],
    emulator: async ({ seedEmulator }, use, testInfo) => {
      const emulator = seedEmulator.fork()
      await use(emulator)
      if (testInfo.status === testInfo.expectedStatus) return
      await testInfo.attach('requests to the emulator', {
        body: JSON.stringify(emulator.requests.find(), undefined, 2),
        contentType: 'application/json',
      })
    },
    context: async ({ context, emulator, emulatorBaseUrl }, use) => {
      const routed = await routeTo(context, emulator, { baseUrl: emulatorBaseUrl })
      await use(context)
      await routed.unroute()
    },
  })
}

/** Playwright's `test`; undefined where only `playwright` or `playwright-core` is installed, for which `routeTo` is enough. */
function loadTest(): typeof PlaywrightTest | undefined {
  try {
    return (createRequire(import.meta.url)('@playwright/test') as { readonly test: typeof PlaywrightTest }).test
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

function toMissingTest(): EmulatorTest {
  const refuse = (): never => {
    throw new Error(
      'The `test` of @platform-data/emulator/playwright needs @playwright/test, which is not installed: npm install --save-dev @playwright/test.',
    )
  }
  return new Proxy(refuse, { get: refuse }) as unknown as EmulatorTest
}
