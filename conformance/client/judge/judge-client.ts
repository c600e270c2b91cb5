// Has a client do every task, plain and in every scenario, and judges each run.
import type { Outcome, OutcomeRun } from '../tasks/outcome.ts'
import type { ScenarioFacts } from '../tasks/scenario-facts.ts'
import { clientScenarios } from '../tasks/scenarios.ts'
import type { TaskInput, TaskName } from '../tasks/names.ts'
import type { ClientTask, InputChoice } from '../tasks/task.ts'
import { clientTasks } from '../tasks/tasks.ts'
import type { ClientResult } from './client-result.ts'
import { judgeRun } from './judge-run.ts'
import type { ClientSubject } from './subject.ts'

/** How a client is judged. */
export interface JudgeOptions {
  /** How many runs at a time. Default: 1. */
  readonly jobs?: number
  /** Called with the results of each run as it ends, and with the run. */
  readonly onResults?: (results: readonly ClientResult[], run: OutcomeRun) => void
  readonly tasks?: readonly ClientTask[]
  readonly scenarios?: readonly ScenarioFacts[]
  /**
   * Which runs are wanted, the plain one with `undefined` for its scenario. A scenario that has settings is asked for
   * without one first. A plain run is also done where only scenarios are wanted, since they are compared with it.
   * Default: all.
   */
  readonly wants?: (task: TaskName, input: string, scenario: string | undefined) => boolean
}

/** Judges a client by all tasks. @returns the results in the order of tasks, inputs and scenarios. */
export async function judgeTasks(
  subject: ClientSubject,
  { jobs = 1, onResults, tasks = clientTasks, scenarios = clientScenarios, wants = () => true }: JudgeOptions = {},
): Promise<readonly ClientResult[]> {
  const inTurn = turns(jobs)
  const judged = await Promise.all(
    tasks.flatMap((task) =>
      task.inputs.map(async (choice, index) => {
        const isWanted = (scenario: string | undefined) => wants(task.name, choice.name, scenario)
        const played =
          index === 0 || choice.withScenarios
            ? scenarios.filter(({ tasks: its, name }) => its.includes(task.name) && isWanted(name))
            : []
        const input = choice.of(subject.world, subject.dialect)
        if (!input || (played.length === 0 && !isWanted(undefined))) return []
        const perform = (scenario: ScenarioFacts | undefined, name: string | undefined, plain?: Outcome) =>
          inTurn(async () => {
            const run = await subject.perform(askedOf(task, choice, input, name))
            const results = isWanted(name) ? judgeRun({ run, task, choice, scenario, plain }) : []
            onResults?.(results, run)
            return { run, results }
          })
        const plain = await perform(undefined, undefined)
        if (plain.run.reported.kind === 'notApplicable') return plain.results
        const outcome = task.judge(plain.run)
        const names = played.flatMap((scenario) =>
          namesOf(scenario, plain.run)
            .filter(isWanted)
            .map((name) => [scenario, name] as const),
        )
        const others = await Promise.all(
          names.map(([scenario, name]) => perform(scenario, name, outcome).then(({ results }) => results)),
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
