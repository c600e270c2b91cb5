import { type Claim, claimText } from '../catalogue/profiles.ts'
import type { BaselineOutcome } from './baseline.ts'
import type { VerdictLine } from './document.ts'
import type { Summary } from './summary.ts'
import { counted } from './text.ts'

/** The result of a run about a service. */
export function verdictLine(summary: Summary, baseline?: BaselineOutcome): VerdictLine {
  const { claim, counts, quick, refused } = summary
  return toVerdictLine(summary, {
    claimed: isFullClaim(claim) ? undefined : claimText(claim),
    part: quick ? { name: 'Quick run', proof: 'only a run without --quick proves conformance' } : undefined,
    isNothing: counts.pass + counts.fail === 0,
    notes: [
      // These must be corrected first.
      refused.length === 0 ? '' : `the target refused ${joinNames(refused)} of the target file`,
      unclaimedNote(summary),
      baselineNote(baseline),
    ],
  })
}

/** Returns true if a claim covers the whole specification. */
export const isFullClaim = ({ profile, without }: Claim): boolean => profile === 'full' && without.length === 0

/** Names in a sentence: a, b and c. */
function joinNames(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ')
}

/** The words of a verdict besides its numbers. */
interface VerdictWords {
  /** The claimed part of the specification; undefined for all of it. */
  readonly claimed?: string | undefined
  /** The name of a run of some checks, and the sentence about what would prove conformance. */
  readonly part?: { readonly name: string; readonly proof: string } | undefined
  /** True if nothing passed or failed. */
  readonly isNothing: boolean
  /** Further parts of the sentence; empty ones are left out. */
  readonly notes: readonly string[]
}

/** The result of any judge in one line, including failures beyond the claim. */
export function toVerdictLine(
  {
    conformant,
    requirements: { stated, decided },
    score: { failed, undecided: open },
    exitCode,
  }: Pick<Summary, 'conformant' | 'requirements' | 'score' | 'exitCode'>,
  { claimed, part, isNothing, notes }: VerdictWords,
): VerdictLine {
  const all = counted(stated, 'stated requirement')
  const to = claimed === undefined ? '' : ` to ${claimed}`
  const scope = `${decided} of ${all} decided${claimed === undefined || conformant === false ? '' : ` (${claimed})`}`
  const failures = failed > 0 ? `${counted(failed, 'requirement')} failed` : 'none failed'
  const undecided = open === 0 ? '' : `; ${open} that ${open === 1 ? 'applies' : 'apply'} could not be decided`
  const more = notes.flatMap((note) => (note === '' ? [] : [`; ${note}`])).join('')
  if (conformant === false) return { tone: 'bad', head: `Not conformant${to}`, rest: `${failures}, ${scope}${more}` }
  if (isNothing) return { tone: 'open', head: 'Nothing was proven', rest: `no check passed or failed; ${scope}${more}` }
  if (part)
    return {
      tone: failed > 0 ? 'bad' : conformant ? 'good' : 'open',
      head: failed > 0 ? `Failed (${part.name.toLowerCase()})` : part.name,
      rest: `${failures}, ${scope}${undecided}${more}; ${part.proof}`,
    }
  if (conformant)
    return {
      tone: failed + open > 0 ? 'open' : 'good',
      head: `Conformant${to}`,
      rest: `${stated === 1 ? 'the only stated requirement' : `all ${all}`} decided, none failed${beyondText(failed, open)}${more}`,
    }
  if (failed > 0) return { tone: 'bad', head: 'Failed beyond the claim', rest: `${failures}, ${scope}${more}` }
  // Everything that applied was decided, or open requirements are allowed.
  const head = exitCode === 0 ? 'Passed in part' : 'Could not be decided'
  return { tone: 'open', head, rest: `none failed, ${scope}${undecided}${more}` }
}

function beyondText(failed: number, open: number): string {
  if (failed > 0) return `; ${counted(failed, 'requirement')} beyond the claim failed`
  return open > 0 ? `; ${counted(open, 'requirement')} beyond the claim could not be decided` : ''
}

/** The number of stated requirements that are not claimed; empty for none. */
export function unclaimedNote({ score: { notLookedAt } }: Pick<Summary, 'score'>): string {
  return notLookedAt === 0 ? '' : `${notLookedAt} not claimed`
}

/** The comparison of a run with its baseline; empty without a baseline. */
export function baselineNote(baseline: BaselineOutcome | undefined): string {
  if (!baseline) return ''
  const { known, new: fresh, stale, flaky } = baseline
  const staleEntries = `${stale.length} stale ${stale.length === 1 ? 'entry' : 'entries'}`
  return `against the baseline: ${counted(known.length, 'known failure')}, ${fresh.length} new, ${staleEntries}${flakyEntries(known, flaky)}`
}

/** The results of flaky entries, which do not count. */
function flakyEntries(known: BaselineOutcome['known'], passed: BaselineOutcome['flaky']): string {
  const failed = known.filter(({ flaky }) => flaky).length
  if (failed + passed.length === 0) return ''
  return `; of its flaky entries ${failed} failed and ${passed.length} passed`
}
