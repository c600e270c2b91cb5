import type { BaselineOutcome } from './baseline.ts'
import type { TerminalOptions } from './formats/terminal.ts'
import type { Summary } from './summary.ts'

/** The context of a report, next to the result itself. */
export interface ReportContext extends TerminalOptions {
  readonly summary: Summary
  readonly baseline?: BaselineOutcome | undefined
  /** The beginning of the commands that a report names. Default: `emulator`. */
  readonly command?: string | undefined
  /** The hash of the HAR beside a JSON report, as in a bundle. */
  readonly har?: string | undefined
}
