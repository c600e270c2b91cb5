import type { BaselineOutcome } from './baseline.ts'
import type { Summary } from './summary.ts'

/** The context of a report, next to the result itself. */
export interface ReportContext {
  readonly summary: Summary
  readonly baseline?: BaselineOutcome | undefined
  /** Colours of a terminal. */
  readonly color: boolean
  /** The beginning of the commands that a report names. Default: `emulator`. */
  readonly command?: string | undefined
  /** The hash of the HAR beside a JSON report, as in a bundle. */
  readonly har?: string | undefined
  /** The width of the terminal. Default: lines are not broken. */
  readonly columns?: number | undefined
  /** Also shows the remarks of passed checks, and all evidence. */
  readonly verbose: boolean
}
