import type { TObject } from 'typebox'
import type { OperationId } from '../endpoints/operation-ids.ts'
import { nearest } from '../tools/nearest.ts'
import { parseSearch } from '../input/read-parameters.ts'
import type { Draft } from './draft.ts'
import { isForm, lineOf } from './journal-entry.ts'
import type { Redactor } from './redactor.ts'

/** Something that came and that nothing read. */
export interface Unread {
  /** A parameter of the query, a member of the body, or a whole body where none is taken. */
  readonly kind: 'parameter' | 'member' | 'body'
  /** Empty for a body. */
  readonly name: string
  /** What was probably meant. */
  readonly nearest: string | null
  readonly operation: OperationId
  /** The request on one line, beginning with its index. */
  readonly request: string
}

/** What of a request its endpoint does not know. A request that found no endpoint has none: its 404 says enough. */
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
  // Of parameters that only the handler knows it has told nothing where the request was refused before.
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

/** Whether a schema names no parameter and takes all. */
function isOpen(schema: TObject | undefined): boolean {
  return (
    (schema as { additionalProperties?: unknown } | undefined)?.additionalProperties === true &&
    namesOf(schema).length === 0
  )
}

/** The names in a body that has any; none in an empty one; undefined for any other body. */
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
