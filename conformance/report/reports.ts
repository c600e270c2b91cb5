import type { RunResult } from '../judge/result.ts'
import type { BaselineOutcome } from './baseline.ts'
import type { ReportFormat } from './format-list.ts'
import { renderers } from './formats.ts'
import { harReport } from './har.ts'
import { jsonReport } from './json.ts'
import { serviceDocument } from './service-document.ts'
import { summarize } from './summary.ts'

export { type ReportFormat, reportFormats } from './format-list.ts'

/** What a report counts, and how it shows it. */
export interface ReportOptions {
  /** How the run stands against known failures. */
  readonly baseline?: BaselineOutcome | undefined
  /** Makes exit code 4 a 0. */
  readonly allowUndecided?: boolean | undefined
  /** Colours, in the terminal report alone. Default: none; see `wantsColor`. */
  readonly color?: boolean | undefined
  /** Also what passed, and more evidence, in the terminal report. */
  readonly verbose?: boolean | undefined
}

/** The text of a report. The result must have come from `runConformance`, which takes the secrets out of it. */
export function writeReport(
  format: ReportFormat,
  result: RunResult,
  { baseline, allowUndecided, color = false, verbose = false }: ReportOptions = {},
): string {
  const context = { summary: summarize(result, { baseline, allowUndecided }), baseline, color, verbose }
  const render = renderers[format]
  if (render !== 'asItIs') return render(serviceDocument(result, context), context)
  return format === 'har' ? harReport(result) : jsonReport(result, context)
}
