import { clauseTitle, compareClauses } from '../catalogue/clauses.ts'
import { digestOf } from '../catalogue/kit.ts'
import { type Requirement, requirements as catalogue } from '../catalogue/requirements.ts'
import { type Verdict, verdicts } from '../catalogue/verdict.ts'
import type { CheckResult, RunResult } from '../run/result.ts'
import type { BaselineOutcome } from './baseline.ts'

/** What a summary counts. */
export interface SummaryOptions {
  /** The requirements to summarise. Default: the kit's. */
  readonly requirements?: readonly Requirement[]
  /** Known failures do not count, new ones and stale entries do. */
  readonly baseline?: BaselineOutcome | undefined
  /** Makes exit code 4 a 0. */
  readonly allowUndecided?: boolean | undefined
}

/** The outcome of all checks of one requirement. */
export interface RequirementOutcome {
  readonly requirement: Requirement
  readonly verdict: Verdict
  readonly results: readonly CheckResult[]
}

/** The outcomes of the stated requirements of a clause. */
export interface ClauseScore {
  readonly clause: string
  readonly title: string
  readonly passed: number
  readonly failed: number
  readonly undecided: number
  readonly notApplicable: number
}

/** The result of a run: the counts, the score of each clause, and the exit code. */
export interface Summary {
  /** Checks by verdict. */
  readonly counts: Readonly<Record<Verdict, number>>
  /** How many requirements are stated, and how many were decided. */
  readonly requirements: { readonly stated: number; readonly decided: number }
  /** Whether nothing failed and everything that applies was decided. */
  readonly conformant: boolean
  /** The exit code of the command line. */
  readonly exitCode: 0 | 1 | 4
  /** How each requirement came out. */
  readonly outcomes: readonly RequirementOutcome[]
  /** How each clause came out. */
  readonly clauses: readonly ClauseScore[]
  /** Identifies the catalogue: the same digest means the same statements. */
  readonly digest: string
}

/** Which verdict speaks for several: a failure is final, and what was not decided hides what passed beside it. */
const precedence: readonly Verdict[] = [
  'fail',
  'error',
  'blocked',
  'insufficientEvidence',
  'pass',
  'observed',
  'notApplicable',
]

/** Whether a verdict leaves open what it was about. */
export function isUndecided(verdict: Verdict): boolean {
  return verdict === 'blocked' || verdict === 'insufficientEvidence' || verdict === 'error'
}

/** What a run comes to. The order of requirements is that of the catalogue, of clauses that of the specification. */
export function summarize(
  result: RunResult,
  { requirements = catalogue, baseline, allowUndecided = false }: SummaryOptions = {},
): Summary {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>
  for (const { verdict } of result.results) counts[verdict]++
  const outcomes = outcomesOf(result.results, requirements)
  const judged = outcomes.filter(({ requirement }) => requirement.kind === 'stated')
  return {
    counts,
    requirements: {
      stated: requirements.filter(({ kind, excluded }) => kind === 'stated' && excluded === undefined).length,
      decided: judged.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length,
    },
    conformant: counts.pass > 0 && counts.fail === 0 && !result.results.some(({ verdict }) => isUndecided(verdict)),
    exitCode: exitCodeOf(result.results, baseline, allowUndecided),
    outcomes,
    clauses: scoreByClause(judged),
    digest: digestOf(requirements),
  }
}

/** The check that a blocked one waited for, or the requirement that its message refers to. */
export function rootCauseOf(message: string): string | undefined {
  return (
    /^([a-z0-9-]+(?:\.[a-z0-9-]+)+) did not pass/.exec(message)?.[1] ??
    /\(see ([a-z0-9-]+(?:\.[a-z0-9-]+)+)\)/.exec(message)?.[1]
  )
}

function exitCodeOf(
  results: readonly CheckResult[],
  baseline: BaselineOutcome | undefined,
  allowUndecided: boolean,
): 0 | 1 | 4 {
  const known = new Set(baseline?.known.map(({ check }) => check))
  if (
    results.some(({ verdict, check }) => verdict === 'fail' && !known.has(check)) ||
    (baseline && baseline.stale.length > 0)
  )
    return 1
  if (!results.some(({ verdict }) => verdict === 'pass' || verdict === 'fail')) return 4
  // What a known failure blocks is as known as the failure itself.
  const excused = new Set([...known, ...(baseline?.known.map(({ requirement }) => requirement) ?? [])])
  const undecided = results.filter(
    ({ verdict, message }) =>
      isUndecided(verdict) && !(verdict === 'blocked' && excused.has(rootCauseOf(message) ?? '')),
  )
  return undecided.length > 0 && !allowUndecided ? 4 : 0
}

function outcomesOf(
  results: readonly CheckResult[],
  requirements: readonly Requirement[],
): readonly RequirementOutcome[] {
  const byRequirement = Map.groupBy(results, ({ requirement }) => requirement as string)
  return requirements.flatMap((requirement) => {
    const own = byRequirement.get(requirement.id)
    return own
      ? [
          {
            requirement,
            verdict: precedence.find((verdict) => own.some((one) => one.verdict === verdict))!,
            results: own,
          },
        ]
      : []
  })
}

function scoreByClause(outcomes: readonly RequirementOutcome[]): readonly ClauseScore[] {
  return [...Map.groupBy(outcomes, ({ requirement }) => requirement.clause)]
    .sort(([left], [right]) => compareClauses(left, right))
    .map(([clause, own]) => {
      const count = (matches: (verdict: Verdict) => boolean) => own.filter(({ verdict }) => matches(verdict)).length
      return {
        clause,
        title: clauseTitle(clause),
        passed: count((verdict) => verdict === 'pass'),
        failed: count((verdict) => verdict === 'fail'),
        undecided: count(isUndecided),
        notApplicable: count((verdict) => verdict === 'notApplicable' || verdict === 'observed'),
      }
    })
}
