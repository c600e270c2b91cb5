import type { CommonFormat } from '../../report/format-list.ts'
import { renderers } from '../../report/formats.ts'
import type { ClientReport } from '../judge/client-report.ts'
import { clientDocument } from './client-document.ts'
import { clientJson } from './client-json.ts'
import type { ClientReportContext } from './client-report-context.ts'

/** The text of a report. */
export function writeClientReport(format: CommonFormat, report: ClientReport, context: ClientReportContext): string {
  return format === 'json' ? clientJson(report) : renderers[format](clientDocument(report, context), context)
}
