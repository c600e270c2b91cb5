import type { TObject } from 'typebox'
import { defaultConventions } from '../api/dialect/conventions.ts'
import { declaredInput } from '../api/input/list-query.ts'
import { nearest } from '../tools/nearest.ts'
import { parseSearch } from '../api/input/read-parameters.ts'
import type { JournalDraft } from './journal-draft.ts'
import { carriesForm, describeRequest } from './journal-entry.ts'
import type { Unread } from './request-schemas.ts'
import type { Redactor } from './redactor.ts'

/** The number of unread parts to list for one request. */
const mostListed = 20

/** A part that was not read, before it is described. */
interface UnreadPart {
  readonly kind: Unread['kind']
  readonly name: string
  readonly known: readonly string[]
}

/**
 * Lists the parts of a request that its endpoint did not read. A request without an endpoint, a 404, has none. If there
 * are too many parts, the last one counts the rest.
 */
export function listUnread(draft: JournalDraft, redactor: Redactor): readonly Unread[] {
  const { operation } = draft
  if (!operation) return []
  let line: string | undefined
  return unreadParts(draft).map(({ kind, name, known }) => ({
    kind,
    name: redactor.text(name),
    nearest: nearest(name, known) ?? null,
    operation: operation.id,
    request: (line ??= describeRequest(draft, redactor)),
  }))
}

/** The number of parts that `listUnread` lists. Counting them makes no text. */
export function countUnread(draft: JournalDraft): number {
  return unreadParts(draft).length
}

function unreadParts(draft: JournalDraft): readonly UnreadPart[] {
  const { operation } = draft
  // Most requests have nothing that could be left unread.
  if (!operation || (draft.search.length < 2 && draft.bodyLength === 0)) return []
  const { bodyType } = operation
  // Conventions choose the forms of members, not their names. A list without pages has named its parameters.
  const { query, body } = declaredInput(operation, false, defaultConventions)
  const members = propertyNames(body)
  const named = propertyNames(query)
  const isOpen = query?.additionalProperties === true && named.length === 0
  const parameters = draft.parameters ?? [...named, ...(bodyType === 'form' ? [] : members)]
  const find = (kind: Unread['kind'], names: Iterable<string>, known: readonly string[]): readonly UnreadPart[] => {
    const unknown = [...names].filter((name) => !known.includes(name))
    const listed = unknown.slice(0, mostListed).map((name) => ({ kind, name, known }))
    const more = unknown.length - listed.length
    return more === 0 ? listed : [...listed, { kind, name: `(and ${more.toLocaleString('en')} more)`, known: [] }]
  }
  // Only the handler knows the parameters of an open query, and a refused request may not have reached it.
  const ofQuery =
    draft.parameters === undefined && isOpen ? [] : find('parameter', parseSearch(draft.search).keys(), parameters)
  if (bodyType === 'own') return ofQuery
  const sent = bodyNames(draft)
  const whole: UnreadPart = { kind: 'body', name: '', known: [] }
  const ofBody = sent === undefined ? (body ? [] : [whole]) : find('member', sent, members)
  return [...ofQuery, ...ofBody]
}

const propertyNames = (schema: TObject | undefined): readonly string[] => Object.keys(schema?.properties ?? {})

/** Returns the names in a JSON object or a form, an empty list for an empty body, and undefined for any other body. */
function bodyNames(draft: JournalDraft): readonly string[] | undefined {
  const { body, bodyLength } = draft
  if (bodyLength === 0) return []
  if (body === undefined) return undefined
  if (body.trim() === '' || body.trim() === 'null') return []
  if (carriesForm(draft)) return [...parseSearch(`?${body}`).keys()]
  try {
    const json: unknown = JSON.parse(body)
    return typeof json === 'object' && !Array.isArray(json) ? Object.keys(json!) : undefined
  } catch {
    return undefined
  }
}
