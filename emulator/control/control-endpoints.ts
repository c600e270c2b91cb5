import { clockEndpoints } from './clock.ts'
import { conventionEndpoints } from './conventions.ts'
import { credentialEndpoints } from './credentials.ts'
import { dataEndpoints } from './data.ts'
import type { ControlEndpoint } from './define-control.ts'
import { deviationEndpoints } from './deviations.ts'
import { documentEndpoints } from './documents.ts'
import { faultEndpoints } from './faults.ts'
import { healthEndpoints } from './health.ts'
import { recordEndpoints } from './records.ts'
import { requestEndpoints } from './requests.ts'
import { requirementEndpoints } from './requirements.ts'
import { scenarioEndpoints } from './scenarios.ts'
import { snapshotEndpoints } from './snapshot.ts'
import { worldEndpoints } from './worlds.ts'

/** The endpoints that the index and the OpenAPI document describe, in addition to themselves. */
const described: readonly ControlEndpoint[] = [
  ...healthEndpoints,
  ...worldEndpoints,
  ...snapshotEndpoints,
  ...clockEndpoints,
  ...faultEndpoints,
  ...scenarioEndpoints,
  ...deviationEndpoints,
  ...conventionEndpoints,
  ...requestEndpoints,
  ...dataEndpoints,
  ...recordEndpoints,
  ...credentialEndpoints,
  ...requirementEndpoints,
]

/** Every endpoint of the control API. Routing, OPTIONS, 405, the index and the OpenAPI document derive from it. */
export const controlEndpoints: readonly ControlEndpoint[] = [...documentEndpoints(described), ...described]
