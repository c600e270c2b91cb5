import type { Conventions, OperationConventions } from '../../model/contract/conventions.ts'
import type { OperationId } from '../../model/contract/operation-ids.ts'
import type { Resource, StoredRecord } from '../../model/contract/resource.ts'
import type { Refusal, RefusalKind } from '../../model/contract/refusal.ts'
import { shownOf } from './shown-members.ts'
import { refusals } from './api-error.ts'
import { Envelopes } from './envelopes.ts'
import { errorBodyOf } from './error-bodies.ts'
import { conventionsOf, namedOperations } from './per-operation.ts'
import type { ErrorBody, ListEnvelope, ObjectMarks, Paging } from './templates/answer-forms.ts'

/**
 * Renders answers under the conventions: envelopes, error bodies, and the status codes that the specification does not
 * show.
 */
export class Dialect {
  readonly conventions: OperationConventions
  readonly #operation: OperationId | undefined
  #envelopes: Envelopes | undefined
  #errorBody: ErrorBody | undefined
  readonly #json: WeakMap<StoredRecord, string>
  /** The dialects of the operations for which conventions have a value of their own. */
  readonly #byOperation: ReadonlyMap<OperationId, Dialect>
  /** The statuses that the conventions decide. */
  readonly #statuses: Readonly<Partial<Record<RefusalKind, number>>>

  /** @param general The dialect of all operations, whose texts of records this one shares. */
  constructor(all: Conventions, operation?: OperationId, general?: Dialect) {
    const conventions = conventionsOf(all, operation)
    this.conventions = conventions
    this.#operation = operation
    this.#json = general ? general.#json : new WeakMap()
    this.#byOperation = new Map(general ? [] : namedOperations(all).map((id) => [id, new Dialect(all, id, this)]))
    this.#statuses = {
      refused: conventions.refusedStatus,
      unauthenticated: conventions.unauthenticatedStatus,
      forbidden: conventions.forbiddenStatus,
      unknown: conventions.unknownIdStatus,
    }
  }

  /** The envelopes of answers. The first answer makes them, so that no start waits for templates. */
  get envelopes(): Envelopes {
    return (this.#envelopes ??= new Envelopes(this.conventions, this.#operation))
  }

  /** The body of errors, which the first error makes. */
  get errorBody(): ErrorBody {
    return (this.#errorBody ??= errorBodyOf(this.conventions.errorBody))
  }

  /** The dialect of an operation. */
  of(operation: OperationId): Dialect {
    return this.#byOperation.get(operation) ?? this
  }

  /** The members of a record that a client sees. */
  visible(resource: Resource, record: StoredRecord): Readonly<Record<string, unknown>> {
    const visible = resource.show ? resource.show(record, this.conventions) : record
    const members = shownOf(resource, this.conventions)
    if (!members) return visible
    const { names, added } = members
    return {
      ...added,
      ...Object.fromEntries(names.flatMap((name) => (Object.hasOwn(visible, name) ? [[name, visible[name]]] : []))),
    }
  }

  /** The JSON text of a record. It is made once and kept, since records never change. */
  json(resource: Resource, record: StoredRecord): string {
    let text = this.#json.get(record)
    if (text === undefined) this.#json.set(record, (text = JSON.stringify(this.visible(resource, record))))
    return text
  }

  /** The JSON text of a list, from the JSON texts of its items. */
  list(plural: string, items: readonly string[], paging: Paging, requestId: string): string {
    return listText(this.envelopes.list, plural, items, paging, requestId)
  }

  /** The JSON text of a list of the legacy API, which has its paging in a header. */
  legacyList(plural: string, items: readonly string[], paging: Paging, requestId: string): string {
    return listText(this.envelopes.legacyList, plural, items, paging, requestId)
  }

  /** The JSON texts of records as a list has them. */
  listItems({ toItem }: ListEnvelope, resource: Resource, records: readonly StoredRecord[]): readonly string[] {
    return toItem
      ? records.map((record) => toItem(this.json(resource, record), record.id, resource.plural))
      : records.map((record) => this.json(resource, record))
  }

  /** The JSON texts of the items in the JSON of a legacy list. */
  itemsOfLegacyList(plural: string, json: unknown): readonly string[] {
    return this.envelopes.legacyList.itemTextsOf(json, plural)
  }

  /** The JSON text of one object, from its own JSON text. */
  object(singular: string, text: string, marks: ObjectMarks): string {
    return this.envelopes.object.write(text, singular, marks)
  }

  status(kind: RefusalKind): number {
    return this.#statuses[kind] ?? refusals[kind].status
  }

  statusOf(error: Refusal): number {
    return error.status ?? this.status(error.kind)
  }

  /** The JSON text of a refusal; empty where the convention leaves its body out. */
  error(error: Refusal, requestId: string | undefined): string {
    const body = this.errorBody.write(error, this.statusOf(error), requestId)
    return body === undefined ? '' : JSON.stringify(body)
  }
}

/** One join makes the text in one piece: a text in several is copied once more when it is sent. */
function listText(
  { around, isByKey }: ListEnvelope,
  plural: string,
  items: readonly string[],
  paging: Paging,
  requestId: string,
): string {
  const [before, behind] = around(plural, paging, requestId)
  const [opening, closing] = isByKey ? '{}' : '[]'
  if (items.length === 0) return `${before}${opening}${closing}${behind}`
  const texts = items.slice()
  texts[0] = `${before}${opening}${texts[0]}`
  texts[texts.length - 1] += `${closing}${behind}`
  return texts.join(',')
}
