import { clauseTitle, compareClauses } from '../catalogue/clauses.ts'
import type { Verdict } from '../conclusions/conclusion.ts'

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
interface Outcome {
  readonly requirement: { readonly clause: string }
  readonly verdict: Verdict | 'advice'
}

/** Returns true if a verdict leaves its requirement open. */
export function isUndecided(verdict: Outcome['verdict']): boolean {
  return verdict === 'blocked' || verdict === 'insufficientEvidence' || verdict === 'error'
}

/** The score of some requirements. */
export function scoreOf(outcomes: readonly Outcome[]): Score {
  const count = (matches: (verdict: Outcome['verdict']) => boolean) =>
    outcomes.filter(({ verdict }) => matches(verdict)).length
  return {
    passed: count((verdict) => verdict === 'pass'),
    failed: count((verdict) => verdict === 'fail'),
    undecided: count(isUndecided),
    notLookedAt: count((verdict) => verdict === 'notApplicable' || verdict === 'observed'),
  }
}

/** The score of each clause, in the order of the specification. A subclause without a title has that of its clause. */
export function scoreByClause(outcomes: readonly Outcome[]): readonly ClauseScore[] {
  return [...Map.groupBy(outcomes, ({ requirement }) => requirement.clause)]
    .sort(([left], [right]) => compareClauses(left, right))
    .map(([clause, members]) => {
      const title = clauseTitle(clause) || clauseTitle(clause.replace(/\.\d+$/, ''))
      return { clause, title, ...scoreOf(members) }
    })
}

/** The clauses that did not pass, in one sentence; empty if all passed. */
export function clausesText(clauses: readonly ClauseScore[]): string {
  const failed = clauses.filter((score) => score.failed > 0)
  const open = clauses.filter((score) => score.failed === 0 && score.undecided > 0)
  const hasPassed = clauses.some((score) => score.passed > 0 && !failed.includes(score) && !open.includes(score))
  const texts = [
    ...(failed.length > 0 ? [`${numbers(failed)} (failed)`] : []),
    ...(open.length > 0 ? [`${numbers(open)} (could not be decided)`] : []),
  ]
  if (texts.length === 0) return ''
  return `${hasPassed ? 'All clauses passed but' : 'No clause passed:'} ${texts.join(' and ')}.`
}

const numbers = (clauses: readonly ClauseScore[]): string => clauses.map(({ clause }) => clause).join(', ')
