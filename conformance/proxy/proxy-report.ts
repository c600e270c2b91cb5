import { kit } from '../catalogue/kit.ts'
import { clientJson } from '../client/reports/client-json.ts'
import { toJson } from '../wording/escaping/json.ts'
import type { ReportFormat } from '../report/format-list.ts'
import { writeFormat } from '../report/formats.ts'
import { harReport } from '../report/har.ts'
import { jsonReport } from '../report/json.ts'
import { isoTime } from '../report/text.ts'
import { type ProxyContext, proxyDocument } from './proxy-document.ts'
import type { ProxyResult } from './proxy-summary.ts'

/** The text of a report. */
export function writeProxyReport(format: ReportFormat, result: ProxyResult, context: ProxyContext): string {
  const contents = {
    document: () => proxyDocument(result, context),
    json: () => proxyJson(result, context),
    har: () => harReport(result.service),
  }
  return writeFormat(format, contents, context)
}

/** The report for programs: the JSON reports of both judges in one object. */
function proxyJson({ service, client }: ProxyResult, context: ProxyContext): string {
  const { summary, startedAt, durationMs, requests, notes, twin } = context
  const report = {
    kind: 'proxy',
    kit: { name: kit.name, version: kit.version },
    target: { baseUrl: service.baseUrl },
    startedAt: isoTime(startedAt),
    durationMs,
    requests,
    decided: summary.decided,
    failed: summary.failed,
    notes,
    ...(twin ? { twin } : {}),
    service: JSON.parse(jsonReport(service, summary.service)) as unknown,
    client: JSON.parse(clientJson(client)) as unknown,
  }
  return `${toJson(report, 2)}\n`
}
