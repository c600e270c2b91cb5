import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('{emulator,conformance,fixtures,bin}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .sort()

const found = (pattern: RegExp): readonly string[] =>
  files.flatMap((file) =>
    [...readFileSync(`${root}${file}`, 'utf8').matchAll(pattern)].map(([, name]) => `${file} ${name}`),
  )

it('has one error class for each audience', () => {
  expect(found(/class (\w+) extends \w*(?:Error|Conclusion|Refusal)\b/g)).toEqual([
    // The errors of the command line.
    'bin/usage-error.ts UsageError',
    // The conclusions of a check, and the errors of the kit.
    'conformance/conclusions/conclusion.ts Conclusion',
    'conformance/kit-error.ts KitError',
    // The errors that go over the wire.
    'emulator/api/dialect/api-error.ts ApiError',
    // The rejection of `fetch` by which a client sees a broken connection.
    'emulator/tools/connection-dropped.ts ConnectionDropped',
    // The errors of the TypeScript API.
    'emulator/tools/emulator-error.ts EmulatorError',
  ])
})

it('tells nobody what to do by a RangeError or a TypeError: the command line would ask to report it', () => {
  expect([...new Set(found(/new ((?:Range|Type)Error)\(/g))]).toEqual([
    // The error that `fetch` rejects with.
    'bin/judges/client/bounded-fetch.ts TypeError',
    // A mistake in an adapter's code, which its caller cannot mend: answered with 500.
    'emulator/api/services/invoke-command.ts TypeError',
    // The error that `fetch` rejects with.
    'emulator/integrations/fetch-semantics.ts TypeError',
    'emulator/integrations/route-to.ts TypeError',
    'emulator/pipeline/emulator-fetch.ts TypeError',
    'emulator/tools/connection-dropped.ts TypeError',
  ])
})
