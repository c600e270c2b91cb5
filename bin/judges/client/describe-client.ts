import { terminalLine } from '../../../conformance/escaping/terminal.ts'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { type ClientReport, reportOnTasks } from '../../../conformance/client/judge/client-report.ts'
import { Redaction, type RedactedResult } from '../../../conformance/client/judge/redaction.ts'
import { outcomeCheck } from '../../../conformance/client/judge/may-decide.ts'
import { selectRuns } from '../../../conformance/client/judge/select-runs.ts'
import { isPlayed } from '../../../conformance/client/judge/judge-tasks.ts'
import type { ClientSubject } from '../../../conformance/client/judge/client-subject.ts'
import { requirementOutcomes } from '../../../conformance/client/judge/summary.ts'
import { clientScenarios, withoutSetting } from '../../../conformance/client/tasks/scenarios.ts'
import type { ScenarioFacts } from '../../../conformance/client/tasks/scenario-facts.ts'
import type { OutcomeRun } from '../../../conformance/client/tasks/outcome.ts'
import type { ClientTask, InputChoice } from '../../../conformance/client/tasks/task.ts'
import { clientTasks } from '../../../conformance/client/tasks/tasks.ts'
import { casesDirectory, keepCase, keptCaseText, type Savable } from '../../../emulator/serve/case/keep-case.ts'
import type { ClientResult } from '../../../conformance/client/judge/client-result.ts'
import { assertMembers } from '../../../emulator/tools/assert-members.ts'
import { assertClientOptions } from './assert-client-options.ts'
import type { ClientDriver } from './driver.ts'
import { inProcess } from './in-process.ts'
import type { JudgeClientOptions } from './judge-client.ts'
import { exploreRaces } from './races/explore-races.ts'
import {
  adviceText,
  findingTexts,
  nothingDecidedText,
  raceText,
  sampledTexts,
  testFailure,
  undecidedText,
} from './test-texts.ts'
import { virtualTime } from './time/virtual-time.ts'

/** How a client is judged as a Vitest suite. */
export interface DescribeClientOptions extends JudgeClientOptions {
  /**
   * The outcome when a stated requirement could not be decided by any run. `fail` fails the last test, so that nothing
   * unproven passes; `skip` skips it with the reasons. Default: `fail`.
   */
  readonly undecided?: 'fail' | 'skip'
  /** True if advice fails a test. Otherwise one test prints all of it. Default: false. */
  readonly strict?: boolean
  /**
   * True to explore the order of concurrent requests, as `exploreRaces` does. One test does it, in two seconds.
   * Default: when everything is judged.
   */
  readonly races?: boolean
  /** The directory where failed tests keep their cases, the newest ten; empty for none. Default: `.emulator/cases`. */
  readonly cases?: string
  /** Milliseconds for one test. Default: 2 minutes. */
  readonly testTimeout?: number
}

/** One test: a task with an input, plain or in a scenario. */
interface Pair {
  readonly task: ClientTask
  readonly choice: InputChoice
  readonly scenario: ScenarioFacts | undefined
}

/**
 * Registers a Vitest suite with one test for each task, input and scenario. A failed test names the requirement and its
 * sentence, what the client sent, and what a careful client sends. A pair that could not be judged is skipped with the
 * reason; one skipped test stands for a task that the driver has no function for. One more test explores the order of
 * concurrent requests, one prints the advice, and the last tells which requirements are left undecided.
 *
 * @example
 * ```ts
 * import { describeClient } from '@platform-data/emulator/vitest'
 *
 * describeClient({
 *   'get-token': async ({ baseUrl, fetch, credentials: { clientId, clientSecret } }) => {
 *     const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
 *     const response = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
 *     if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status })
 *   },
 * })
 * ```
 * @throws KitError `invalid_selection` for a pattern that matches nothing, `invalid_driver`; EmulatorError
 * `invalid_option`.
 */
