import { CheckRunner } from './check-runner.ts'
import { cleanUp } from './clean-up.ts'
import { type ActiveCheck, type Check, isPassive, type Observer } from './define-check.ts'
import { type Exchange, toEvidence } from '../wire/exchange.ts'
import { clauseOf, judgePassive, type Outcome, verdictFor } from './judge.ts'
import { Ledger } from './ledger.ts'
import type { CheckResult, RunResult } from './result.ts'
import { Run } from './run.ts'
import { assertSound, select, type SelectOptions } from './select.ts'
import { defaultLimits, type FetchFunction, Sender, type SenderLimits } from '../wire/sender.ts'
import type { Target } from '../target/target-file.ts'
import { systemTime, type Time } from '../wire/time.ts'
import { Conclusion } from './verdict.ts'

export interface ConformanceOptions extends SelectOptions {
  readonly target: Target
  readonly checks: readonly Check[]
  /** Whether checks may create, change and delete. Default: the target's `allowWrites`. */
  readonly allowWrites?: boolean | undefined
  /** What the order of the checks and every made-up value follow from. Default: 1. */
  readonly seed?: number | undefined
  readonly limits?: Partial<SenderLimits> | undefined
  /** Milliseconds for the whole run. Default: 10 minutes. */
  readonly maxDuration?: number | undefined
  readonly fetch?: FetchFunction | undefined
  readonly time?: Time | undefined
  readonly ledger?: Ledger | undefined
  readonly signal?: AbortSignal | undefined
  /** Keeps every exchange, for a HAR file. */
  readonly keepExchanges?: boolean | undefined
  /** Told of each verdict as it falls. Messages are redacted by what is known by then. */
  readonly onResult?: ((result: CheckResult, done: number, total: number) => void) | undefined
  /** Told of each exchange as it comes, redacted by what is known by then: in a line, as for --verbose. */
  readonly onExchange?: ((line: string) => void) | undefined
}

/** A run under way. */
export interface OpenRun {
  readonly run: Run
  /** What the run is about, in the order of the kit. */
  readonly selected: readonly Check[]
  /** Finds out the verdict of a check, once; what it builds on or reads runs before. Passive checks conclude on what was sent until then. */
  decide(check: Check): Promise<void>
  /** The verdict that was found out, redacted. */
  resultOf(check: Check): CheckResult
  /** Deletes what the run made, and gives what it concluded. */
  close(): Promise<RunResult>
}

/** Milliseconds that the end of a run takes at most: answers under way, and deleting what was made. */
const endTime = 15_000

/** How much of a body a HAR file shows, in characters, and how much of all: behind that, only heads. A run may see thousands. */
const keptForHar = 65_536
const keptForHarInAll = 8_000_000
const headForHar = 500

