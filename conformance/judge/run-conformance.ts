import { targetFetch } from '../send/target-fetch.ts'
import { undeclaredNeeds } from '../target/declarations.ts'
import { claimOfTarget, type Target } from '../target/target-file.ts'
import { absentOffers } from '../catalogue/profiles.ts'
import { type Exchange, toEvidence } from '../conclusions/exchange.ts'
import { exchangeLine } from '../wording/text.ts'
import { defaultLimits, type FetchFunction, Sender, type SenderLimits } from '../send/sender.ts'
import { systemTime, type Time } from '../send/time.ts'
import type { TargetWait } from '../send/waiting.ts'
import type { WebBrowser } from '../send/web-browser.ts'
import { CheckRunner, endedResult, judgePassive, deferObserverErrors, checkApplies } from './check-runner.ts'
import { createListAsker, cleanUp, createdKinds } from './clean-up.ts'
import { findExplainers } from './blame.ts'
import { applyDoubts } from './doubts.ts'
import { untilAborted, createDeadline, abortableTime, longestDuration } from './deadline.ts'
import { type ActiveCheck, type Check, isPassive } from './define-check.ts'
import { Ledger, type LedgerEntry } from './ledger.ts'
import { CreatedObjects } from './created-objects.ts'
import { Results } from './results.ts'
import type { CheckResult, RunResult } from './result.ts'
import { Run } from './run.ts'
import { groupChecks, longestChainsFirst } from './check-order.ts'
import type { EarlierAnswers } from './earlier-answers.ts'
import { assertSound, select, type SelectOptions } from './select.ts'
import { Session } from './session.ts'

/** The most characters of one body in a HAR file, and of all bodies together. Later bodies are cut to their heads. */
const keptForHar = 1_000_000
const keptForHarInAll = 32_000_000
const headForHar = 500

/** Keeps the exchanges of a run for a HAR file, within these limits. */
function createKeeper(exchanges: Exchange[]): (exchange: Exchange) => void {
  let kept = 0
  return function keep(exchange) {
    const evidence = toEvidence(exchange, kept < keptForHarInAll ? keptForHar : headForHar)
    kept += evidence.response.text.length
    exchanges.push(evidence)
  }
}

/** Options of a run. */
export interface ConformanceOptions extends SelectOptions {
  /** The service to check. */
  readonly target: Target
  /** The checks to choose from. */
  readonly checks: readonly Check[]
  /** True if checks may create, change and delete. Default: the target's `allowWrites`. */
  readonly allowWrites?: boolean | undefined
  /** Determines the order of the checks and every made-up value. Default: 1. */
  readonly seed?: number | undefined
  /**
   * Asks a choice by the seed, instead of everything: about 300 requests, and at most 500 unless `limits` allow more.
   * Such a run proves no conformance, and no bundle can be made of it. Default: false.
   */
  readonly quick?: boolean | undefined
  /** Sends no wrong credentials beyond the fewest that decide. Default: false. */
  readonly gentle?: boolean | undefined
  /** Limits of the requests that are sent. */
  readonly limits?: Partial<SenderLimits> | undefined
  /** Sends the requests. Default: `fetch`. */
  readonly fetch?: FetchFunction | undefined
  /** Opens pages like a person. Without a browser, checks that need one do not apply. The caller closes it. */
  readonly browser?: WebBrowser | undefined
  /** The source of time. Default: the clock of the machine. */
  readonly time?: Time | undefined
  /** The ledger of created objects. Default: in memory. */
  readonly ledger?: Ledger | undefined
  /** Answers that came before the run, to take instead of sending the same requests again. Default: none. */
  readonly earlier?: EarlierAnswers | undefined
  /** Keeps answers for the next run. */
  readonly keepFor?: EarlierAnswers | undefined
  /** Ends the run early. */
  readonly signal?: AbortSignal | undefined
  /** Keeps every exchange, for a HAR file. */
  readonly keepExchanges?: boolean | undefined
  /** Called when a check begins to ask. Checks run side by side. */
  readonly onBegin?: ((check: string) => void) | undefined
  /** Called with each verdict. Its message is redacted by the secrets known at that moment. */
  readonly onResult?: ((result: CheckResult, done: number, total: number) => void) | undefined
  /** Called with each exchange as one line, for --verbose. It is redacted by the secrets known at that moment. */
  readonly onExchange?: ((line: string) => void) | undefined
  /** Called when the run begins to wait for the target, as after a 429, for a second or more. */
  readonly onWait?: ((wait: TargetWait) => void) | undefined
}

