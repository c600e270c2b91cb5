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
    // What the command line tells its user.
    'bin/usage-error.ts UsageError',
    // What a check concludes, and what the kit tells its caller.
    'conformance/conclusions/conclusion.ts Conclusion',
    'conformance/kit-error.ts KitError',
    // What goes over the wire.
    'emulator/api/dialect/api-error.ts ApiError',
    // What `fetch` rejects with, so that a client sees a broken connection.
    'emulator/tools/connection-dropped.ts ConnectionDropped',
    // What the TypeScript API tells its caller.
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
