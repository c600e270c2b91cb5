import type { TSchema } from 'typebox'
import type { DeclaredResource } from '../resources/resources.ts'
import type { RecordWithId } from '../store/sorted-list.ts'
import type { Conventions } from './conventions.ts'

/** A stored record of any collection. Records never change; an update replaces them. */
export interface StoredRecord extends RecordWithId {
  readonly [member: string]: unknown
}

/** A resource with the form of its records in answers. */
export interface Resource extends DeclaredResource {
  /** Makes the shown form of a record. Default: the record. */
  readonly show?: (record: StoredRecord, conventions: Conventions) => Readonly<Record<string, unknown>>
  /** The schema of what `show` returns. */
  readonly answerSchema?: (conventions: Conventions) => TSchema
  /** True if answers show all members whatever the convention `recordMembers` says. */
  readonly alwaysFull?: boolean
}
