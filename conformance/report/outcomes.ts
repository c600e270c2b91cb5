// The summary of the results of any judge: the outcome of each requirement, the counts, and the sentence about them.
import { causeNames } from '../conclusions/cause.ts'
import type { Verdict } from '../conclusions/conclusion.ts'
import type { CheckResult } from '../judge/result.ts'
import type { BaselineOutcome, JudgedCheck } from './baseline.ts'
import { clauseTitle, compareClauses } from '../catalogue/clauses.ts'
import { capitalized, counted, joinNames } from './text.ts'
import { findOperation } from '../catalogue/operations.ts'

/** The outcome of all results about one requirement, of a service or of a client. */
export interface Outcome<Required, Told extends JudgedCheck> {
  readonly requirement: Required
  readonly verdict: Told['verdict']
  readonly results: readonly Told[]
}

/**
 * The order in which one verdict represents several: a failure is final, and an undecided check hides others that
 * passed.
 */
const precedence: readonly Verdict[] = [
  'fail',
  'error',
  'blocked',
  'insufficientEvidence',
  'pass',
  'observed',
  'notApplicable',
]

/** The verdict of several results; undefined without any. */
export function combinedVerdict(results: readonly { readonly verdict: Verdict }[]): Verdict | undefined {
  return firstVerdict(results, precedence)
}

/** The verdict that represents several results; undefined without any. */
export function firstVerdict<Found extends string>(
  results: readonly { readonly verdict: Found }[],
  order: readonly Found[],
): Found | undefined {
  return order.find((verdict) => results.some((result) => result.verdict === verdict))
}

/** The outcome of each requirement that has results, in the order of the requirements. */
export function collectOutcomes<Required extends { readonly id: string }, Told extends JudgedCheck>(
  results: readonly Told[],
  requirements: readonly Required[],
  verdictOfAll: (results: readonly Told[]) => Told['verdict'] | undefined,
): readonly Outcome<Required, Told>[] {
  const byRequirement = Map.groupBy(results, ({ requirement }) => requirement)
  return requirements.flatMap((requirement) => {
    const found = byRequirement.get(requirement.id)
    return found ? [{ requirement, verdict: verdictOfAll(found)!, results: found }] : []
  })
}

/** The summary of a judge: its counted results, and its verdict on the subject. */
export interface JudgeSummary<Counted extends Outcome<unknown, JudgedCheck>> {
  /** The outcome of each requirement that has results. */
  readonly outcomes: readonly Counted[]
  /** Results by verdict. */
  readonly counts: Readonly<Record<Counted['verdict'], number>>
  /** The number of stated requirements by outcome. */
  readonly score: Score
  /** The score of each clause, in the order of the specification. */
  readonly clauses: readonly ClauseScore[]
  /**
   * True if all requirements of the claim were decided and passed; false if some failed, null if some are open. A quick
   * run leaves it null.
   */
  readonly conformant: boolean | null
  /** The number of stated requirements that are claimed or apply, and of those that were decided. */
  readonly requirements: { readonly stated: number; readonly decided: number }
  /** The exit code of the command line. */
  readonly exitCode: 0 | 1 | 2 | 3 | 4
  /** The run compared with known failures. */
  readonly baseline: BaselineOutcome | undefined
}

/** Counts the results of a judge. @param verdictOf The verdict that represents several results. */
export function tallyResults<
  Required extends { readonly id: string; readonly clause: string },
  Told extends JudgedCheck<Verdict | 'advice'>,
>(
  results: readonly Told[],
  requirements: readonly Required[],
  isStated: (requirement: Required) => boolean,
  verdictOf: (results: readonly Told[]) => Told['verdict'] | undefined,
  verdicts: readonly Told['verdict'][],
): Pick<JudgeSummary<Outcome<Required, Told>>, 'outcomes' | 'counts' | 'score' | 'clauses'> {
  const outcomes = collectOutcomes(results, requirements, verdictOf)
  const stated = outcomes.filter(({ requirement }) => isStated(requirement))
  return { outcomes, counts: countVerdicts(results, verdicts), score: scoreOf(stated), clauses: scoreByClause(stated) }
}

/** The facts that decide the exit code of a judge. */
interface ExitFacts {
  readonly isFailed: boolean
  readonly baseline: BaselineOutcome | undefined
  /** True if nothing was decided. */
  readonly isNothing: boolean
  /** True if something is open. */
  readonly isOpen: boolean
  readonly allowUndecided: boolean
}

/** The exit code of a judge. An entry of the baseline that no longer fails must be removed. */
export function judgeExitCode({ isFailed, baseline, isNothing, isOpen, allowUndecided }: ExitFacts): 0 | 1 | 4 {
  if (isFailed || (baseline && baseline.stale.length > 0)) return 1
  return isNothing || (isOpen && !allowUndecided) ? 4 : 0
}

