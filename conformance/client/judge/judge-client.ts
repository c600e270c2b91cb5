// Has a client do every task, plain and in every scenario, and judges each run.
import type { Outcome, OutcomeRun } from '../tasks/outcome.ts'
import type { ScenarioFacts } from '../tasks/scenario-facts.ts'
import { clientScenarios } from '../tasks/scenarios.ts'
import type { TaskInput } from '../tasks/names.ts'
import type { ClientTask, InputChoice } from '../tasks/task.ts'
import { clientTasks } from '../tasks/tasks.ts'
import type { ClientResult } from './client-result.ts'
import { judgeRun } from './judge-run.ts'
import type { ClientSubject } from './subject.ts'

/** How a client is judged. */
export interface JudgeOptions {
  /** How many runs at a time. Default: 1. */
  readonly jobs?: number
  /** Called with the results of each run as it ends. */
  readonly onResults?: (results: readonly ClientResult[]) => void
  readonly tasks?: readonly ClientTask[]
  readonly scenarios?: readonly ScenarioFacts[]
}

/** Judges a client by all tasks. @returns the results in the order of tasks, inputs and scenarios. */
export async function judgeTasks(
  subject: ClientSubject,
  { jobs = 1, onResults, tasks = clientTasks, scenarios = clientScenarios }: JudgeOptions = {},
): Promise<readonly ClientResult[]> {
  const inTurn = turns(jobs)
  const judged = await Promise.all(
    tasks.flatMap((task) =>
      task.inputs.map(async (choice, index) => {
        const input = choice.of(subject.world, subject.dialect)
        if (!input) return []
        const perform = (scenario: ScenarioFacts | undefined, name: string | undefined, plain?: Outcome) =>
          inTurn(async () => {
            const run = await subject.perform(askedOf(task, choice, input, name))
            const results = judgeRun({ run, task, choice, scenario, plain })
            onResults?.(results)
            return { run, results }
          })
        const plain = await perform(undefined, undefined)
        if (plain.run.reported.kind === 'notApplicable' || !(index === 0 || choice.withScenarios)) return plain.results
        const outcome = task.judge(plain.run)
        const played = scenarios.filter((scenario) => scenario.tasks.includes(task.name))
        const others = await Promise.all(
          played.flatMap((scenario) =>
            namesOf(scenario, plain.run).map((name) => perform(scenario, name, outcome).then(({ results }) => results)),
          ),
        )
        return [...plain.results, ...others.flat()]
      }),
    ),
  )
  return judged.flat()
}

function askedOf(task: ClientTask, { name, prepare }: InputChoice, input: TaskInput, scenario: string | undefined) {
  return { task: task.name, inputName: name, input, prepare, scenario }
}

function namesOf({ name, settings }: ScenarioFacts, plain: OutcomeRun): readonly string[] {
  return settings ? settings(plain).map((setting) => `${name}=${setting}`) : [name]
}

/** Lets so many functions run at a time, in the order in which they come. */
function turns(jobs: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = jobs
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free--
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
