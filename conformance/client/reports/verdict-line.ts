import { counted } from '../../report/text.ts'
import type { ClientReport } from '../judge/client-report.ts'
import type { ClientReportContext } from './report-context.ts'

/** The result of a report, in one sentence. */
export interface ClientVerdictLine {
  readonly tone: 'good' | 'bad' | 'open'
  readonly head: string
  readonly rest: string
}

/** The verdict for people, as every report shows it. */
export function clientVerdictLine(
  { conformant, requirements: { stated, decided } }: ClientReport,
  { summary, baseline }: Pick<ClientReportContext, 'summary' | 'baseline'>,
): ClientVerdictLine {
  const { score, advice } = summary
  const advised = advice === 0 ? '' : `; advice on ${counted(advice, 'implied requirement')}`
  const missing = score.notLookedAt === 0 ? '' : `; ${score.notLookedAt} of which the client has no such thing`
  const more = `${advised}${missing}${baseline ? baselineText(baseline) : ''}`
  const of = `${decided} of ${counted(stated, 'stated requirement')} decided`
  if (conformant === false)
    return { tone: 'bad', head: 'Not conformant', rest: `${counted(score.failed, 'requirement')} failed, ${of}${more}` }
  if (conformant) return { tone: 'good', head: 'Conformant', rest: `${of}, all of them kept${more}` }
  if (decided === 0) return { tone: 'open', head: 'Nothing was proven', rest: `${of}${more}` }
  return { tone: 'open', head: 'Not decided', rest: `none failed, ${of}${more}` }
}

function baselineText({ known, new: fresh, stale }: NonNullable<ClientReportContext['baseline']>): string {
  const entries = `${stale.length} stale ${stale.length === 1 ? 'entry' : 'entries'}`
  return `; against the baseline: ${counted(known.length, 'known failure')}, ${fresh.length} new, ${entries}`
}
