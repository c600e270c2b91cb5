// The operations that read, each with its good request: the one that a right service serves.
import { documentedPath } from '../../catalogue/operation-paths.ts'
import { findOperation, type OperationId } from '../../catalogue/operations.ts'
import { legacyCredential } from '../../checks/paths.ts'
import type { Call, Credential } from '../../judge/call.ts'
import type { Declaration } from '../../target/declarations.ts'
import type { CallContext } from './question.ts'

/** An operation that reads. A question has asked its good request. */
export interface Place {
  /** The beginning of the names of its questions. */
  readonly name: string
  /** The emulator's name of the operation, which is also that of the question with its good request. */
  readonly operation: string
  /** The operations whose paths it shares otherwise, which are not asked. */
  readonly others?: readonly string[]
  readonly documented: OperationId
  readonly needs: readonly Declaration[]
  /** Default: that of its part of the API. */
  readonly as?: Credential
  /** True if the bodies of two equal services differ. */
  readonly onlyForm?: boolean
}

/** The samples that a request of an operation needs. */
export function samplesOf(operation: OperationId): readonly Declaration[] {
  const { inPath, inQuery = {}, names = [] } = findOperation(operation)
  return inPath?.sample === undefined ? names : [inPath.sample, ...Object.values(inQuery)]
}

function place(name: string, documented: OperationId, more: Partial<Place> = {}): Place {
  const credential = findOperation(documented).credentials === 'legacy' ? 'legacy' : 'bearer'
  return { name, documented, operation: documented, needs: [credential, ...samplesOf(documented)], ...more }
}

export const environments: Place = place('environments', 'environments.list')
export const products: Place = place('products', 'products.list')
export const resources: Place = place('resources', 'resources.list')
export const configurations: Place = place('configurations', 'configurations.value', { onlyForm: true })
export const services: Place = place('services', 'services.capabilities', {
  others: ['services.invoke'],
  onlyForm: true,
})
export const accessTokens: Place = place('access-tokens', 'access-tokens.list')
export const legacyProjects: Place = place('legacy.projects', 'legacy-projects.list', {
  operation: 'legacy.projects',
  needs: ['apiKey'],
  as: 'apiKey',
})
export const groups: Place = place('legacy.groups', 'groups.list', { operation: 'legacy.groups.list' })
export const events: Place = place('legacy.events', 'events.list', { operation: 'legacy.events.list' })

/** All of them except the legacy root, which takes no credentials. */
export const places: readonly Place[] = [
  environments,
  products,
  resources,
  configurations,
  services,
  accessTokens,
  legacyProjects,
  groups,
  events,
]

/** The parts of a good request that a question changes. */
export interface CallChange extends Pick<Call, 'query' | 'as' | 'method'> {
  /** Another id in the path than that of the sample. */
  readonly id?: string
}

/** The good request of an operation, or one that differs from it. */
export function callAt(
  { documented, as }: Pick<Place, 'documented' | 'as'>,
  { session }: CallContext,
  { id, query, ...change }: CallChange = {},
): Call {
  const { method, inPath, inQuery, credentials } = findOperation(documented)
  const { samples = {} } = session.run.target
  const sample = inPath?.sample && samples[inPath.sample]
  return {
    method,
    path: documentedPath(documented, { adapter: samples.adapter ?? '', [inPath?.parameter ?? '']: id ?? sample ?? '' }),
    query: { ...(inQuery && { path: samples.configurationPath }), ...query },
    as: as ?? (credentials === 'legacy' ? legacyCredential(session) : 'bearer'),
    ...change,
  }
}
