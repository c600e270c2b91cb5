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
  'which this environment does not have. Jest hides them from tests in jsdom: install jest-fixed-jsdom and set testEnvironment to "jest-fixed-jsdom", or begin the test with /** @jest-environment node */. In Vitest, the pools vmThreads and vmForks hide them: use the pool forks.'

/** @throws EmulatorError `missing_globals` that names what this environment lacks. */
export function assertGlobals(): void {
  const missing = neededGlobals.filter((name) => !(name in globalThis))
  if (missing.length > 0)
    throw new EmulatorError('missing_globals', `The emulator needs ${missing.join(', ')}, ${globalsAdvice}`)
  const replaced = ['Request', 'Response'].filter((name) => hasNoStreams(name))
  if (replaced.length > 0)
    throw new EmulatorError(
      'missing_globals',
      `The emulator needs ${replaced.join(' and ')} with bodies that are streams, ${globalsAdvice} Then leave out the polyfill that replaces them, such as whatwg-fetch.`,
    )
}

/**
 * Returns true for a class of a polyfill whose body cannot be read as a stream: the emulator would see every body as
 * empty.
 */
function hasNoStreams(name: string): boolean {
  const { value } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {}
  return typeof value === 'function' && !('body' in ((value as { prototype?: object }).prototype ?? {}))
}
