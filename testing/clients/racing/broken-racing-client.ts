import type { ClientRequirementId } from '../../../conformance/client/catalogue/requirements.ts'
import type { RacingClient } from './client.ts'

/** A client whose bug shows only in some orders of concurrent requests. */
export interface BrokenRacingClient {
  /** A literal that grep finds. */
  readonly name: string
  /** Its bug, in a sentence without subject. */
  readonly wrong: string
  /** The requirement that it breaks. */
  readonly requirement: ClientRequirementId
  readonly client: typeof RacingClient
}
