// The records of the service, with their history, so that a list can show them as they were some time ago.

/** The kinds of records that the service keeps. */
export type Kind = 'product' | 'environment' | 'resource' | 'event' | 'group' | 'token' | 'access' | 'refresh' | 'state'

/** A record. Members that begin with an underscore are never sent. */
export interface StoredRecord {
  readonly id: string
  readonly [member: string]: unknown
}

interface Thing {
  readonly kind: Kind
  readonly id: string
  /** The object that it belongs to. */
  readonly parent: string
  /** Its versions, each with its beginning; undefined where it was deleted. */
  readonly versions: { readonly at: number; readonly record: StoredRecord | undefined }[]
}

/** Records by kind, in the order of their creation. */
export class Store {
  readonly #now: () => number
  readonly #things = new Map<Kind, Map<string, Thing>>()

  constructor(now: () => number) {
    this.#now = now
  }

  add(kind: Kind, parent: string, record: StoredRecord, at: number = this.#now()): StoredRecord {
    const things = this.#things.get(kind) ?? new Map<string, Thing>()
    this.#things.set(kind, things)
    things.set(record.id, { kind, id: record.id, parent, versions: [{ at, record }] })
    return record
  }

  change(kind: Kind, record: StoredRecord): void {
    this.#things.get(kind)!.get(record.id)!.versions.push({ at: this.#now(), record })
  }

  remove(kind: Kind, id: string): void {
    this.#things.get(kind)?.get(id)?.versions.push({ at: this.#now(), record: undefined })
  }

  /** The record, as it was `ago` milliseconds ago. */
  find(kind: Kind, id: string, ago = 0): StoredRecord | undefined {
    return this.#at(this.#things.get(kind)?.get(id), ago)
  }

  /** The records of a kind in the order of their creation, as they were `ago` milliseconds ago. */
  all(kind: Kind, parent?: string, ago = 0): readonly StoredRecord[] {
    const things = [...(this.#things.get(kind)?.values() ?? [])]
    return things
      .filter((thing) => parent === undefined || thing.parent === parent)
      .flatMap((thing) => this.#at(thing, ago) ?? [])
  }

  #at(thing: Thing | undefined, ago: number): StoredRecord | undefined {
    const moment = this.#now() - ago
    return thing?.versions.findLast(({ at }) => at <= moment)?.record
  }
}
