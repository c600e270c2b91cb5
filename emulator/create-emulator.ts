import { defaultSeed, seedOf } from './fixtures.ts'
import type { Emulator } from './emulator.ts'
import { allParts } from './all-parts.ts'
import { openEmulator } from './open-emulator.ts'
import { assertGlobals } from './tools/assert-globals.ts'
import { defineAdapter } from './api/services/define-adapter.ts'
import { assertOptions, type EmulatorOptions } from './options.ts'

export type { Emulator } from './emulator.ts'
export type { EmulatorOptions } from './options.ts'

/**
 * Creates an emulator in memory. It needs no port and is ready at once.
 *
 * @example
 * ```ts
 * const emulator = createEmulator({ seed: 1 })
 * const response = await emulator.fetch('https://api.example/1.13/environments', {
 *   headers: { authorization: `Bearer ${emulator.credentials.token}` },
 * })
 * ```
 * @throws EmulatorError for an invalid option, and in an environment without `Request` and the like.
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  assertGlobals()
  assertOptions(options)
  const { fixtures = 'default', seed = defaultSeed, scale, adapters = [], ...others } = options
  const data = typeof fixtures === 'object' ? fixtures : seedOf(fixtures, { seed, scale })
  return openEmulator(data, allParts, { ...others, adapters: adapters.map(defineAdapter) })
}
