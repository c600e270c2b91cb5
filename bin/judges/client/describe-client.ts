import { terminalLine } from '../../../conformance/wording/escaping/terminal.ts'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { outcomeCheck } from '../../../conformance/client/judge/may-decide.ts'
import { selectRuns } from '../../../conformance/client/judge/select-runs.ts'
import { summarizeClient } from '../../../conformance/client/judge/summary.ts'
import { verdictWords } from '../../../conformance/report/text.ts'
import { casesDirectory } from '../../../emulator/serve/case/keep-case.ts'
import { assertMembers } from '../../../emulator/tools/assert-members.ts'
import { assertClientOptions } from './assert-driver.ts'
import type { ClientDriver } from './driver.ts'
import { inProcess } from './in-process.ts'
import type { HeldSubject } from './client-worlds.ts'
import { type JudgeClientOptions, judgeClientMembers } from './judge-client.ts'
import { exploreRaces, type RaceOptions } from './races/explore-races.ts'
import { isFailure, type Pair, playablePairs, SuiteJudge, pairTitle } from './suite-judge.ts'
import type { RaceFinding } from '../../../conformance/client/races/race-finding.ts'
import {
  adviceCount,
  adviceText,
  findingTexts,
  nothingDecidedText,
  raceText,
  summaryText,
  testFailure,
  undecidedText,
} from './test-texts.ts'
import { virtualTime } from './time/virtual-time.ts'

/** The options for judging a client as a Vitest suite. */
export interface DescribeClientOptions extends JudgeClientOptions {
  /**
   * The outcome if no run could decide a stated requirement. `fail` fails the last test, so that nothing unproven
   * passes; `skip` skips it with the reasons. Default: `fail`.
   */
  readonly undecided?: 'fail' | 'skip'
  /** True if advice fails a test. Otherwise it is printed at the end. Default: false. */
  readonly strict?: boolean
  /**
   * The number of orders of concurrent requests that one test plays, as `exploreRaces` does; 0 for none. Default: 2, or
   * none with `only`.
   */
  readonly races?: number
  /**
   * The directory for the cases of failed tests, which keeps the newest ten; empty for none. Default:
   * `.emulator/cases`.
   */
  readonly cases?: string
  /** Milliseconds for one test. Default: 2 minutes. */
  readonly testTimeout?: number
}

/**
 * Registers a Vitest suite with one test for each task, input and scenario. A failed test shows the requirement and its
 * sentence, the requests of the client, and those of a careful client. A pair that could not be judged is skipped with
 * the reason. A task without a function in the driver is one skipped test. Three more tests explore the order of
 * concurrent requests, list the undecided requirements, and carry the advice; the last is skipped if there is any. A
 * summary by requirement is printed at the end, after the advice.
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
    ...judgeClientMembers,
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
    races = only.length === 0 ? 2 : 0,
    ...others
  } = options
  const subject = inProcess(driver, others)
  const selected = selectRuns({ only, skip }, subject)
  const judge = new SuiteJudge({ subject, selected, name, jobs, strict, cases })
  const pairs = playablePairs(subject).filter(({ task, choice, scenario }) =>
    selected.wants(task.name, choice.name, scenario?.name),
  )
  describe(name, { timeout: testTimeout }, () => {
    if (isVirtual) holdVirtualTime()
    for (const pair of pairs) if (driver[pair.task.name]) testPair(pair, judge)
    // A task without a function is one skipped test for all its runs.
    for (const task of new Set(pairs.map((pair) => pair.task)))
      if (!driver[task.name]) it.skip(`${task.name}: the driver has no function for it`, () => {})
    const raceAdvice = races > 0 ? testRaces(driver, { ...others, races }, strict) : []
    testDecided(undecided, () => openText(judge, driver, subject))
    const advice = () => ({
      texts: [...findingTexts(judge.judged, ['advice']), ...raceAdvice.map(raceText)],
      requirements: [...judge.judged.filter(({ verdict }) => verdict === 'advice'), ...raceAdvice].map(
        ({ requirement }) => requirement,
      ),
    })
    // With `strict`, advice has already failed the tests of its runs.
    if (!strict) testAdvice(advice)
    // The summary is printed last, because people read the last lines.
    afterAll(() => {
      const { texts, requirements } = advice()
      const summary = summaryText(name, judge.judged, requirements)
      if (summary !== '')
        console.warn([...(strict || texts.length === 0 ? [] : [adviceText(texts)]), summary].join('\n\n'))
    })
  })
}

/** Makes time virtual while the tests run. */
function holdVirtualTime(): void {
  let restore: (() => void) | undefined
  beforeAll(() => void (restore = virtualTime()))
  afterAll(() => restore?.())
}

