// `npm test` runs the projects `quick` and `quick-apart`, `npm run test:long` those that begin with `long`.
import type { ViteUserConfig } from 'vitest/config'

const folders = '{bin,emulator,conformance,fixtures,bench,testing,.ci}/**'

/** Packages that a benchmark installs also contain tests. */
const packages = ['**/node_modules/**']

/** Tests that replace modules, change global functions or environment variables, or load JSX, which Node cannot read. */
const quickApart = [
  'emulator/console/kit/schema-member.test.ts',
  'emulator/integrations/*.test.ts',
  'emulator/serve/send-stream.test.ts',
  'emulator/serve/test-runner.test.ts',
  'emulator/serve/twin/parse-yaml.test.ts',
]

/** A test that measures the memory of its process. */
const longApart = ['testing/servers/hostile/hostile-servers.long.test.ts']

const packed = ['.ci/packed/*.long.test.ts']
const inBrowser = ['testing/console/*.long.test.ts']

const forLong = { testTimeout: 120_000, hookTimeout: 120_000 }

const config: ViteUserConfig = {
  test: {
    root: new URL('..', import.meta.url).pathname,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    setupFiles: ['testing/seeded-laws.ts'],
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    // Printed commands depend on how npm was called, so `npx vitest` and `npm test` must look the same.
    env: { npm_command: '', npm_config_user_agent: '' },
    // Node loads the sources itself: Vite would compile them first, and the compiled code is slower.
    experimental: { viteModuleRunner: false },
    projects: [
      // Without isolation, a worker loads the sources once instead of once per file, and reuses compiled code. This
      // halves the time.
      {
        extends: true,
        test: {
          name: 'quick',
          include: [`${folders}/*.test.ts`],
          exclude: ['**/*.long.test.ts', ...quickApart, ...packages],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'quick-apart',
          include: quickApart,
          exclude: ['**/*.long.test.ts'],
          // Only Vite can replace a module that was loaded before.
          experimental: { viteModuleRunner: true },
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: [`${folders}/*.long.test.ts`],
          exclude: [...longApart, ...packed, ...inBrowser, ...packages],
          isolate: false,
          ...forLong,
        },
      },
      { extends: true, test: { name: 'long-apart', include: longApart, ...forLong } },
      // Their set-up packs and installs the package, or starts a browser, so they are separate projects.
      {
        extends: true,
        test: {
          name: 'long-packed',
          include: packed,
          isolate: false,
          globalSetup: '.ci/packed/pack-once.ts',
          ...forLong,
        },
      },
      {
        extends: true,
        test: {
          name: 'long-browser',
          include: inBrowser,
          isolate: false,
          globalSetup: 'testing/console/launch-once.ts',
          ...forLong,
        },
      },
    ],
  },
}

export default config
