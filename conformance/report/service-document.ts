import { kit } from '../catalogue/kit.ts'
import { claimText, longClaimText } from '../catalogue/profiles.ts'
import { requirements } from '../catalogue/requirements.ts'
import type { RunResult } from '../judge/result.ts'
import { knownReasons } from './baseline.ts'
import { type DeclareNext, declareNext } from './declare-next.ts'
import type { ReportDocument } from './document.ts'
import type { ReportContext } from './report-context.ts'
import { requirementEntry } from './requirement-entry.ts'
import { serviceSections } from './service-sections.ts'
import type { Summary } from './summary.ts'
import { counted, seconds } from './text.ts'
import { verdictLine } from './verdict-line.ts'

/** The report about a service. */
export function serviceDocument(result: RunResult, { summary, baseline, command }: ReportContext): ReportDocument {
  const known = knownReasons(baseline)
  const { claimed, next, outlook } = claimLines(result, summary)
  const catalogue = `catalogue of ${counted(requirements.length, 'requirement')}, ${summary.digest}`
  return {
    title: 'Platform Data API conformance',
    subject: result.baseUrl,
    verdict: verdictLine(summary, baseline),
    claim: { text: claimed, outlook, next },
    effort: `${counted(result.requests, 'request')} in ${seconds(result.durationMs)}`,
    startedAt: result.startedAt,
    durationMs: result.durationMs,
    kit,
    score: summary.score,
    clauses: summary.clauses,
    sections: serviceSections(result, { summary, baseline, command }, known),
    requirements: summary.outcomes.map((outcome) => requirementEntry(outcome, known)),
    footer: `${kit.name} ${kit.version}; ${catalogue}. Secrets are replaced by their names.`,
    suite: {
      name: `Platform Data API conformance, ${claimText(result.claim)}${result.quick ? ', quick run' : ''}`,
      group: 'conformance',
    },
  }
}

/** The first lines of a report, beside the verdict. */
interface ClaimLines {
  /** The profile, its part of the specification, and the parts that the service does not offer. */
  readonly claimed: string
  /** The members of a target file that would decide most of the open requirements, each with their number. */
  readonly next: DeclareNext['members']
  /** The number of requirements that they would decide together, as text; empty without any. */
  readonly outlook: string
}

/** The target's claim, and the members to declare next. */
function claimLines(result: RunResult, { claim, open }: Summary): ClaimLines {
  const { members, decides } = declareNext(result, open)
  return {
    claimed: longClaimText(claim),
    next: members,
    outlook: members.length === 0 ? '' : outlook(members.length, decides, open.length),
  }
}

function outlook(members: number, decides: number, open: number): string {
  const these = members === 1 ? 'this one' : `these ${members}`
  return `declare ${these}, and up to ${decides} of the ${counted(open, 'open requirement')} can be decided`
}
