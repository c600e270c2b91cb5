import type { ClientReport } from '../judge/client-report.ts'
import { clientJson } from './json.ts'
import type { ClientReportContext } from './report-context.ts'
import { clientTerminal } from './terminal.ts'

/** What `--report` takes. */
export const clientReportFormats = ['terminal', 'json'] as const

/** One of `clientReportFormats`. */
export type ClientReportFormat = (typeof clientReportFormats)[number]

const writers: Readonly<Record<ClientReportFormat, (report: ClientReport, context: ClientReportContext) => string>> = {
  terminal: clientTerminal,
  json: clientJson,
}

/** The text of a report. */
export function writeClientReport(
  format: ClientReportFormat,
  report: ClientReport,
  context: ClientReportContext,
): string {
  return writers[format](report, context)
}
