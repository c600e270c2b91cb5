import { type ActiveCheck, type Check, isPassive, type PassiveCheck } from './define-check.ts'
import type { Exchange } from './exchange.ts'
import { Ledger } from './ledger.ts'
import { missingDeclarations } from './needs.ts'
import { requirements } from './requirements.ts'
import type { CheckResult, RunResult } from './result.ts'
import { Run } from './run.ts'
import { defaultLimits, type FetchFunction, Sender, type SenderLimits } from './sender.ts'
import { Session } from './session.ts'
import { cleanUp } from './clean-up.ts'
import type { Target } from './target-file.ts'
import { systemTime, type Time } from './time.ts'
import { Conclusion } from './verdict.ts'

export interface ConformanceOptions {
  readonly target: Target
  readonly checks: readonly Check[]
  /** Whether checks may create, change and delete. Default: the target's `allowWrites`. */
  readonly allowWrites?: boolean
  /** What the order of the checks and every made-up value follow from. Default: 1. */
  readonly seed?: number
  readonly limits?: Partial<SenderLimits>
  /** Milliseconds for the whole run. Default: 10 minutes. */
  readonly maxDuration?: number
  readonly fetch?: FetchFunction
  readonly time?: Time
  readonly ledger?: Ledger
  readonly signal?: AbortSignal
  /** Keeps every exchange, for a HAR file. */
  readonly keepExchanges?: boolean
  readonly onResult?: (result: CheckResult, done: number, total: number) => void
}

type Outcome = Pick<CheckResult, 'verdict' | 'message' | 'evidence'>

const clauses = new Map(requirements.map(({ id, clause }) => [id, clause]))

/**
 * Runs checks against a target. Checks run side by side within the limits, each behind the checks that it builds
 * on; those that move the target's clock run alone at the end. What was made is deleted, also after an abort.
 */
export async function runConformance(options: ConformanceOptions): Promise<RunResult> {
  const { checks, seed = 1, time = systemTime, maxDuration = 600_000 } = options
  const startedAt = time.now()
  const deadline = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, deadline.signal]) : deadline.signal
  const limits = { ...defaultLimits, ...options.limits }
  const exchanges: Exchange[] = []
  const passive = checks.filter(isPassive).map((check) => ({ check, observer: check.observe() }))
  const senderOptions = { fetch: options.fetch ?? ((request: Request) => fetch(request)), time, limits }
  const sender = new Sender({ ...senderOptions, signal })
  const ledger = options.ledger ?? new Ledger()
  const run = new Run({
    target: options.target, sender, time, ledger, seed, maxWait: limits.maxWait,
    onExchange: (exchange) => {
      for (const { observer } of passive) observer.see(exchange)
      if (options.keepExchanges) exchanges.push(exchange)
    },
  })
  const timer = new AbortController()
  time.sleep(maxDuration, timer.signal).then(() => deadline.abort(new Conclusion('insufficientEvidence', `the run reached its limit of ${maxDuration / 1000} s`)), () => undefined)
  const report = reporter(options)
  const results = new Map<string, CheckResult>()
  const conclude = (check: Check, outcome: Outcome, started: number): void => {
    const result: CheckResult = { check: check.id, requirement: check.requirement, clause: clauses.get(check.requirement) ?? '', ...outcome, durationMs: time.now() - started }
    results.set(check.id, result)
    report(result)
  }
  const active = checks.filter((check): check is ActiveCheck => !isPassive(check))
  const runOne = activeRunner(run, options.allowWrites ?? options.target.allowWrites ?? false, active, conclude)
  try {
    await Promise.all(run.random.shuffle(active.filter((check) => !check.exclusive)).map(runOne))
    for (const check of active.filter((one) => one.exclusive)) await runOne(check)
    for (const { check, observer } of passive) {
      const started = time.now()
      conclude(check, concludePassive(check, observer), started)
    }
  } finally {
    timer.abort(new Error('the run ended'))
  }
  const cleaner = new Run({ target: options.target, sender: new Sender(senderOptions), time, ledger, seed, maxWait: limits.maxWait, onExchange: () => undefined })
  const leftovers = await cleanUp(cleaner, run.id)
  const ordered = checks.map((check) => results.get(check.id)).filter((result) => result !== undefined)
  return run.redactor.value({ baseUrl: run.baseUrl, profile: run.profile.toJSON(), startedAt, durationMs: time.now() - startedAt, requests: sender.sent, results: ordered, leftovers, exchanges })
}

