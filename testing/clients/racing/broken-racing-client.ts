import type { ClientRequirementId } from '../../../conformance/client/catalogue/requirements.ts'
import type { RacingClient } from './client.ts'

/** A client whose bug shows in some orders of concurrent requests alone. */
export interface BrokenRacingClient {
  /** A literal that grep finds. */
  readonly name: string
  /** What it does wrong, in a sentence without subject. */
  readonly wrong: string
  /** What it does not keep. */
  readonly requirement: ClientRequirementId
  readonly client: typeof RacingClient
}
