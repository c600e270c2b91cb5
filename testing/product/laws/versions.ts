// The token endpoint and the Services API are unversioned (clause 9).
import { behindVersion } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { type ConditionName, conditionOf } from '../condition.ts'
import { type Fault, faultsOf } from '../law.ts'

const conditions = [
  'always',
  'bearer',
  'bare-id',
  'prefixed-id',
  'with-other-parameter',
] as const satisfies readonly ConditionName[]

/** The Services API is served behind a version alone. */
export const servicesUnversioned: readonly Fault[] = faultsOf({
  id: 'services-are-unversioned',
  requirement: 'services.unversioned',
  breaks: 'The server answers the Services API behind a version alone.',
  places: ['services.capabilities', 'services.invoke'],
  conditions,
  fault: (place, condition) => behindVersion(place, conditionOf(condition).begin()),
})
