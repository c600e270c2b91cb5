import type { TObject } from 'typebox'
import type { OperationId } from '../endpoints/operation-ids.ts'
import { nearest } from '../http/nearest.ts'
import { parseSearch } from '../http/read-parameters.ts'
import type { Draft } from './draft.ts'
import { lineOf } from './journal-entry.ts'

/** A parameter or a member of a body that came and that nothing read. */
export interface Unread {
  readonly kind: 'parameter' | 'member'
  readonly name: string
  /** What was probably meant. */
  readonly nearest: string | null
  readonly operation: OperationId
  /** The request on one line, beginning with its index. */
  readonly request: string
}

/** What of a request its endpoint does not know. A request that found no endpoint has none: its 404 says enough. */
export function unreadOf(draft: Draft): readonly Unread[] {
  const { endpoint } = draft
  if (!endpoint) return []
  const ofQuery = endpoint.query as TObject | undefined
  const ofBody = endpoint.body as TObject | undefined
  const members = Object.keys(ofBody?.properties ?? {})
  const parameters = [...Object.keys(ofQuery?.properties ?? {}), ...members]
  const find = (kind: Unread['kind'], names: Iterable<string>, known: readonly string[]): readonly Unread[] =>
    [...names].filter((name) => !known.includes(name)).map((name) => ({ kind, name, nearest: nearest(name, known) ?? null, operation: endpoint.id as OperationId, request: lineOf(draft) }))
  return [
    ...(isOpen(ofQuery) ? [] : find('parameter', parseSearch(draft.search).keys(), parameters)),
    ...(endpoint.bodyType === 'own' ? [] : find('member', namesIn(draft.body), members)),
  ]
}

/** Whether a schema names no parameter and takes all. */
function isOpen(schema: TObject | undefined): boolean {
  return (schema as { additionalProperties?: unknown } | undefined)?.additionalProperties === true && Object.keys(schema!.properties).length === 0
}

function namesIn(body: string | undefined): readonly string[] {
  if (body === undefined || !body.startsWith('{')) return []
  try {
    return Object.keys(JSON.parse(body) as object)
  } catch {
    return []
  }
}
