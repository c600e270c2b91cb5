import type { RunResult } from '../run/result.ts'
import { badgeReport } from './badge.ts'
import type { BaselineOutcome } from './baseline.ts'
import { harReport } from './har.ts'
import { htmlReport } from './html.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'
import type { ReportContext } from './report-context.ts'
import { summarize } from './summary.ts'
import { terminalReport } from './terminal.ts'

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

/** What `--report` takes. */
export const reportFormats = ['terminal', 'json', 'junit', 'html', 'markdown', 'har', 'badge'] as const

/** One of `reportFormats`. */
export type ReportFormat = (typeof reportFormats)[number]

const writers: Readonly<Record<ReportFormat, (result: RunResult, context: ReportContext) => string>> = {
  terminal: terminalReport,
  json: jsonReport,
  junit: junitReport,
  html: htmlReport,
  markdown: markdownReport,
  har: harReport,
  badge: badgeReport,
}

/** The text of a report. The result must have come from `runConformance`, which takes the secrets out of it. */
export function writeReport(
  format: ReportFormat,
  result: RunResult,
  { baseline, allowUndecided, color = false, verbose = false }: ReportOptions = {},
): string {
  return writers[format](result, { summary: summarize(result, { baseline, allowUndecided }), baseline, color, verbose })
}
