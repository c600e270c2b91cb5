import type { Behaviour } from './behaviour.ts'
import { configurationBehaviours } from './configurations.ts'
import { cursorBehaviours } from './cursors.ts'
import { filterBehaviours } from './filters.ts'
import { httpBehaviours } from './http.ts'
import { idBehaviours } from './ids.ts'
import { legacyAuthBehaviours } from './legacy-auth.ts'
import { legacyBehaviours } from './legacy.ts'
import { versionBehaviours } from './versions.ts'
import { writeBehaviours } from './writes.ts'

/** Every behaviour of the suite (clauses 2.1, 4.4 to 4.6, 4.9, 4.10, 5.4 to 5.6, 7 and 9). */
export const behaviours: readonly Behaviour[] = [
  ...idBehaviours,
  ...filterBehaviours,
  ...cursorBehaviours,
  ...httpBehaviours,
  ...writeBehaviours,
  ...versionBehaviours,
  ...configurationBehaviours,
  ...legacyBehaviours,
  ...legacyAuthBehaviours,
]
