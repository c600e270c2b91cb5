import type { ClientSubject } from '../../conformance/client/judge/subject.ts'
import type { Reported } from '../../conformance/client/tasks/outcome.ts'
import type { TaskInput, TaskName } from '../../conformance/client/tasks/names.ts'
import type { ClientCredentials } from '../../conformance/client/evidence/world-facts.ts'
import type { Conventions } from '../../emulator/contract/conventions.ts'
import { ClientWorlds, type Errand } from './client-worlds.ts'

/** What a driver in process is given for one task. */
export interface DriverContext {
  /** The base URL of the API. `fetch` answers it. */
  readonly baseUrl: string
  /** Answers the requests of the client. It opens no socket. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly credentials: ClientCredentials
  readonly input: TaskInput
}

/** A client under test: a function for each task that it can do. A rejection is its error. */
export type ClientDriver = {
  readonly [Name in TaskName]?: (context: DriverContext) => Promise<unknown>
}

/** A driver as the judge sees it: each task in a world of its own, without process or port. */
export function inProcess(driver: ClientDriver, conventions: Partial<Conventions> = {}): ClientSubject {
  const first = new ClientWorlds({ conventions })
  return {
    dialect: first.dialect,
    world: first.facts,
    // Several runs in one emulator at a time would mix up the requests that lost their world.
    perform: (asked) => new ClientWorlds({ conventions }).perform(asked, (errand) => drive(driver, errand)),
  }

  async function drive(of: ClientDriver, { asked, input, baseUrl, credentials, fetch }: Errand): Promise<Reported> {
    const work = of[asked.task]
    if (!work) return { kind: 'notApplicable' }
    const context = { baseUrl, fetch, credentials, input }
    try {
      return { kind: 'value', value: await work(context) }
    } catch (error) {
      return { kind: 'error', error: { kind: error instanceof Error ? error.message : String(error) } }
    }
  }
}
