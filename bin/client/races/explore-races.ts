// Tries the orders in which requests of concurrent tasks can be served and answered, with one expiry or revocation of
// the token.
import { OrderExplorer } from '../../../conformance/client/races/order-explorer.ts'
import { stepsOf } from '../../../conformance/client/races/schedule-text.ts'
import {
  isDependent,
  isDependentAmongMany,
  isSameStep,
  type RaceEvent,
} from '../../../conformance/client/races/step.ts'
import type { TaskName } from '../../../conformance/client/tasks/names.ts'
import { clientTasks } from '../../../conformance/client/tasks/tasks.ts'
import { Clock } from '../../../emulator/world/clock.ts'
import type { ClientDriver } from '../driver.ts'
import type { InProcessOptions } from '../in-process.ts'
import { RunWorlds } from '../run-worlds.ts'
import { virtualTime } from '../time/virtual-time.ts'
import { Findings, type RaceFinding, type RaceSchedule } from './findings.ts'
import { performRace, type RaceSetup, type RacingTask } from './race-run.ts'
import type { Schedule } from './race.ts'

/** What came of exploring. */
export interface RaceReport {
  /** How many schedules were played. */
  readonly schedules: number
  /** The tasks that ran at the same time, at most. Below two, nothing was explored. */
  readonly tasks: readonly TaskName[]
  /**
   * Whether every order that differs in effect was played. A success that the answers of other tasks overtake is tried
   * among up to three tasks, and other answers among all.
   */
  readonly complete: boolean
  /** Why not; undefined when every order was played. */
  readonly incomplete: string | undefined
  /** Each fault once, with its shortest schedule. */
  readonly findings: readonly RaceFinding[]
}

/** How races are explored. */
export interface RaceOptions extends Pick<InProcessOptions, 'conventions'> {
  /** What happens to the token. Default: both. */
  readonly events?: readonly RaceEvent[]
  /** How many tasks run at the same time, at most. Default: 5. */
  readonly tasks?: number
  /** Plays this schedule alone. */
  readonly replay?: RaceSchedule
}

/** Tasks that race, the most telling first. Each asks for little, so that the order is what matters. */
const racers: readonly TaskName[] = [
  'list-environments',
  'create-access-token',
  'capabilities',
  'get-configuration',
  'invoke',
  'walk-products',
  'walk-groups',
]

/** The task that asks for a token. It races with two others. */
const asker: TaskName = 'get-token'

/**
 * How many steps are ordered in every way: a dozen requests, served and answered. How many tasks are few. How many
 * schedules are played around one event: of one set of tasks, and in all.
 */
const bounds = { depth: 24, few: 3, ofOne: 2000, inAll: 2600 }

/**
 * Explores the order in which requests of up to five concurrent tasks of one client are served and answered, while its
 * access token expires or is revoked once. Answers may overtake each other. It finds a task that gives up instead of
 * asking again with a new token, a write that is done twice, a refresh token that is used twice, and a herd of token
 * requests. Schedules are deterministic. The tasks share one client: the one that `open` of the driver makes, or one
 * that the driver keeps by `context.fetch`.
 *
 * @example
 * ```ts
 * const { findings } = await exploreRaces({
 *   open: ({ baseUrl, fetch }) => ({
 *     list: async (path: string): Promise<string[]> => (await fetch(`${baseUrl}${path}`)).json() as Promise<string[]>,
 *   }),
 *   'list-environments': async ({ client }) => ({ ids: await client.list('/1.13/environments') }),
 *   capabilities: async ({ client }) => ({ commands: await client.list('/services') }),
 * })
 * expect(findings.map(({ schedule }) => schedule)).toEqual([])
 * ```
 */
export async function exploreRaces<Client>(
  driver: ClientDriver<Client>,
  { conventions = {}, events = ['expiry', 'revocation'], tasks: most = 5, replay }: RaceOptions = {},
): Promise<RaceReport> {
  const exploring = new Exploring(driver, new RunWorlds(conventions, new Clock().now()))
  const restore = virtualTime()
  try {
    return replay ? await exploring.replay(replay) : await exploring.all(events, most)
  } finally {
    restore()
  }
}

class Exploring {
  readonly #driver: ClientDriver
  readonly #place: RunWorlds
  readonly #findings = new Findings()
  readonly #incomplete = new Set<string>()
  #schedules = 0

