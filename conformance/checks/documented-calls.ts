// The call of each documented operation, made from the samples of the target file. Laws run over these calls.
import { findPathId, type IdOperation, type OperationId, operationIds, findOperation } from '../catalogue/operations.ts'
import { documentedPath } from '../catalogue/operation-paths.ts'
import type { Call, Credential } from '../judge/call.ts'
import { grantForm } from '../target/grant-form.ts'
import type { Session } from '../judge/session.ts'
import type { Declaration } from '../target/declarations.ts'
import { productsPath } from './lists/walked-list.ts'
import { legacyCredential } from './paths.ts'

/** The operations whose calls need more than the samples of a target file. */
const unsampled = [
  'access-tokens.create',
  'access-tokens.rename',
  'access-tokens.revoke',
  'connect.browser',
  'groups.create',
  'mcp',
] as const

/** An operation whose call needs only the samples of a target file. */
export type SampledOperation = Exclude<OperationId, (typeof unsampled)[number]>

/** The operations whose calls need only the samples of a target file. */
export const sampledOperations: readonly SampledOperation[] = operationIds.filter(
  (id): id is SampledOperation => !unsampled.some((other) => other === id),
)

/** The members of the target file that a call needs. */
export function neededDeclarations(id: OperationId): readonly Declaration[] {
  return [...needsOfPath(id), ...Object.values(findOperation(id).inQuery ?? {})]
}

/** The members of the target file that a call needs for its credential and its path. */
export function needsOfPath(id: OperationId): readonly Declaration[] {
  const { credentials, inPath, names = [], part } = findOperation(id)
  return [
    ...(part === 'versioned' || part === 'legacy' ? ([`offer:${part}`] as const) : []),
    ...(part === 'tokens' && credentials === 'bearer' ? (['offer:personalAccessTokens'] as const) : []),
    ...(credentials === 'client' ? (['oauth'] as const) : credentials === 'none' ? [] : [credentials]),
    ...(inPath?.sample === undefined ? [] : [inPath.sample]),
    ...names,
  ]
}

/** Returns `write` if an operation may change something. A token of the token endpoint ends by itself. */
export function operationEffect(id: OperationId): 'read' | 'write' {
  const { method, credentials } = findOperation(id)
  return method === 'GET' || credentials === 'client' ? 'read' : 'write'
}

/** The credential that a target file declares for an operation. */
export function declaredCredential(session: Session, id: OperationId): Credential {
  const { credentials } = findOperation(id)
  return credentials === 'legacy' ? legacyCredential(session) : credentials === 'bearer' ? 'bearer' : 'none'
}

/** The call of an operation with the samples of the target file and the default credential. */
export async function sampledCall(session: Session, id: SampledOperation): Promise<Call> {
  if (id === 'products.list') return { path: await productsPath(session) }
  const { inPath } = findOperation(id)
  const { samples = {} } = session.run.target
  const values = inPath?.sample === undefined ? {} : { [inPath.parameter]: samples[inPath.sample] ?? '' }
  return documentedCall(session, id, values)
}

/** The call of an operation about an object, with the samples of the target file for the rest. */
export function objectCall(session: Session, id: SampledOperation & IdOperation, objectId: string): Call {
  return documentedCall(session, id, { [findPathId(id).parameter]: objectId })
}

function documentedCall({ run }: Session, id: SampledOperation, ids: Readonly<Record<string, string>>): Call {
  const { method, inQuery = {} } = findOperation(id)
  const { samples = {} } = run.target
  const query = Object.entries(inQuery).map(([parameter, sample]) => [parameter, samples[sample]] as const)
  return {
    ...(method === 'GET' ? {} : { method }),
    path: documentedPath(id, { adapter: samples.adapter ?? '', command: samples.command?.name ?? '', ...ids }),
    ...(query.length === 0 ? {} : { query: Object.fromEntries(query) }),
    ...(id === 'services.invoke' ? { json: samples.command?.validBody } : {}),
    ...(id === 'oauth.token' ? { form: grantForm(run.target) } : {}),
  }
}
