import type { BaselineOutcome } from '../../report/baseline.ts'
import { type ClauseScore, isUndecided, type Score, scoreByClause, scoreOf } from '../../report/score.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import type { ClientReport } from '../judge/client-report.ts'
import { type ClientOutcome, requirementOutcomes } from '../judge/summary.ts'

/** Options that decide what counts. */
export interface ClientSummaryOptions {
  readonly baseline?: BaselineOutcome | undefined
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
  /** How many requirements that are not stated were kept, and how many of these were not decided. */
  readonly beyond: { readonly kept: number; readonly open: number }
  readonly exitCode: 0 | 1 | 4
}

/** Counts what a report comes to. */
export function summarizeClient(report: ClientReport, options: ClientSummaryOptions): ClientSummary {
  const outcomes = requirementOutcomes(report.results)
  const stated = outcomes.filter(({ requirement }) => requirement.level === 'stated')
  const others = outcomes.filter(({ requirement }) => requirement.level !== 'stated')
  const beyond = {
    kept: others.filter(({ verdict }) => verdict === 'pass').length,
    open: others.filter(({ verdict }) => isUndecided(verdict)).length,
  }
  return {
    outcomes,
    score: scoreOf(stated),
    clauses: scoreByClause(stated),
    advice: outcomes.filter(({ verdict }) => verdict === 'advice').length,
    beyond,
    exitCode: exitCodeOf(report, { stated, beyond }, options),
  }
}

function exitCodeOf(
  { results, requirements }: ClientReport,
  { stated, beyond }: Pick<ClientSummary, 'beyond'> & { readonly stated: readonly ClientOutcome[] },
  { baseline, strict, allowUndecided, isCovered }: ClientSummaryOptions,
): 0 | 1 | 4 {
  const known = new Set(baseline?.known.map(({ check }) => check))
  const isFailure = (verdict: ClientVerdict) => verdict === 'fail' || (strict && verdict === 'advice')
  if (results.some(({ verdict, check }) => isFailure(verdict) && !known.has(check))) return 1
  if (baseline && baseline.stale.length > 0) return 1
  // Who chose none that is stated asked about the others.
  const isKept = requirements.stated === 0 && beyond.kept > 0 && beyond.open === 0
  if ((requirements.decided === 0 && !isKept) || isCovered === false) return 4
  if (isCovered && !results.some(({ verdict }) => verdict === 'error')) return 0
  // A check that a known failure blocks counts as known, too.
  const open = stated.filter(({ verdict }) => isUndecided(verdict) && !(verdict === 'blocked' && known.size > 0))
  const isOpen = open.length > 0 || results.some(({ verdict }) => verdict === 'error')
  return isOpen && !allowUndecided ? 4 : 0
}
