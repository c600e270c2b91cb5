// Runs a client through every task, plain and in every scenario, and judges each run.
import type { OutcomeRun, ClientTask, InputChoice } from '../tasks/task.ts'
import { clientScenarios, type ScenarioFacts } from '../tasks/scenarios.ts'
import type { TaskInput, TaskName } from '../tasks/names.ts'
import { clientTasks } from '../tasks/tasks.ts'
import type { ClientResult } from './client-result.ts'
import type { JudgedPair } from './conclude-report.ts'
import { blockedResult, breaksRequirement, judgeErrorResult, judgeRun } from './judge-run.ts'
import type { Assignment, ClientSubject } from './client-subject.ts'

/** Options for judging a client. */
export interface JudgeOptions {
  /** The number of runs at a time. Default: 1. */
  readonly jobs?: number
  /**
   * Called at the end of each run with its results. The run is undefined if it was skipped because the plain run
   * failed, or if the judge failed.
   */
  readonly onResults?: (results: readonly ClientResult[], run: OutcomeRun | undefined) => void
  readonly tasks?: readonly ClientTask[]
  readonly scenarios?: readonly ScenarioFacts[]
  /** The number of orders of concurrent requests to play. Default: 2. */
  readonly races?: number | undefined
  /**
   * Selects runs; `scenario` is undefined for the plain one. For a scenario with settings, it is first called without
   * one. The plain run is also done if only scenarios are wanted, since they are compared with it. Default: all.
   */
  readonly wants?: (task: TaskName, input: string, scenario: string | undefined) => boolean
  /**
   * True if a rejection of the subject ends the judging, for example because the command of a driver does not exist. An
   * AbortError always ends it. Any other rejection is a fault of the kit and becomes a result with the verdict `error`.
   */
  readonly stopsAt?: (error: unknown) => boolean
}

/** A run and its results. */
interface JudgedRun {
  readonly run: OutcomeRun | undefined
  readonly results: readonly ClientResult[]
}

/** Judges a client by all tasks. @returns the results in the order of tasks, inputs and scenarios. */
export async function judgeTasks(
  subject: ClientSubject,
  { tasks = clientTasks, ...options }: JudgeOptions = {},
): Promise<readonly ClientResult[]> {
  const judging = new TaskJudge(subject, options)
  const judged = await Promise.all(tasks.map((task) => judging.task(task)))
  return judged.flat()
}

/** An input of a task, with the wanted runs. */
interface ChosenInput {
  readonly task: ClientTask
  readonly choice: InputChoice
  readonly input: TaskInput
  readonly scenarios: readonly ScenarioFacts[]
}

/** A scenario to play, with its setting in its name, and the run that it is compared with. */
interface ScenarioToPlay {
  readonly facts: ScenarioFacts
  readonly name: string
  readonly compared: Promise<JudgedRun> | undefined
}

/** Earlier runs of the same task. */
interface EarlierRuns {
  /** Those whose failures would explain a wrong report: of the first input, or of a simpler scenario. */
  readonly before: readonly Promise<JudgedRun>[]
  /** The plain runs, whose failures may explain the same mistake in other places. */
  readonly plains: readonly Promise<JudgedRun>[]
}

class TaskJudge {
  readonly #subject: ClientSubject
  readonly #options: Omit<JudgeOptions, 'tasks' | 'jobs'>
  readonly #limited: ReturnType<typeof createLimiter>

  constructor(subject: ClientSubject, { jobs = 1, ...options }: Omit<JudgeOptions, 'tasks'>) {
    this.#subject = subject
    this.#options = options
    this.#limited = createLimiter(jobs)
  }

  async task(task: ClientTask): Promise<readonly ClientResult[]> {
    let first: Promise<JudgedRun> | undefined
    const plains: Promise<JudgedRun>[] = []
    const judged = task.inputs.map(async (choice, index) => {
      const chosen = this.#choose(task, choice, index)
      if (!chosen) return []
      const before = task.independent || !first ? [] : [first]
      const plain = this.#run(chosen, undefined, { before, plains: [...plains] })
      plains.push(plain)
      if (index === 0) first = plain
      return this.#withScenarios(chosen, await plain, plains.slice(0, plains.indexOf(plain) + 1))
    })
    return (await Promise.all(judged)).flat()
  }

