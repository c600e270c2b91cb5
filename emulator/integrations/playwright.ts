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
import type { Credentials } from '../model/contract/credentials.ts'
import { casesDirectory, keepCase } from '../serve/case/keep-case.ts'
import { routeTo } from './route-to.ts'
import { assertPeer, playwrightPeer } from './peer-version.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

export {
  type PlaywrightRequest,
  type PlaywrightRoute,
  type Routable,
  type Routed,
  routeTo,
  type RouteToOptions,
} from './route-to.ts'

/** The fixtures that each test gets for itself. */
export interface EmulatorFixtures {
  /** The emulator of this test. It answers the requests of the test's pages below `emulatorBaseUrl`. */
  readonly emulator: Emulator
  /** The emulator's credentials. */
  readonly credentials: Credentials
}

/** The fixtures that the tests of a worker share. Set the options in `use` of the configuration. */
export interface EmulatorWorkerFixtures {
  /** The API's base URL, which the pages call; `baseURL` is the pages' own. Default: `https://api.example.com`. */
  readonly emulatorBaseUrl: string
  /** The options of the emulators. `basePath` follows from `emulatorBaseUrl`. Default: `{}`, the default world. */
  readonly emulatorOptions: EmulatorOptions
  /** The directory where failed tests keep their cases, the newest ten; empty for none. Default: `.emulator/cases`. */
  readonly emulatorCases: string
  /** The emulator that is forked for each test. */
  readonly seedEmulator: Emulator
}

/** Playwright's `test` with these fixtures. */
export type EmulatorTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & EmulatorFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & EmulatorWorkerFixtures
>

const missingPlaywright =
  'The `test` of @platform-data/emulator/playwright needs @playwright/test, which is not installed. Run npm install --save-dev @playwright/test.'

/**
 * Playwright's `test` with an emulator for each test. The emulator answers the requests of the test's pages, and no
 * other test sees what they write. The requests of a failed test are attached to its report, and the command that opens
 * its case.
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
  if (typeof base === 'string') return toMissingTest(base)
  return base.extend<EmulatorFixtures, EmulatorWorkerFixtures>({
    emulatorBaseUrl: ['https://api.example.com', { option: true, scope: 'worker' }],
    emulatorOptions: [{}, { option: true, scope: 'worker' }],
    emulatorCases: [casesDirectory, { option: true, scope: 'worker' }],
    seedEmulator: [
      async ({ emulatorBaseUrl, emulatorOptions }, use) => {
        await use(createEmulator({ basePath: new URL(emulatorBaseUrl).pathname, ...emulatorOptions }))
      },
      { scope: 'worker' },
    ],
    emulator: async ({ seedEmulator, emulatorCases }, use, testInfo) => {
      const emulator = seedEmulator.fork()
      await use(emulator)
      if (testInfo.status === testInfo.expectedStatus) return
      await testInfo.attach('requests to the emulator', {
        body: JSON.stringify(emulator.requests.find(), undefined, 2),
        contentType: 'application/json',
      })
      if (emulatorCases === '' || emulator.requests.size === 0) return
      const failure = { test: testInfo.title, message: testInfo.error?.message ?? '' }
      const kept = await keepCase(emulator, failure, { directory: emulatorCases })
      // The terminal shows the text of an attachment below the failure.
      await testInfo.attach('case', { body: kept, contentType: 'text/plain' })
    },
    credentials: async ({ emulator }, use) => {
      await use(emulator.credentials)
    },
    context: async ({ context, emulator, emulatorBaseUrl }, use) => {
      const routed = await routeTo(context, emulator, { baseUrl: emulatorBaseUrl })
      await use(context)
      await routed.unroute()
    },
  })
}

/**
 * Loads Playwright's `test`, or returns why it cannot be used. `playwright` and `playwright-core` do not export it;
 * their users only need `routeTo`.
 */
function loadTest(): typeof PlaywrightTest | string {
  const require = createRequire(import.meta.url)
  try {
    assertPeer(playwrightPeer, (require('@playwright/test/package.json') as { readonly version: string }).version)
    return (require('@playwright/test') as { readonly test: typeof PlaywrightTest }).test
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return missingPlaywright
    if (error instanceof EmulatorError) return error.message
    throw error
  }
}

function toMissingTest(why: string): EmulatorTest {
  const refuse = (): never => {
    throw new EmulatorError('missing_package', why)
  }
  return new Proxy(refuse, { get: refuse }) as unknown as EmulatorTest
}
