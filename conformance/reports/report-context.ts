import type { BaselineOutcome } from './baseline.ts'
import type { Summary } from './summary.ts'

/** What every report is written from, beside the result itself. */
export interface ReportContext {
  readonly summary: Summary
  readonly baseline?: BaselineOutcome | undefined
  /** Colours of a terminal. */
  readonly color: boolean
  /** Also the remarks of what passed, and the whole evidence. */
  readonly verbose: boolean
}
