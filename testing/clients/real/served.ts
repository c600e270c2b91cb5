import { ClientWorlds } from '../../../bin/client/client-worlds.ts'
import type { ClientDriver } from '../../../bin/client/driver.ts'
import type { ClientSubject } from '../../../conformance/client/judge/subject.ts'
import type { Reported } from '../../../conformance/client/tasks/outcome.ts'
import { serve } from '../../../emulator/serve/serve.ts'

/** How many requests a run may send. A client that sends more has no end. */
const mostRequests = 300

/** A driver whose requests come over HTTP, as libraries that know no `fetch` send them. One run at a time. */
export async function served(driver: ClientDriver): Promise<ClientSubject & { readonly close: () => Promise<void> }> {
  const worlds = new ClientWorlds()
  const server = await serve(worlds.emulator, { port: 0 })
  worlds.origin = new URL(server.url).origin
  return {
    dialect: worlds.dialect,
    world: worlds.facts,
    close: () => server.close(),
    perform: (asked) =>
      worlds.perform(asked, ({ baseUrl, credentials, input }) => {
        const work = driver[asked.task] as ((context: object) => Promise<unknown>) | undefined
        if (!work) return Promise.resolve({ kind: 'notApplicable' })
        let count = 0
        const endless = new Promise<Reported>((resolve) => {
          worlds.transcripts.onRequest = () => {
            if (++count > mostRequests) resolve({ kind: 'timeout', why: `it sent ${mostRequests} requests` })
          }
        })
        const connection = { baseUrl, fetch, credentials }
        const report = async (): Promise<Reported> => {
          try {
            const client: unknown = await driver.open?.(connection)
            return { kind: 'value', value: (await work({ ...connection, input, client })) ?? {} }
          } catch (error) {
            return { kind: 'error', error: { kind: String(error) } }
          }
        }
        return Promise.race([endless, report()])
      }),
  }
}
