import type { Asked } from '../../conformance/client/judge/subject.ts'
import type { OutcomeRun, Reported } from '../../conformance/client/tasks/outcome.ts'
import type { TaskInput } from '../../conformance/client/tasks/names.ts'
import type { ClientCredentials, DialectFacts, WorldFacts } from '../../conformance/client/evidence/world-facts.ts'
import type { Emulator } from '../../emulator/create-emulator.ts'
import { openEmulator } from '../../emulator/open-emulator.ts'
import type { Conventions } from '../../emulator/contract/conventions.ts'
import type { ScenarioName } from '../../emulator/scenarios/scenarios.ts'
import { seedOf } from '../../fixtures/packs.ts'
import { readCredentials, readDialect, readWorld } from './world-facts.ts'
import { Transcripts } from './transcripts.ts'

/** What a client is given for one task. */
export interface Errand {
  readonly asked: Asked
  readonly input: TaskInput
  /** The name of its world. */
  readonly world: string
  /** The path of its world below the address of the emulator. */
  readonly basePath: string
  readonly credentials: ClientCredentials
  /** Answers requests in process. */
  readonly fetch: Emulator['fetch']
}

/** An emulator that gives each task of a client a world of its own. One task at a time. */
export class ClientWorlds {
  readonly emulator: Emulator
  readonly dialect: DialectFacts
  /** The data of every world before a task. */
  readonly facts: WorldFacts
  readonly transcripts: Transcripts = new Transcripts()
  #count = 0

  constructor(conventions: Partial<Conventions> = {}) {
    const { onBegin, onEnd } = this.transcripts
    this.emulator = openEmulator(seedOf('default', { seed: 1, scale: 150 }), { conventions, onBegin, onEnd })
    this.dialect = readDialect(this.emulator)
    this.facts = readWorld(this.emulator.worlds.default, this.emulator)
  }

  /** Prepares a world, has the client do its task there, and collects what came of it. */
  async perform(asked: Asked, client: (errand: Errand) => Promise<Reported>): Promise<OutcomeRun> {
    const { emulator, transcripts } = this
    const name = `run-${++this.#count}`
    const world = emulator.worlds.use(name)
    if (asked.scenario !== undefined) world.scenarios.add(asked.scenario as ScenarioName)
    const before = readWorld(world, emulator)
    const credentials = readCredentials(emulator)
    const { task, inputName, input, scenario } = asked
    transcripts.begin(name)
    transcripts.begin('default')
    const reported = await client({
      asked,
      input,
      world: name,
      basePath: `/~${name}`,
      credentials,
      fetch: emulator.fetch,
    })
    const sent = await transcripts.end(name)
    const { requests: outside } = await transcripts.end('default')
    const after = readWorld(world, emulator)
    emulator.worlds.drop(name)
    const transcript = { ...sent, outside }
    return { task, inputName, input, scenario, reported, transcript, before, after, dialect: this.dialect, credentials }
  }
}
