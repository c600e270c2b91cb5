import type { Adapter } from './adapter.ts'
import type { Conventions } from './conventions.ts'

/** What a twin of a service is made of: `readTwin` reads it from the directory that `emulator learn` wrote. */
export interface Twin {
  /** What the service fills the open places with. */
  readonly conventions: Partial<Conventions>
  /** Its records, as `parseSeed` takes them. Without them, the emulator has its usual ones. */
  readonly fixtures?: unknown
  /** Its adapters, in addition to the examples. */
  readonly adapters?: readonly Adapter[]
}
