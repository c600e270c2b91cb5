import type { Assignment, ClientSubject } from '../../../conformance/client/judge/client-subject.ts'
import type { OutcomeRun, TaskReport } from '../../../conformance/client/tasks/task.ts'
import type { TaskInput, TaskName } from '../../../conformance/client/tasks/names.ts'
import type { ClientCredentials, DialectFacts, WorldFacts } from '../../../conformance/client/evidence/world-facts.ts'
import type { Emulator } from '../../../emulator/create-emulator.ts'
import type { Savable } from '../../../emulator/serve/case/keep-case.ts'
import { openEmulator } from '../../../emulator/open-emulator.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { defaultConventions, withConventions } from '../../../emulator/api/dialect/conventions.ts'
import { operationConventions } from '../../../emulator/api/dialect/per-operation.ts'
import { scenarioNamed } from '../../../emulator/disturb/scenarios/scenarios.ts'
import { Clock, type ClockOptions } from '../../../emulator/world/clock.ts'
import { late } from '../../../fixtures/late.ts'
import { prepareInput } from './prepare-input.ts'
import { readCredentials, readDialect, readWorld, reportedSecrets } from './world-facts.ts'
import { Transcripts } from './transcripts.ts'
import { stopwatch } from './time/real-time.ts'
import { RunTime } from './time/run-time.ts'

/** The task, the address and the credentials of a client. */
export interface TaskRun {
  readonly asked: Assignment
  readonly input: TaskInput
  /** The name of its world. */
  readonly world: string
  /** The path of its world below the address of the emulator. */
  readonly basePath: string
  /** The address of its world, which the client uses as its base URL. */
  readonly baseUrl: string
  readonly credentials: ClientCredentials
  /** Answers requests in process. */
  readonly fetch: Emulator['fetch']
}

/** A client under test whose worlds can be saved. */
export interface HeldSubject extends ClientSubject {
  /** Keeps the world of a run, so that it can be saved as a case. Returns undefined if the world no longer exists. */
  readonly hold: (run: OutcomeRun) => Savable | undefined
}

/** The options of clients' worlds. */
export interface ClientWorldsOptions {
  readonly conventions?: Partial<Conventions> | undefined
  /** The clock of every world. Default: a running clock that starts at real time. */
  readonly clock?: ClockOptions | undefined
}

/** The number of worlds that stay until the results of their runs are known. */
const mostWaiting = 16

/** An emulator that runs each task of a client in a new world, one task at a time. */
export class ClientWorlds {
  readonly emulator: Emulator
  readonly dialect: DialectFacts
  /** The data of every world before a task. */
  readonly facts: WorldFacts
  readonly transcripts: Transcripts = new Transcripts(() => this.dialect)
  /** The address at which clients reach the emulator. Set it if the emulator is served. */
  origin = 'http://emulator.test'
  #count = 0
  /** The names of the latest worlds by run. */
  readonly #waiting = new Map<OutcomeRun, string>()

  constructor({ conventions = {}, clock }: ClientWorldsOptions = {}) {
    const { defaultLimit, maximumLimit, legacyPageSize } = operationConventions(
      withConventions(defaultConventions, conventions),
      'products.list',
    )
    const seed = late.packs().clientPack({
      pageSize: { default: defaultLimit, largest: maximumLimit },
      legacyPageSize,
      now: new Clock(clock).now(),
    })
    this.emulator = openEmulator(seed, {
      conventions,
      observer: this.transcripts,
      ...(clock && { clock }),
    })
    this.dialect = readDialect(this.emulator)
    this.facts = readWorld(this.emulator.worlds.default, this.emulator)
  }