  #isWanted({ task, choice }: Pick<ChosenInput, 'task' | 'choice'>, scenario: string | undefined): boolean {
    return this.#options.wants?.(task.name, choice.name, scenario) ?? true
  }

  /** Undefined if the world has no such input or no run with it is wanted. */
  #choose(task: ClientTask, choice: InputChoice, index: number): ChosenInput | undefined {
    const { scenarios = clientScenarios } = this.#options
    const input = choice.of(this.#subject.world, this.#subject.dialect)
    const isBounded = ({ takesMinutes = false }: ScenarioFacts) =>
      !takesMinutes || this.#subject.isTimeVirtual?.() === true
    const mayBePlayed = (scenario: ScenarioFacts) =>
      isPlayed(scenario, { task, choice, index }) || (index === 0 && scenario.maybeIn?.includes(task.name))
    const possible = scenarios.filter((scenario) => isBounded(scenario) && mayBePlayed(scenario))
    const wanted = possible.filter(({ name }) => this.#isWanted({ task, choice }, name))
    const played = possible.filter(
      (scenario) => wanted.includes(scenario) || wanted.some(({ comparedWith }) => comparedWith === scenario.name),
    )
    const isWanted = wanted.length > 0 || this.#isWanted({ task, choice }, undefined)
    return input && isWanted ? { task, choice, input, scenarios: played } : undefined
  }

  async #withScenarios(
    chosen: ChosenInput,
    { run, results }: JudgedRun,
    plains: readonly Promise<JudgedRun>[],
  ): Promise<readonly ClientResult[]> {
    const plain = this.#isWanted(chosen, undefined) ? results : []
    if (!run || run.reported.kind === 'notApplicable') return plain
    const isRight = results.at(-1)?.verdict === 'pass'
    const begun = new Map<string, readonly Promise<JudgedRun>[]>()
    const others = chosen.scenarios.flatMap((scenario) => {
      const isWanted = (name: string) => this.#isWanted(chosen, name)
      const names = playedNames(scenario, run, this.#options.races).filter(
        (name) => name === scenario.name || isWanted(name),
      )
      const before = begun.get(scenario.buildsOn ?? '') ?? []
      const [compared] = begun.get(scenario.comparedWith ?? '') ?? []
      const runs = names.map((name) =>
        isRight
          ? this.#run(chosen, { facts: scenario, name, compared }, { before, plains })
          : this.#notPlayed(blockedResult(run, scenario, name, results.at(-1))),
      )
      begun.set(scenario.name, runs)
      return runs.filter((_run, index) => isWanted(names[index]!))
    })
    return [...plain, ...(await Promise.all(others)).flatMap((judged) => judged.results)]
  }

  /** Queues a run. */
  #run(
    { task, choice, input }: ChosenInput,
    scenario: ScenarioToPlay | undefined,
    earlier: EarlierRuns,
  ): Promise<JudgedRun> {
    const { name: inputName, prepare } = choice
    const asked = { task: task.name, inputName, input, prepare, scenario: scenario?.name }
    return this.#limited(async () => {
      const judged = await this.#judge(asked, { task, choice, scenario: scenario?.facts }, earlier, scenario?.compared)
      this.#options.onResults?.(this.#isWanted({ task, choice }, scenario?.name) ? judged.results : [], judged.run)
      return judged
    })
  }

  async #judge(
    asked: Assignment,
    pair: Omit<JudgedPair, 'run'>,
    { before, plains }: EarlierRuns,
    compared: Promise<JudgedRun> | undefined,
  ): Promise<JudgedRun> {
    try {
      const run = await this.#subject.perform(asked)
      const outcomes = (await Promise.all(before)).flatMap(({ results }) => results.at(-1) ?? [])
      const cause = outcomes.find(({ verdict }) => verdict === 'fail' || verdict === 'advice' || verdict === 'blocked')
      const earlier = (await Promise.all(plains)).flatMap(({ results }) => results.filter(breaksRequirement))
      return { run, results: judgeRun({ ...pair, run, cause, earlier, compared: (await compared)?.run }) }
    } catch (error) {
      const isAborted = error instanceof Error && error.name === 'AbortError'
      if (isAborted || this.#options.stopsAt?.(error)) throw error
      return { run: undefined, results: [judgeErrorResult(asked, pair.scenario?.tests ?? pair.choice.tests, error)] }
    }
  }

  async #notPlayed(blocked: ClientResult): Promise<JudgedRun> {
    const results = [blocked]
    this.#options.onResults?.(results, undefined)
    return { run: undefined, results }
  }
}

function playedNames({ name, settings }: ScenarioFacts, plain: OutcomeRun, races = 2): readonly string[] {
  return settings ? settings(plain, races).map((setting) => `${name}=${setting}`) : [name]
}

/**
 * Limits the number of concurrent functions, which start in the order of their calls. After a rejection, the waiting
 * ones reject with the same error and never start.
 */
function createLimiter(jobs: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = jobs
  let rejection: { readonly error: unknown } | undefined
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free--
    try {
      if (rejection) throw rejection.error
      return await work()
    } catch (error) {
      rejection ??= { error }
      throw error
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/** Returns true if a scenario is played with a given input of a task. */
export function isPlayed(
  { name, tasks }: ScenarioFacts,
  { task, choice, index }: { readonly task: ClientTask; readonly choice: InputChoice; readonly index: number },
): boolean {
  return tasks.includes(task.name) && (index === 0 || (choice.scenarios ?? []).includes(name))
}
