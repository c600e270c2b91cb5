import type { BaselineOutcome } from './baseline.ts'
import type { TerminalOptions } from './formats/terminal.ts'
import type { Summary } from './summary.ts'

/** The context of a report, in addition to the result. */
export interface ReportContext extends TerminalOptions {
  readonly summary: Summary
  readonly baseline?: BaselineOutcome | undefined
  /** The first words of the commands in a report. Default: `emulator`. */
  readonly command?: string | undefined
  /** The hash of the HAR that accompanies a JSON report, as in a bundle. */
  readonly har?: string | undefined
}
