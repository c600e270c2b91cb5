import { claimText } from '../catalogue/profiles.ts'
import type { BaselineOutcome } from './baseline.ts'
import type { VerdictLine } from './document.ts'
import type { Summary } from './summary.ts'
import { counted } from './text.ts'

/** The result of a run in one line, including failures beyond the claim. */
export function verdictLine(summary: Summary, baseline?: BaselineOutcome): VerdictLine {
  const { claim, conformant, counts, quick, requirements, score } = summary
  const { failed, undecided: open } = score
  const isWhole = claim.profile === 'full' && claim.without.length === 0
  const claimed = claimText(claim)
  const decided = `${requirements.decided} of ${counted(requirements.stated, 'stated requirement')} decided`
  const scope = isWhole || conformant === false ? decided : `${decided} (${claimed})`
  const to = isWhole ? '' : ` to ${claimed}`
  const more = `${refusedLine(summary)}${unclaimedLine(summary)}${baselineLine(baseline)}`
  if (quick && counts.pass + counts.fail > 0)
    return {
      tone: failed > 0 ? 'bad' : 'open',
      head: failed > 0 ? 'Failed (quick run)' : 'Quick run',
      rest: `${failed > 0 ? `${counted(failed, 'requirement')} failed` : 'none failed'}, ${scope}${openLine(open)}${more}; only a run without --quick proves conformance`,
    }
  if (conformant === false || (failed > 0 && conformant === null))
    return {
      tone: 'bad',
      head: conformant === false ? `Not conformant${to}` : 'Failed beyond the claim',
      rest: `${counted(failed, 'requirement')} failed, ${scope}${more}`,
    }
  if (conformant)
    return {
      tone: failed + open > 0 ? 'open' : 'good',
      head: `Conformant${to}`,
      rest: `all ${counted(requirements.stated, 'stated requirement')} decided, none failed${beyond(failed, open)}${more}`,
    }
  if (counts.pass === 0)
    return { tone: 'open', head: 'Nothing was proven', rest: `no check passed or failed; ${scope}${more}` }
  // Everything that applied was decided, or open requirements are allowed.
  const head = summary.exitCode === 0 ? 'Passed in part' : 'Could not be decided'
  return { tone: 'open', head, rest: `none failed, ${scope}${openLine(open)}${more}` }
}

/** The members of the target file that the target refused, which must be corrected first. */
function refusedLine({ refused }: Summary): string {
  return refused.length === 0 ? '' : `; the target refused ${inWords(refused)} of the target file`
}

function beyond(failed: number, open: number): string {
  if (failed > 0) return `; ${counted(failed, 'requirement')} beyond the claim failed`
  return open > 0 ? `; ${counted(open, 'requirement')} beyond the claim could not be decided` : ''
}

function openLine(open: number): string {
  if (open === 0) return ''
  return `; ${open} that ${open === 1 ? 'applies' : 'apply'} could not be decided`
}

/** The number of stated requirements that the target file does not claim. */
function unclaimedLine({ score: { notLookedAt } }: Summary): string {
  return notLookedAt === 0 ? '' : `; ${notLookedAt} not claimed`
}

/** The comparison of a run with its baseline, as the end of a sentence; empty without a baseline. */
export function baselineLine(baseline: BaselineOutcome | undefined): string {
  if (!baseline) return ''
  const { known, new: fresh, stale, flaky } = baseline
  const staleEntries = `${stale.length} stale ${stale.length === 1 ? 'entry' : 'entries'}`
  return `; against the baseline: ${counted(known.length, 'known failure')}, ${fresh.length} new, ${staleEntries}${flakyEntries(known, flaky)}`
}

/** The results of flaky entries, which do not count. */
function flakyEntries(known: BaselineOutcome['known'], passed: BaselineOutcome['flaky']): string {
  const failed = known.filter(({ flaky }) => flaky).length
  if (failed + passed.length === 0) return ''
  return `; of its flaky entries ${failed} failed and ${passed.length} passed`
}

/** Names in a sentence: a, b and c. */
function inWords(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ')
}
