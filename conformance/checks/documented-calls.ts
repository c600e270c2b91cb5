// The call of each documented operation by the samples of the target file. Laws run over these.
import { type OperationId, operationOf, pathOf } from '../catalogue/operations.ts'
import type { Call, Credential } from '../judge/call.ts'
import type { Session } from '../judge/session.ts'
import type { Declaration } from '../target/declarations.ts'
import { productsPath } from './lists/walked-list.ts'
import { legacyCredential } from './paths.ts'

/** An operation that the samples of a target file are enough for. */
export type SampledOperation = Exclude<
  OperationId,
  'access-tokens.create' | 'access-tokens.rename' | 'access-tokens.revoke' | 'connect.browser' | 'groups.create' | 'mcp'
>

/** What a call needs of the target file. */
export function needsOf(id: SampledOperation): readonly Declaration[] {
  const { credentials, inPath, names = [] } = operationOf(id)
  return [
    ...(credentials === 'client' ? (['oauth'] as const) : credentials === 'none' ? [] : [credentials]),
    ...(inPath?.sample === undefined ? [] : [inPath.sample]),
    ...(id === 'configurations.value' ? (['configurationPath'] as const) : []),
    ...names,
  ]
}

/** The credential that a target file declares for an operation. */
export function credentialFor(session: Session, id: SampledOperation): Credential {
  const { credentials } = operationOf(id)
  return credentials === 'legacy' ? legacyCredential(session) : credentials === 'bearer' ? 'bearer' : 'none'
}

/** The call of an operation with the samples of the target file, and without a credential of its own. */
export async function sampledCall(session: Session, id: SampledOperation): Promise<Call> {
  const { method, inPath } = operationOf(id)
  const { samples = {} } = session.run.target
  const sample = inPath?.sample === undefined ? undefined : samples[inPath.sample]
  const path =
    id === 'products.list'
      ? await productsPath(session)
      : pathOf(id, session.run.names, {
          ...(inPath === undefined || sample === undefined ? {} : { [inPath.parameter]: sample }),
          adapter: samples.adapter ?? '',
          command: samples.command?.name ?? '',
        })
  return {
    ...(method === 'GET' ? {} : { method }),
    path,
    ...(id === 'configurations.value' ? { query: { path: samples.configurationPath } } : {}),
    ...(id === 'services.invoke' ? { json: samples.command?.validBody } : {}),
  }
}
