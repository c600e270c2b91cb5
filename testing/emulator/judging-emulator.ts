// An emulator whose control API judges clients, and runs the kit, for tests.
import { Judges } from '../../bin/judges/control/judges.ts'
import { Observers } from '../../bin/judges/control/observers.ts'
import type { Emulator } from '../../emulator/create-emulator.ts'
import { openEmulator, type OpenOptions } from '../../emulator/open-emulator.ts'
import { packSeed } from '../../fixtures/packs.ts'

/** An emulator with its judges. */
export interface JudgingEmulator {
  readonly emulator: Emulator
  close(): Promise<void>
}

/** Opens an emulator as `emulator start` does: with the judges of services and of clients. */
export function openJudging(
  options: OpenOptions = {},
  { scale }: { readonly scale?: number | undefined } = {},
): JudgingEmulator {
  const observers = new Observers()
  const judges = new Judges(observers)
  const emulator = openEmulator(packSeed('default', { seed: 1, scale }), {
    moreControl: async () => judges.endpoints,
    observer: observers,
    ...options,
  })
  return { emulator, close: () => judges.close() }
}
