// The runs that may notice a change of the judge of clients: careful and broken clients, and the judge's own tests.
import { judgeTasks } from '../../conformance/client/judge/judge-tasks.ts'
import { clientTasks } from '../../conformance/client/tasks/tasks.ts'
import { brokenClients } from '../clients/broken/broken-clients.ts'
import { CarefulClient } from '../clients/careful/client.ts'
import { toDriver } from '../clients/careful/driver.ts'
import { badLines, verdictLines } from '../clients/careful/verdict-lines.ts'
import { tasksOf, toKill } from '../clients/judge-broken.ts'
import { combinations } from '../suite/tested-combinations.ts'
import { clientFolder } from './load.ts'
import type { RecordedClient, Recordings } from './recordings.ts'
import { type MutationRun, testsIn } from './runs.ts'

/** One combination of conventions in so many is tried. */
const step = 12

/** The runs of the judge of clients. */
export async function clientRuns(recordings: Recordings): Promise<readonly MutationRun[]> {
  const judge = (client: RecordedClient) => judgeTasks(recordings.subject(client), { tasks: client.tasks, jobs: 32 })
  const careful = combinations.flatMap((conventions, index) => {
    if (index % step !== 0) return []
    const driver = toDriver(CarefulClient, conventions)
    return clientTasks.map((task): MutationRun => {
      const name = `${index === 0 ? 'the emulator' : `conventions ${index + 1}`}, ${task.name}`
      const client = { name, driver, conventions, tasks: [task] }
      return {
        name,
        prepare: () => recordings.record(client),
        observe: async () => (index === 0 ? verdictLines : badLines)(await judge(client)).join('\n'),
      }
    })
  })
  const broken = brokenClients.map((brokenClient): MutationRun => {
    const client = {
      name: brokenClient.name,
      driver: toDriver(brokenClient.client),
      conventions: {},
      tasks: tasksOf(brokenClient),
    }
    return {
      name: brokenClient.name,
      prepare: () => recordings.record(client),
      observe: async () => {
        const { caughtBy, others, errors } = toKill(brokenClient, await judge(client))
        return [caughtBy, ...others, ...errors].join('\n')
      },
    }
  })
  return [...careful, ...broken, ...(await testsIn(clientFolder, 'testing/clients'))]
}
