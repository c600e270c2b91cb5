import { exploreRaces } from '../../../bin/client/races/explore-races.ts'
import type { ClientRequirementId } from '../../../conformance/client/catalogue/requirements.ts'
import type { ClientKill } from '../judge-broken.ts'
import { type RacingBug, racingDriver } from './client.ts'

/** A client whose bug shows in some orders of concurrent requests alone. */
export interface RacingClient {
  /** A literal that grep finds. */
  readonly name: string
  readonly bug: RacingBug
  /** What it does wrong, in a sentence without subject. */
  readonly wrong: string
  /** What it does not keep. */
  readonly requirement: ClientRequirementId
}

/** Every client that is broken when requests race. */
export const racingClients: readonly RacingClient[] = [
  {
    name: 'race-herd',
    bug: 'herd',
    wrong: 'gets a new token for each of the requests that meet an expired one (openfga/js-sdk 332)',
    requirement: 'client.refresh-once',
  },
  {
    name: 'race-lost-retry',
    bug: 'lost-retry',
    wrong: 'gives a request up that is refused while a new token is on its way',
    requirement: 'client.expired-token',
  },
  {
    name: 'race-double-create',
    bug: 'double-create',
    wrong: 'sends all requests that are under way again when a new token has come, and so creates twice',
    requirement: 'client.writes-once',
  },
]

/** Explores the orders in which a client's requests can race. */
export async function judgeRacing({ name, bug, requirement }: RacingClient): Promise<ClientKill> {
  const { findings } = await exploreRaces(racingDriver(bug), { tasks: 3, events: ['expiry'] })
  const others = new Set<string>(findings.map((finding) => finding.requirement))
  const isCaught = others.delete(requirement)
  return {
    name,
    requirement,
    caughtBy: isCaught ? 'the order of requests' : undefined,
    others: [...others].sort(),
    errors: [],
    remarks: findings.map(({ message, schedule }) => `${message}\n${schedule}`),
  }
}
