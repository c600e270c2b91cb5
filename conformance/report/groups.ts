import { offerOf } from '../catalogue/profiles.ts'
import { requirements } from '../catalogue/requirements.ts'
import { type Phrase, phrase } from '../conclusions/phrase.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import { rootCauseOf } from './outcomes.ts'

/** Checks that ended alike, and why. */
export interface ReasonGroup {
  readonly reason: Phrase
  readonly results: readonly CheckResult[]
}

/** What was blocked, by its root cause: the check that did not pass, or what was missing. What failed is not in it. */
export function blockedGroups(result: RunResult): readonly ReasonGroup[] {
  return grouped(notFailed(result), 'blocked', (result) => {
    const cause = rootCauseOf(result)
    return cause === undefined ? remarkOf(result) : phrase`${cause}`
  })
}

/** What the data or a limit could not show, by what would help. What failed is not in it. */
export function insufficientGroups(result: RunResult): readonly ReasonGroup[] {
  return grouped(notFailed(result), 'insufficientEvidence', remarkOf)
}

/** What was not looked at, by what to declare. */
export function undeclaredGroups(result: RunResult): readonly ReasonGroup[] {
  return grouped(notOmitted(result), 'notApplicable', undeclaredReason)
}

/** What no check looked at, by what to declare. */
export function unseenGroups(result: RunResult): readonly ReasonGroup[] {
  return grouped(
    notOmitted(result).filter(({ requirement }) => !seenIn(result).has(requirement)),
    'notApplicable',
    undeclaredReason,
  )
}

/** What some checks looked at and others did not, by what to declare. */
export function partlySeenGroups(result: RunResult): readonly ReasonGroup[] {
  return grouped(
    notOmitted(result).filter(({ requirement }) => seenIn(result).has(requirement)),
    'notApplicable',
    undeclaredReason,
  )
}

/** What the target file says that the service does not offer. */
export function omittedGroups(result: RunResult): readonly ReasonGroup[] {
  const omitted = stated(result).filter((one) => isOmitted(one, result))
  return grouped(omitted, 'notApplicable', ({ requirement }) => phrase`${offerOf(requirement)!}`)
}

function isOmitted({ requirement }: CheckResult, { claim }: RunResult): boolean {
  const offer = offerOf(requirement)
  return offer !== undefined && claim.without.includes(offer)
}

/** What is not stated cannot be judged, so it is not missed: the score counts stated requirements alone. */
const notStated = new Set<string>(requirements.filter(({ kind }) => kind !== 'stated').map(({ id }) => id))

function stated({ results }: RunResult): readonly CheckResult[] {
  return results.filter(({ requirement }) => !notStated.has(requirement))
}

function notOmitted(result: RunResult): readonly CheckResult[] {
  return stated(result).filter((one) => !isOmitted(one, result))
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
  if (cause?.kind === 'writes') return phrase`allowWrites (or give --allow-writes)`
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

/** Results with the same reason are those whose reasons have the same words and values. */
function grouped(
  results: readonly CheckResult[],
  verdict: CheckResult['verdict'],
  reasonOf: (result: CheckResult) => Phrase,
): readonly ReasonGroup[] {
  const own = results.filter((result) => result.verdict === verdict)
  return [...Map.groupBy(own, (one) => JSON.stringify(reasonOf(one))).values()]
    .map((members) => ({ reason: reasonOf(members[0]!), results: members }))
    .sort((left, right) => right.results.length - left.results.length)
}
