import type { Conventions } from '../contract/conventions.ts'
import type { Resource, StoredRecord } from '../contract/resource.ts'
import { type ApiError, refusals } from './api-error.ts'
import type { RefusalKind } from '../contract/refusal.ts'

/**
 * How the conventions make an answer look: the envelopes, the bodies of errors, the status codes that the
 * specification does not show.
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
    const shown = resource.show ? resource.show(record, this.conventions) : record
    return this.conventions.recordMembers === 'minimal' && !resource.alwaysFull
      ? { id: shown['id'], name: shown['name'] }
      : shown
  }

  /** The JSON text of a record, made once and kept: records never change. */
  json(resource: Resource, record: StoredRecord): string {
    let text = this.#json.get(record)
    if (text === undefined) this.#json.set(record, (text = JSON.stringify(this.visible(resource, record))))
    return text
  }

  /** The JSON text of a list, from the JSON texts of its items. */
  list(
    plural: string,
    items: readonly string[],
    paging: { hasMore: boolean; nextCursor: string | null } | undefined,
  ): string {
    const array = `[${items.join(',')}]`
    const more = paging ? `,"has_more":${paging.hasMore}` : ''
    switch (this.conventions.listEnvelope) {
      case 'data':
        return `{"data":${array}${more}}`
      case 'array':
        return array
      case 'items':
        return paging ? `{"items":${array},"next_cursor":${JSON.stringify(paging.nextCursor)}}` : `{"items":${array}}`
      case 'named':
        return `{${JSON.stringify(plural)}:${array}${more}}`
    }
  }

  legacyList(items: readonly string[]): string {
    const array = `[${items.join(',')}]`
    return this.conventions.legacyListEnvelope === 'array' ? array : `{"data":${array}}`
  }

  /** The JSON text of one object, from its own JSON text. */
  object(singular: string, json: string): string {
    switch (this.conventions.objectEnvelope) {
      case 'bare':
        return json
      case 'data':
        return `{"data":${json}}`
      case 'named':
        return `{${JSON.stringify(singular)}:${json}}`
    }
  }

  status(kind: RefusalKind): number {
    return this.#statuses[kind] ?? refusals[kind].status
  }

  statusOf(error: ApiError): number {
    return error.status ?? this.status(error.kind)
  }

  error(error: ApiError): string {
    const { message, details, code } = error
    switch (this.conventions.errorBody) {
      case 'error':
        return JSON.stringify({ error: { code, message, details } })
      case 'problem':
        return JSON.stringify({
          type: 'about:blank',
          title: code,
          status: this.statusOf(error),
          detail: message,
          errors: details,
        })
      case 'message': {
        const allowed = details.flatMap((detail) => detail.allowed ?? [])
        return JSON.stringify(allowed.length > 0 ? { message, allowed } : { message })
      }
      case 'errors':
        // One fault has the whole message; of several, each says where it is.
        return JSON.stringify({
          errors:
            details.length > 1
              ? details.map((detail) => ({ code, ...detail, message: `${detail.at} ${detail.message}` }))
              : [{ code, ...details[0], message }],
        })
    }
  }
}
