import type { TSchema } from 'typebox'
import type { DeclaredResource } from '../resources/resources.ts'
import type { Identified } from '../store/sorted-list.ts'
import type { Conventions } from './conventions.ts'

/** A record of any collection, as it is stored. Records never change; an update replaces them. */
export interface StoredRecord extends Identified {
  readonly [member: string]: unknown
}

/** A resource with what answers show of its records. */
export interface Resource extends DeclaredResource {
  /** Makes what answers show of a record. Default: the record. */
  readonly show?: (record: StoredRecord, conventions: Conventions) => Readonly<Record<string, unknown>>
  /** The schema of what `show` returns. */
  readonly answerSchema?: (conventions: Conventions) => TSchema
  /** True if answers show all members whatever the convention `recordMembers` says. */
  readonly alwaysFull?: boolean
}
