// One schedule of concurrent tasks of a client, in a world of its own.
import type { OrderExplorer } from '../../../conformance/client/races/order-explorer.ts'
import type { RaceRun } from '../../../conformance/client/races/judge-race.ts'
import type { RaceEvent, RaceStep, StepEffect } from '../../../conformance/client/races/step.ts'
import type { DialectFacts } from '../../../conformance/client/evidence/world-facts.ts'
import type { Reported } from '../../../conformance/client/tasks/outcome.ts'
import type { TaskInput } from '../../../conformance/client/tasks/names.ts'
import type { ClientTask, InputChoice } from '../../../conformance/client/tasks/task.ts'
import type { World } from '../../../emulator/world/world.ts'
import type { Errand } from '../client-worlds.ts'
import type { ClientConnection, ClientDriver } from '../driver.ts'
import { reportOf } from '../report-of.ts'
import type { RunWorlds } from '../run-worlds.ts'
import { setReal, soon } from '../time/real-time.ts'
import { inRunTime } from '../time/virtual-time.ts'
import { HeldFetch, type HeldRequest } from './held-fetch.ts'

/** A task that runs beside others. */
export interface RacingTask {
  readonly task: ClientTask
  readonly choice: InputChoice
  readonly input: TaskInput
}

/** What is raced. */
export interface RaceSetup {
  readonly driver: ClientDriver
  readonly tasks: readonly RacingTask[]
  /** Undefined: nothing happens. */
  readonly event: RaceEvent | undefined
}

/** Chooses each step of a schedule. */
export type Schedule = Pick<OrderExplorer<StepEffect>, 'choose' | 'took'>

/** How many steps a schedule has at most, and how long a client may do something else, in milliseconds. */
const bounds = { steps: 60, pause: 100 }

const unended: Reported = { kind: 'timeout', why: 'it had not ended when nothing more happened' }

/** Has a client do its tasks by a schedule. @returns undefined when the schedule ended early. */
export async function performRace(
  { driver, tasks, event }: RaceSetup,
  schedule: Schedule,
  place: RunWorlds,
): Promise<RaceRun | undefined> {
  const main = tasks.find(({ task }) => task.name === 'create-access-token') ?? tasks[0]!
  const asked = {
    task: main.task.name,
    inputName: main.choice.name,
    input: main.input,
    prepare: undefined,
    scenario: undefined,
  }
  let raced: Raced | undefined
  const run = await place.worlds.perform(asked, async (errand) => {
    const world = place.worlds.emulator.worlds.use(errand.world)
    const time = place.begin(errand, { stands: true })
    const one = new Race({ driver, tasks, event }, errand, world, place.worlds.dialect, () => time.advance())
    try {
      raced = await inRunTime(time, () => one.play(schedule))
    } finally {
      one.close()
      time.end()
    }
    return one.reported[tasks.indexOf(main)] ?? unended
  })
  if (!raced) return undefined
  const { steps, before, reported } = raced
  return {
    event: event ?? 'expiry',
    steps,
    before,
    tasks: tasks.map(({ task, choice, input }, index) => ({
      task,
      run: { ...run, task: task.name, inputName: choice.name, input, reported: reported[index] ?? unended },
    })),
  }
}

interface Raced {
  readonly steps: readonly RaceStep[]
  readonly before: number
  readonly reported: readonly (Reported | undefined)[]
}

class Race {
  readonly #setup: RaceSetup
  readonly #errand: Errand
  readonly #world: World
  readonly #unauthenticated: number
  readonly #advance: () => boolean
  readonly #held: HeldFetch
  readonly #steps: RaceStep[] = []
  readonly #done = new Map<string, number>()
  #tokens = 0
  #hasHappened: boolean
  readonly reported: (Reported | undefined)[]

  constructor(setup: RaceSetup, errand: Errand, world: World, dialect: DialectFacts, advance: () => boolean) {
    this.#unauthenticated = dialect.unauthenticatedStatus
    this.#setup = setup
    this.#errand = errand
    this.#world = world
    this.#advance = advance
    this.#held = new HeldFetch(errand.fetch, errand.baseUrl)
    this.#hasHappened = setup.event === undefined
    this.reported = setup.tasks.map(() => undefined)
  }

