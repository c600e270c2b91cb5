// The runs that may notice a change of the judge of clients: careful and broken clients, and the judge's own tests.
import { judgeClient } from '../../bin/client/judge-client.ts'
import { brokenClients } from '../clients/broken/broken-clients.ts'
import { CarefulClient } from '../clients/careful/client.ts'
import { toDriver } from '../clients/careful/driver.ts'
import { judgeBroken } from '../clients/judge-broken.ts'
import { combinations } from '../selftest/undecided.ts'
import { clientFolder } from './load.ts'
import { type MutationRun, testsIn } from './runs.ts'

/** One combination of conventions in so many is tried: each takes seconds. */
const step = 12

/** The runs of the judge of clients. */
export async function clientRuns(): Promise<readonly MutationRun[]> {
  return [
    ...combinations.flatMap((conventions, index) =>
      index % step === 0
        ? [
            {
              name: index === 0 ? 'the emulator' : `conventions ${index + 1}`,
              observe: async () => {
                const { results } = await judgeClient(toDriver(CarefulClient, conventions), { conventions })
                return results.map(({ check, verdict }) => `${check} ${verdict}`).join('\n')
              },
            },
          ]
        : [],
    ),
    ...brokenClients.map((broken) => ({
      name: broken.name,
      observe: async () => {
        const { caughtBy, others } = await judgeBroken(broken)
        return [caughtBy, ...others].join('\n')
      },
    })),
    ...(await testsIn(clientFolder)),
  ]
}
