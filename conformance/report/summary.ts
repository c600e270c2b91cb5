import { findOperation, operations } from '../catalogue/operations.ts'
import { claimText, isClaimed, type Claim, omittedOffersText } from '../catalogue/profiles.ts'
import { catalogueDigest } from '../catalogue/kit.ts'
import { type Requirement, requirements as catalogue } from '../catalogue/requirements.ts'
import { type Verdict, verdicts } from '../conclusions/conclusion.ts'
import { checks } from '../checks/checks.ts'
import { type Check, isPassive } from '../judge/define-check.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import type { Declaration } from '../target/declarations.ts'
import { type BaselineOutcome, knownChecks } from './baseline.ts'
import { counted, joinNames } from './text.ts'
import {
  blockedBy,
  toConformance,
  judgeExitCode,
  type Outcome,
  rootCauses,
  type JudgeSummary,
  tallyResults,
  combinedVerdict,
  isUndecided,
  toVerdictLine,
  unclaimedNote,
  type VerdictLine,
} from './outcomes.ts'

/** Options that decide what a summary counts. */
export interface SummaryOptions {
  /** The requirements to summarise. Default: the kit's. */
  readonly requirements?: readonly Requirement[]
  /** The baseline. Known failures do not count; new ones and stale entries do. */
  readonly baseline?: BaselineOutcome | undefined
  /** True if open requirements are allowed: exit code 4 becomes 0. */
  readonly allowUndecided?: boolean | undefined
}

/** The outcome of all checks of one requirement. */
export type RequirementOutcome = Outcome<Requirement, CheckResult>

/**
 * The result of a run: the counts, the score of each clause, and the exit code. The score covers all stated
 * requirements.
 */
export interface Summary extends JudgeSummary<RequirementOutcome> {
  /** The claim of the target. */
  readonly claim: Claim
  /** True if it is the result of a quick run. */
  readonly quick: boolean
  /** The requirements that the claim covers and that no check decided. */
  readonly open: readonly Requirement[]
  /** The members of the target file whose credentials the target refused. */
  readonly refused: readonly string[]
  /** True for a run that was cut short, as the service stopped answering. */
  readonly aborted: boolean
  /** The number of answers before the service stopped answering; undefined if it never did. */
  readonly stoppedAfter: number | undefined
  /** Identifies the catalogue: equal digests mean equal statements. */
  readonly digest: string
}

/** Summarizes a run. Requirements are in the order of the catalogue, clauses in that of the specification. */
export function summarize(
  result: RunResult,
  { requirements = catalogue, baseline, allowUndecided = false }: SummaryOptions = {},
): Summary {
  const isStated = ({ kind }: Requirement) => kind === 'stated'
  const tally = tallyResults(result.results, requirements, isStated, combinedVerdict, verdicts)
  const claimed = requirements.filter((requirement) => isClaimed(requirement, result.claim))
  const decided = new Map([...claimedVerdicts(result, tally.outcomes)].filter(([, verdict]) => isDecided(verdict)))
  const numbers = { stated: claimed.length, decided: decided.size }
  const aborted = isAborted(result)
  return {
    ...tally,
    claim: result.claim,
    requirements: numbers,
    quick: result.quick,
    conformant: result.quick ? null : toConformance([...decided.values()].includes('fail'), numbers),
    open: claimed.filter(({ id }) => !decided.has(id)),
    refused: refusedMembers(result.results),
    baseline,
    aborted,
    stoppedAfter: result.stoppedAfter,
    exitCode: serviceExitCode(result.results, baseline, allowUndecided, aborted),
    digest: catalogueDigest(requirements),
  }
}

/**
 * The verdicts of the requirements that a claim covers, by id. A requirement may apply in several places. If a target
 * claims only some paths, undecided places at other paths do not count.
 */
