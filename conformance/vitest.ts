import { afterAll, beforeAll, describe, it } from 'vitest'
import { requirements } from './catalogue/requirements.ts'
import { terminalLine } from './wording/escaping/terminal.ts'
import { checks as allChecks } from './checks/checks.ts'
import { type Check, isPassive } from './judge/define-check.ts'
import { Ledger } from './judge/ledger.ts'
import type { CheckResult } from './judge/result.ts'
import { groupChecks } from './judge/check-order.ts'
import { type ConformanceOptions, openRun, type OpenRun } from './judge/run-conformance.ts'
import { select } from './judge/select.ts'
import { type Target, toTarget } from './target/target-file.ts'
import { testMessage } from './report/finding-text.ts'
import { serviceFinding } from './report/service-finding.ts'
import { verdictWords } from './report/text.ts'
import { whyUnreachable } from './target/reachable.ts'

/** Options of the Vitest suite. */
export interface DescribeConformanceOptions extends Omit<
  ConformanceOptions,
  'target' | 'checks' | 'signal' | 'onResult' | 'onExchange' | 'keepExchanges'
> {
  /** Default: `Platform Data API conformance`, with `, quick run` appended for such a run. */
  readonly name?: string
  /** Default: all of the kit's. */
  readonly checks?: readonly Check[]
  /**
   * The outcome of a check that could not be decided: blocked, or without evidence. `fail` fails its test, so that
   * nothing unproven passes; `skip` skips the test with the reason. Default: `fail`.
   */
  readonly undecided?: 'fail' | 'skip'
  /** The timeout of one test with its prerequisites, in milliseconds. Default: 2 minutes. */
  readonly testTimeout?: number
}

/**
 * Registers a Vitest suite with one test for each check. Checks run concurrently, each after those that it builds on,
 * even if Vitest selects only a few. Checks that send wrong credentials, those that move the target's clock, and those
 * that read the exchanges of other checks come last. A check that does not apply is skipped with the reason. A retry is
 * a new run and uses no results of the first attempt.
 *
 * @example
 * ```ts
 * import { describeConformance } from '@platform-data/emulator/vitest'
 *
 * describeConformance({ baseUrl: 'https://staging.example', credentials: { token: '…' } }, { only: ['ids.*'] })
 * ```
 */
export function describeConformance(
  target: Target | (() => Target | Promise<Target>),
  options: DescribeConformanceOptions = {},
): void {
  const {
    name = `Platform Data API conformance${options.quick === true ? ', quick run' : ''}`,
    checks = allChecks,
    undecided = 'fail',
    testTimeout = 120_000,
    only,
    skip,
    ...rest
  } = options
  const { selected } = select(checks, { only, skip })
  const { quiet, anonymous, risky, exclusive, waiting, passive } = groupChecks(selected)
  const suite = new ConformanceSuite(target, { ...rest, checks, only, skip }, undecided)
  describe(name, { shuffle: false, timeout: testTimeout }, () => {
    beforeAll(() => suite.open(), testTimeout)
    afterAll(() => suite.close(), testTimeout)
    // A suite without tests would fail.
    const group = (title: string, some: readonly Check[], concurrent: boolean): void => {
      if (some.length > 0)
        describe(title, { concurrent }, () => {
          for (const check of some)
            it(testTitle(check), { concurrent }, async ({ skip: skipTest }) => {
              const outcome = await suite.outcomeOf(check)
              if (outcome?.kind === 'skipped') skipTest(outcome.why)
              if (outcome?.kind === 'failed') throw outcome.failure
            })
        })
    }
    group('checks', quiet, true)
    group('checks that ask without credentials', anonymous, true)
    group('checks that send wrong credentials', risky, false)
    group('checks that change the data', exclusive, false)
    group('checks that let time pass', waiting, false)
    group('checks that read what the others sent', passive, false)
  })
}

/** A target, or a function that returns it when the suite begins. */
type GivenTarget = Parameters<typeof describeConformance>[0]

type TestOutcome =
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'failed'; readonly failure: Error }

/** The runs of a suite's tests: one, and a new one for each retry. */
class ConformanceSuite {
  readonly #target: GivenTarget
  readonly #options: Omit<ConformanceOptions, 'target'>
  readonly #undecided: 'fail' | 'skip'
  readonly #runs: OpenRun[] = []
  readonly #tries = new Map<string, number>()
  #openRun: (() => OpenRun) | undefined
  #decided = 0

  constructor(target: GivenTarget, options: Omit<ConformanceOptions, 'target'>, undecided: 'fail' | 'skip') {
    this.#target = target
    this.#options = { ...options, ledger: options.ledger ?? new Ledger() }
    this.#undecided = undecided
  }

  /** Opens the first run. @throws Error if the target cannot be reached. */
  async open(): Promise<void> {
    const target = toTarget(typeof this.#target === 'function' ? await this.#target() : this.#target)
    const { fetch, time, limits } = this.#options
    const why = await whyUnreachable(target.baseUrl, {
      fetch,
      time,
      timeout: limits?.timeout,
      target,
    })
    if (why !== undefined) throw new Error(terminalLine(`${target.baseUrl} cannot be reached: ${why}`))
    this.#openRun = () => {
      const run = openRun({ ...this.#options, target })
      this.#runs.push(run)
      return run
    }
    this.#openRun()
  }

  /** Deletes the objects that the runs created. @throws Error if no check was decided. */
  async close(): Promise<void> {
    for (const run of this.#runs)
      for (const left of (await run.close()).leftovers) console.warn(terminalLine(`left at the target: ${left}`))
    if (this.#tries.size > 0 && this.#decided === 0)
      throw new Error('no check was decided: declare more in the target file')
  }

  /** Runs a check and returns the outcome of its test; undefined if it passes. */
  async outcomeOf(check: Check): Promise<TestOutcome | undefined> {
    const before = this.#tries.get(check.id) ?? 0
    this.#tries.set(check.id, before + 1)
    // In a new run, a passive check would read fewer exchanges.
    const run = before === 0 || isPassive(check) ? this.#runs[0]! : this.#openRun!()
    await run.decide(check)
    const result = run.resultOf(check)
    const { verdict, message } = result
    if (verdict === 'pass' || verdict === 'fail') this.#decided++
    if (verdict === 'pass') return undefined
    const isSkipped =
      verdict === 'notApplicable' ||
      verdict === 'observed' ||
      (this.#undecided === 'skip' && verdict !== 'fail' && verdict !== 'error')
    return isSkipped
      ? { kind: 'skipped', why: terminalLine(`${verdictWords[verdict]}: ${message}`) }
      : { kind: 'failed', failure: toFailure(result) }
  }
}

/**
 * The check and its requirement. If the test is always skipped because its requirement is not stated, the title says
 * so.
 */
function testTitle({ id, requirement }: Check): string {
  const isStated = requirements.some((known) => known.id === requirement && known.kind === 'stated')
  return `${id} (${requirement}${isStated ? '' : ', not stated: observed, never judged'})`
}

/** The error of a failed test. It has no stack, which would not show the caller's code. */
function toFailure(result: CheckResult): Error {
  const failure = new Error(
    testMessage(result.verdict === 'fail' ? '' : verdictWords[result.verdict], serviceFinding([result], [])),
  )
  failure.name = 'ConformanceFailure'
  failure.stack = `${failure.name}: ${failure.message}`
  return failure
}
