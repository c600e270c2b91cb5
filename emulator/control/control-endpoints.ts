import { caseEndpoints } from './case.ts'
import { clockEndpoints } from './clock.ts'
import { conventionEndpoints } from './conventions.ts'
import { credentialEndpoints } from './credentials.ts'
import { dataEndpoints } from './data.ts'
import type { ControlEndpoint } from './define-control.ts'
import { deviationEndpoints } from './deviations.ts'
import { documentEndpoints } from './documents.ts'
import { eventEndpoints } from './events.ts'
import { faultEndpoints } from './faults.ts'
import { healthEndpoints } from './health.ts'
import { recordEndpoints } from './records.ts'
import { requestEndpoints } from './requests.ts'
import { scenarioEndpoints } from './scenarios.ts'
import { snapshotEndpoints } from './snapshot.ts'
import { stateEndpoints } from './state.ts'
import { worldEndpoints } from './worlds.ts'

/** The endpoints that the index and the OpenAPI document describe, in addition to themselves. */
const described: readonly ControlEndpoint[] = [
  ...healthEndpoints,
  ...worldEndpoints,
  ...stateEndpoints,
  ...snapshotEndpoints,
  ...clockEndpoints,
  ...faultEndpoints,
  ...scenarioEndpoints,
  ...deviationEndpoints,
  ...conventionEndpoints,
  ...requestEndpoints,
  ...eventEndpoints,
  ...caseEndpoints,
  ...dataEndpoints,
  ...recordEndpoints,
  ...credentialEndpoints,
]

/** The endpoints of the control API, and more. Routing, OPTIONS, 405, the index and the document derive from them. */
export function listControlEndpoints(more: readonly ControlEndpoint[]): readonly ControlEndpoint[] {
  const all = [...described, ...more]
  return [...documentEndpoints(all), ...all]
}

/** Every endpoint of the control API. */
export const controlEndpoints: readonly ControlEndpoint[] = listControlEndpoints([])