function claimedVerdicts(
  { claim, results }: RunResult,
  outcomes: readonly RequirementOutcome[],
): ReadonlyMap<string, Verdict> {
  const covered = new Set(
    outcomes.filter(({ requirement }) => isClaimed(requirement, claim)).map(({ requirement }) => requirement.id),
  )
  const requirementOf = new Map<string, string>(results.map(({ check, requirement }) => [check, requirement]))
  const isPart = operations.some(({ part }) => part === claim.profile)
  const isElsewhere = (result: CheckResult): boolean => {
    if (result.verdict !== 'blocked' && result.verdict !== 'insufficientEvidence') return false
    // A check also inherits the causes of the undecided checks that it builds on.
    const causes = [...rootCauses(result), ...(result.via ?? [])]
    if (causes.some((cause) => !covered.has(requirementOf.get(cause) ?? cause))) return true
    const operation = result.evidence.at(-1)?.request.operation
    const part = operation && findOperation(operation).part
    return part !== undefined && part !== claim.profile
  }
  return new Map(
    outcomes
      .filter(({ requirement }) => covered.has(requirement.id))
      .map(({ requirement, verdict, results: found }) => {
        const here = isPart ? combinedVerdict(found.filter((result) => !isElsewhere(result))) : verdict
        return [requirement.id, here === undefined || here === 'notApplicable' ? verdict : here]
      }),
  )
}

function isDecided(verdict: Verdict): boolean {
  return verdict === 'pass' || verdict === 'fail'
}

function serviceExitCode(
  results: readonly CheckResult[],
  baseline: BaselineOutcome | undefined,
  allowUndecided: boolean,
  aborted: boolean,
): Summary['exitCode'] {
  const known = knownChecks(baseline)
  const decided = results.filter(({ verdict }) => isDecided(verdict))
  // A check that is blocked by a known failure also counts as known.
  const excused = blockedBy(results, known)
  const code = judgeExitCode({
    isFailed: results.some(({ verdict, check }) => verdict === 'fail' && !known.has(check)),
    baseline,
    isNothing: decided.length === 0,
    isOpen: results.some(({ verdict, check }) => isUndecided(verdict) && !excused.has(check)),
    allowUndecided: allowUndecided && !aborted,
  })
  // If no check with a credential was decided, the target file must be corrected first.
  const isRefused = refusedMembers(results).length > 0 && !decided.some(({ check }) => takesCredentials(check))
  if (code === 1) return 1
  if (isRefused) return 2
  return code === 4 && aborted ? 3 : code
}

/** Returns true for a run that was cut short, as the service stopped answering. */
function isAborted({ results, stoppedAfter }: RunResult): boolean {
  return (
    stoppedAfter !== undefined && results.some(({ verdict, cause }) => isUndecided(verdict) && cause?.kind === 'outage')
  )
}

/** The reason why a run was aborted, in words; undefined if it was not. */
const abortedText = ({ aborted, stoppedAfter = 0 }: Summary): string | undefined =>
  aborted ? `the service stopped answering after ${counted(stoppedAfter, 'request')}` : undefined

/** The members of the target file whose credentials the target refused, without duplicates. */
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

/** Returns true if a check sends credentials itself. A passive check reads the exchanges of other checks. */
function takesCredentials(id: string): boolean {
  const check = checksById.get(id)
  return !check || (!isPassive(check) && (check.needs ?? []).some((need) => ofCredentials.has(need)))
}

/** The result of a run about a service. */
export function verdictLine(summary: Summary): VerdictLine {
  const { claim, counts, quick, refused } = summary
  return toVerdictLine(summary, {
    claimed: isFullClaim(claim)
      ? undefined
      : isReducedClaim(claim)
        ? `a part${omittedOffersText(claim.without)}`
        : claimText(claim),
    part: quick ? { name: 'Quick run', proof: 'only a run without --quick proves conformance' } : undefined,
    isNothing: counts.pass + counts.fail === 0,
    aborted: abortedText(summary),
    notes: [
      // These must be corrected first.
      refused.length === 0 ? '' : `the target refused ${joinNames(refused)} of the target file`,
      unclaimedNote(summary),
    ],
  })
}

/** Returns true if a claim of the whole specification leaves out more than two parts. */
export const isReducedClaim = ({ profile, without }: Claim): boolean => profile === 'full' && without.length > 2

/** Returns true if a claim covers the whole specification. */
export const isFullClaim = ({ profile, without }: Claim): boolean => profile === 'full' && without.length === 0