/** Opens a run. @throws KitError `invalid_selection` for a pattern that matches nothing. */
export function openRun(options: ConformanceOptions): OpenRun {
  const { seed = 1, time = systemTime, maxDuration = 600_000, target } = options
  assertSound(options.checks)
  const { selected, checks, onlyRead, skipped } = select(options.checks, options)
  const startedAt = time.now()
  const deadline = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, deadline.signal]) : deadline.signal
  const limits = { ...defaultLimits, ...options.limits }
  const exchanges: Exchange[] = []
  let kept = 0
  const keep = (exchange: Exchange): void => {
    const evidence = toEvidence(exchange, kept < keptForHarInAll ? keptForHar : headForHar)
    kept += evidence.response.text.length
    exchanges.push(evidence)
  }
  const observers = new Map(checks.filter(isPassive).map((check) => [check.id, guarded(check.observe())]))
  const senderOptions = { fetch: options.fetch ?? ((request: Request) => fetch(request)), time, limits }
  const sender = new Sender({ ...senderOptions, signal })
  const ledger = options.ledger ?? new Ledger()
  const shared = { target, ledger, seed, maxWait: limits.maxWait }
  const run = new Run({
    ...shared,
    sender,
    // What a check waits for ends with the run.
    time: {
      now: () => time.now(),
      sleep: (milliseconds, other) => time.sleep(milliseconds, other ? AbortSignal.any([other, signal]) : signal),
    },
    onExchange: (exchange) => {
      if (exchange.response.cutShort === undefined) for (const observer of observers.values()) observer.see(exchange)
      if (options.keepExchanges) keep(exchange)
      options.onExchange?.(run.redactor.text(exchangeLine(exchange)))
    },
  })
  const timer = new AbortController()
  time.sleep(maxDuration, timer.signal).then(
    () =>
      deadline.abort(new Conclusion('insufficientEvidence', `the run reached its limit of ${maxDuration / 1000} s`)),
    () => undefined,
  )

  const results = new Map<string, CheckResult>()
  const reported = new Set(selected.map(({ id }) => id))
  let done = 0
  const conclude = (check: Check, outcome: Outcome, from: number): void => {
    const result: CheckResult = {
      check: check.id,
      requirement: check.requirement,
      clause: clauseOf(check.requirement),
      ...outcome,
      verdict: verdictFor(check.requirement, outcome.verdict),
      durationMs: time.now() - from,
    }
    results.set(check.id, result)
    if (reported.has(check.id))
      options.onResult?.(
        { ...result, message: run.redactor.text(result.message), evidence: [] },
        ++done,
        selected.length,
      )
  }
  const runner = new CheckRunner({
    run,
    checks,
    skipped,
    signal,
    allowWrites: options.allowWrites ?? target.allowWrites ?? false,
    onOutcome: conclude,
  })

  return {
    run,
    selected,
    decide: async (check) => {
      if (!isPassive(check)) {
        await runner.outcomeOf(check)
        return
      }
      await Promise.all(
        checks
          .filter((one): one is ActiveCheck => !isPassive(one) && check.reads?.includes(one.id) === true)
          .map((one) => runner.outcomeOf(one)),
      )
      if (!results.has(check.id)) conclude(check, judgePassive(observers.get(check.id)!, signal), time.now())
    },
    resultOf: (check) => withIds(run.redactor.value(results.get(check.id)!), results.get(check.id)!),
    close: async () => {
      timer.abort(new Error('the run ended'))
      const end = AbortSignal.timeout(endTime)
      // An answer to a write under way may name what is to be deleted; its check writes that down.
      await Promise.race([
        sender.idle(),
        new Promise((resolve) => end.addEventListener('abort', resolve, { once: true })),
      ])
      await new Promise((resolve) => setTimeout(resolve))
      const cleaner = new Run({
        ...shared,
        time,
        sender: new Sender({ ...senderOptions, signal: end }),
        onExchange: () => undefined,
      })
      const leftovers = await cleanUp(cleaner, run.id)
      // What was run only for others to build on is told of where it is why they could not be decided.
      const told = checks
        .map((check) => results.get(check.id))
        .filter(
          (result) =>
            result !== undefined &&
            (reported.has(result.check) ||
              ((result.verdict === 'fail' || result.verdict === 'error') && !onlyRead.has(result.check))),
        )
      return redactedResult(run, {
        baseUrl: run.baseUrl,
        profile: run.profile.toJSON(),
        startedAt,
        durationMs: time.now() - startedAt,
        requests: sender.sent,
        results: told as CheckResult[],
        leftovers,
        exchanges,
      })
    },
  }
}

/** A fault of an observer is a fault of its own check, not of whichever check sent the request. */
function guarded(observer: Observer): Observer {
  let fault: { readonly error: unknown } | undefined
  return {
    see: (exchange) => {
      try {
        if (!fault) observer.see(exchange)
      } catch (error) {
        fault = { error }
      }
    },
    conclude: () => {
      if (fault) throw fault.error
      return observer.conclude()
    },
    get evidence() {
      return observer.evidence ?? []
    },
  }
}

function exchangeLine({ request, response, durationMs }: Exchange): string {
  return `${request.method} ${request.url} ${response.status}${response.trouble === undefined ? '' : ` (${response.trouble})`} ${Math.round(durationMs)} ms`
}

function redactedResult({ redactor }: Run, result: RunResult): RunResult {
  const redacted = redactor.value(result)
  return { ...redacted, results: redacted.results.map((one, index) => withIds(one, result.results[index]!)) }
}

/** Baselines and comparisons go by ids, which stay as they are even if a secret is a word of one. */
function withIds(redacted: CheckResult, { check, requirement, clause, verdict }: CheckResult): CheckResult {
  return { ...redacted, check, requirement, clause, verdict }
}
