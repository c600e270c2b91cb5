import type { EmulatorParts } from './open-emulator.ts'
import { deviationNamed } from './disturb/deviations/deviation-named.ts'
import { faultsOf } from './tools/schema-validator.ts'

/** All parts. The control API is loaded with its first request. */
export const allParts: EmulatorParts = {
  createControl: async (emulator, initialConventions, more) =>
    (await import('./control/control.ts')).createControl(emulator, initialConventions, more),
  deviationNamed,
  saveCase: async (emulator, options) => (await import('./case/save-case.ts')).saveCase(emulator, options),
  validator: faultsOf,
}
