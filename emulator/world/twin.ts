import type { Adapter } from '../model/contract/adapter.ts'
import type { Conventions } from '../model/contract/conventions.ts'
import type { Seed } from './seed.ts'

/** What a twin of a service is made of: `readTwin` reads it from the directory that `emulator learn` wrote. */
export interface Twin {
  /** What the service fills the open places with. */
  readonly conventions: Partial<Conventions>
  /** Its records, with ids and credentials of a seed. Without them, the emulator has its usual ones. */
  readonly fixtures?: (seed?: number) => Seed
  /** Its adapters, in addition to the examples. */
  readonly adapters?: readonly Adapter[]
}
