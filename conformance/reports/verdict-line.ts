import type { BaselineOutcome } from './baseline.ts'
import type { Summary } from './summary.ts'
import { counted } from './text.ts'

/** The whole run in a sentence: the first thing that a person reads, and maybe the only one. */
export interface VerdictLine {
  readonly tone: 'good' | 'bad' | 'open'
  /** One or two words. */
  readonly head: string
  readonly rest: string
}

/** The result of a run in one line. */
export function verdictLine(
  { counts, requirements, outcomes, conformant }: Summary,
  baseline?: BaselineOutcome,
): VerdictLine {
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail').length
  const open = outcomes.filter(
    ({ verdict }) => verdict === 'blocked' || verdict === 'insufficientEvidence' || verdict === 'error',
  ).length
  const scope = `${requirements.decided} of ${counted(requirements.stated, 'stated requirement')} decided`
  const more = baseline ? knownLine(baseline) : ''
  if (failed > 0)
    return { tone: 'bad', head: 'Not conformant', rest: `${counted(failed, 'requirement')} failed, ${scope}${more}` }
  if (conformant && requirements.decided < requirements.stated)
    return { tone: 'good', head: 'Conformant in part', rest: `none failed of what was looked at, ${scope}${more}` }
  if (conformant)
    return {
      tone: 'good',
      head: 'Conformant',
      rest: `all ${counted(requirements.stated, 'stated requirement')} decided, none failed${more}`,
    }
  if (counts.pass === 0)
    return { tone: 'open', head: 'Nothing was proven', rest: `no check passed or failed; ${scope}${more}` }
  return {
    tone: 'open',
    head: 'Not decided',
    rest:
      `none failed, but ${counted(open, 'requirement')} that ${open === 1 ? 'applies' : 'apply'} ` +
      `could not be decided; ${scope}${more}`,
  }
}

function knownLine({ known, new: fresh, stale }: BaselineOutcome): string {
  const staleEntries = `${stale.length} stale ${stale.length === 1 ? 'entry' : 'entries'}`
  return `; against the baseline: ${counted(known.length, 'known failure')}, ${fresh.length} new, ${staleEntries}`
}
