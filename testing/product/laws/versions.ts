// The token endpoint and the Services API are unversioned (clause 9).
import { serveBelowVersion } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import { type ConditionName, findCondition } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'

const conditions = [
  'always',
  'bearer',
  'bare-id',
  'prefixed-id',
  'with-other-parameter',
] as const satisfies readonly ConditionName[]

/** The requirement that breaks if a command is served only after a version. */
const invoked = {
  always: 'services.invoke',
  bearer: 'services.invoke',
  'bare-id': 'services.invoke',
  'prefixed-id': 'ids.prefixed-form',
  'with-other-parameter': 'http.query-on-writes',
} as const satisfies Record<(typeof conditions)[number], RequirementId>

/** The Services API is served only after a version. */
export const servicesUnversioned: readonly Fault[] = lawFaults({
  id: 'services-are-unversioned',
  // A command that is not served at its path cannot be distinguished from one that runs nowhere.
  requirement: (place, condition) =>
    place === 'services.capabilities'
      ? condition === 'prefixed-id'
        ? 'ids.prefixed-form'
        : 'services.unversioned'
      : invoked[condition],
  breaks: 'The server answers the Services API only behind a version.',
  places: ['services.capabilities', 'services.invoke'],
  conditions,
  fault: (place, condition) => serveBelowVersion(place, findCondition(condition).begin()),
})
