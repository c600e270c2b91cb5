import { claimText } from '../catalogue/profiles.ts'
import type { BaselineOutcome } from './baseline.ts'
import { isUndecided } from './outcomes.ts'
import type { Summary } from './summary.ts'
import { counted } from './text.ts'

/** The whole run in a sentence: the first thing that a person reads, and maybe the only one. */
export interface VerdictLine {
  readonly tone: 'good' | 'bad' | 'open'
  /** A few words. */
  readonly head: string
  readonly rest: string
}

/** The result of a run in one line. What failed beyond the claim is told, too. */
export function verdictLine(summary: Summary, baseline?: BaselineOutcome): VerdictLine {
  const { claim, conformant, counts, outcomes, requirements } = summary
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail').length
  const open = outcomes.filter(({ verdict }) => isUndecided(verdict)).length
  const isWhole = claim.profile === 'full' && claim.without.length === 0
  const claimed = claimText(claim)
  const decided = `${requirements.decided} of ${counted(requirements.stated, 'stated requirement')} decided`
  const scope = isWhole || conformant === false ? decided : `${decided} (${claimed})`
  const to = isWhole ? '' : ` to ${claimed}`
  const more = baseline ? knownLine(baseline) : ''
  if (conformant === false || (failed > 0 && conformant === null))
    return {
      tone: 'bad',
      head: conformant === false ? `Not conformant${to}` : 'Not decided',
      rest: `${counted(failed, 'requirement')} failed, ${scope}${more}`,
    }
  if (conformant)
    return {
      tone: failed + open > 0 ? 'open' : 'good',
      head: `Conformant${to}`,
      rest:
        `all ${counted(requirements.stated, 'stated requirement')} decided, none failed` +
        `${beyond(failed, open)}${more}`,
    }
  if (counts.pass === 0)
    return { tone: 'open', head: 'Nothing was proven', rest: `no check passed or failed; ${scope}${more}` }
  return { tone: 'open', head: 'Not decided', rest: `none failed, ${scope}${openLine(open)}${more}` }
}

function beyond(failed: number, open: number): string {
  if (failed > 0) return `; ${counted(failed, 'requirement')} beyond the claim failed`
  return open > 0 ? `; ${counted(open, 'requirement')} beyond the claim could not be decided` : ''
}

function openLine(open: number): string {
  if (open === 0) return ''
  return `; ${open} that ${open === 1 ? 'applies' : 'apply'} could not be decided`
}

function knownLine({ known, new: fresh, stale }: BaselineOutcome): string {
  const staleEntries = `${stale.length} stale ${stale.length === 1 ? 'entry' : 'entries'}`
  return `; against the baseline: ${counted(known.length, 'known failure')}, ${fresh.length} new, ${staleEntries}`
}