/** A run that is under way. */
export interface OpenRun {
  readonly run: Run
  /** Its access tokens are those that the run uses. */
  readonly session: Session
  /** The selected checks, in the order of the kit. */
  readonly selected: readonly Check[]
  /** The selected checks, and every check that one of them builds on or reads. */
  readonly checks: readonly Check[]
  /** Runs a check, once, after its prerequisites. A passive check concludes on the exchanges so far. */
  decide(check: Check): Promise<void>
  /** The verdict of a check that has ended, redacted. */
  resultOf(check: Check): CheckResult
  /** Deletes the objects that the run created, and returns its result. */
  close(): Promise<RunResult>
}

/**
 * The most requests of a quick run: the rest of 500 is for the clean-up. Small pages or many failures would need more.
 */
const quickRequests = 490

/** The time limit in milliseconds for the end of a run: for pending answers and the clean-up. */
const endTime = 15_000

/**
 * Runs checks against a target. Checks run side by side within the limits, each after its prerequisites. Checks without
 * credentials follow, then those with wrong ones, and then those that move the target's clock. Created objects are
 * deleted, even after an abort.
 *
 * @throws KitError `invalid_selection` when `only` or `skip` match nothing; `invalid_target_file` for a claim that
 * leaves out all of its profile.
 */
export async function runConformance(options: ConformanceOptions): Promise<RunResult> {
  const opened = openRun(options)
  const { quiet, anonymous, risky, exclusive, waiting, passive } = groupChecks(opened.checks)
  const { random, sender, turnstile, waits } = opened.run
  const orderChecks = (checks: readonly ActiveCheck[]) => longestChainsFirst(random.shuffle(checks))
  const decideAll = (checks: readonly ActiveCheck[]) => Promise.all(checks.map((check) => opened.decide(check)))
  try {
    await decideAll(orderChecks(quiet))
    await decideAll(orderChecks(anonymous))
    // In a quick run, the other checks take longer.
    sender.reserve(options.quick === true ? 0 : turnstile.places)
    await decideAll([...exclusive, ...risky])
    sender.reserve(0)
    await waits.together(waiting.map((check) => () => opened.decide(check)))
    for (const check of passive) await opened.decide(check)
  } catch (error) {
    // The kit failed outside of every check. Created objects are deleted anyway.
    await opened.close()
    throw error
  }
  return await opened.close()
}

/** The time limit of a run: an hour, but long enough for all requests at its rate, and for a long wait. */
function runDuration({ rate, maxRequests, maxWait }: SenderLimits): number {
  const requests = rate > 0 ? (maxRequests / rate) * 1000 : 0
  return Math.min(Math.max(3_600_000, requests) + Math.max(0, maxWait - defaultLimits.maxWait), longestDuration)
}

/**
 * Opens a run.
 *
 * @throws KitError `invalid_selection` for a pattern that matches nothing; `invalid_target_file` for a claim that
 * leaves out all of its profile.
 */
