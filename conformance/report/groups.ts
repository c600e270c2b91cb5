import { type Offer, omittedFor } from '../catalogue/profiles.ts'
import { requirements } from '../catalogue/requirements.ts'
import { type Cause, type CauseKind, namedIn } from '../conclusions/cause.ts'
import { type Phrase, phrase } from '../conclusions/phrase.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'

/** Checks with the same ending for one cause. */
export interface ReasonGroup {
  /** The cause in words: of each result, as several checks may describe one cause differently. */
  readonly reasons: readonly Phrase[]
  readonly results: readonly CheckResult[]
}

/**
 * Blocked checks by their root cause: a check that did not pass, or something missing. Failed requirements are left
 * out.
 */
export function blockedGroups(result: RunResult): readonly ReasonGroup[] {
  return grouped(notFailed(result), 'blocked', (blocked) => {
    const { cause } = blocked
    return cause?.kind === 'check' || cause?.kind === 'requirement'
      ? phrase`${{ list: namedIn(cause), between: ' and ' }} did not pass`
      : remarkOf(blocked)
  })
}

/** Checks that the data or a limit could not decide, by their cause. Failed requirements are left out. */
export function insufficientGroups(result: RunResult): readonly ReasonGroup[] {
  return grouped(notFailed(result), 'insufficientEvidence', remarkOf)
}

/** Checks that did not run, by the members to declare. */
export function undeclaredGroups(result: RunResult): readonly ReasonGroup[] {
  return grouped(notOmitted(result), 'notApplicable', undeclaredReason)
}

/** Requirements that no check looked at, by the members to declare. */
export function unseenGroups(result: RunResult): readonly ReasonGroup[] {
  return grouped(
    notOmitted(result).filter(({ requirement }) => !seenIn(result).has(requirement)),
    'notApplicable',
    undeclaredReason,
  )
}

/** Requirements that only some checks looked at, by the members to declare. */
export function partlySeenGroups(result: RunResult): readonly ReasonGroup[] {
  return grouped(
    notOmitted(result).filter(({ requirement }) => seenIn(result).has(requirement)),
    'notApplicable',
    undeclaredReason,
  )
}

/** Requirements of the parts that the service does not offer according to its target file. */
export function omittedGroups(result: RunResult): readonly ReasonGroup[] {
  const omitted = stated(result).filter((candidate) => isOmitted(candidate, result))
  return grouped(
    omitted,
    'notApplicable',
    (omission) => phrase`${omittedOffer(omission, result)!}`,
    (omission) => omittedOffer(omission, result)!,
  )
}

function isOmitted(result: CheckResult, run: RunResult): boolean {
  return omittedOffer(result, run) !== undefined
}

/** The offer without which a check was not run, or without which its requirement is seen nowhere. */
function omittedOffer({ requirement, cause }: CheckResult, { claim }: RunResult): Offer | undefined {
  return cause?.kind === 'omitted' ? cause.offer : omittedFor(requirement, claim.without)
}

/** The requirements that are not stated. They cannot be judged, so the score counts stated requirements only. */
const notStated = new Set<string>(requirements.filter(({ kind }) => kind !== 'stated').map(({ id }) => id))

function stated({ results }: RunResult): readonly CheckResult[] {
  return results.filter(({ requirement }) => !notStated.has(requirement))
}

function notOmitted(result: RunResult): readonly CheckResult[] {
  return stated(result).filter((candidate) => !isOmitted(candidate, result))
}

function notFailed({ results }: RunResult): readonly CheckResult[] {
  const failed = new Set(results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement))
  return results.filter(({ requirement }) => !failed.has(requirement))
}

function seenIn({ results }: RunResult): ReadonlySet<string> {
  return new Set(results.filter(({ verdict }) => verdict !== 'notApplicable').map(({ requirement }) => requirement))
}

const remarkOf = ({ remark }: CheckResult): Phrase => remark ?? phrase``

function undeclaredReason(result: CheckResult): Phrase {
  const { cause } = result
  if (cause?.kind === 'writes')
    return phrase`allowWrites (or give --allow-writes): the run created, changed and deleted nothing`
  if (cause?.kind !== 'declaration' || !cause.isAll) return remarkOf(result)
  const members = cause.members.map(([first = '', ...others]) =>
    others.length > 0 ? phrase`${first} (or ${{ list: others, between: ' or ' }})` : phrase`${first}`,
  )
  return phrase`${{ list: members, between: ' and ' }}`
}

/** The requirements of some results, each once. */
export function requirementsOf(results: readonly CheckResult[]): readonly string[] {
  return [...new Set(results.map(({ requirement }) => requirement))]
}

/** Causes that lie in the data or in the answers of an operation: those of two operations are two causes. */
const ofOperation: ReadonlySet<CauseKind> = new Set(['alike', 'changed', 'data', 'absent'])

/** Identifies a cause: its kind with its values, and for some kinds the operation that was asked. */
function causeKey({ requirement, cause, at, evidence }: CheckResult): string {
  const decisive = at?.at(-1) ?? evidence.at(-1)
  const operation = !cause || ofOperation.has(cause.kind) ? decisive?.request.operation : undefined
  // A token without rights is refused everywhere, for one cause.
  const status = cause?.kind === 'refused' ? decisive?.response.status : undefined
  // Records that show no time of creation and records without a word to search for are two causes.
  const part = cause?.kind === 'data' ? requirement.split('.')[0] : undefined
  return JSON.stringify([cause && withoutName(cause), operation, status, part])
}

/** A refused credential is one cause, whether a check has named it already or not. */
function withoutName(cause: Cause): Cause {
  return cause.kind === 'credential'
    ? { kind: cause.kind, credential: cause.credential, ...(cause.member ? { member: cause.member } : {}) }
    : cause
}

/** Groups results by cause, the largest group first. */
function grouped(
  results: readonly CheckResult[],
  verdict: CheckResult['verdict'],
  reasonOf: (result: CheckResult) => Phrase,
  keyOf: (result: CheckResult) => string = causeKey,
): readonly ReasonGroup[] {
  const matching = results.filter((result) => result.verdict === verdict)
  return [...Map.groupBy(matching, keyOf).values()]
    .map((members) => ({ reasons: members.map(reasonOf), results: members }))
    .sort((left, right) => right.results.length - left.results.length)
}