/** The number of results of each verdict. */
function countVerdicts<Found extends string>(
  results: readonly { readonly verdict: Found }[],
  verdicts: readonly Found[],
): Readonly<Record<Found, number>> {
  const countOf = (verdict: Found) => results.filter((result) => result.verdict === verdict).length
  return Object.fromEntries(verdicts.map((verdict) => [verdict, countOf(verdict)])) as Record<Found, number>
}

/**
 * False if something failed, true if everything was decided, null if something is open or there was nothing to decide.
 */
export function toConformance(
  isFailed: boolean,
  { stated, decided }: { readonly stated: number; readonly decided: number },
): boolean | null {
  return isFailed ? false : stated > 0 && decided === stated ? true : null
}

/** The checks and requirements that a result names as the cause why it could not be decided. */
function allCauses({ cause, via = [] }: CheckResult): readonly string[] {
  return [...via, ...(cause ? causeNames(cause) : [])]
}

/** The checks or the requirements that a result waited for. */
export function rootCauses({ cause, via }: CheckResult): readonly string[] {
  return via?.slice(0, 1) ?? (cause ? causeNames(cause) : [])
}

/** The number of stated requirements by outcome. Every report shows these numbers. */
export interface Score {
  readonly passed: number
  readonly failed: number
  readonly undecided: number
  /** Requirements that no check decided: they do not apply to the target or client, or were only observed. */
  readonly notLookedAt: number
}

/** The score of a clause. */
export interface ClauseScore extends Score {
  readonly clause: string
  readonly title: string
}

/** The outcome of a requirement of a service or a client. Advice does not count. */
type ScoredOutcome = Pick<
  Outcome<{ readonly clause: string }, JudgedCheck<Verdict | 'advice'>>,
  'requirement' | 'verdict'
>

/** Returns true if a verdict leaves its requirement open. */
export function isUndecided(verdict: ScoredOutcome['verdict']): boolean {
  return verdict === 'blocked' || verdict === 'insufficientEvidence' || verdict === 'error'
}

/** The score of some requirements. */
export function scoreOf(outcomes: readonly ScoredOutcome[]): Score {
  const count = (matches: (verdict: ScoredOutcome['verdict']) => boolean) =>
    outcomes.filter(({ verdict }) => matches(verdict)).length
  return {
    passed: count((verdict) => verdict === 'pass'),
    failed: count((verdict) => verdict === 'fail'),
    undecided: count(isUndecided),
    notLookedAt: count((verdict) => verdict === 'notApplicable' || verdict === 'observed'),
  }
}

/** The score of each clause, in the order of the specification. A subclause without a title has that of its clause. */
function scoreByClause(outcomes: readonly ScoredOutcome[]): readonly ClauseScore[] {
  return [...Map.groupBy(outcomes, ({ requirement }) => requirement.clause)]
    .sort(([left], [right]) => compareClauses(left, right))
    .map(([clause, members]) => {
      const title = clauseTitle(clause) || clauseTitle(clause.replace(/\.\d+$/, ''))
      return { clause, title, ...scoreOf(members) }
    })
}

/** The outcome of a clause, which passes if something in it passed, and nothing failed or is open. */
function clauseOutcome({
  passed,
  failed,
  undecided,
}: Score): 'passed' | 'failed' | 'could not be decided' | 'not checked' {
  if (failed > 0) return 'failed'
  if (undecided > 0) return 'could not be decided'
  return passed > 0 ? 'passed' : 'not checked'
}

/** The clauses by outcome, in a few sentences; empty if all passed. */
export function clausesText(clauses: readonly ClauseScore[]): string {
  const {
    passed = [],
    failed = [],
    'could not be decided': open = [],
    'not checked': unchecked = [],
  } = Object.groupBy(clauses, clauseOutcome)
  const others = [failed, open, unchecked].filter((group) => group.length > 0)
  if (others.length === 0) return ''
  // The first line of a report names the only clause.
  if (passed.length > 0 && others.length === 1 && failed.length === 1) return ''
  const exceptions = others.map((group) => `${numbers(group)} (${clauseOutcome(group[0]!)})`).join(' and ')
  if (passed.length === 0) return `No clause passed: ${exceptions}.`
  const listed = [passed, ...others].map((group) => `${capitalized(clauseOutcome(group[0]!))}: ${numbers(group)}.`)
  const short = `All clauses passed except ${exceptions}.`
  return unchecked.length === 0 && short.length <= listed.join(' ').length ? short : listed.join(' ')
}

const numbers = (clauses: readonly ClauseScore[]): string => joinNames(clauses.map(({ clause }) => clause))

/**
 * The checks that some failures left undecided: checks that name one of the failures as their cause, checks whose
 * deciding request has the documented path of a failure, and all checks that build on these.
 *
 * @param failures The ids of the failed checks.
 */