export function describeClient<Client>(driver: ClientDriver<Client>, options: DescribeClientOptions = {}): void {
  assertMembers('describeClient', options, {
    name: true,
    only: true,
    skip: true,
    jobs: true,
    virtualTime: true,
    conventions: true,
    timeout: true,
    undecided: true,
    strict: true,
    races: true,
    cases: true,
    testTimeout: true,
  })
  assertClientOptions(options)
  const {
    name = 'Platform Data API client',
    jobs = 32,
    undecided = 'fail',
    strict = false,
    cases = casesDirectory,
    testTimeout = 120_000,
    virtualTime: isVirtual = true,
    only = [],
    skip = [],
    races = only.length === 0,
    ...others
  } = options
  const subject = inProcess(driver, others)
  const selected = selectRuns({ only, skip }, subject)
  const redaction = new Redaction()
  const judged: RedactedResult[] = []
  const raceAdvice: string[] = []
  const tries = new Map<string, Promise<ClientReport>>()
  /** The worlds of runs that failed. */
  const held = new Map<string, Savable>()
  const hold = (results: readonly ClientResult[], run: OutcomeRun | undefined): void => {
    if (!run || cases === '' || !results.some(({ verdict }) => isFailure(verdict, strict))) return
    const savable = subject.hold(run)
    if (savable) held.set(runName({ ...run, scenario: run.scenario ?? null }), savable)
  }
  const keptText = async (savable: Savable, test: string, message: string): Promise<string> =>
    keptCaseText(await keepCase(savable, { test, message }, { directory: cases }))

  describe(name, { timeout: testTimeout }, () => {
    let restore: (() => void) | undefined
    beforeAll(() => {
      if (isVirtual) restore = virtualTime()
    })
    afterAll(() => restore?.())

    const test = (pair: Pair): void =>
      it(titleOf(pair), { concurrent: true }, async ({ skip: skipTest, task: { result } }) => {
        const report = await judge(pair.task, result?.retryCount ?? 0)
        const results = report.results.filter((result) => isOf(pair, result))
        judged.push(...results)
        const failed = results.filter(({ verdict }) => isFailure(verdict, strict))
        if (failed.length > 0) {
          const text = findingTexts(failed, ['fail', 'error', 'advice']).join('\n\n')
          const [first] = failed
          const savable = held.get(runName(first!))
          throw testFailure(
            [text, ...(savable ? [await keptText(savable, titleOf(pair), first!.message)] : [])].join('\n\n'),
          )
        }
        if (results.length === 0) skipTest('not run: the client has no such thing, or the run before it was not right')
        const outcome = results.findLast(({ check, requirement }) => check === outcomeCheck(requirement))
        if (outcome && skipped.has(outcome.verdict)) skipTest(terminalLine(`${outcome.verdict}: ${outcome.message}`))
      })

    // A retry uses nothing that the first try found. The runs of a task are compared with each other.
    const judge = (task: ClientTask, attempt: number): Promise<ClientReport> => {
      const key = `${task.name} ${attempt}`
      const { wants, reports } = selected
      const report =
        tries.get(key) ??
        reportOnTasks(
          subject,
          { name, command: [] },
          {
            redaction,
            jobs,
            tasks: [task],
            wants,
            reports,
            onResults: hold,
          },
        )
      tries.set(key, report)
      return report
    }

    const pairs = pairsOf(subject).filter(({ task, choice, scenario }) =>
      selected.wants(task.name, choice.name, scenario?.name),
    )
    for (const pair of pairs) if (driver[pair.task.name]) test(pair)
    // One test stands for all runs of a task that nobody can play.
    for (const task of new Set(pairs.map((pair) => pair.task)))
      if (!driver[task.name]) it.skip(`${task.name}: the driver has no function for it`, () => {})

    if (races)
      it('races around one expiry or revocation of the token', async ({ skip: skipTest, annotate }) => {
        const report = await exploreRaces(driver, { conventions: others.conventions ?? {} })
        if (report.orders === 0) skipTest('notApplicable: fewer than two tasks can run at the same time')
        const failed = report.findings.filter(({ verdict }) => isFailure(verdict, strict)).map(raceText)
        if (failed.length > 0) throw testFailure([...failed, ...sampledTexts(report)].join('\n\n'))
        for (const finding of report.findings) await annotate(raceText(finding))
        raceAdvice.push(...report.findings.filter(({ verdict }) => verdict === 'advice').map(raceText))
        // A passed test shows no annotation unless the reporter is told to.
        for (const text of sampledTexts(report)) console.warn(text)
      })

    // With `strict`, the tests of its runs have failed.
    if (!strict)
      it('advice where the specification is silent', async ({ annotate }) => {
        const advice = [...findingTexts(judged, ['advice']), ...raceAdvice]
        for (const text of advice) await annotate(text, 'warning')
        if (advice.length > 0) console.warn(adviceText(advice))
      })

    it('every stated requirement that applies was decided', ({ skip: skipTest }) => {
      const outcomes = requirementOutcomes(judged)
      const open = outcomes.filter(
        ({ requirement, verdict }) => requirement.level === 'stated' && undecidedVerdicts.has(verdict),
      )
      const isAnyDecided = outcomes.some(({ verdict }) => decidedVerdicts.has(verdict))
      if (open.length === 0 && isAnyDecided) return
      const why = open.length > 0 ? undecidedText(open, driver, subject) : nothingDecidedText(driver)
      if (undecided === 'skip') skipTest(why)
      throw testFailure(why)
    })
  })
}

const decidedVerdicts: ReadonlySet<string> = new Set(['pass', 'fail', 'advice'])
const undecidedVerdicts: ReadonlySet<string> = new Set(['blocked', 'insufficientEvidence', 'error'])
const skipped: ReadonlySet<string> = new Set([...undecidedVerdicts, 'notApplicable'])

const isFailure = (verdict: string, strict: boolean): boolean =>
  verdict === 'fail' || verdict === 'error' || (strict && verdict === 'advice')

function pairsOf({ world, dialect }: ClientSubject): readonly Pair[] {
  return clientTasks.flatMap((task) =>
    task.inputs.flatMap((choice, index) => {
      if (!choice.of(world, dialect)) return []
      const played = clientScenarios.filter((scenario) => isPlayed(scenario, { task, choice, index }))
      return [undefined, ...played].map((scenario) => ({ task, choice, scenario }))
    }),
  )
}

function titleOf({ task, choice, scenario }: Pair): string {
  return `${task.name} ${choice.name}${scenario ? `, ${scenario.name}` : ''}`
}

/** The run that a result is of. */
function runName({ task, inputName, scenario }: Pick<RedactedResult, 'task' | 'inputName' | 'scenario'>): string {
  return JSON.stringify([task, inputName, scenario])
}

/** Returns true if a result is of a pair. A scenario may have a setting, as `token-expires-at=3`. */
function isOf({ choice, scenario }: Pair, { inputName, scenario: played }: RedactedResult): boolean {
  return inputName === choice.name && (played === null ? undefined : withoutSetting(played)) === scenario?.name
}