  /** Prepares a world, lets the client do its task there, and collects the outcome. */
  async perform(asked: Assignment, client: (taskRun: TaskRun) => Promise<TaskReport>): Promise<OutcomeRun> {
    const { emulator, transcripts, dialect, origin } = this
    const name = `run-${++this.#count}`
    const world = emulator.worlds.create(name)
    let ended: OutcomeRun | undefined
    try {
      const basePath = `/~${name}`
      const baseUrl = `${origin}${basePath}`
      const input = await prepareInput(asked, { emulator, world, baseUrl, dialect })
      if (asked.scenario !== undefined) world.scenarios.add(scenarioNamed(asked.scenario).name)
      const before = readWorld(world, emulator)
      const credentials = readCredentials(emulator)
      const { task, inputName, scenario } = asked
      transcripts.begin(name)
      transcripts.begin('default')
      const { fetch } = emulator
      const reported = await client({ asked, input, world: name, basePath, baseUrl, credentials, fetch })
      const sent = await transcripts.end(name)
      const { exchanges: outside } = await transcripts.end('default')
      const transcript = { ...sent, outside }
      const after = readWorld(world, emulator, reportedSecrets(world, reported))
      const opened = await openReported(task, reported, baseUrl, fetch)
      const facts = { reported, opened, transcript, before, after, baseUrl, dialect, credentials }
      ended = { task, inputName, input, scenario, ...facts }
      this.#waiting.set(ended, name)
      return ended
    } finally {
      if (!ended) emulator.worlds.drop(name)
      this.#dropOldest()
    }
  }

  /** Keeps the world of a run, so that it can be saved as a case. Returns undefined if the world no longer exists. */
  hold(run: OutcomeRun): Savable | undefined {
    const world = this.#waiting.get(run)
    if (world === undefined) return undefined
    this.#waiting.delete(run)
    return { saveCase: (options) => this.emulator.saveCase({ ...options, world }) }
  }

  #dropOldest(): void {
    for (const [run, name] of this.#waiting) {
      if (this.#waiting.size <= mostWaiting) return
      this.#waiting.delete(run)
      this.emulator.worlds.drop(name)
    }
  }
}

/** A place for one run at a time: the worlds of an emulator. Stray requests there belong to that run. */
export interface RunPlace {
  readonly worlds: ClientWorlds
}

/**
 * A client under test whose runs may be concurrent: each takes a place of its own.
 * @param first The first place.
 * @param open Makes a further place.
 * @param work Lets the client do its task.
 */
export function subjectInPlaces<Place extends RunPlace>(
  first: Place,
  open: () => Place | Promise<Place>,
  work: (place: Place, taskRun: TaskRun) => Promise<TaskReport>,
): HeldSubject {
  const free = [first]
  const worldsOf = new WeakMap<OutcomeRun, ClientWorlds>()
  return {
    dialect: first.worlds.dialect,
    world: first.worlds.facts,
    async perform(asked) {
      const place = free.pop() ?? (await open())
      try {
        const run = await place.worlds.perform(asked, (taskRun) => work(place, taskRun))
        worldsOf.set(run, place.worlds)
        return run
      } finally {
        free.push(place)
      }
    },
    hold: (run) => worldsOf.get(run)?.hold(run),
  }
}

/**
 * Opens the address that a client reported for `prepare-connect`, as a browser would. Addresses elsewhere are not
 * opened. @returns the status of the answer.
 */
async function openReported(
  task: TaskName,
  reported: TaskReport,
  baseUrl: string,
  fetch: Emulator['fetch'],
): Promise<number | undefined> {
  if (task !== 'prepare-connect' || reported.kind !== 'value') return undefined
  const { url } = (reported.value ?? {}) as { readonly url?: unknown }
  if (typeof url !== 'string' || !URL.canParse(url) || new URL(url).origin !== new URL(baseUrl).origin) return undefined
  const { status } = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } })
  return status
}

/** The worlds of one run at a time. Their clock jumps ahead while a client sleeps. */
export class RunWorlds implements RunPlace {
  readonly worlds: ClientWorlds
  /** The lead of the clock over real time, in milliseconds. */
  readonly #shift = { ahead: 0 }

  constructor(conventions: Partial<Conventions>, start: number) {
    const timeSource = () => stopwatch() + this.#shift.ahead
    this.worlds = new ClientWorlds({ conventions, clock: { start, timeSource } })
    // Each run has a different base URL, because a driver may store its client by it.
    this.worlds.origin = `http://${crypto.randomUUID().slice(0, 8)}.emulator.test`
  }

  /** The time of a run that begins now. */
  begin({ world }: Pick<TaskRun, 'world'>): RunTime {
    const { clock } = this.worlds.emulator.worlds.use(world)
    return new RunTime(stopwatch, this.#shift, () => clock.now())
  }
}
