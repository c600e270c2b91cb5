// Tries the orders in which requests of concurrent tasks can be answered, with one expiry or revocation of the token.
import { phrase } from '../../../../conformance/conclusions/phrase.ts'
import type { ClientRequirementId } from '../../../../conformance/client/catalogue/requirements.ts'
import type { ClientVerdict } from '../../../../conformance/client/catalogue/verdicts.ts'
import { broken } from '../../../../conformance/client/judge/conclude-report.ts'
import { judgeRace, type RaceEvent, type RaceRun } from '../../../../conformance/client/races/judge-race.ts'
import { type ChooseStep, Orders } from '../../../../conformance/client/races/orders.ts'
import { scheduleText } from '../../../../conformance/client/races/schedule-text.ts'
import type { TaskName } from '../../../../conformance/client/tasks/names.ts'
import type { Reported } from '../../../../conformance/client/tasks/outcome.ts'
import { clientTasks } from '../../../../conformance/client/tasks/tasks.ts'
import { Random } from '../../../../conformance/judge/random.ts'
import { Clock } from '../../../../emulator/world/clock.ts'
import type { World } from '../../../../emulator/world/world.ts'
import type { ClientDriver } from '../driver.ts'
import type { InProcessOptions } from '../in-process.ts'
import { reportOf } from '../report-of.ts'
import { RunWorlds } from '../run-worlds.ts'
import { stopwatch } from '../time/real-time.ts'
import { inRunTime, virtualTime } from '../time/virtual-time.ts'
import { Race } from './race.ts'

/** An order that can be played again: `exploreRaces(driver, { replay })`. */
export interface RaceSchedule {
  /** The tasks that run at the same time. */
  readonly tasks: readonly TaskName[]
  /** What happens to the token. */
  readonly event: RaceEvent
  /**
   * The steps: `event` for the expiry or revocation, and `2.1` for the answer to the first request of the second task;
   * `2.1 served` where that request is served before the event and answered after it.
   */
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
  /** The shortest order that showed it, as a numbered list. */
  readonly schedule: string
  /** The same order, to play it again. */
  readonly replay: RaceSchedule
}

/** What came of exploring. */
export interface RaceReport {
  /** How many orders were played. */
  readonly schedules: number
  /** The tasks that ran at the same time, at most. Below two, nothing was explored. */
  readonly tasks: readonly TaskName[]
  /** Whether every order was played. */
  readonly complete: boolean
  /** Why not; undefined when every order was played. */
  readonly incomplete: string | undefined
  /** Each fault once. */
  readonly findings: readonly RaceFinding[]
}

/** How races are explored. */
export interface RaceOptions extends Pick<InProcessOptions, 'conventions'> {
  /** What happens to the token. Default: both. */
  readonly events?: readonly RaceEvent[]
  /** How many tasks run at the same time, at most. Default: 3. */
  readonly tasks?: number
  /** How long to explore, in seconds. Default: 2. */
  readonly seconds?: number
  /** Chooses the orders that are played where there is no time for all. Default: 1. */
  readonly seed?: number
  /** Plays this order alone. */
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
 * Explores the orders in which requests of concurrent tasks of one client are answered, while its access token expires
 * or is revoked once. It finds a task that gives up instead of asking again with a new token, a write that is done
 * twice, a refresh token that is used twice, and a herd of token requests. The tasks share one client: the one that
 * `open` of the driver makes, or one that the driver keeps by `context.fetch`.
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
  {
    conventions = {},
    events = ['expiry', 'revocation'],
    tasks: most = 3,
    seconds = 2,
    seed = 1,
    replay,
  }: RaceOptions = {},
): Promise<RaceReport> {
  const races = new Races(driver, new RunWorlds(conventions, new Clock().now()))
  const restore = virtualTime()
  try {
    if (replay) return await races.replay(replay)
    return await races.explore(events, { most, until: stopwatch() + seconds * 1000, random: new Random(seed) })
  } finally {
    restore()
  }
}

const unended: Reported = { kind: 'timeout', why: phrase`it had not ended when nothing more happened` }

interface Bounds {
  /** How many tasks run at the same time. */
  readonly most: number
  /** When to end, by the stopwatch. */
  readonly until: number
  readonly random: Random
}

interface PlayedRace extends RaceRun, Pick<Race, 'chosen'> {
  /** Whether the order could be kept. */
  readonly isKept: boolean
}

/** Plays orders, and keeps the shortest that shows each fault. */
class Races {
  readonly #driver: ClientDriver
  readonly #place: RunWorlds
  readonly #findings = new Map<ClientRequirementId, RaceFinding>()
  readonly #incomplete = new Set<string>()
  #played = 0

  constructor(driver: ClientDriver, place: RunWorlds) {
    this.#driver = driver
    this.#place = place
  }

