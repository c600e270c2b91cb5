import type { RaceEvent } from '../../../conformance/client/races/judge-race.ts'
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
  /** The event that shows it. Default: the expiry. */
  readonly event?: RaceEvent
  /** How many tasks show it. Default: 3. */
  readonly tasks?: number
  readonly client: typeof RacingClient
}
