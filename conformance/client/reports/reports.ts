import type { ReportFormat } from '../../report/format-list.ts'
import { renderers } from '../../report/formats.ts'
import type { ClientReport } from '../judge/client-report.ts'
import { clientDocument } from './client-document.ts'
import { clientJson } from './json.ts'
import type { ClientReportContext } from './report-context.ts'

/** The text of a report. */
export function writeClientReport(format: ReportFormat, report: ClientReport, context: ClientReportContext): string {
  const render = renderers[format]
  return render === 'asItIs' ? clientJson(report) : render(clientDocument(report, context), context)
}
