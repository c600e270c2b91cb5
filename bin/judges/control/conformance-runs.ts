// Runs of the conformance kit that the control API starts. The first one loads the kit.
import type { CommonFormat } from '../../../conformance/report/format-list.ts'
import { ApiError } from '../../../emulator/api/dialect/api-error.ts'
import type { ControlContext } from '../../../emulator/control/define-control.ts'
import type { KitRun } from './kit-run.ts'
import { idle, type RunOrder, type RunStatus, type TargetFileFacts } from './run-schemas.ts'

/** The runs of one emulator, one at a time. The latest one is kept for its report. */
export class ConformanceRuns {
  #latest: KitRun | undefined
  /** True while a run is starting, so that concurrent requests cannot start two. */
  #isStarting = false
  #isClosed = false

  /**
   * Starts a run.
   * @param context The request; a copy of its emulator is the default target.
   * @throws ApiError `conflict` while another run is active; `refused` for a wrong target or a pattern without match.
   */
  async start(order: RunOrder, context: ControlContext): Promise<void> {
    if (this.#isStarting || this.#latest?.isRunning)
      throw new ApiError(
        'conflict',
        'A conformance run is going on. Wait until it has ended, or stop it with DELETE /_emulator/conformance.',
      )
    this.#isStarting = true
    try {
      const [{ KitRun }, { emulatorSubject }] = await Promise.all([import('./kit-run.ts'), import('./run-target.ts')])
      const isElsewhere = order.target !== undefined || order.targetFile !== undefined
      this.#latest = new KitRun(order, isElsewhere ? undefined : emulatorSubject(context))
      if (this.#isClosed) this.stop()
    } finally {
      this.#isStarting = false
    }
  }

  /** The status of the latest run. */
  get status(): RunStatus {
    return this.#latest?.status ?? idle
  }

  /** Ends the run, after it has deleted everything that it created at the target. */
  stop(): void {
    this.#latest?.stop()
  }

  /** The report of the latest run; undefined before its end. */
  async report(format: CommonFormat): Promise<string | undefined> {
    return this.#latest?.report(format)
  }

  /** Reads a target file without using it. @throws ApiError `refused` if it is invalid. */
  async readFile(targetFile: string): Promise<TargetFileFacts> {
    return (await import('./run-target.ts')).targetFileFacts(targetFile)
  }

  /** Stops the run and waits for its end. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.stop()
    await this.#latest?.over
  }
}
