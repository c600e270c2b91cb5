// Three projects: `quick` and `apart` are `npm test`, `long` is `npm run test:long`.
import type { ViteUserConfig } from 'vitest/config'
import { LongestFirst } from './longest-first.ts'

const tests = '{bin,emulator,conformance,fixtures,bench,testing,.ci}/**/*.test.ts'
const longTests = '{bin,emulator,conformance,fixtures,bench,testing,.ci}/**/*.long.test.ts'

/** Packages that a benchmark installs have tests, too. */
const packages = ['**/node_modules/**']

/** Tests that change what a whole process shares: modules, global functions, modules' state, environment variables. */
const testsApart = ['emulator/integrations/*.test.ts', 'emulator/serve/send-stream.test.ts']

const config: ViteUserConfig = {
  test: {
    root: new URL('..', import.meta.url).pathname,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A second, as by default, is short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Printed commands begin as the call did: `npx vitest` must read as `npm test` does.
    env: { npm_command: '' },
    projects: [
      // Without isolation a worker loads the sources once, not once for each file: half the time.
      {
        extends: true,
        test: { name: 'quick', include: [tests], exclude: [longTests, ...testsApart, ...packages], isolate: false },
      },
      { extends: true, test: { name: 'apart', include: testsApart, exclude: [longTests] } },
      {
        extends: true,
        test: {
          name: 'long',
          include: [longTests],
          exclude: packages,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          globalSetup: '.ci/pack-once.ts',
        },
      },
    ],
  },
}

export default config
