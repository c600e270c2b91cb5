import type { RaceRun } from '../../../../conformance/client/races/judge-race.ts'
import type { RaceEvent, RaceOrder } from '../../../../conformance/client/races/orders.ts'
import type { TaskName } from '../../../../conformance/client/tasks/names.ts'
import type { Reported } from '../../../../conformance/client/tasks/outcome.ts'
import { clientTasks } from '../../../../conformance/client/tasks/tasks.ts'
import type { World } from '../../../../emulator/world/world.ts'
import type { ClientDriver } from '../driver.ts'
import { runBounded } from '../in-process.ts'
import { reportOf } from '../report-of.ts'
import type { RunWorlds } from '../run-worlds.ts'
import { RequestTurns } from './request-turns.ts'

/** How long a client may send nothing before the race ends, in milliseconds of real time. */
const timeout = 1000

/**
 * Has a client do tasks at the same time in a world of their own, and answers their requests in one order.
 * @param event What happens to the token. Default: the event of the order.
 */
export async function playRace(
  driver: ClientDriver,
  runWorlds: RunWorlds,
  order: RaceOrder,
  event: RaceEvent | 'nothing' = order.event,
): Promise<RaceRun> {
  const { worlds } = runWorlds
  const racers = order.tasks.flatMap((name) => {
    const task = clientTasks.find((known) => known.name === name)!
    const choice = task.inputs[0]!
    const input = choice.of(worlds.facts, worlds.dialect)
    return input ? [{ task, choice, input }] : []
  })
  // The world after the race is read with the secret that was reported.
  const main = racers.find(({ task }) => task.name === 'create-access-token') ?? racers[0]!
  const asked = { task: main.task.name, inputName: main.choice.name, input: main.input }
  const turns = new RequestTurns(order)
  const reports = new Map<TaskName, Reported>()
  const run = await worlds.perform({ ...asked, prepare: undefined, scenario: undefined }, (errand) => {
    const time = runWorlds.begin(errand, { stands: true })
    const bounds = { errand: { ...errand, fetch: turns.around(errand) }, time, timeout }
    const race = runBounded(bounds, async (connection) => {
      let client: unknown
      const opened = await reportOf(async () => void (client = await driver.open?.(connection)))
      if (opened.kind !== 'value') return opened
      const reportOn = ({ task: { name }, input }: typeof main) => {
        const work = driver[name] as (context: object) => Promise<unknown>
        return reportOf(() => work.call(driver, { ...connection, input: structuredClone(input), client }))
      }
      // One task is done before, so that the client has a token.
      await reportOn(racers.find(({ task }) => task.name !== 'create-access-token') ?? main)
      if (event !== 'nothing') void turns.raceEvent(() => endTokens(worlds.emulator.worlds.use(errand.world), event))
      const raced = racers.map(async (racer) => {
        const { name } = racer.task
        reports.set(name, await turns.race(name, () => reportOn(racer)))
      })
      await Promise.all(raced)
      return reports.get(asked.task)!
    })
    return turns.until(race, time)
  })
  const recorded = turns.recorded(run.transcript.requests)
  const transcript = { ...run.transcript, requests: recorded.requests }
  const tasks = racers.map(({ task, choice, input }) => {
    const reported = reports.get(task.name) ?? run.reported
    return { task, choice, run: { ...run, task: task.name, inputName: choice.name, input, reported, transcript } }
  })
  return { order, ...recorded, tasks }
}

/** Ends every access token that was issued until now; a revocation ends refresh tokens, too. */
function endTokens(world: World, event: RaceEvent): void {
  for (const credential of world.collection('credentials').all()) {
    const { id, kind } = credential
    if (event === 'expiry' && kind === 'accessToken')
      world.replace('credentials', { ...credential, expires_at: world.clock.now() })
    if (event === 'revocation' && (kind === 'accessToken' || kind === 'refreshToken')) world.remove('credentials', id)
  }
}
