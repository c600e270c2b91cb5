import type { Collections } from '../model/contract/stored-records.ts'
import type { OpenMembers } from '../model/resources/resources.ts'
import type { IdState } from '../model/resources/ids.ts'

/** Everything in a world except its clock. It is immutable, so a fork or a reset is one assignment. */
export interface WorldState {
  readonly collections: Collections
  readonly ids: IdState
  /** Members and values that records have in addition to those of their resource. Undefined: unchanged. */
  readonly openMembers?: OpenMembers
}
