// Keeps what clients did in files, so that the judge judges plain data under each change, and no client is driven
// again.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { threadId } from 'node:worker_threads'
import type { ClientDriver } from '../../bin/judges/client/driver.ts'
import { inProcess } from '../../bin/judges/client/in-process.ts'
import { virtualTime } from '../../bin/judges/client/time/virtual-time.ts'
import type { DialectFacts, WorldFacts } from '../../conformance/client/evidence/world-facts.ts'
import { judgeTasks } from '../../conformance/client/judge/judge-tasks.ts'
import type { Assignment, ClientSubject } from '../../conformance/client/judge/client-subject.ts'
import type { OutcomeRun } from '../../conformance/client/tasks/outcome.ts'
import type { ClientTask } from '../../conformance/client/tasks/task.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import type { PoolData } from './pool.ts'

/** A client that is driven once. */
export interface RecordedClient {
  /** No two have the same. */
  readonly name: string
  readonly driver: ClientDriver
  readonly conventions: Partial<Conventions>
  readonly tasks: readonly ClientTask[]
}

/** All that a client did. A dialect has a function, so it is not in the file. */
interface Recording {
  readonly world: WorldFacts
  readonly runs: ReadonlyMap<string, Omit<OutcomeRun, 'dialect'>>
}

/** The recorded clients, for all threads. */
export class Recordings {
  readonly #folder: string
  readonly #start: number
  readonly #dialects = new Map<string, DialectFacts>()

  constructor({ recordings, start }: PoolData) {
    this.#folder = recordings
    this.#start = start
  }

  /** Drives a client, unless a thread has. */
  async record(client: RecordedClient): Promise<void> {
    if (existsSync(this.#fileOf(client))) return
    const runs = new Map<string, Omit<OutcomeRun, 'dialect'>>()
    const live = this.#live(client)
    const sharing = sharer()
    const perform = async (asked: Assignment) => {
      const run = await live.perform(asked)
      const { dialect: _dialect, ...others } = run
      runs.set(keyOf(asked), { ...others, before: sharing(run.before), after: sharing(run.after) })
      return run
    }
    const real = virtualTime()
    await judgeTasks({ ...live, perform }, { tasks: client.tasks, jobs: 32 }).finally(real)
    const recording: Recording = { world: sharing(live.world), runs }
    const unfinished = `${this.#fileOf(client)}.${threadId}`
    writeFileSync(unfinished, serialize(recording))
    renameSync(unfinished, this.#fileOf(client))
  }

  /**
   * A recorded client as the judge sees it. It is new each time, as the judge keeps what it has read of a run. What
   * was not recorded is asked of the client: a change may make the judge ask for other runs.
   */
  subject(client: RecordedClient): ClientSubject {
    const { world, runs } = deserialize(readFileSync(this.#fileOf(client))) as Recording
    const dialect = this.#dialectOf(client)
    return {
      dialect,
      world,
      perform: async (asked) => {
        const run = runs.get(keyOf(asked))
        if (run) return { ...run, dialect }
        const real = virtualTime()
        return await this.#live(client).perform(asked).finally(real)
      },
    }
  }

  #live({ driver, conventions }: RecordedClient): ClientSubject {
    return inProcess(driver, { conventions }, this.#start)
  }

  #dialectOf(client: RecordedClient): DialectFacts {
    const key = JSON.stringify(client.conventions)
    const dialect = this.#dialects.get(key) ?? this.#live(client).dialect
    this.#dialects.set(key, dialect)
    return dialect
  }

  #fileOf({ name }: RecordedClient): string {
    return `${this.#folder}/${name.replaceAll(/[^\w-]+/g, '-')}`
  }
}

const keyOf = ({ task, inputName, input, prepare, scenario }: Assignment): string =>
  JSON.stringify([task, inputName, input, prepare ?? null, scenario ?? null])

/** Gives the members of worlds that are the same as before, so that a file has each of them once. */
function sharer(): (world: WorldFacts) => WorldFacts {
  const known = new Map<string, unknown>()
  return (world) => {
    const members = Object.entries(world).map(([name, value]) => {
      const text = serialize(value).toString('latin1')
      if (!known.has(text)) known.set(text, value)
      return [name, known.get(text)]
    })
    return Object.fromEntries(members) as WorldFacts
  }
}
