import type { RaceOrder } from '../../../../conformance/client/races/orders.ts'
import type { Race } from '../../../../conformance/client/races/race-finding.ts'
import type { TaskName } from '../../../../conformance/client/tasks/names.ts'
import type { TaskReport } from '../../../../conformance/client/tasks/task.ts'
import { clientTasks } from '../../../../conformance/client/tasks/tasks.ts'
import type { World } from '../../../../emulator/world/world.ts'
import type { ClientDriver } from '../driver.ts'
import { openClient, runBounded } from '../in-process.ts'
import type { RunWorlds } from '../client-worlds.ts'
import { AnswerTurns } from './answer-turns.ts'

/** The options of a race. */
interface RaceSettings {
  readonly order: RaceOrder
  /** Milliseconds of real time without a request after which it ends. */
  readonly timeout: number
  /** False to keep the token valid. Default: true. */
  readonly expires?: boolean
}

/** Runs tasks of a client concurrently in one world, and answers their requests in a given order. */
export async function playRace(
  driver: ClientDriver,
  runWorlds: RunWorlds,
  { order, timeout, expires = true }: RaceSettings,
): Promise<Race> {
  const { worlds } = runWorlds
  const racers = order.tasks.map((name) => {
    const task = clientTasks.find((known) => known.name === name)!
    const choice = task.inputs[0]!
    return { task, choice, input: choice.of(worlds.facts, worlds.dialect)! }
  })
  const reports = new Map<TaskName, TaskReport>()
  let turns!: AnswerTurns
  const asked = { task: order.tasks[0]!, inputName: '', input: {}, prepare: undefined, scenario: undefined }
  const run = await worlds.perform(asked, (taskRun) => {
    const time = runWorlds.begin(taskRun)
    turns = new AnswerTurns(order.answers, time)
    const bounds = { taskRun: { ...taskRun, fetch: turns.around(taskRun) }, time, timeout }
    return runBounded(bounds, async (connection) => {
      const doTask = openClient(driver, connection)
      // One task runs first, so that the client has a token.
      const first = racers.find(({ task }) => task.name !== 'create-access-token') ?? racers[0]!
      await doTask(first.task.name, first.input)
      const happened = turns.expire(() => expires && expireTokens(worlds.emulator.worlds.use(taskRun.world)))
      const raced = racers.map(async ({ task: { name }, input }) => {
        if (name !== order.early) await happened
        reports.set(name, await turns.task.run(name, () => doTask(name, input)))
      })
      await Promise.all(raced)
      // The state of the world after the race is read with the reported secret.
      return reports.get('create-access-token') ?? reports.get(asked.task)!
    })
  })
  const exchanges = run.transcript.exchanges.map((exchange, index) => ({ ...exchange, ...turns.sent[index]! }))
  const transcript = { ...run.transcript, exchanges }
  const tasks = racers.map(({ task, choice, input }) => {
    const reported = reports.get(task.name) ?? run.reported
    return { task, choice, run: { ...run, task: task.name, inputName: choice.name, input, reported, transcript } }
  })
  return { order, happened: turns.happened, exchanges, tasks }
}

/** Ends every access token that was issued until now. */
function expireTokens(world: World): void {
  for (const token of world.collection('credentials').all())
    if (token.kind === 'accessToken') world.replace('credentials', { ...token, expires_at: world.clock.now() })
}
