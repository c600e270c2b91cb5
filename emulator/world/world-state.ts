import type { Collections } from '../model/contract/stored-records.ts'
import type { OpenMembers } from '../model/resources/resources.ts'
import type { IdState } from '../model/resources/ids.ts'

/** Everything in a world except its clock. It is immutable, so a fork or a reset is one assignment. */
export interface WorldState {
  readonly collections: Collections
  readonly ids: IdState
  /** Which members and values records have beside those of their resource. Undefined: as before. */
  readonly openMembers?: OpenMembers
}
