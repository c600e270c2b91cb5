// One run of the kit, against another service or a copy of this emulator.
import { checks } from '../../../conformance/checks/checks.ts'
import { type PlanOptions, planRun } from '../../../conformance/judge/plan.ts'
import type { RunResult } from '../../../conformance/judge/result.ts'
import { runConformance } from '../../../conformance/judge/run-conformance.ts'
import type { CommonFormat } from '../../../conformance/report/format-list.ts'
import { writeReport } from '../../../conformance/report/service-document.ts'
import { type Summary, summarize } from '../../../conformance/report/summary.ts'
import { whyUnreachable } from '../../../conformance/target/reachable.ts'
import { type Target, toTarget } from '../../../conformance/target/target-file.ts'
import { ApiError } from '../../../emulator/api/dialect/api-error.ts'
import { remoteService } from '../service/judged-service.ts'
import { refusing } from './refusing.ts'
import type { RunOrder, RunStatus } from './run-schemas.ts'
import { type EmulatorSubject, readOrderedTarget } from './run-target.ts'

/** The end of a run. */
type RunEnd =
  | {
      readonly state: 'ended' | 'stopped'
      readonly result: RunResult
      readonly summary: Summary
    }
  | { readonly state: 'failed'; readonly fault: string }

/** The maximum number of running checks in the status. */
const mostRunning = 5

/** The number of ended checks from which the remaining time is estimated. */
const fewest = 10

/** A run that begins when it is created. */
export class KitRun {
  readonly #order: RunOrder
  readonly #target: Target
  readonly #subject: EmulatorSubject | undefined
  readonly #aborting = new AbortController()
  readonly #beganAt = performance.now()
  /** The running checks, in the order in which they began. */
  readonly #running = new Set<string>()
  #done = 0
  #failed: readonly string[] = []
  #total: number
  #end: RunEnd | undefined
  /** Resolves when the run has ended and everything that it created at the target is deleted. */
  readonly over: Promise<void>

  /**
   * @param subject Undefined for another service.
   * @throws ApiError `refused` for a wrong target or a pattern that matches nothing.
   */
  constructor(order: RunOrder, subject: EmulatorSubject | undefined) {
    this.#order = order
    this.#subject = subject
    this.#target = subject ? refusing(() => toTarget(subject.target)) : readOrderedTarget(order)
    assertPlainAddress(this.#target)
    this.#total = refusing(() => planRun({ ...orderSelection(order), target: this.#target })).length
    this.over = this.#run().then(
      (end) => void (this.#end = end),
      (error: unknown) => {
        this.#end = { state: 'failed', fault: error instanceof Error ? error.message : String(error) }
      },
    )
  }

  get isRunning(): boolean {
    return this.#end === undefined
  }

  /** The outcome; undefined before the end, and if the run failed. */
  get #judged(): Exclude<RunEnd, { readonly state: 'failed' }> | undefined {
    return this.#end && this.#end.state !== 'failed' ? this.#end : undefined
  }

  /** The report; undefined before the end, and if the run failed. */
  report(format: CommonFormat): string | undefined {
    return this.#judged && writeReport(format, this.#judged.result)
  }

  /** Ends the run, after it has deleted everything that it created at the target. */
  stop(): void {
    if (this.isRunning) this.#aborting.abort()
  }

  /** The status of the run. */
  get status(): RunStatus {
    const { result, summary } = this.#judged ?? {}
    return {
      state: this.#end?.state ?? 'running',
      target: this.#target.baseUrl,
      isEmulator: this.#subject !== undefined,
      done: this.#done,
      total: this.#total,
      failed: this.#failed,
      running: this.isRunning ? [...this.#running].slice(0, mostRunning) : [],
      secondsLeft: this.#secondsLeft(),
      requests: result?.requests ?? null,
      summary: summary
        ? {
            counts: summary.counts,
            requirements: summary.requirements,
            conformant: summary.conformant,
            exitCode: summary.exitCode,
          }
        : null,
      leftovers: result?.leftovers ?? [],
      fault: this.#end?.state === 'failed' ? this.#end.fault : null,
    }
  }

  #secondsLeft(): number | null {
    const done = this.#done
    if (!this.isRunning || done < fewest) return null
    return Math.ceil(((performance.now() - this.#beganAt) / done / 1000) * (this.#total - done))
  }

  async #run(): Promise<RunEnd> {
    const [order, target, subject] = [this.#order, this.#target, this.#subject]
    const { signal } = this.#aborting
    const allowWrites = subject !== undefined || (order.allowWrites ?? target.allowWrites ?? false)
    const why = subject ? undefined : await whyUnreachable(target.baseUrl, { signal, target })
    if (why !== undefined && !signal.aborted) throw new Error(`${target.baseUrl} cannot be reached: ${why}.`)
    const other = subject ? undefined : remoteService(target, process.env, allowWrites)
    const ran = await runConformance({
      ...orderSelection(order),
      target,
      ledger: other?.ledger,
      browser: other?.browser,
      allowWrites,
      seed: order.seed,
      signal,
      fetch: subject?.fetch,
      onBegin: (check) => this.#running.add(check),
      onResult: ({ check, verdict }, _done, total) => {
        this.#running.delete(check)
        this.#total = total
        this.#done++
        if (verdict === 'fail') this.#failed = [...this.#failed, check]
      },
    }).finally(() => other?.close())
    // Objects in a copy of this emulator disappear with it.
    const result = subject ? { ...ran, leftovers: [] } : ran
    other?.ledger?.dropReported()
    const summary = summarize(result)
    this.#done = result.results.length
    this.#failed = result.results.flatMap(({ verdict, check }) => (verdict === 'fail' ? [check] : []))
    return { state: signal.aborted ? 'stopped' : 'ended', result, summary }
  }
}

/** Selects the checks of an order, for the kit. */
function orderSelection({ only, skip, quick, gentle }: RunOrder): Omit<PlanOptions, 'target'> {
  return { checks, only, skip, quick, gentle }
}

/** Refuses credentials in an address, because they would be sent and shown with it. @throws ApiError */
function assertPlainAddress({ baseUrl }: Target): void {
  const url = URL.parse(baseUrl)
  if (url && url.username === '' && url.password === '' && url.search === '' && url.hash === '') return
  throw new ApiError(
    'refused',
    'target.baseUrl must be a URL without user name, password, query and fragment. Credentials go into target.credentials.',
    { details: [{ at: '/target/baseUrl', message: 'is not a plain URL' }] },
  )
}