  async play(schedule: Schedule): Promise<Raced | undefined> {
    const { driver, tasks } = this.#setup
    const { baseUrl, credentials } = this.#errand
    const connection: ClientConnection = { baseUrl, fetch: this.#held.fetch, credentials }
    const client = await driver.open?.(connection)
    const work = ({ task, input }: RacingTask) =>
      reportOf(async () => {
        const one = driver[task.name] as (context: object) => Promise<unknown>
        return await one.call(driver, { ...connection, input, client })
      })
    // The first task that only reads is done once before, so that the client has a token.
    const first = tasks.find(({ task }) => task.name !== 'create-access-token') ?? tasks[0]!
    let isWarm = false
    void work(first).then(() => (isWarm = true))
    if (!(await this.#quiet(() => isWarm))) return undefined
    this.#held.hold()
    for (const [index, one] of tasks.entries())
      void this.#held.run(index, async () => {
        this.reported[index] = await work(one)
        this.#held.activity++
      })
    while (this.#steps.length < bounds.steps) {
      if (!(await this.#quiet(() => this.#held.waiting.size > 0 || this.#areAllEnded()))) break
      // The event comes last where it came at no other place, so that it is tried at each. What was sent arrives.
      if (this.#areAllEnded() && this.#hasHappened && this.#held.waiting.size === 0) break
      const { waiting } = this.#held
      const id = schedule.choose([...waiting.keys(), ...(this.#hasHappened ? [] : ['event'])])
      if (id === undefined) return undefined
      const step = id === 'event' ? this.#happen() : await this.#let(waiting.get(id)!, id)
      this.#steps.push(step)
      schedule.took(step.effect)
    }
    return { steps: this.#steps, before: this.#held.passed, reported: this.reported }
  }

  close(): void {
    this.#held.close()
  }

  #areAllEnded(): boolean {
    return this.reported.every((one) => one !== undefined)
  }

  /** Waits until the client does nothing more, and then, unless that is enough, for its timers. */
  async #quiet(isEnough: () => boolean): Promise<boolean> {
    for (;;) {
      await this.#settle()
      if (isEnough()) return true
      if (this.#advance()) continue
      // It may read a file.
      const seen = this.#held.activity
      await new Promise((resolve) => setReal(resolve, bounds.pause))
      if (seen === this.#held.activity && !isEnough()) return false
    }
  }

  async #settle(): Promise<void> {
    for (let idle = 0, seen = this.#held.activity; idle < 2; idle++) {
      await new Promise((resolve) => soon(resolve))
      if (seen !== this.#held.activity) idle = -1
      seen = this.#held.activity
    }
  }

  /** The event happens. */
  #happen(): RaceStep {
    this.#hasHappened = true
    const all = this.#world.collection('credentials').all()
    const isExpiry = this.#setup.event === 'expiry'
    for (const one of all) {
      if (one.kind === 'accessToken' && isExpiry)
        this.#world.replace('credentials', { ...one, expires_at: this.#world.clock.now() })
      if (!isExpiry && (one.kind === 'accessToken' || one.kind === 'refreshToken'))
        this.#world.remove('credentials', one.id)
    }
    const effect = {
      task: undefined,
      kind: 'event',
      refused: false,
      writes: undefined,
      goesOn: false,
      asksToken: false,
    } as const
    return { ...this.#count([]), id: 'event', taskName: undefined, method: '', path: '', status: undefined, effect }
  }

  /** Lets a request through and waits for what the client does then. */
  async #let({ task, request, path, release }: HeldRequest, id: string): Promise<RaceStep> {
    const { method } = request
    const isToken = isTokenPath(path)
    const body = await request.clone().text()
    const endedBefore = this.#ended()
    const tokensBefore = this.#waitingTokens() - (isToken ? 1 : 0)
    const status = await release()
    await this.#settle()
    if (isToken && this.#hasHappened) this.#tokens++
    const writes = !isToken && method !== 'GET' && method !== 'HEAD'
    if (writes && status !== undefined && status < 300) {
      const key = `${method} ${path} ${body}`
      this.#done.set(key, (this.#done.get(key) ?? 0) + 1)
    }
    const ended = this.#ended().filter((one) => !endedBefore.includes(one))
    const goesOn = this.reported[task] === undefined
    const effect: StepEffect = {
      task,
      kind: isToken ? 'token' : 'call',
      refused: status === 401 || status === this.#unauthenticated,
      writes: writes ? path : undefined,
      goesOn,
      asksToken: this.#waitingTokens() > tokensBefore,
    }
    const taskName = this.#setup.tasks[task]!.task.name
    return { ...this.#count(ended), id, taskName, method, path, status, effect }
  }

  #waitingTokens(): number {
    return [...this.#held.waiting.values()].filter(({ path }) => isTokenPath(path)).length
  }

  #ended(): readonly number[] {
    return this.reported.flatMap((one, index) => (one === undefined ? [] : [index]))
  }

  #count(ended: readonly number[]): Pick<RaceStep, 'ended' | 'tokensAsked' | 'written'> {
    const written = [...this.#done.values()].filter((times) => times > 1).length
    return { ended, tokensAsked: this.#hasHappened ? this.#tokens + this.#waitingTokens() : 0, written }
  }
}

const isTokenPath = (path: string): boolean => path.split('?')[0] === '/oauth/token'
