// Runs of the conformance kit that the control API starts. The first one loads the kit.
import type { CommonFormat } from '../../../conformance/report/format-list.ts'
import type { Target } from '../../../conformance/target/target-file.ts'
import { ApiError } from '../../../emulator/api/dialect/api-error.ts'
import type { ControlContext } from '../../../emulator/control/define-control.ts'
import type { KitRun } from './kit-run.ts'
import { idle, type RunOrder, type RunStatus, type TargetFileFacts } from './run-schemas.ts'

/** A run, and the order that repeats it. For a run of failed checks, that is the order of the run before it. */
interface OrderedRun {
  readonly run: KitRun
  readonly whole: RunOrder
}

/** The runs of one emulator, one at a time. The latest one is kept for its report. */
export class ConformanceRuns {
  #latest: OrderedRun | undefined
  /** True while a run is starting, so that concurrent requests cannot start two. */
  #isStarting = false
  #isClosed = false

  /**
   * Starts a run.
   * @param context The request; a copy of its emulator is the default target.
   * @throws ApiError `conflict` while another run is active; `refused` for a wrong target or a pattern without match.
   */
  async start(asked: RunOrder, context: ControlContext): Promise<void> {
    if (this.#isStarting || this.#latest?.run.isRunning)
      throw new ApiError(
        'conflict',
        'A conformance run is going on. Wait until it has ended, or stop it with DELETE /_emulator/conformance.',
      )
    this.#isStarting = true
    try {
      const [{ KitRun }, { emulatorSubject }] = await Promise.all([import('./kit-run.ts'), import('./run-target.ts')])
      const { order, known, whole } = this.#repeated(asked)
      const isElsewhere = order.target !== undefined || order.targetFile !== undefined || known !== undefined
      const subject = isElsewhere ? undefined : emulatorSubject(context)
      const run = new KitRun({ order, known, subject, isPart: asked.again === 'failed' })
      this.#latest = { run, whole: whole ?? order }
      if (this.#isClosed) run.stop()
    } finally {
      this.#isStarting = false
    }
  }

  /** The status of the latest run. */
  get status(): RunStatus {
    return this.#latest?.run.status ?? idle
  }

  /** Ends the run, after it has deleted everything that it created at the target. */
  stop(): void {
    this.#latest?.run.stop()
  }

  /** The report of the latest run; undefined before its end. */
  async report(format: CommonFormat): Promise<string | undefined> {
    return this.#latest?.run.report(format)
  }

  /** Reads a target file without using it. @throws ApiError `refused` if it is invalid. */
  async readFile(targetFile: string): Promise<TargetFileFacts> {
    return (await import('./run-target.ts')).targetFileFacts(targetFile)
  }

  /** Stops the run and waits for its end. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.stop()
    await this.#latest?.run.over
  }

  /**
   * The order completed from the latest run, and the order that repeats it if that is a different one.
   * @throws ApiError `conflict` before the first run.
   */
  #repeated(order: RunOrder): {
    readonly order: RunOrder
    readonly known?: Target | undefined
    readonly whole?: RunOrder
  } {
    if (order.again === undefined) return { order }
    if (!this.#latest)
      throw new ApiError('conflict', 'There is no run to repeat. POST /_emulator/conformance without again begins one.')
    const { run, whole } = this.#latest
    const { target: _target, targetFile: _file, variables: _variables, declare: _declare, ...before } = whole
    const again = { ...before, ...dropUndefined(order) }
    if (order.again === 'all') return { order: again, known: run.target }
    const { failed } = run
    if (failed.length === 0)
      throw new ApiError('conflict', 'No check of the latest run failed. Leave out again to run all of them.')
    return { order: { ...again, only: failed, skip: [] }, known: run.target, whole }
  }
}

const dropUndefined = (order: RunOrder): RunOrder =>
  Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined))
