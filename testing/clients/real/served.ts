import { phrase } from '../../../conformance/conclusions/phrase.ts'
import { ClientWorlds, type Errand } from '../../../bin/judges/client/client-worlds.ts'
import type { ClientDriver } from '../../../bin/judges/client/driver.ts'
import { reportOutcome } from '../../../bin/judges/client/report-of.ts'
import type { ClientSubject } from '../../../conformance/client/judge/client-subject.ts'
import type { Reported } from '../../../conformance/client/tasks/task.ts'
import { serve } from '../../../emulator/serve/serve.ts'
import type { RunningServer } from '../../../emulator/serve/serve-options.ts'

/** How many requests a run may send: the longest walk takes about ten. A client that sends more has no end. */
const mostRequests = 60

/** An emulator with a server of its own, which one run at a time uses. */
interface RunServer {
  readonly worlds: ClientWorlds
  readonly server: RunningServer
}

async function openRunServer(): Promise<RunServer> {
  const worlds = new ClientWorlds()
  const server = await serve(worlds.emulator, { port: 0 })
  worlds.origin = new URL(server.url).origin
  return { worlds, server }
}

/** A driver whose requests come over HTTP, as libraries that know no `fetch` send them. @param jobs Runs at a time. */
export async function served(
  driver: ClientDriver,
  jobs: number,
): Promise<ClientSubject & { readonly close: () => Promise<void> }> {
  const servers = await Promise.all(Array.from({ length: jobs }, openRunServer))
  const free = [...servers]
  const { dialect, facts: world } = servers[0]!.worlds
  return {
    dialect,
    world,
    close: async () => void (await Promise.all(servers.map(({ server }) => server.close()))),
    async perform(asked) {
      const runServer = free.pop()!
      try {
        return await runServer.worlds.perform(asked, (errand) => work(driver, runServer.worlds, errand))
      } finally {
        free.push(runServer)
      }
    },
  }
}

function work(driver: ClientDriver, { transcripts }: ClientWorlds, errand: Errand): Promise<Reported> {
  const { asked, baseUrl, credentials, input } = errand
  const task = driver[asked.task] as ((context: object) => Promise<unknown>) | undefined
  if (!task) return Promise.resolve({ kind: 'notApplicable' })
  let count = 0
  const endless = new Promise<Reported>((resolve) => {
    transcripts.onRequest = () => {
      if (++count > mostRequests)
        resolve({ kind: 'timeout', why: phrase`it sent ${mostRequests} requests`, cause: 'bounds' })
    }
  })
  const connection = { baseUrl, fetch, credentials }
  const report = reportOutcome(async () => {
    const client: unknown = await driver.open?.(connection)
    return await task({ ...connection, input, client })
  })
  return Promise.race([endless, report])
}
