import { isClaimed, type Claim } from '../catalogue/profiles.ts'
import { digestOf } from '../catalogue/kit.ts'
import { type Requirement, requirements as catalogue } from '../catalogue/requirements.ts'
import { type Verdict, verdicts } from '../conclusions/conclusion.ts'
import { checks } from '../checks/checks.ts'
import { type Check, isPassive } from '../judge/define-check.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import type { Declaration } from '../target/declarations.ts'
import type { BaselineOutcome } from './baseline.ts'
import { claimedVerdicts } from './claimed-verdicts.ts'
import { blockedBy } from './blocked-by.ts'
import { conformanceOf, countsOf, outcomesOf, type RequirementOutcome, verdictOf } from './outcomes.ts'
import { type ClauseScore, isUndecided, type Score, scoreByClause, scoreOf } from './score.ts'

/** Options that decide what a summary counts. */
export interface SummaryOptions {
  /** The requirements to summarise. Default: the kit's. */
  readonly requirements?: readonly Requirement[]
  /** The baseline. Known failures do not count; new ones and stale entries do. */
  readonly baseline?: BaselineOutcome | undefined
  /** True if open requirements are allowed: exit code 4 becomes 0. */
  readonly allowUndecided?: boolean | undefined
}

/** The result of a run: the counts, the score of each clause, and the exit code. */
export interface Summary {
  /** The claim of the target. */
  readonly claim: Claim
  /** Checks by verdict. */
  readonly counts: Readonly<Record<Verdict, number>>
  /** The number of requirements that the claim covers, and of those that were decided. */
  readonly requirements: { readonly stated: number; readonly decided: number }
  /** True if it is the result of a quick run. */
  readonly quick: boolean
  /**
   * True if all requirements of the claim were decided and passed; false if some failed, null if some are open. A quick
   * run leaves it null.
   */
  readonly conformant: boolean | null
  /** The requirements that the claim covers and no check decided. */
  readonly open: readonly Requirement[]
  /** The members of the target file that the target refused. */
  readonly refused: readonly string[]
  /** The exit code of the command line. */
  readonly exitCode: 0 | 1 | 2 | 4
  /** The number of all stated requirements by outcome, whatever is claimed. */
  readonly score: Score
  /** The outcome of each requirement. */
  readonly outcomes: readonly RequirementOutcome[]
  /** The score of each clause. */
  readonly clauses: readonly ClauseScore[]
  /** Identifies the catalogue: the same digest means the same statements. */
  readonly digest: string
}

/** Summarizes a run. Requirements are in the order of the catalogue, clauses in that of the specification. */
export function summarize(
  result: RunResult,
  { requirements = catalogue, baseline, allowUndecided = false }: SummaryOptions = {},
): Summary {
  const outcomes = outcomesOf(result.results, requirements, verdictOf)
  const judged = outcomes.filter(({ requirement }) => requirement.kind === 'stated')
  const claimed = requirements.filter((requirement) => isClaimed(requirement, result.claim))
  const decided = new Map([...claimedVerdicts(result, outcomes)].filter(([, verdict]) => isDecided(verdict)))
  const numbers = { stated: claimed.length, decided: decided.size }
  return {
    claim: result.claim,
    counts: countsOf(result.results, verdicts),
    requirements: numbers,
    quick: result.quick,
    conformant: result.quick ? null : conformanceOf([...decided.values()].includes('fail'), numbers),
    open: claimed.filter(({ id }) => !decided.has(id)),
    refused: refusedMembers(result.results),
    exitCode: exitCodeOf(result.results, baseline, allowUndecided),
    score: scoreOf(judged),
    outcomes,
    clauses: scoreByClause(judged),
    digest: digestOf(requirements),
  }
}

function isDecided(verdict: Verdict): boolean {
  return verdict === 'pass' || verdict === 'fail'
}

function exitCodeOf(
  results: readonly CheckResult[],
  baseline: BaselineOutcome | undefined,
  allowUndecided: boolean,
): 0 | 1 | 2 | 4 {
  const known = new Set<string>(baseline?.known.map(({ check }) => check))
  if (
    results.some(({ verdict, check }) => verdict === 'fail' && !known.has(check)) ||
    (baseline && baseline.stale.length > 0)
  )
    return 1
  const decided = results.filter(({ verdict }) => isDecided(verdict))
  // Then nothing that takes a credential was judged, and the target file has to be mended first.
  if (refusedMembers(results).length > 0 && !decided.some(({ check }) => takesCredentials(check))) return 2
  if (decided.length === 0) return 4
  // A check that a known failure blocks counts as known, too.
  const excused = blockedBy(results, known)
  const undecided = results.filter(({ verdict, check }) => isUndecided(verdict) && !excused.has(check))
  return undecided.length > 0 && !allowUndecided ? 4 : 0
}

/** The members of the target file that declare credentials which the target refused, each once. */
function refusedMembers(results: readonly CheckResult[]): readonly string[] {
  return [...new Set(results.flatMap(({ cause }) => (cause?.kind === 'credential' ? (cause.member ?? []) : [])))].sort()
}

const ofCredentials: ReadonlySet<Declaration> = new Set([
  'bearer',
  'oauth',
  'integrationToken',
  'apiKey',
  'dsn',
  'legacy',
] as const)

const checksById: ReadonlyMap<string, Check> = new Map(checks.map((check) => [check.id, check]))

/** Whether a check sends credentials by itself. A passive check reads what others send. */
function takesCredentials(id: string): boolean {
  const check = checksById.get(id)
  return !check || (!isPassive(check) && (check.needs ?? []).some((need) => ofCredentials.has(need)))
}
