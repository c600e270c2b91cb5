import { clauseTitle, compareClauses } from '../../catalogue/clauses.ts'
import type { ClauseScore, Score } from '../../report/summary.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import type { ClientReport } from '../judge/client-report.ts'
import { type ClientOutcome, requirementOutcomes } from '../judge/summary.ts'
import type { ClientBaseline } from './baseline.ts'

/** Options that decide what counts. */
export interface ClientSummaryOptions {
  readonly baseline?: ClientBaseline | undefined
  /** Advice counts as a failure. */
  readonly strict: boolean
  /** Makes exit code 4 a 0. */
  readonly allowUndecided: boolean
  /** True if a watched client reached the coverage that was asked for. Then the rest may stay open. */
  readonly isCovered?: boolean | undefined
}

/** The summary of a report. */
export interface ClientSummary {
  readonly outcomes: readonly ClientOutcome[]
  readonly score: Score
  readonly clauses: readonly ClauseScore[]
  /** The number of implied requirements that were not kept. */
  readonly advice: number
  readonly exitCode: 0 | 1 | 4
}

/** Counts what a report comes to. */
export function summarizeClient(report: ClientReport, options: ClientSummaryOptions): ClientSummary {
  const outcomes = requirementOutcomes(report.results)
  const stated = outcomes.filter(({ requirement }) => requirement.level === 'stated')
  const clauses = [...Map.groupBy(stated, ({ requirement }) => requirement.clause)]
    .sort(([left], [right]) => compareClauses(left, right))
    .map(([clause, members]) => ({ clause, title: titleOf(clause), ...scoreOf(members) }))
  return {
    outcomes,
    score: scoreOf(stated),
    clauses,
    advice: outcomes.filter(({ verdict }) => verdict === 'advice').length,
    exitCode: exitCodeOf(report, stated, options),
  }
}

/** The title of a clause, or of the clause that it is a part of. */
function titleOf(clause: string): string {
  return clauseTitle(clause) || clauseTitle(clause.replace(/\.\d+$/, ''))
}

const undecided: ReadonlySet<ClientVerdict> = new Set(['blocked', 'insufficientEvidence', 'error'])

function scoreOf(outcomes: readonly ClientOutcome[]): Score {
  const count = (matches: (verdict: ClientVerdict) => boolean) =>
    outcomes.filter(({ verdict }) => matches(verdict)).length
  return {
    passed: count((verdict) => verdict === 'pass'),
    failed: count((verdict) => verdict === 'fail'),
    undecided: count((verdict) => undecided.has(verdict)),
    // The client has no such thing, or it was observed alone.
    notLookedAt: count((verdict) => verdict === 'notApplicable' || verdict === 'observed'),
  }
}

function exitCodeOf(
  { results, requirements }: ClientReport,
  stated: readonly ClientOutcome[],
  { baseline, strict, allowUndecided, isCovered }: ClientSummaryOptions,
): 0 | 1 | 4 {
  const known = new Set(baseline?.known.map(({ check }) => check))
  const isFailure = (verdict: ClientVerdict) => verdict === 'fail' || (strict && verdict === 'advice')
  if (results.some(({ verdict, check }) => isFailure(verdict) && !known.has(check))) return 1
  if (baseline && baseline.stale.length > 0) return 1
  if (requirements.decided === 0 || isCovered === false) return 4
  if (isCovered && !results.some(({ verdict }) => verdict === 'error')) return 0
  // A check that a known failure blocks counts as known, too.
  const open = stated.filter(({ verdict }) => undecided.has(verdict) && !(verdict === 'blocked' && known.size > 0))
  const isOpen = open.length > 0 || results.some(({ verdict }) => verdict === 'error')
  return isOpen && !allowUndecided ? 4 : 0
}
