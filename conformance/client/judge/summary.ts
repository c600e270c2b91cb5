// The summary of results: the verdict of each requirement, and whether the client conforms.
import { type BaselineOutcome, type JudgedRun, knownChecks } from '../../report/baseline.ts'
import {
  toConformance,
  judgeExitCode,
  firstVerdict,
  type Outcome,
  type JudgeSummary,
  tallyResults,
  isUndecided,
} from '../../report/outcomes.ts'
import type { ClientRequirement } from '../catalogue/client-requirement.ts'
import { type ClientRequirementId, clientRequirements } from '../catalogue/requirements.ts'
import { type ClientVerdict, clientVerdicts, isChoice } from '../conclusions/client-conclusion.ts'
import type { ClientResult } from './client-result.ts'

/** The verdict of a requirement, with all results about it. */
export type ClientOutcome = Outcome<ClientRequirement & { readonly id: ClientRequirementId }, ClientResult>

/**
 * The order in which one verdict represents several. A failure is final. A run that kept a requirement decides it even
 * if other runs never met the situation.
 */
const precedence: readonly ClientVerdict[] = [
  'fail',
  'error',
  'advice',
  'pass',
  'blocked',
  'insufficientEvidence',
  'observed',
  'notApplicable',
]

/** The verdict of several results; undefined without any. */
export function verdictOfAll(results: readonly Pick<ClientResult, 'verdict'>[]): ClientVerdict | undefined {
  return firstVerdict(results, precedence)
}

/**
 * The verdict of a requirement. If a client used an equally correct alternative in one run, runs in which it had no
 * choice do not leave the requirement undecided.
 */
function verdictOfRequirement(results: readonly ClientResult[]): ClientVerdict | undefined {
  const verdict = verdictOfAll(results)
  const isDeclined = results.some(({ cause }) => isChoice(cause))
  return verdict === 'insufficientEvidence' && isDeclined ? 'notApplicable' : verdict
}

/** Options that decide what counts. */
export interface ClientSummaryOptions {
  readonly baseline?: BaselineOutcome | undefined
  /** Advice counts as a failure. Default: false. */
  readonly strict?: boolean
  /** Makes exit code 4 a 0. Default: false. */
  readonly allowUndecided?: boolean
}

/** The summary of a report. Requirements that do not apply to the client do not count. */
export interface ClientSummary extends JudgeSummary<ClientOutcome> {
  /** True if advice counts as a failure. */
  readonly strict: boolean
  /** The number of implied requirements that were not kept. */
  readonly advice: number
  /** The numbers of requirements below `stated` that were kept and that were not decided. */
  readonly beyond: { readonly kept: number; readonly open: number }
  readonly exitCode: 0 | 1 | 4
}

/** Summarizes the results of a report. */
export function summarizeClient(
  results: readonly ClientResult[],
  { baseline, strict = false, allowUndecided = false }: ClientSummaryOptions = {},
): ClientSummary {
  const isStated = ({ level }: ClientRequirement) => level === 'stated'
  const tally = tallyResults(results, clientRequirements, isStated, verdictOfRequirement, clientVerdicts)
  const { outcomes, counts, score } = tally
  const requirements = { stated: score.passed + score.failed + score.undecided, decided: score.passed + score.failed }
  const others = outcomes.filter(({ requirement }) => requirement.level !== 'stated')
  const beyond = {
    kept: others.filter(({ verdict }) => verdict === 'pass').length,
    open: others.filter(({ verdict }) => isUndecided(verdict)).length,
  }
  const known = knownChecks(baseline)
  const isFailure = (verdict: ClientVerdict) => verdict === 'fail' || (strict && verdict === 'advice')
  // A selection without stated requirements asks only about the others.
  const isKept = requirements.stated === 0 && beyond.kept > 0 && beyond.open === 0
  // A check that is blocked by a known failure also counts as known.
  const isOpen = ({ requirement, verdict }: ClientOutcome) =>
    requirement.level === 'stated' && isUndecided(verdict) && !(verdict === 'blocked' && known.size > 0)
  return {
    ...tally,
    // The clause of what a client reports is the first one of the specification, about the service.
    clauses: tally.clauses.map((score) => (score.clause === '1' ? { ...score, title: 'Results' } : score)),
    baseline,
    strict,
    requirements,
    conformant: toConformance(score.failed > 0, requirements),
    advice: outcomes.filter(({ verdict }) => verdict === 'advice').length,
    beyond,
    exitCode: judgeExitCode({
      isFailed: results.some(({ verdict, check }) => isFailure(verdict) && !known.has(check)),
      baseline,
      isNothing: requirements.decided === 0 && !isKept,
      isOpen: counts.error > 0 || outcomes.some(isOpen),
      allowUndecided,
    }),
  }
}

/** The verdict of each check over all runs, for baselines. With `strict`, advice is a failure. */
export function judgedChecks(results: readonly ClientResult[], strict: boolean): JudgedRun {
  const byCheck = [...Map.groupBy(results, ({ check }) => check)]
  return {
    results: byCheck.map(([check, found]) => {
      const verdict = verdictOfAll(found)!
      // A check that was kept is decided, whatever its level.
      const counted = verdict === 'advice' ? (strict ? 'fail' : 'pass') : verdict
      return { check, requirement: found[0]!.requirement, verdict: counted }
    }),
  }
}
