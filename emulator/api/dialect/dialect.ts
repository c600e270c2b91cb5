import type { Conventions } from '../../model/contract/conventions.ts'
import type { Resource, StoredRecord } from '../../model/contract/resource.ts'
import type { Refusal, RefusalKind } from '../../model/contract/refusal.ts'
import { refusals } from './api-error.ts'
import { legacyListEnvelopes, listEnvelopes, objectEnvelopes, type Paging } from './envelopes.ts'
import { errorBodies } from './error-bodies.ts'

/**
 * Renders answers under the conventions: envelopes, error bodies, and the status codes that the specification does not
 * show.
 */
export class Dialect {
  readonly conventions: Conventions
  readonly #json = new WeakMap<StoredRecord, string>()
  /** The statuses that the conventions decide. */
  readonly #statuses: Readonly<Partial<Record<RefusalKind, number>>>

  constructor(conventions: Conventions) {
    this.conventions = conventions
    this.#statuses = {
      refused: conventions.refusedStatus,
      unauthenticated: conventions.unauthenticatedStatus,
      forbidden: conventions.forbiddenStatus,
      unknown: conventions.unknownIdStatus,
    }
  }

  /** The members of a record that a client sees. */
  visible(resource: Resource, record: StoredRecord): Readonly<Record<string, unknown>> {
    const visible = resource.show ? resource.show(record, this.conventions) : record
    return this.conventions.recordMembers === 'minimal' && !resource.alwaysFull
      ? { id: visible['id'], name: visible['name'] }
      : visible
  }

  /** The JSON text of a record. It is made once and kept, since records never change. */
  json(resource: Resource, record: StoredRecord): string {
    let text = this.#json.get(record)
    if (text === undefined) this.#json.set(record, (text = JSON.stringify(this.visible(resource, record))))
    return text
  }

  /** The JSON text of a list, from the JSON texts of its items. */
  list(plural: string, items: readonly string[], paging: Paging | undefined): string {
    return listText(listEnvelopes[this.conventions.listEnvelope].around(plural, paging), items)
  }

  /** The JSON text of a list of the legacy API, which has its paging in a header. */
  legacyList(items: readonly string[]): string {
    return listText(legacyListEnvelopes[this.conventions.legacyListEnvelope].around, items)
  }

  /** The JSON text of one object, from its own JSON text. */
  object(singular: string, text: string): string {
    return objectEnvelopes[this.conventions.objectEnvelope].write(text, singular)
  }

  status(kind: RefusalKind): number {
    return this.#statuses[kind] ?? refusals[kind].status
  }

  statusOf(error: Refusal): number {
    return error.status ?? this.status(error.kind)
  }

  /** The JSON text of a refusal. */
  error(error: Refusal): string {
    return JSON.stringify(errorBodies[this.conventions.errorBody].write(error, this.statusOf(error)))
  }
}

/** One join makes the text in one piece: a text in several is copied once more when it is sent. */
function listText([before, behind]: readonly [before: string, behind: string], items: readonly string[]): string {
  if (items.length === 0) return `${before}[]${behind}`
  const texts = items.slice()
  texts[0] = `${before}[${texts[0]}`
  texts[texts.length - 1] += `]${behind}`
  return texts.join(',')
}
