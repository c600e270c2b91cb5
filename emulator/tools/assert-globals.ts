import { EmulatorError } from './emulator-error.ts'

/** The globals that the emulator needs. Node, browsers, Deno and Bun have all of them; jsdom does not. */
export const neededGlobals: readonly string[] = [
  'Request',
  'Response',
  'Headers',
  'ReadableStream',
  'TextEncoder',
  'TextDecoder',
  'AbortController',
]

/** The advice when some are missing. */
export const globalsAdvice: string =
  'which this environment does not have. Jest hides them from tests in jsdom: install jest-fixed-jsdom and set testEnvironment to "jest-fixed-jsdom", or begin the test with /** @jest-environment node */.'

/** @throws EmulatorError `missing_globals` that names what this environment lacks. */
export function assertGlobals(): void {
  const missing = neededGlobals.filter((name) => !(name in globalThis))
  if (missing.length > 0)
    throw new EmulatorError('missing_globals', `The emulator needs ${missing.join(', ')}, ${globalsAdvice}`)
}