export function blockedBy(results: readonly CheckResult[], failures: ReadonlySet<string>): ReadonlySet<string> {
  const failed = results.filter(({ check }) => failures.has(check))
  const paths = new Set(failed.flatMap(pathsOf))
  // A cause names a check or a requirement.
  const causes = new Set<string>(failed.flatMap(({ check, requirement }) => [check, requirement]))
  const open = results.filter(({ verdict }) => verdict !== 'error' && isUndecided(verdict))
  const found = new Set<string>()
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const result of open) {
      const isOfThese =
        pathsOf(result).some((path) => paths.has(path)) || allCauses(result).some((id) => causes.has(id))
      if (!isOfThese || found.has(result.check)) continue
      found.add(result.check)
      causes.add(result.check)
    }
  }
  return found
}

/** The documented paths of the deciding requests. */
function pathsOf({ evidence, at = [] }: CheckResult): readonly string[] {
  return [...evidence.slice(-1), ...at].flatMap(({ request: { operation } }) =>
    operation === undefined ? [] : [findOperation(operation).path],
  )
}

/** The result in one sentence, which may be the only part that a person reads. */
export interface VerdictLine {
  readonly tone: 'good' | 'bad' | 'open'
  /** The result in a few words. */
  readonly head: string
  readonly rest: string
}

/** The members of a summary that a sentence about it needs. */
type SummaryFacts = Pick<JudgeSummary<never>, 'conformant' | 'requirements' | 'score' | 'exitCode' | 'baseline'>

/** The words of a verdict besides its numbers. */
interface VerdictWords {
  /** The claimed part of the specification; undefined for all of it. */
  readonly claimed?: string | undefined
  /** The name of a run of some checks, and the sentence about what would prove conformance. */
  readonly part?: { readonly name: string; readonly proof: string } | undefined
  /** True if nothing passed or failed. */
  readonly isNothing: boolean
  /** The reason why the run was aborted; undefined if it was not. */
  readonly aborted?: string | undefined
  /** The result in a few words if nothing failed and something is open. Default: `Could not be decided`. */
  readonly unbroken?: string | undefined
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
    baseline,
  }: SummaryFacts,
  { claimed, part, isNothing, aborted, unbroken = 'Could not be decided', notes }: VerdictWords,
): VerdictLine {
  const all = counted(stated, 'stated requirement')
  const to = claimed === undefined ? '' : ` to ${claimed}`
  const scope = `${decided} of ${all} decided${claimed === undefined || conformant === false ? '' : ` (${claimed})`}`
  const failures = failed > 0 ? `${counted(failed, 'requirement')} failed` : 'none failed'
  const undecided = open === 0 ? '' : `; ${open} that ${open === 1 ? 'applies' : 'apply'} could not be decided`
  const more = [...notes, baselineNote(baseline)].flatMap((note) => (note === '' ? [] : [`; ${note}`])).join('')
  if (conformant === false) return { tone: 'bad', head: `Not conformant${to}`, rest: `${failures}, ${scope}${more}` }
  if (aborted !== undefined)
    return {
      tone: failed > 0 ? 'bad' : 'open',
      head: 'Aborted',
      rest: `${aborted}; ${failures}, ${scope}${undecided}${more}`,
    }
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
  const head = exitCode === 0 ? 'Passed in part' : unbroken
  return { tone: 'open', head, rest: `none failed, ${scope}${undecided}${more}` }
}

/** Why a command exits with 4, and what makes that 0; undefined for another exit code. */
export function undecidedExit({
  exitCode,
  score: { undecided },
  requirements: { decided },
}: Pick<SummaryFacts, 'exitCode' | 'score' | 'requirements'>): string | undefined {
  if (exitCode !== 4) return undefined
  if (decided === 0) return 'Exit code 4: no stated requirement was decided.'
  const open =
    undecided === 0
      ? 'some checks'
      : `${counted(undecided, 'requirement')} that ${undecided === 1 ? 'applies' : 'apply'}`
  return `Exit code 4: ${open} could not be decided; --allow-undecided accepts that.`
}

function beyondText(failed: number, open: number): string {
  if (failed > 0) return `; ${counted(failed, 'requirement')} beyond the claim failed`
  return open > 0 ? `; ${counted(open, 'requirement')} beyond the claim could not be decided` : ''
}

/** The number of stated requirements that are not claimed; empty for none. */
export function unclaimedNote({ score: { notLookedAt } }: Pick<SummaryFacts, 'score'>): string {
  return notLookedAt === 0 ? '' : `${notLookedAt} not claimed`
}

/** The comparison of a run with its baseline; empty without a baseline. */
function baselineNote(baseline: BaselineOutcome | undefined): string {
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