  constructor(driver: ClientDriver, place: RunWorlds) {
    this.#driver = driver
    this.#place = place
  }

  async replay(schedule: RaceSchedule): Promise<RaceReport> {
    const tasks = this.#offered(schedule.tasks)
    if (tasks.length < 2) return this.#report(tasks)
    const race = await this.#play(schedule)
    if (race) this.#findings.add(race)
    else this.#incomplete.add('the client did not send the requests of the schedule')
    this.#schedules = 1
    return this.#report(tasks)
  }

  async all(events: readonly RaceEvent[], most: number): Promise<RaceReport> {
    const known = [...racers, asker].filter((name) => this.#driver[name] !== undefined)
    const able = await this.#able(this.#offered(known))
    const tasks = able.filter(({ task }) => task.name !== asker).slice(0, most)
    if (tasks.length < 2) return this.#report(tasks)
    // A client may ask for a token while its tasks get one of their own.
    const asking = able.filter(({ task }) => task.name === asker)
    const sets = tasks.slice(1).map((_one, index) => tasks.slice(0, index + 2))
    if (asking.length > 0 && most > 2) sets.push([...tasks.slice(0, 2), ...asking])
    for (const event of events) {
      let left = bounds.inAll
      for (const set of sets) left -= await this.#explore({ driver: this.#driver, tasks: set, event }, left)
    }
    await this.#findings.shorten((schedule) => this.#play(schedule))
    return this.#report(tasks)
  }

  /** @returns how many schedules were played. */
  async #explore(setup: RaceSetup, left: number): Promise<number> {
    const explorer = new OrderExplorer({
      isDependent: setup.tasks.length > bounds.few ? isDependentAmongMany : isDependent,
      isSame: isSameStep,
      actorOf: ({ request }) => request,
      depth: bounds.depth,
    })
    const most = Math.min(bounds.ofOne, left)
    let played = 0
    for (; explorer.next(); played++) {
      if (played >= most) {
        const what = `${setup.tasks.map(({ task }) => task.name).join(', ')} around one ${setup.event}`
        this.#incomplete.add(`there are more orders of ${what} than the ${played} that were tried`)
        break
      }
      const race = await performRace(setup, explorer, this.#place)
      if (race) this.#findings.add(race)
    }
    if (explorer.diverged > 0)
      this.#incomplete.add('the client did not send the same requests each time after the same answers')
    this.#schedules += played
    return played
  }

  async #play({ tasks, event, steps }: RaceSchedule): ReturnType<typeof performRace> {
    const setup = { driver: this.#driver, tasks: this.#offered(tasks), event }
    return await performRace(setup, inOrder(stepsOf(steps)), this.#place)
  }

  /** The tasks that a client does right at the same time when nothing happens to its token, and sends something for. */
  async #able(tasks: readonly RacingTask[]): Promise<readonly RacingTask[]> {
    if (tasks.length < 2) return tasks
    const race = await performRace({ driver: this.#driver, tasks, event: undefined }, inOrder([]), this.#place)
    return tasks.filter((_one, index) => {
      const done = race?.tasks[index]
      return done?.task.judge(done.run).kind === 'right' && race!.steps.some(({ request }) => request?.task === index)
    })
  }

  #offered(names: readonly TaskName[]): readonly RacingTask[] {
    const { facts, dialect } = this.#place.worlds
    return names.flatMap((name) => {
      const task = clientTasks.find((one) => one.name === name)
      const choice = task?.inputs[0]
      const input = choice?.of(facts, dialect)
      return task && choice && input ? [{ task, choice, input }] : []
    })
  }

  #report(tasks: readonly RacingTask[]): RaceReport {
    const incomplete = [...this.#incomplete].join('; ')
    return {
      schedules: this.#schedules,
      tasks: tasks.map(({ task }) => task.name),
      complete: incomplete === '',
      incomplete: incomplete === '' ? undefined : incomplete,
      findings: this.#findings.all,
    }
  }
}

/** The steps of a schedule, and then whatever is offered first. */
function inOrder(steps: readonly string[]): Schedule {
  let place = 0
  return {
    choose: (enabled) => {
      const wanted = steps[place++]
      return wanted === undefined ? enabled[0] : enabled.find((id) => id === wanted)
    },
    took: () => {},
  }
}
