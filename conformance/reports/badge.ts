import { kit } from '../catalogue/kit.ts'
import { claimText } from '../catalogue/profiles.ts'
import type { RunResult } from '../run/result.ts'
import type { ReportContext } from './report-context.ts'
import type { Summary } from './summary.ts'
import { badgeFills, type BadgePart, drawBadge, fillOf } from './badge-picture.ts'
import { isoTime } from './text.ts'
import { verdictLine } from './verdict-line.ts'

/**
 * A small picture for a README: what was claimed and shown, when, and by which version of the kit. White on each of
 * its colours has a contrast of 4.5 or more.
 */
export function badgeReport(result: RunResult, { summary }: ReportContext): string {
  const date = isoTime(result.startedAt).slice(0, 10)
  const { head, rest } = verdictLine(summary)
  const parts: readonly BadgePart[] = [
    { text: 'Platform Data API', fill: badgeFills.name },
    { text: verdictText(summary), fill: fillOf(summary.conformant) },
    { text: `${date}, kit ${kit.version}`, fill: badgeFills.date },
  ]
  return drawBadge(
    parts,
    `Platform Data API, ${claimText(summary.claim)}: ${head}, ${rest}`,
    `Checked ${result.baseUrl} on ${date} with kit ${kit.version}, ${summary.digest}`,
  )
}

function verdictText({ claim, conformant, requirements }: Summary): string {
  const claimed = claimText(claim)
  if (conformant === null) return `${requirements.decided} of ${requirements.stated} decided: ${claimed}`
  return `${conformant ? 'conformant' : 'not conformant'}: ${claimed}`
}
