import type { Conventions } from './conventions.ts'
import type { Resource, StoredRecord } from './resource.ts'

/** The part of the dialect (dialect/dialect.ts) that handlers and interceptors use. */
export interface DialectView {
  readonly conventions: Conventions
  /** The members of a record that a client sees. */
  visible(resource: Resource, record: StoredRecord): Readonly<Record<string, unknown>>
  /** The JSON text of a legacy list, from the JSON texts of its items. */
  legacyList(items: readonly string[]): string
}
