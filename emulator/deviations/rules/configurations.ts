import { configuration } from '../algebra/places.ts'
import { anyId } from '../algebra/ways.ts'
import { type Deviation, violations } from '../define-deviation.ts'

/** Violations of clause 4.4 by the scopes of configurations. */
export const configurationDeviations: readonly Deviation[] = violations`
  configurations.value.scope
    configuration-of-any-scope: A scope that does not exist gets the configuration of another.
      ${anyId(configuration)}
`
