// An order of concurrent requests, made for tests.
import type { RaceRequest, RaceRun, RaceStep } from '../../conformance/client/races/judge-race.ts'
import type { Outcome } from '../../conformance/client/tasks/outcome.ts'
import type { ClientTask } from '../../conformance/client/tasks/task.ts'
import { type MadeRequest, madeRun } from './made-run.ts'

const taskNames = ['list-environments', 'capabilities'] as const

/** What is told of the tasks of a race: what each came to. Default: each is right. */
export interface MadeRace {
  readonly outcomes?: readonly (Outcome | undefined)[]
}

/**
 * Makes a race of two tasks. A step is `event`, or the place of a task and the number of its request with `served` or
 * `answered`, and `!` where its task ends. A request is sent after the answer to the one before it.
 */
export function madeRace(
  made: Readonly<Record<string, MadeRequest>>,
  ids: readonly string[],
  { outcomes = [] }: MadeRace = {},
): RaceRun {
  const order = ids.map((id) => id.replace('!', ''))
  const momentOf = (id: string) => (order.includes(id) ? order.indexOf(id) : Infinity)
  const names = Object.keys(made).sort((one, other) => momentOf(`${one} served`) - momentOf(`${other} served`))
  const run = madeRun(names.map((name) => made[name]!))
  const tasks = taskNames.map((name, index) => {
    const judge = () => outcomes[index] ?? { kind: 'right' as const }
    const task: ClientTask = { name, inputs: [], judge }
    const end = ids.findIndex((id) => id.startsWith(`${index + 1}.`) && id.endsWith('!'))
    const reported = { kind: 'error', error: { kind: 'unauthenticated' } }
    const raced = {
      task,
      tests: 'client.capabilities',
      run: { ...run, reported },
      endedAt: end < 0 ? Infinity : end + 1,
    }
    return raced as unknown as RaceRun['tasks'][number]
  })
  const requests = names.map((name, index): RaceRequest => {
    const [task, number] = name.split('.').map(Number) as [number, number]
    return {
      task: tasks[task - 1]!.task,
      sentAt: number === 1 ? 0 : momentOf(`${task}.${number - 1} answered`) + 1,
      servedAt: momentOf(`${name} served`),
      answeredAt: momentOf(`${name} answered`),
      received: run.transcript.requests[index]!,
    }
  })
  const steps = order.map((id): RaceStep => {
    const [name = '', kind] = id.split(' ')
    if (kind !== 'served' && kind !== 'answered') return { kind: 'event' }
    return { kind, request: requests[names.indexOf(name)]! }
  })
  return { event: 'expiry', steps, requests, tasks }
}
