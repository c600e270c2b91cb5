// Runs of the careful client, done once, for tests that change what came of them.
import { inProcess } from '../../../bin/judges/client/in-process.ts'
import type { ReportComparison, OutcomeRun, ClientTask } from '../../../conformance/client/tasks/task.ts'
import { clientTasks } from '../../../conformance/client/tasks/tasks.ts'
import { CarefulClient } from './client.ts'
import { toDriver } from './driver.ts'

const subject = inProcess(toDriver(CarefulClient))
const runs = new Map<string, Promise<OutcomeRun>>()

/** A task. */
export const taskNamed = (name: string): ClientTask => clientTasks.find((task) => task.name === name)!

/** A careful client's run of a task with one of its inputs, as `walk-products two-filters`. */
export function carefulRun(place: string): Promise<OutcomeRun> {
  const [name = '', inputName = taskNamed(name).inputs[0]!.name] = place.split(' ')
  const { prepare, of } = taskNamed(name).inputs.find((choice) => choice.name === inputName)!
  const task = taskNamed(name).name
  const input = of(subject.world, subject.dialect)!
  const run = runs.get(place) ?? subject.perform({ task, inputName, input, prepare, scenario: undefined })
  runs.set(place, run)
  return run
}

/** The outcome of a run by its task: `right`, another kind, or the requirement that a wrong value breaks. */
export function carefulOutcome(run: OutcomeRun): string {
  const choice = taskNamed(run.task).inputs.find(({ name }) => name === run.inputName)!
  if (run.reported.kind !== 'value') return run.reported.kind
  const outcome: ReportComparison = taskNamed(run.task).judge(run.reported.value, run)
  return outcome.kind === 'wrong' ? (outcome.requirement ?? choice.tests) : outcome.kind
}
