import { createControl } from './control/control.ts'
import { deviationNamed } from './deviations/deviation-named.ts'
import type { EmulatorParts } from './open-emulator.ts'
import { faultsOf } from './tools/schema-validator.ts'

/** All parts at once, for a process that already pays for loading the package. */
export const allParts: EmulatorParts = { createControl, deviationNamed, validator: faultsOf }
