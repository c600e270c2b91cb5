import { defaultSeed, packSeed } from './fixtures.ts'
import type { Emulator } from './emulator.ts'
import { openEmulator } from './open-emulator.ts'
import { assertGlobals } from './tools/assert-globals.ts'
import { defineAdapter } from './api/services/define-adapter.ts'
import { assertOptions, type EmulatorOptions } from './options.ts'
import type { Twin, Seed } from './world/seed.ts'

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
 * @throws EmulatorError for an invalid option, and in an environment without `Request` or another needed global.
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  assertGlobals()
  assertOptions(options)
  const { fixtures, seed = defaultSeed, scale, twin, adapters = [], conventions, ...others } = options
  return openEmulator(chooseSeed({ fixtures, seed, scale, twin }), {
    ...others,
    conventions:
      conventions && twin?.conventions
        ? { ...twin.conventions, ...conventions }
        : conventions === undefined
          ? (twin?.conventions ?? {})
          : conventions,
    adapters: [...(twin?.adapters ?? []), ...adapters].map(defineAdapter),
  })
}

/** The options that decide the data of a new world. */
interface DataOptions {
  readonly fixtures: EmulatorOptions['fixtures']
  readonly seed: number
  readonly scale: number | undefined
  readonly twin: Twin | undefined
}

/** The data of a new world. The option `fixtures` takes precedence over the records of a twin. */
function chooseSeed({ fixtures, seed, scale, twin }: DataOptions): Seed {
  if (typeof fixtures === 'object') return fixtures
  if (fixtures === undefined && twin?.fixtures !== undefined) return twin.fixtures(seed)
  return packSeed(fixtures ?? 'default', { seed, scale })
}
