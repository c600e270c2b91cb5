import type { Adapter } from '../model/contract/adapter.ts'
import type { Conventions } from '../model/contract/conventions.ts'
import type { Seed } from './seed.ts'

/** The parts of a twin of a service. `readTwin` reads them from the directory that `emulator learn` wrote. */
export interface Twin {
  /** The conventions of the service, where the specification leaves them open. */
  readonly conventions: Partial<Conventions>
  /** Its records, with ids and credentials of a seed. Without them, the emulator has its usual ones. */
  readonly fixtures?: (seed?: number) => Seed
  /** Its adapters, in addition to the examples. */
  readonly adapters?: readonly Adapter[]
}
