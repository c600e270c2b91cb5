// Has a client do every task, plain and in every scenario, and judges each run.
import type { OutcomeRun } from '../tasks/outcome.ts'
import type { ScenarioFacts } from '../tasks/scenario-facts.ts'
import { clientScenarios } from '../tasks/scenarios.ts'
import type { TaskInput, TaskName } from '../tasks/names.ts'
import type { ClientTask, InputChoice } from '../tasks/task.ts'
import { clientTasks } from '../tasks/tasks.ts'
import type { ClientResult } from './client-result.ts'
import type { JudgedPair } from './conclude-report.ts'
import { blockedResult, errorResult, judgeRun } from './judge-run.ts'
import type { Asked, ClientSubject } from './subject.ts'

/** How a client is judged. */
export interface JudgeOptions {
  /** How many runs at a time. Default: 1. */
  readonly jobs?: number
  /**
   * Called with the results of each run as it ends, and with the run. There is none where it was not done, because the
   * plain run was not right, or where the judge failed.
   */
  readonly onResults?: (results: readonly ClientResult[], run: OutcomeRun | undefined) => void
  readonly tasks?: readonly ClientTask[]
  readonly scenarios?: readonly ScenarioFacts[]
  /**
   * Which runs are wanted, the plain one with `undefined` for its scenario. A scenario that has settings is asked for
   * without one first. A plain run is also done where only scenarios are wanted, since they are compared with it.
   * Default: all.
   */
  readonly wants?: (task: TaskName, input: string, scenario: string | undefined) => boolean
  /**
   * Whether a rejection of the subject ends the judging, as when the command of a driver does not exist. An AbortError
   * always does. Any other is a fault of ours: a result with the verdict `error`.
   */
  readonly stopsAt?: (error: unknown) => boolean
}

/** A run and its results. */
interface Judged {
  readonly run: OutcomeRun | undefined
  readonly results: readonly ClientResult[]
}

/** Judges a client by all tasks. @returns the results in the order of tasks, inputs and scenarios. */
export async function judgeTasks(
  subject: ClientSubject,
  {
    jobs = 1,
    onResults,
    tasks = clientTasks,
    scenarios = clientScenarios,
    wants = () => true,
    stopsAt = () => false,
  }: JudgeOptions = {},
): Promise<readonly ClientResult[]> {
  const inTurn = turns(jobs)
  const performOnce = async (
    asked: Asked,
    pair: Omit<JudgedPair, 'run'>,
    before?: Promise<Judged>,
  ): Promise<Judged> => {
    try {
      const run = await subject.perform(asked)
      const first = (await before)?.results.at(-1)
      return { run, results: judgeRun({ ...pair, run, first }) }
    } catch (error) {
      if (stopsAt(error) || (error instanceof Error && error.name === 'AbortError')) throw error
      return { run: undefined, results: [errorResult(asked, pair.scenario?.tests ?? pair.choice.tests, error)] }
    }
  }
  const judged = await Promise.all(
    tasks.flatMap((task) => {
      let first: Promise<Judged> | undefined
      return task.inputs.map(async (choice, index) => {
        const isWanted = (scenario: string | undefined) => wants(task.name, choice.name, scenario)
        const played =
          index === 0 || choice.withScenarios
            ? scenarios.filter(({ tasks: its, name }) => its.includes(task.name) && isWanted(name))
            : []
        const input = choice.of(subject.world, subject.dialect)
        if (!input || (played.length === 0 && !isWanted(undefined))) return []
        const perform = (scenario: ScenarioFacts | undefined, name: string | undefined) =>
          inTurn(async () => {
            const asked = askedOf(task, choice, input, name)
            const before = index === 0 || task.independent ? undefined : first
            const judged = await performOnce(asked, { task, choice, scenario }, before)
            onResults?.(isWanted(name) ? judged.results : [], judged.run)
            return judged
          })
        const performing = perform(undefined, undefined)
        if (index === 0) first = performing
        const plain = await performing
        const own = isWanted(undefined) ? plain.results : []
        if (!plain.run || plain.run.reported.kind === 'notApplicable') return own
        const { run } = plain
        const isRight = plain.results.at(-1)?.verdict === 'pass'
        const names = played.flatMap((scenario) =>
          namesOf(scenario, run)
            .filter(isWanted)
            .map((name) => [scenario, name] as const),
        )
        const others = await Promise.all(
          names.map(async ([scenario, name]) => {
            if (isRight) return (await perform(scenario, name)).results
            const results = [blockedResult(run, scenario, name)]
            onResults?.(results, undefined)
            return results
          }),
        )
        return [...own, ...others.flat()]
      })
    }),
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
