// One run of the kit, against another service or a copy of this emulator.
import type { PlanOptions } from '../../../conformance/judge/plan.ts'
import type { RunResult } from '../../../conformance/judge/result.ts'
import type { Summary } from '../../../conformance/report/summary.ts'
import type { Target } from '../../../conformance/target/target-file.ts'
import type { EmulatorSubject } from './emulator-subject.ts'
import type { Kit } from './load-kit.ts'
import type { RunOrder, RunStatus } from './run-schemas.ts'
import { declaredIn } from './run-target.ts'

/** The inputs of a run. */
export interface KitRunOptions {
  readonly kit: Kit
  readonly order: RunOrder
  readonly target: Target
  /** Undefined for another service. */
  readonly subject: EmulatorSubject | undefined
  /** True if it runs only the checks that failed in the previous run. */
  readonly isPart: boolean
  /** The number of checks. */
  readonly total: number
}

/** The end of a run. */
type RunEnd =
  | {
      readonly state: 'ended' | 'stopped'
      readonly result: RunResult
      readonly summary: Summary
      readonly declare: RunStatus['declare']
    }
  | { readonly state: 'failed'; readonly fault: string }

/** The maximum number of running checks in the status. */
const mostRunning = 5

/** The number of ended checks from which the remaining time is estimated. */
const fewest = 10

/** A run that begins when it is created. */
export class KitRun {
  readonly #options: KitRunOptions
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

  constructor(options: KitRunOptions) {
    this.#options = options
    this.#total = options.total
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

  /** Undefined for a copy of this emulator. */
  get target(): Target | undefined {
    return this.#options.subject ? undefined : this.#options.target
  }

  /** The checks that failed so far. */
  get failed(): readonly string[] {
    return this.#failed
  }

  /** The outcome; undefined before the end, and if the run failed. */
  get judged(): Exclude<RunEnd, { readonly state: 'failed' }> | undefined {
    return this.#end && this.#end.state !== 'failed' ? this.#end : undefined
  }

  /** Ends the run, after it has deleted everything that it created at the target. */
  stop(): void {
    if (this.isRunning) this.#aborting.abort()
  }

  /** The status of the run. */
  get status(): RunStatus {
    const { isPart, target } = this.#options
    const { result, summary, declare = [] } = this.judged ?? {}
    return {
      state: this.#end?.state ?? 'running',
      target: target.baseUrl,
      isEmulator: this.target === undefined,
      isPart,
      declared: this.target ? declaredIn(this.target) : [],
      declare: this.target ? declare : [],
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
    const { kit, order, target, subject } = this.#options
    const { signal } = this.#aborting
    const allowWrites = subject !== undefined || (order.allowWrites ?? target.allowWrites ?? false)
    const { elsewhere } = await import('../service/judged-service.ts')
    const why = subject ? undefined : await kit.whyUnreachable(target.baseUrl, { signal, target })
    if (why !== undefined && !signal.aborted) throw new Error(`${target.baseUrl} cannot be reached: ${why}.`)
    const other = subject ? undefined : elsewhere(target, process.env, allowWrites)
    const ran = await kit
      .runConformance({
        ...selectionOf(kit, order),
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
      })
      .finally(() => other?.close())
    // Objects in a copy of this emulator disappear with it.
    const result = subject ? { ...ran, leftovers: [] } : ran
    other?.ledger?.forgetTold()
    const summary = kit.summarize(result)
    this.#done = result.results.length
    this.#failed = result.results.flatMap(({ verdict, check }) => (verdict === 'fail' ? [check] : []))
    return { state: signal.aborted ? 'stopped' : 'ended', result, summary, declare: kit.declareNext(result, summary) }
  }
}

/** Selects the checks of an order, for the kit. */
export function selectionOf({ checks }: Kit, { only, skip, quick, gentle }: RunOrder): Omit<PlanOptions, 'target'> {
  return { checks, only, skip, quick, gentle }
}
