import type { RunResult } from '../judge/result.ts'
import type { BaselineOutcome } from './baseline.ts'
import type { ReportFormat } from './format-list.ts'
import { writeFormat } from './formats.ts'
import { harReport } from './har.ts'
import { jsonReport } from './json.ts'
import { serviceDocument } from './service-document.ts'
import { summarize } from './summary.ts'

export { type ReportFormat, reportFormats } from './format-list.ts'

/** Options of a report. */
export interface ReportOptions {
  /** The run compared with known failures. */
  readonly baseline?: BaselineOutcome | undefined
  /** True if open requirements are allowed: exit code 4 becomes 0. */
  readonly allowUndecided?: boolean | undefined
  /** True for colours in the terminal report. Default: false; see `wantsColor`. */
  readonly color?: boolean | undefined
  /** The first words of the commands in a report. Default: `emulator`. */
  readonly command?: string | undefined
  /** The hash of the HAR that accompanies a JSON report, as in a bundle. */
  readonly har?: string | undefined
  /** The width of the terminal. Default: lines are not broken. */
  readonly columns?: number | undefined
  /** True if the terminal report shows passed checks and more evidence. */
  readonly verbose?: boolean | undefined
}

/** The text of a report. The result must come from `runConformance`, which redacts it. */
export function writeReport(
  format: ReportFormat,
  result: RunResult,
  { color = false, verbose = false, columns, har, ...options }: ReportOptions = {},
): string {
  const summary = summarize(result, options)
  const contents = {
    document: () => serviceDocument(result, { ...options, summary }),
    json: () => jsonReport(result, summary, har),
    har: () => harReport(result),
  }
  return writeFormat(format, contents, { color, columns, verbose })
}
