import type { ClientReport } from '../judge/client-report.ts'
import { clientBadge } from './badge.ts'
import { clientHtml } from './html.ts'
import { clientJson } from './json.ts'
import { clientJunit } from './junit.ts'
import { clientMarkdown } from './markdown.ts'
import type { ClientReportContext } from './report-context.ts'
import { clientTerminal } from './terminal.ts'

/** What `--report` takes. */
export const clientReportFormats = ['terminal', 'json', 'junit', 'html', 'markdown', 'badge'] as const

/** One of `clientReportFormats`. */
export type ClientReportFormat = (typeof clientReportFormats)[number]

const writers: Readonly<Record<ClientReportFormat, (report: ClientReport, context: ClientReportContext) => string>> = {
  terminal: clientTerminal,
  json: clientJson,
  junit: clientJunit,
  html: clientHtml,
  markdown: clientMarkdown,
  badge: clientBadge,
}

/** The text of a report. */
export function writeClientReport(
  format: ClientReportFormat,
  report: ClientReport,
  context: ClientReportContext,
): string {
  return writers[format](report, context)
}
