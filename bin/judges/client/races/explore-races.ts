// Plays the orders in which requests of concurrent tasks can be answered, with one expiry of the token.
import type { ClientRequirementId } from '../../../../conformance/client/catalogue/requirements.ts'
import { raceOrders } from '../../../../conformance/client/races/orders.ts'
import { findRaceFaults, type RaceFinding, toRaceFinding } from '../../../../conformance/client/races/race-finding.ts'
import type { TaskName } from '../../../../conformance/client/tasks/names.ts'
import { Random } from '../../../../conformance/judge/random.ts'
import { Clock } from '../../../../emulator/world/clock.ts'
import { assertMembers } from '../../../../emulator/tools/assert-members.ts'
import { assertClientOptions, assertDriver } from '../assert-driver.ts'
import type { ClientDriver } from '../driver.ts'
import type { InProcessOptions } from '../in-process.ts'
import { RunWorlds } from '../client-worlds.ts'
import { virtualTime } from '../time/virtual-time.ts'
import { playRace } from './play-race.ts'

/** The outcome of exploring. */
export interface RaceReport {
  /** The number of orders played; 0 if the client cannot do two tasks at the same time. */
  readonly played: number
  /** The broken requirements, each with the first order that showed it. */
  readonly findings: readonly RaceFinding[]
}

/** The options for exploring races. */
export interface RaceOptions extends InProcessOptions {
  /** The number of orders to play: two fixed ones, then ones that the seed chooses. Default: 2. */
  readonly races?: number
  /** Chooses the orders from the third on. Default: 1. */
  readonly seed?: number
}

/** The tasks that race, those that reveal most first. Each sends few requests, so that the order matters most. */
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
 * once. It finds tasks that give up instead of retrying with a new token, repeated writes, refresh tokens that are used
 * twice, and herds of token requests. The tasks share one client: the one that `open` of the driver creates, or one
 * that the driver stores by `context.fetch`.
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
  assertMembers('exploreRaces', options, { conventions: true, timeout: true, races: true, seed: true })
  assertClientOptions(options)
  const { conventions = {}, timeout = 10_000, races = 2, seed = 1 } = options
  const runWorlds = new RunWorlds(conventions, new Clock().now())
  const findings = new Map<ClientRequirementId, RaceFinding>()
  const restore = virtualTime()
  try {
    const orders = raceOrders(await ableTasks(driver, runWorlds, timeout), races, new Random(seed))
    for (const order of orders)
      for (const fault of findRaceFaults(await playRace(driver, runWorlds, { order, timeout })))
        if (!findings.has(fault.requirement)) findings.set(fault.requirement, toRaceFinding(fault))
    return { played: orders.length, findings: [...findings.values()] }
  } finally {
    restore()
  }
}

/** The tasks that send requests and succeed concurrently while the token is valid. */
async function ableTasks(driver: ClientDriver, runWorlds: RunWorlds, timeout: number): Promise<readonly TaskName[]> {
  const names = racers.filter((name) => driver[name])
  if (names.length < 2) return []
  const order = { tasks: names, answers: [] }
  const { exchanges, tasks } = await playRace(driver, runWorlds, { order, timeout, expires: false })
  const isSent = (name: TaskName) => exchanges.some(({ task }) => task === name)
  const isRight = ({ task, run }: (typeof tasks)[number]) =>
    run.reported.kind === 'value' && task.judge(run.reported.value, run).kind === 'right'
  return tasks.flatMap((raced) => (isSent(raced.task.name) && isRight(raced) ? [raced.task.name] : []))
}