/** Registers the test of one pair, which fails, is skipped with the reason, or passes. */
function testPair(pair: Pair, judge: SuiteJudge): void {
  it(pairTitle(pair), { concurrent: true }, async ({ skip, task: { result } }) => {
    const results = await judge.resultsOf(pair, result?.retryCount ?? 0)
    const failure = await judge.failureOf(pair, results)
    if (failure) throw failure
    if (results.length === 0) skip('not run: the client does not support the task, or the plain run failed')
    const outcome = results.findLast(({ check, requirement }) => check === outcomeCheck(requirement))
    if (outcome && skipped.has(outcome.verdict))
      skip(terminalLine(`${verdictWords[outcome.verdict]}: ${outcome.message}`))
  })
}

/** Registers the test of races. Returns the list that will receive its advice. */
function testRaces(driver: ClientDriver, options: RaceOptions, strict: boolean): readonly RaceFinding[] {
  const advice: RaceFinding[] = []
  it('races around one expiry of the token', async ({ skip, annotate }) => {
    const report = await exploreRaces(driver, options)
    if (report.played === 0) skip('not claimed: fewer than two tasks can run at the same time')
    const failed = report.findings.filter(({ verdict }) => isFailure(verdict, strict)).map(raceText)
    if (failed.length > 0) throw testFailure(failed.join('\n\n'))
    for (const finding of report.findings) await annotate(raceText(finding))
    advice.push(...report.findings.filter(({ verdict }) => verdict === 'advice'))
  })
  return advice
}

/**
 * Registers a test that carries the advice of those before it. It is skipped if there is any, so that the totals show
 * it.
 */
function testAdvice(
  soFar: () => { readonly texts: readonly string[]; readonly requirements: readonly string[] },
): void {
  it('advice where the specification is silent', async ({ annotate, skip }) => {
    const { texts, requirements } = soFar()
    if (texts.length === 0) return
    for (const text of texts) await annotate(text, 'warning')
    skip(adviceCount(requirements))
  })
}

/** Registers the test for requirements that the others left undecided. */
function testDecided(undecided: 'fail' | 'skip', whyOpen: () => string | undefined): void {
  it('every stated requirement that applies was decided', ({ skip }) => {
    const why = whyOpen()
    if (why === undefined) return
    if (undecided === 'skip') skip(why)
    throw testFailure(why)
  })
}

/** Describes the undecided requirements; undefined if there are none. */
function openText(judge: SuiteJudge, driver: ClientDriver, subject: HeldSubject): string | undefined {
  const outcomes = summarizeClient(judge.judged).outcomes
  const open = outcomes.filter(
    ({ requirement, verdict }) => requirement.level === 'stated' && undecidedVerdicts.has(verdict),
  )
  if (open.length > 0) return undecidedText(open, driver, subject)
  return outcomes.some(({ verdict }) => decidedVerdicts.has(verdict)) ? undefined : nothingDecidedText(driver)
}

const decidedVerdicts: ReadonlySet<string> = new Set(['pass', 'fail', 'advice'])
const undecidedVerdicts: ReadonlySet<string> = new Set(['blocked', 'insufficientEvidence', 'error'])
const skipped: ReadonlySet<string> = new Set([...undecidedVerdicts, 'notApplicable'])
