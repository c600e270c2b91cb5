// Tries the orders in which requests of concurrent tasks can be answered, with one expiry or revocation of the token.
import type { ClientVerdict } from '../../../conformance/client/catalogue/verdicts.ts'
import type { ClientRequirementId } from '../../../conformance/client/catalogue/requirements.ts'
import { judgeRace, type RaceRun } from '../../../conformance/client/races/judge-race.ts'
import { OrderExplorer } from '../../../conformance/client/races/order-explorer.ts'
import { scheduleText } from '../../../conformance/client/races/schedule-text.ts'
import { isDependent, type RaceEvent } from '../../../conformance/client/races/step.ts'
import { broken } from '../../../conformance/client/judge/conclude-report.ts'
import type { TaskName } from '../../../conformance/client/tasks/names.ts'
import { clientTasks } from '../../../conformance/client/tasks/tasks.ts'
import { Clock } from '../../../emulator/world/clock.ts'
import type { ClientDriver } from '../driver.ts'
import type { InProcessOptions } from '../in-process.ts'
import { RunWorlds } from '../run-worlds.ts'
import { virtualTime } from '../time/virtual-time.ts'
import { performRace, type RaceSetup, type RacingTask, type Schedule } from './race-run.ts'

/** A schedule that can be played again: `exploreRaces(driver, { replay })`. */
export interface RaceSchedule {
  /** The tasks that run at the same time. */
  readonly tasks: readonly TaskName[]
  /** What happens to the token. */
  readonly event: RaceEvent
  /** The steps: `2.1` is the first request of the second task, `event` the expiry or revocation. */
  readonly steps: readonly string[]
}

/** A fault that an order of requests shows. */
export interface RaceFinding {
  /** The requirement that is not kept. */
  readonly requirement: ClientRequirementId
  /** `fail`, `advice` or `observed`, by the level of the requirement. */
  readonly verdict: ClientVerdict
  /** `expected …; got …`. */
  readonly message: string
  /** The shortest schedule that shows it, as a numbered list. */
  readonly schedule: string
  /** The same schedule, to play it again. */
  readonly replay: RaceSchedule
}

/** What came of exploring. */
export interface RaceReport {
  /** How many schedules were played. */
  readonly schedules: number
  /** The tasks that ran at the same time, at most. Below two, nothing was explored. */
  readonly tasks: readonly TaskName[]
  /** Whether every order that differs in effect was played; false when there were too many, or a client was random. */
  readonly complete: boolean
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

/** How many steps are ordered in every way, and how many schedules are played: of one set of tasks, and in all. */
const bounds = { depth: 12, ofOne: 420, inAll: 1200 }

/**
 * Explores the order in which requests of up to five concurrent tasks of one client are answered, while its access
 * token expires or is revoked once. It finds a task that gives up instead of asking again with a new token, a write
 * that is done twice, and a herd of token requests. Schedules are deterministic. The tasks share one client: the one
 * that `open` of the driver makes, or one that the driver keeps by `context.fetch`.
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
  options: RaceOptions = {},
): Promise<RaceReport> {
  const { conventions = {}, events = ['expiry', 'revocation'], tasks: most = 5, replay } = options
  const place = new RunWorlds(conventions, new Clock().now())
  const findings = new Findings()
  const restore = virtualTime()
  try {
    const known = replay?.tasks ?? racers.filter((name) => driver[name] !== undefined)
    const offered = known.flatMap((name) => toRacing(name, place) ?? [])
    const tasks = replay ? offered : (await withoutWrongOnes(driver, offered, place)).slice(0, most)
    const names = tasks.map(({ task }) => task.name)
    if (tasks.length < 2) return { schedules: 0, tasks: names, complete: true, findings: [] }
    if (replay) {
      const race = await performRace({ driver, tasks, event: replay.event }, inOrder(replay.steps), place)
      if (race) findings.add(race)
      return { schedules: 1, tasks: names, complete: race !== undefined, findings: findings.all }
    }
    let schedules = 0
    let complete = true
    for (const event of events)
      for (let count = 2; count <= tasks.length; count++) {
        const most = Math.min(bounds.ofOne, bounds.inAll - schedules)
        const setup = { driver, tasks: tasks.slice(0, count), event }
        const played = await exploreOrders(setup, place, findings, most)
        schedules += played.schedules
        complete &&= played.complete
      }
    await shorten(findings, driver, tasks, place)
    return { schedules, tasks: names, complete, findings: findings.all }
  } finally {
    restore()
  }
}

/** The tasks that a client does right at the same time when nothing happens to its token. */
async function withoutWrongOnes(driver: ClientDriver, tasks: readonly RacingTask[], place: RunWorlds) {
  if (tasks.length < 2) return tasks
  const race = await performRace({ driver, tasks, event: undefined }, inOrder([]), place)
  return tasks.filter((_one, index) => {
    const done = race?.tasks[index]
    return done?.task.judge(done.run).kind === 'right'
  })
}

/** Leaves out steps, one at a time, that a fault does not need. */
async function shorten(findings: Findings, driver: ClientDriver, tasks: readonly RacingTask[], place: RunWorlds) {
  for (const { requirement, replay } of findings.all) {
    const own = tasks.filter(({ task }) => replay.tasks.includes(task.name))
    for (let index = replay.steps.length - 1; index >= 0; index--) {
      const { steps } = findings.of(requirement).replay
      const race = await performRace(
        { driver, tasks: own, event: replay.event },
        inOrder(steps.toSpliced(index, 1)),
        place,
      )
      if (race) findings.add(race)
    }
  }
}

async function exploreOrders(setup: RaceSetup, place: RunWorlds, findings: Findings, most: number) {
  const explorer = new OrderExplorer({ isDependent, actorOf: ({ task }) => task, depth: bounds.depth })
  let schedules = 0
  while (explorer.next()) {
    if (schedules >= most) return { schedules, complete: false }
    schedules++
    const race = await performRace(setup, explorer, place)
    if (race) findings.add(race)
  }
  return { schedules, complete: explorer.diverged === 0 }
}

function toRacing(name: TaskName, { worlds: { facts, dialect } }: RunWorlds): RacingTask | undefined {
  const task = clientTasks.find((one) => one.name === name)
  const choice = task?.inputs[0]
  const input = choice?.of(facts, dialect)
  return task && choice && input ? { task, choice, input } : undefined
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

/** Each fault with the shortest schedule that shows it. */
class Findings {
  readonly #found = new Map<ClientRequirementId, { readonly length: number; readonly finding: RaceFinding }>()

  get all(): readonly RaceFinding[] {
    return [...this.#found.values()].map(({ finding }) => finding)
  }

  of(requirement: ClientRequirementId): RaceFinding {
    return this.#found.get(requirement)!.finding
  }

  add(race: RaceRun): void {
    for (const { requirement, message, length } of judgeRace(race)) {
      if ((this.#found.get(requirement)?.length ?? Infinity) <= length) continue
      const steps = race.steps.slice(0, length)
      const finding: RaceFinding = {
        requirement,
        verdict: broken(requirement),
        message,
        schedule: scheduleText(steps, race.event),
        replay: {
          tasks: race.tasks.map(({ task }) => task.name),
          event: race.event,
          steps: steps.map(({ id }) => id),
        },
      }
      this.#found.set(requirement, { length, finding })
    }
  }
}
