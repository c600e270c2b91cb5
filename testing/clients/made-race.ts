// An order of concurrent requests, made for tests.
import type { RaceRequest, RaceRun } from '../../conformance/client/races/judge-race.ts'
import type { ReportComparison, Reported } from '../../conformance/client/tasks/outcome.ts'
import { type MadeRequest, madeRun } from './made-run.ts'

const names = ['list-environments', 'capabilities'] as const

/**
 * Makes a race of two tasks. A step is `event`, or the place of a task and the number of its request with `served` or
 * `answered`. A request is sent after the answer to the one before it; those of the place 0 come before the race.
 * @param outcomes What each task came to. Default: each is right.
 */
export function madeRace(
  made: Readonly<Record<string, MadeRequest>>,
  order: readonly string[],
  outcomes: readonly (ReportComparison | undefined)[] = [],
): RaceRun {
  const momentOf = (id: string) => (order.includes(id) ? order.indexOf(id) : undefined)
  const ids = order.flatMap((step) => (step.endsWith(' served') ? step.replace(' served', '') : []))
  const begin = order.findLastIndex((step) => step.startsWith('0.')) + 1
  const run = madeRun(ids.map((id) => made[id]!))
  const requests = run.transcript.requests.map((request, index): RaceRequest => {
    const [task = 1, number = 1] = ids[index]!.split('.').map(Number)
    return {
      ...request,
      task: names[task - 1],
      arrived: number === 1 ? (task === 0 ? 0 : begin) : momentOf(`${task}.${number - 1} answered`)! + 1,
      answered: momentOf(`${ids[index]} answered`),
    }
  })
  const steps = order.map((step) => (step === 'event' ? step : requests[ids.indexOf(step.split(' ')[0]!)]!))
  const tasks = names.map((name, index) => {
    const outcome = outcomes[index] ?? { kind: 'right' }
    const reported: Reported =
      outcome.kind === 'error' ? { kind: 'error', error: { kind: 'unauthenticated' } } : { kind: 'value', value: {} }
    const raced = {
      task: { name, inputs: [], judge: () => outcome },
      choice: { name: 'plain', tests: 'client.capabilities', of: () => ({}) },
      run: { ...run, task: name, reported, transcript: { ...run.transcript, requests } },
    }
    return raced as unknown as RaceRun['tasks'][number]
  })
  return { order: { tasks: names, event: 'expiry', answers: [] }, steps, requests, tasks }
}