  async replay({ tasks, event, steps }: RaceSchedule): Promise<RaceReport> {
    if (tasks.length > 1 && !(await this.#play(tasks, event, inOrder(steps))).isKept)
      this.#incomplete.add('the client did not send the requests of the schedule')
    return this.#report(tasks)
  }

  async explore(events: readonly RaceEvent[], { most, until, random }: Bounds): Promise<RaceReport> {
    const able = await this.#able([...racers, asker].filter((name) => this.#driver[name] !== undefined))
    const tasks = able.filter((name) => name !== asker).slice(0, most)
    const sets = tasks.slice(1).map((_name, index) => tasks.slice(0, index + 2))
    // A client may ask for a token while its tasks get one of their own.
    if (sets.length > 1 && able.includes(asker)) sets.push([...tasks.slice(0, 2), asker])
    const races = sets.flatMap((set) => events.map((event) => ({ set, event, orders: new Orders(random) })))
    // Each has the same part of the time that is left.
    for (const [index, { set, event, orders }] of races.entries()) {
      const end = stopwatch() + (until - stopwatch()) / (races.length - index)
      while (!orders.isComplete && stopwatch() < end) {
        const race = await this.#play(set, event, (...next) => orders.choose(...next))
        orders.end(race.chosen)
      }
      const what = `${set.join(', ')} around one ${event}`
      if (!orders.isComplete)
        this.#incomplete.add(`the seed chose some of the orders of ${what}, for which there was no time`)
      if (orders.haveChanged)
        this.#incomplete.add('the client did not send the same requests each time after the same answers')
    }
    return this.#report(tasks)
  }

  /** The tasks that a client does right at the same time when nothing happens to its token, and sends something for. */
  async #able(names: readonly TaskName[]): Promise<readonly TaskName[]> {
    if (names.length < 2) return names
    const { tasks, requests } = await this.#play(names, undefined, ([first]) => first)
    return tasks.flatMap(({ task, run }) => {
      const isSent = requests.some((one) => one.task === task && one.sentAt >= 0)
      return isSent && task.judge(run).kind === 'right' ? [task.name] : []
    })
  }

  async #play(names: readonly TaskName[], event: RaceEvent | undefined, choose: ChooseStep): Promise<PlayedRace> {
    const { worlds } = this.#place
    const tasks = names.flatMap((name) => {
      const task = clientTasks.find((one) => one.name === name)!
      const { name: inputName, tests, of } = task.inputs[0]!
      const input = of(worlds.facts, worlds.dialect)
      return input ? [{ task, input, inputName, tests }] : []
    })
    // The world after it is read with the secret that was reported.
    const main = Math.max(names.indexOf('create-access-token'), 0)
    const asked = { ...tasks[main]!, task: tasks[main]!.task.name, prepare: undefined, scenario: undefined }
    let ended: Race | undefined
    let isKept = false
    const run = await worlds.perform(asked, async ({ world: name, baseUrl, credentials, fetch: send }) => {
      const time = this.#place.begin({ world: name }, { stands: true })
      const world = worlds.emulator.worlds.use(name)
      const endToken = event && (() => endTokens(world, event))
      const race = (ended = new Race({ baseUrl, send, endToken, advance: () => time.advance() }))
      const connection = { baseUrl, fetch: race.fetch, credentials }
      try {
        isKept = await inRunTime(time, async () => {
          const client = await this.#driver.open?.(connection)
          const racing = tasks.map(({ task, input }) => ({
            task,
            work: () => reportOf(() => this.#work(task.name).call(this.#driver, { ...connection, input, client })),
          }))
          return await race.play(racing, choose)
        })
      } finally {
        time.end()
      }
      return race.ends[main]?.reported ?? unended
    })
    const { served, chosen, ends } = ended!
    const { requests: received } = run.transcript
    const requests = served.map((held, index) => ({ ...held, received: received[index]! }))
    const steps = ended!.steps.map(({ kind, request }) =>
      request ? { kind, request: requests[served.indexOf(request)]! } : { kind },
    )
    const raced = tasks.map(({ task, tests, input, inputName }, index) => {
      const { reported, at: endedAt } = ends[index] ?? { reported: unended, at: Infinity }
      return { task, tests, endedAt, run: { ...run, task: task.name, inputName, input, reported } }
    })
    const race = { event: event ?? 'expiry', steps, requests, tasks: raced, chosen, isKept }
    if (event) this.#played++
    if (event && isKept) this.#judge(race)
    return race
  }

  #work(name: TaskName): (context: object) => Promise<unknown> {
    return this.#driver[name] as (context: object) => Promise<unknown>
  }

  #judge(race: PlayedRace): void {
    for (const { requirement, message, length } of judgeRace(race)) {
      // An answer that comes next is shown with its request.
      const next = race.steps[length]
      const isWhole = next?.kind === 'answered' && next.request === race.steps[length - 1]?.request
      const end = isWhole ? length + 1 : length
      const lines = scheduleText(race.steps.slice(0, end), race.event)
      const steps = race.chosen.filter(({ at }) => at < end).map(({ id }) => id)
      const replay = { tasks: race.tasks.map(({ task }) => task.name), event: race.event, steps }
      const finding = { requirement, verdict: broken(requirement), message, schedule: lines.join('\n'), replay }
      const known = this.#findings.get(requirement)
      if (!known || sizeOf(finding) < sizeOf(known)) this.#findings.set(requirement, finding)
    }
  }

  #report(tasks: readonly TaskName[]): RaceReport {
    const incomplete = this.#incomplete.size === 0 ? undefined : [...this.#incomplete].join('; ')
    const findings = [...this.#findings.values()]
    return { schedules: this.#played, tasks, complete: incomplete === undefined, incomplete, findings }
  }
}

/** What the shortest order has least of: lines, tasks, and then by its text. */
function sizeOf({ schedule, replay }: RaceFinding): string {
  const count = (number: number) => String(number).padStart(3)
  return [count(schedule.split('\n').length), count(replay.tasks.length), ...replay.steps].join()
}

/** Ends every access token that was issued until now; a revocation ends refresh tokens, too. */
function endTokens(world: World, event: RaceEvent): void {
  for (const one of world.collection('credentials').all()) {
    if (event === 'expiry' && one.kind === 'accessToken')
      world.replace('credentials', { ...one, expires_at: world.clock.now() })
    if (event === 'revocation' && (one.kind === 'accessToken' || one.kind === 'refreshToken'))
      world.remove('credentials', one.id)
  }
}

/** The steps of an order, and then whatever is offered first. */
function inOrder(steps: readonly string[]): ChooseStep {
  return (offered, { length }) => offered.find((id, index) => (steps[length] ? id === steps[length] : index === 0))
}
