import type { TObject } from 'typebox'
import type { OperationId } from '../endpoints/operation-ids.ts'
import { nearest } from '../tools/nearest.ts'
import { parseSearch } from '../input/read-parameters.ts'
import type { Draft } from './draft.ts'
import { isForm, lineOf } from './journal-entry.ts'
import type { Redactor } from './redactor.ts'

/** A part of a request that the endpoint did not read. */
export interface Unread {
  /** A query parameter, a member of the body, or the whole body of a request that takes none. */
  readonly kind: 'parameter' | 'member' | 'body'
  /** Empty for a body. */
  readonly name: string
  /** The known name that was probably meant. */
  readonly nearest: string | null
  readonly operation: OperationId
  /** The request on one line, starting with its index. */
  readonly request: string
}

/** Lists the parts of a request that its endpoint did not read. A request without an endpoint, a 404, has none. */
export function unreadOf(draft: Draft, redactor: Redactor): readonly Unread[] {
  const { endpoint } = draft
  if (!endpoint) return []
  const members = namesOf(endpoint.body as TObject | undefined)
  const parameters = draft.parameters ?? [
    ...namesOf(endpoint.query as TObject | undefined),
    ...(endpoint.bodyType === 'form' ? [] : members),
  ]
  const report = (kind: Unread['kind'], name: string, known: readonly string[]): Unread => ({
    kind,
    name: redactor.text(name),
    nearest: nearest(name, known) ?? null,
    operation: endpoint.id as OperationId,
    request: lineOf(draft, redactor),
  })
  const find = (kind: Unread['kind'], names: Iterable<string>, known: readonly string[]) =>
    [...names].filter((name) => !known.includes(name)).map((name) => report(kind, name, known))
  // Only the handler knows the parameters of an open query, and a refused request may not have reached it.
  const ofQuery =
    draft.parameters === undefined && isOpen(endpoint.query as TObject | undefined)
      ? []
      : find('parameter', parseSearch(draft.search).keys(), parameters)
  if (endpoint.bodyType === 'own') return ofQuery
  const sent = namesIn(draft)
  const ofBody = sent === undefined ? (endpoint.body ? [] : [report('body', '', [])]) : find('member', sent, members)
  return [...ofQuery, ...ofBody]
}

function namesOf(schema: TObject | undefined): readonly string[] {
  return Object.keys(schema?.properties ?? {})
}

/** Whether a schema names no parameter and accepts all. */
function isOpen(schema: TObject | undefined): boolean {
  return (
    (schema as { additionalProperties?: unknown } | undefined)?.additionalProperties === true &&
    namesOf(schema).length === 0
  )
}

/** Returns the names in a JSON object or a form, an empty list for an empty body, and undefined for any other body. */
function namesIn(draft: Draft): readonly string[] | undefined {
  const { body, bodyLength } = draft
  if (bodyLength === 0) return []
  if (body === undefined) return undefined
  if (body.trim() === '' || body.trim() === 'null') return []
  if (isForm(draft)) return [...parseSearch(`?${body}`).keys()]
  try {
    const json: unknown = JSON.parse(body)
    return typeof json === 'object' && !Array.isArray(json) ? Object.keys(json!) : undefined
  } catch {
    return undefined
  }
}
