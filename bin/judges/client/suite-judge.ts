// Judges the runs of a Vitest suite: all runs of a task together, once per attempt.
import type { ClientResult } from '../../../conformance/client/judge/client-result.ts'
import { type ClientReport, reportOnTasks } from '../../../conformance/client/judge/client-report.ts'
import { isPlayed } from '../../../conformance/client/judge/judge-tasks.ts'
import { Redaction } from '../../../conformance/client/judge/redaction.ts'
import type { SelectedRuns } from '../../../conformance/client/judge/select-runs.ts'
import type { ClientSubject } from '../../../conformance/client/judge/client-subject.ts'
import type { OutcomeRun, ClientTask, InputChoice } from '../../../conformance/client/tasks/task.ts'
import { clientScenarios, type ScenarioFacts, withoutSetting } from '../../../conformance/client/tasks/scenarios.ts'
import { clientTasks } from '../../../conformance/client/tasks/tasks.ts'
import { keepCase, type Savable } from '../../../emulator/serve/case/keep-case.ts'
import type { HeldSubject } from './client-worlds.ts'
import { findingTexts, testFailure } from './test-texts.ts'

/** Drivers often forget to pass `fetch` on, and the failure itself does not show that. */
const nothingSentText =
  'The run sent no request to the emulator: only the `fetch` that a task of the driver is given reaches it.'

/** One test: a task with an input, plain or in a scenario. */
export interface Pair {
  readonly task: ClientTask
  readonly choice: InputChoice
  readonly scenario: ScenarioFacts | undefined
}

/** The options for judging the runs of a suite. */
export interface SuiteJudgeOptions {
  readonly subject: HeldSubject
  readonly selected: SelectedRuns
  /** The name of the client in reports. */
  readonly name: string
  /** The number of concurrent runs. */
  readonly jobs: number
  /** True if advice fails a test. */
  readonly strict: boolean
  /** The directory for the cases of failed tests; empty for none. */
  readonly cases: string
}

/** Judges pairs, and keeps the worlds of failed ones. */
export class SuiteJudge {
  readonly #options: SuiteJudgeOptions
  readonly #redaction = new Redaction()
  readonly #reports = new Map<string, Promise<ClientReport>>()
  /** The worlds of runs that failed. */
  readonly #held = new Map<string, Savable>()
  /** Failed runs that sent nothing. */
  readonly #silent = new Set<string>()
  /** The stacks of the client's errors in failed runs. */
  readonly #thrown = new Map<string, string>()
  readonly #judged: ClientResult[] = []

  constructor(options: SuiteJudgeOptions) {
    this.#options = options
  }

  /** The results of all pairs so far. */
  get judged(): readonly ClientResult[] {
    return this.#judged
  }

  /** Judges a pair. @param attempt The number of earlier attempts. */
  async resultsOf(pair: Pair, attempt: number): Promise<readonly ClientResult[]> {
    const { results } = await this.#report(pair.task, attempt)
    const ofPair = results.filter((result) => matchesPair(pair, result))
    this.#judged.push(...ofPair)
    return ofPair
  }

  /** The failure of a test, with its case and the client's error; undefined if no result fails it. */
  async failureOf(pair: Pair, results: readonly ClientResult[]): Promise<Error | undefined> {
    const failed = results.filter(({ verdict }) => isFailure(verdict, this.#options.strict))
    const [first] = failed
    if (!first) return undefined
    const texts = [
      ...findingTexts(failed, ['fail', 'error', 'advice']),
      ...(this.#silent.has(runName(first)) ? [nothingSentText] : []),
    ]
    const world = this.#held.get(runName(first))
    const thrown = this.#thrown.get(runName(first))
    if (!world) return testFailure(texts.join('\n\n'), thrown)
    const kept = await keepCase(
      world,
      { test: pairTitle(pair), message: first.message },
      { directory: this.#options.cases },
    )
    return testFailure([...texts, kept].join('\n\n'), thrown)
  }

  /** A retry judges all runs of the task again, because they are compared with each other. */
  #report(task: ClientTask, attempt: number): Promise<ClientReport> {
    const { subject, selected, name, jobs } = this.#options
    const key = `${task.name} ${attempt}`
    const report =
      this.#reports.get(key) ??
      reportOnTasks(
        subject,
        { name, command: [] },
        {
          ...selected,
          redaction: this.#redaction,
          jobs,
          tasks: [task],
          onResults: (results, run) => this.#hold(results, run),
        },
      )
    this.#reports.set(key, report)
    return report
  }

  #hold(results: readonly ClientResult[], run: OutcomeRun | undefined): void {
    const { subject, strict, cases } = this.#options
    if (!run || !results.some(({ verdict }) => isFailure(verdict, strict))) return
    const name = runName({ ...run, scenario: run.scenario ?? null })
    if (run.transcript.exchanges.length === 0) this.#silent.add(name)
    if (run.reported.kind === 'error' && run.reported.thrown) this.#thrown.set(name, run.reported.thrown)
    const world = cases === '' ? undefined : subject.hold(run)
    if (world) this.#held.set(name, world)
  }
}

/** Returns true if a verdict fails a test. */
export const isFailure = (verdict: string, strict: boolean): boolean =>
  verdict === 'fail' || verdict === 'error' || (strict && verdict === 'advice')

/** Every pair that the judge can play. */
export function playablePairs({ world, dialect }: ClientSubject): readonly Pair[] {
  return clientTasks.flatMap((task) =>
    task.inputs.flatMap((choice, index) => {
      if (!choice.of(world, dialect)) return []
      const played = clientScenarios.filter((scenario) => isPlayed(scenario, { task, choice, index }))
      return [undefined, ...played].map((scenario) => ({ task, choice, scenario }))
    }),
  )
}

export function pairTitle({ task, choice, scenario }: Pair): string {
  return `${task.name} ${choice.name}${scenario ? `, ${scenario.name}` : ''}`
}

/** The name of a result's run. */
function runName({ task, inputName, scenario }: Pick<ClientResult, 'task' | 'inputName' | 'scenario'>): string {
  return JSON.stringify([task, inputName, scenario])
}

/** Returns true if a result belongs to a pair. A scenario may have a setting, such as `token-expires-at=3`. */
function matchesPair({ choice, scenario }: Pair, { inputName, scenario: played }: ClientResult): boolean {
  return inputName === choice.name && (played === null ? undefined : withoutSetting(played)) === scenario?.name
}
