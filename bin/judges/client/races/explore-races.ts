// Plays the orders in which requests of concurrent tasks can be answered, with one expiry or revocation of the token.
import type { ClientRequirementId } from '../../../../conformance/client/catalogue/requirements.ts'
import { ordersOf, type RaceEvent, type RaceOrder } from '../../../../conformance/client/races/orders.ts'
import {
  faultsOf,
  type RaceFault,
  type RaceFinding,
  toRaceFinding,
} from '../../../../conformance/client/races/race-finding.ts'
import type { TaskName } from '../../../../conformance/client/tasks/names.ts'
import { Random } from '../../../../conformance/judge/random.ts'
import { Clock } from '../../../../emulator/world/clock.ts'
import { assertMembers } from '../../../../emulator/tools/assert-members.ts'
import { assertClientOptions } from '../assert-client-options.ts'
import { assertDriver } from '../assert-driver.ts'
import type { ClientDriver } from '../driver.ts'
import type { InProcessOptions } from '../in-process.ts'
import { RunWorlds } from '../run-worlds.ts'
import { stopwatch } from '../time/real-time.ts'
import { virtualTime } from '../time/virtual-time.ts'
import { playRace } from './play-race.ts'

/** The outcome of exploring. */
export interface RaceReport {
  /** How many orders there are; 0 where the client cannot do two tasks at the same time. */
  readonly orders: number
  /** How many were played. Where there was no time for all, the seed chose them. */
  readonly played: number
  /** Each requirement that was not kept, by the shortest order that showed it. */
  readonly findings: readonly RaceFinding[]
}

/** How races are explored. */
export interface RaceOptions extends Pick<InProcessOptions, 'conventions'> {
  /** The events that end the token. Default: both. */
  readonly events?: readonly RaceEvent[]
  /** How long to explore, in seconds: no order begins that would end later. Default: 2. */
  readonly seconds?: number
  /** Chooses the orders that are played where there is no time for all. Default: 1. */
  readonly seed?: number
  /** Plays this order alone. */
  readonly replay?: RaceOrder
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
  'get-token',
]

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
  options: RaceOptions = {},
): Promise<RaceReport> {
  assertDriver(driver)
  assertMembers('exploreRaces', options, { conventions: true, events: true, seconds: true, seed: true, replay: true })
  assertClientOptions(options)
  const { conventions = {}, events = ['expiry', 'revocation'], seconds = 2, seed = 1, replay } = options
  const until = stopwatch() + seconds * 1000
  const runWorlds = new RunWorlds(conventions, new Clock().now())
  const shortest = new Map<ClientRequirementId, RaceFault>()
  let played = 0
  let lastTook = 0
  const restore = virtualTime()
  try {
    const orders = replay ? [replay] : ordersOf(await ableTasks(driver, runWorlds), events)
    for (const order of new Random(seed).shuffle(orders)) {
      const began = stopwatch()
      if (began + lastTook >= until) break
      played++
      for (const fault of faultsOf(await playRace(driver, runWorlds, order))) {
        const known = shortest.get(fault.requirement)
        if (!known || fault.steps.length < known.steps.length) shortest.set(fault.requirement, fault)
      }
      lastTook = stopwatch() - began
    }
    return { orders: orders.length, played, findings: [...shortest.values()].map(toRaceFinding) }
  } finally {
    restore()
  }
}

/** The tasks that a client does right at the same time when nothing happens to its token, and sends something for. */
async function ableTasks(driver: ClientDriver, runWorlds: RunWorlds): Promise<readonly TaskName[]> {
  const names = racers.filter((name) => driver[name])
  if (names.length < 2) return []
  const order = { tasks: names, event: 'expiry', answers: [] } as const
  const { requests, tasks } = await playRace(driver, runWorlds, order, 'nothing')
  const isSent = (name: TaskName) => requests.some(({ task }) => task === name)
  return tasks.flatMap(({ task, run }) => (isSent(task.name) && task.judge(run).kind === 'right' ? [task.name] : []))
}
