import { kit } from '../../catalogue/kit.ts'
import { badgeFills, drawBadge, fillOf } from '../../reports/badge-picture.ts'
import { isoTime } from '../../reports/text.ts'
import type { ClientReport } from '../judge/client-report.ts'
import type { ClientReportContext } from './report-context.ts'
import { clientVerdictLine } from './verdict-line.ts'

/** A small picture for a README: whether the client conforms, when that was judged, and by which version of the kit. */
export function clientBadge(report: ClientReport, context: ClientReportContext): string {
  const { conformant, requirements, client } = report
  const date = isoTime(context.startedAt).slice(0, 10)
  const { head, rest } = clientVerdictLine(report, context)
  const verdict =
    conformant === null
      ? `${requirements.decided} of ${requirements.stated} decided`
      : `${conformant ? 'conformant' : 'not conformant'} client`
  return drawBadge(
    [
      { text: 'Platform Data API', fill: badgeFills.name },
      { text: verdict, fill: fillOf(conformant) },
      { text: `${date}, kit ${kit.version}`, fill: badgeFills.date },
    ],
    `Platform Data API client ${client.name}: ${head}, ${rest}`,
    `Judged on ${date} with kit ${kit.version}, ${report.kit.digest}`,
  )
}
