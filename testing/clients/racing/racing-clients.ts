import { exploreRaces } from '../../../bin/judges/client/races/explore-races.ts'
import type { ClientKill } from '../judge-broken.ts'
import type { BrokenRacingClient } from './broken-racing-client.ts'
import { racingDriver } from './client.ts'
import { overtakenClients } from './overtaken-clients.ts'
import { sharedTokenClients } from './shared-token-clients.ts'

/** Every client that is broken when requests race. */
export const racingClients: readonly BrokenRacingClient[] = [...sharedTokenClients, ...overtakenClients]

/** Explores enough orders to show the fault of each. */
export async function judgeRacing({ name, requirement, client }: BrokenRacingClient): Promise<ClientKill> {
  const { findings } = await exploreRaces(racingDriver(client), { races: 50 })
  const others = findings.filter((finding) => finding.requirement !== requirement && finding.verdict !== 'observed')
  return {
    name,
    requirement,
    caughtBy: findings.some((finding) => finding.requirement === requirement) ? 'the order of requests' : undefined,
    others: others.map((other) => other.requirement).sort(),
    errors: [],
    remarks: findings.map(({ message, schedule }) => `${message}\n${schedule}`),
  }
}