function reporter({ onResult, checks }: ConformanceOptions): (result: CheckResult) => void {
  let done = 0
  return (result) => onResult?.(result, ++done, checks.length)
}

type Conclude = (check: Check, outcome: Outcome, started: number) => void

/** Runs each check once, however many others wait for it. */
function activeRunner(run: Run, allowWrites: boolean, checks: readonly ActiveCheck[], conclude: Conclude): (check: ActiveCheck) => Promise<Outcome> {
  const byId = new Map(checks.map((check) => [check.id, check]))
  const outcomes = new Map<string, Promise<Outcome>>()
  const runOne = (check: ActiveCheck): Promise<Outcome> => {
    let outcome = outcomes.get(check.id)
    if (!outcome) outcomes.set(check.id, (outcome = start(check)))
    return outcome
  }
  const start = async (check: ActiveCheck): Promise<Outcome> => {
    const before = await Promise.all((check.after ?? []).flatMap((id) => (byId.has(id) ? [runOne(byId.get(id)!).then((outcome) => ({ id, outcome }))] : [])))
    const started = run.time.now()
    const outcome = (await skipped(check, before)) ?? (await judge(check, run))
    conclude(check, outcome, started)
    return outcome
  }
  const skipped = async (check: ActiveCheck, before: readonly { id: string; outcome: Outcome }[]): Promise<Outcome | undefined> => {
    const missing = missingDeclarations(check.needs ?? [], run.target)
    if (missing.length > 0) return { verdict: 'notApplicable', message: `declare ${missing.join(' and ')} in the target file`, evidence: [] }
    if (check.effect === 'write' && !allowWrites) return { verdict: 'notApplicable', message: 'it writes: give --allow-writes, or allowWrites in the target file', evidence: [] }
    const failed = before.find(({ outcome }) => outcome.verdict !== 'pass')
    if (!failed) return undefined
    const { verdict, message } = failed.outcome
    if (verdict === 'notApplicable' || verdict === 'insufficientEvidence') return { verdict, message: `${failed.id}: ${message}`, evidence: [] }
    return { verdict: 'blocked', message: verdict === 'blocked' ? message : `${failed.id} did not pass`, evidence: [] }
  }
  return runOne
}

async function judge(check: ActiveCheck, run: Run): Promise<Outcome> {
  const session = new Session(run)
  try {
    const remark = await check.run(session)
    return { verdict: 'pass', message: remark ?? '', evidence: [] }
  } catch (error) {
    return outcomeOf(error, session.exchanges)
  }
}

function concludePassive(_check: PassiveCheck, observer: ReturnType<PassiveCheck['observe']>): Outcome {
  try {
    const concluded = observer.conclude()
    return { verdict: 'pass', message: concluded?.remark ?? '', evidence: concluded?.evidence ?? [] }
  } catch (error) {
    return outcomeOf(error, observer.evidence ?? [])
  }
}

/** How many exchanges a result keeps: the last ones led to the conclusion. */
const keptEvidence = 6

function outcomeOf(error: unknown, exchanges: readonly Exchange[]): Outcome {
  const evidence = exchanges.slice(-keptEvidence)
  if (error instanceof Conclusion) return { verdict: error.verdict, message: error.message, evidence }
  if (error instanceof DOMException && error.name === 'AbortError') return { verdict: 'insufficientEvidence', message: 'the run was ended', evidence }
  return { verdict: 'error', message: `the kit itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, evidence }
}
