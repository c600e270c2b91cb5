// An order of concurrent requests, made for tests.
import type { Race, RaceExchange } from '../../conformance/client/races/race-finding.ts'
import type { ReportComparison, TaskReport } from '../../conformance/client/tasks/task.ts'
import { type MadeRequest, madeRun } from './made-run.ts'

const names = ['list-environments', 'capabilities'] as const

/**
 * Makes a race of two tasks. A step is `expiry`, or the number of a task and of its request with `sent` or `answered`.
 * Requests of the task 0 are those of no task.
 * @param outcomes What each task came to. Default: each is right.
 */
export function madeRace(
  made: Readonly<Record<string, MadeRequest>>,
  steps: readonly string[],
  outcomes: readonly (ReportComparison | 'error' | undefined)[] = [],
): Race {
  const placeOf = (step: string) => (steps.includes(step) ? steps.indexOf(step) : undefined)
  const ids = steps.flatMap((step) => (step.endsWith(' sent') ? step.replace(' sent', '') : []))
  const run = madeRun(ids.map((id) => made[id]!))
  const exchanges = run.transcript.exchanges.map((exchange, index): RaceExchange => {
    const id = ids[index]!
    const task = names[Number(id.split('.')[0]) - 1]
    return { ...exchange, task, arrived: placeOf(`${id} sent`)!, answered: placeOf(`${id} answered`) }
  })
  const tasks = names.map((name, index) => {
    const outcome = outcomes[index] ?? { kind: 'right' }
    const reported: TaskReport =
      outcome === 'error' ? { kind: 'error', error: { kind: 'unauthenticated' } } : { kind: 'value', value: {} }
    const raced = {
      task: { name, inputs: [], judge: () => outcome },
      choice: { name: 'plain', tests: 'client.capabilities', of: () => ({}) },
      run: { ...run, task: name, reported, transcript: { ...run.transcript, exchanges } },
    }
    return raced as unknown as Race['tasks'][number]
  })
  return {
    order: { tasks: names, answers: [] },
    happened: placeOf('expiry') ?? Number.POSITIVE_INFINITY,
    exchanges,
    tasks,
  }
}