export function openRun(options: ConformanceOptions): OpenRun {
  const { seed = 1, quick = false, gentle = false, time = systemTime, target } = options
  const claim = claimOfTarget(target)
  const allowWrites = options.allowWrites ?? target.allowWrites ?? false
  assertSound(options.checks)
  const { selected, checks, onlyRead, skipped } = select(options.checks, options, checkApplies(target, allowWrites))
  const startedAt = time.now()
  const limits = { ...defaultLimits, ...(quick ? { maxRequests: quickRequests } : {}), ...options.limits }
  const deadline = createDeadline(runDuration(limits), time, options.signal)
  const { signal } = deadline
  const exchanges: Exchange[] = []
  const keep = options.keepExchanges ? createKeeper(exchanges) : () => undefined
  const observers = new Map(checks.filter(isPassive).map((check) => [check.id, deferObserverErrors(check.observe())]))
  const senderOptions = {
    fetch: options.fetch ?? targetFetch(target),
    time,
    limits,
    onWait: options.onWait,
  }
  const sender = new Sender({ ...senderOptions, signal })
  const ledger = options.ledger ?? new Ledger()
  const { maxWait, timeout } = limits
  const creates = createdKinds(options.checks)
  const made = new CreatedObjects(ledger, creates)
  const shared = { target, ledger, made, seed, quick, gentle, allowWrites, maxWait, timeout }
  const run = new Run({
    ...shared,
    sender,
    earlier: options.earlier,
    keepFor: options.keepFor,
    browser: options.browser,
    time: abortableTime(signal, time),
    keep,
    onExchange: (exchange) => {
      if (exchange.response.cutShort === undefined) for (const observer of observers.values()) observer.record(exchange)
      keep(exchange)
      options.onExchange?.(
        exchangeLine({
          ...exchange,
          request: { ...exchange.request, url: run.redactor.address(exchange.request.url) },
        }),
      )
    },
  })

  const results = new Results(run, checks)
  const reported = new Set(selected.map(({ id }) => id))
  let done = 0
  const session = new Session(run)
  made.askBy(createListAsker(session, creates))
  const runner = new CheckRunner({
    session,
    checks,
    skipped,
    signal,
    allowWrites,
    onBegin: ({ id }) => reported.has(id) && options.onBegin?.(id),
    onOutcome: (check, outcome, from) => results.add(check, outcome, run.time.now() - from),
  })

  /** Runs a check once. A passive check runs after the checks that it reads, and concludes on the exchanges so far. */
  const decided = async (check: Check): Promise<void> => {
    if (!isPassive(check)) {
      await runner.outcomeOf(check)
      return
    }
    const sources = checks.filter((source) => check.reads?.some((id) => id === source.id))
    await Promise.all(sources.map(decided))
    const again = () => Promise.resolve(judgePassive(check, observers.get(check.id)!, signal))
    const { samples } = run.contrast
    // A doubt may send requests, which reject once the run is ended.
    const outcome = await applyDoubts(await again(), { check, session, exchanges: samples, again }).catch((error) =>
      endedResult(check, error, samples, signal),
    )
    if (!results.has(check.id)) results.add(check, outcome, 0)
  }

  /** A check that ran only as a prerequisite is reported if it explains why its dependents could not be decided. */
  const isReported = (result: Pick<CheckResult, 'check' | 'verdict'>): boolean =>
    reported.has(result.check) ||
    ((result.verdict === 'fail' || result.verdict === 'error') && !onlyRead.has(result.check))

  return {
    run,
    session,
    selected,
    checks,
    decide: async (check) => {
      await decided(check)
      if (!reported.has(check.id)) return
      if (results.get(check.id)!.verdict === 'fail') await Promise.all(findExplainers(check, checks).map(decided))
      options.onResult?.(results.told(results.get(check.id)!), ++done, selected.length)
    },
    resultOf: (check) => results.redacted(results.get(check.id)!),
    close: async () => {
      deadline.clear()
      const end = AbortSignal.timeout(endTime)
      // The answer to a write may name the object to delete; its check then adds it to the ledger.
      await Promise.race([sender.idle(), untilAborted(end)])
      await systemTime.sleep(0)
      const ended = new Sender({ ...senderOptions, signal: end })
      const cleaner = new Session(new Run({ ...shared, time, sender: ended, keep, onExchange: keep }))
      const isOfRun = ({ runId, ends }: LedgerEntry) => runId === run.id && ends !== true
      const leftovers = await cleanUp(cleaner, creates, isOfRun)
      const without = [...new Set([...claim.without, ...absentOffers((id) => results.isAbsent(id))])]
      return results.redactedRun(
        {
          baseUrl: run.baseUrl,
          claim: { ...claim, without },
          undeclared: undeclaredNeeds(target),
          allowWrites,
          seed,
          quick,
          gentle,
          startedAt,
          durationMs: time.now() - startedAt,
          requests: sender.sent + ended.sent,
          ...(sender.stoppedAfter !== undefined && { stoppedAfter: sender.stoppedAfter }),
          results: checks.flatMap(({ id }) => results.get(id) ?? []).filter(isReported),
          exchanges,
        },
        leftovers,
      )
    },
  }
}
