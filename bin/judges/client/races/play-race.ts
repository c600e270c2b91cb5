import { phrase } from '../../../../conformance/conclusions/phrase.ts'
import type { RaceRun } from '../../../../conformance/client/races/judge-race.ts'
import type { RaceEvent, RaceOrder } from '../../../../conformance/client/races/orders.ts'
import type { TaskName } from '../../../../conformance/client/tasks/names.ts'
import type { Reported } from '../../../../conformance/client/tasks/outcome.ts'
import { clientTasks } from '../../../../conformance/client/tasks/tasks.ts'
import type { World } from '../../../../emulator/world/world.ts'
import type { ClientDriver } from '../driver.ts'
import { reportOf } from '../report-of.ts'
import type { RunWorlds } from '../run-worlds.ts'
import { inRunTime } from '../time/virtual-time.ts'
import { RequestTurns } from './request-turns.ts'

const unended: Reported = { kind: 'timeout', why: phrase`it had not ended when nothing more happened` }

/**
 * Has a client do tasks at the same time in a world of their own, and answers their requests in one order.
 * @param endToken What the event of the order does.
 */
export async function playRace(
  driver: ClientDriver,
  place: RunWorlds,
  order: RaceOrder,
  endToken: typeof endTokens = endTokens,
): Promise<RaceRun> {
  const { worlds } = place
  const pairs = order.tasks.flatMap((name) => {
    const task = clientTasks.find((known) => known.name === name)!
    const choice = task.inputs[0]!
    const input = choice.of(worlds.facts, worlds.dialect)
    return input ? [{ task, choice, input }] : []
  })
  // The world after the race is read with the secret that was reported.
  const main = pairs.find(({ task }) => task.name === 'create-access-token') ?? pairs[0]!
  const asked = { task: main.task.name, inputName: main.choice.name, input: main.input }
  const reports = new Map<TaskName, Reported>()
  let requests!: RequestTurns
  const run = await worlds.perform({ ...asked, prepare: undefined, scenario: undefined }, async (errand) => {
    const { baseUrl, world } = errand
    // A client may keep a new token in what it was given.
    const credentials = structuredClone(errand.credentials)
    const time = place.begin(errand, { stands: true })
    requests = new RequestTurns(errand, time)
    const connection = { baseUrl, fetch: requests.fetch, credentials }
    await inRunTime(time, async () => {
      let client: unknown
      let opened: Reported = unended
      const open = async (): Promise<void> => {
        opened = await reportOf(async () => {
          client = await driver.open?.(connection)
        })
      }
      await requests.run([[main.task.name, open]])
      if (opened.kind !== 'value') {
        requests.race(order, () => {})
        for (const { task } of pairs) reports.set(task.name, opened)
        return
      }
      const workOf = ({ task: { name }, input }: (typeof pairs)[number]) => {
        const work = driver[name] as (context: object) => Promise<unknown>
        const report = () => reportOf(() => work.call(driver, { ...connection, input: structuredClone(input), client }))
        return [name, async () => void reports.set(name, await report())] as const
      }
      // One task is done before, so that the client has a token.
      await requests.run([workOf(pairs.find(({ task }) => task.name !== 'create-access-token') ?? main)])
      reports.clear()
      requests.race(order, () => endToken(worlds.emulator.worlds.use(world), order.event))
      await requests.run(pairs.map(workOf))
    }).finally(() => time.end())
    return reports.get(main.task.name) ?? unended
  })
  const raced = requests.placed(run.transcript.requests)
  const transcript = { ...run.transcript, requests: raced.requests }
  const tasks = pairs.map(({ task, choice, input }) => {
    const reported = reports.get(task.name) ?? unended
    return { task, choice, run: { ...run, task: task.name, inputName: choice.name, input, reported, transcript } }
  })
  return { order, ...raced, tasks }
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
