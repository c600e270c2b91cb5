// Requirements without a verdict, by cause.
import { type Offer, findOmittedOffer } from '../catalogue/profiles.ts'
import { requirements } from '../catalogue/requirements.ts'
import { type Cause, type CauseKind, causeNames } from '../conclusions/cause.ts'
import type { AnyResult } from '../conclusions/result.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import { answerText, phraseText, statementText } from '../wording/text.ts'
import type { Reason } from './document.ts'
import { counted } from './text.ts'

/** Requirements that are not stated, which cannot be judged. */
const notStated = new Set<string>(requirements.filter(({ kind }) => kind !== 'stated').map(({ id }) => id))

/**
 * The reasons why requirements that did not fail could not be decided.
 * @param leftOut The checks that failures block, which are reported elsewhere.
 */
export function undecidedReasons({ results }: RunResult, leftOut: ReadonlySet<string>): readonly Reason[] {
  const failed = distinctRequirements(results.filter(({ verdict }) => verdict === 'fail'))
  const open = results.filter(
    ({ check, verdict, requirement }) =>
      (verdict === 'blocked' || verdict === 'insufficientEvidence') && !leftOut.has(check) && !failed.has(requirement),
  )
  return toReasons(
    groupByCause(open, openCauseKey),
    (alike) => `${describeCauses(alike, blockedText)}${hiddenFailure(alike)}`,
  )
}

/** The errors of the kit, each with the preceding request. */
export function errorReasons(
  results: readonly Pick<AnyResult, 'check' | 'requirement' | 'verdict' | 'message' | 'evidence'>[],
): readonly Reason[] {
  return results
    .filter(({ verdict }) => verdict === 'error')
    .map(({ check, requirement, message, evidence }) => {
      const last = evidence.at(-1)
      const answer = last?.response ? answerText({ response: last.response }) : 'no answer'
      const after = last ? ` (after ${last.request.method} ${last.request.url}: ${answer})` : ''
      return { text: `${message}${after}`, names: [{ name: check, requirement }] }
    })
}

/**
 * The reasons why requirements, or some of their checks, are not claimed: members that the target file lacks or sets.
 */
export function unclaimedReasons(result: RunResult): readonly Reason[] {
  const keyOf = (single: CheckResult): string => omittedOffer(single, result) ?? openCauseKey(single)
  const toText = (alike: readonly CheckResult[]) => describeCauses(alike, (single) => unclaimedText(single, result))
  return toReasons(groupByCause(unclaimedResults(result), keyOf), toText, result.results)
}

/** The results of checks that did not run because the target file does not claim their subject. */
export function unclaimedResults({ results }: RunResult): readonly CheckResult[] {
  return results.filter(({ verdict, requirement }) => verdict === 'notApplicable' && !notStated.has(requirement))
}

function blockedText({ verdict, cause, remark }: CheckResult): string {
  return verdict === 'blocked' && (cause?.kind === 'check' || cause?.kind === 'requirement')
    ? `blocked by ${causeNames(cause).join(' and ')}`
    : phraseText(remark)
}

/** The offer that the target file excludes, so that a check did not run. */
export function omittedOffer({ requirement, cause }: CheckResult, { claim }: RunResult): Offer | undefined {
  return cause?.kind === 'omitted' ? cause.offer : findOmittedOffer(requirement, claim.without)
}

function unclaimedText(single: CheckResult, result: RunResult): string {
  const { cause, remark } = single
  const omitted = omittedOffer(single, result)
  if (omitted !== undefined) return `the service does not offer ${omitted}`
  if (cause?.kind === 'writes') return 'they write: needs --allow-writes (or allowWrites: true)'
  if (cause?.kind !== 'declaration' || !cause.isAll) return phraseText(remark)
  const members = cause.members.map(([first = '', ...others]) =>
    others.length > 0 ? `${first} (or ${others.join(' or ')})` : first,
  )
  return `declare ${members.join(' and ')}`
}

/** Causes as reasons. Causes with the same text are one reason. */
function toReasons(
  causes: readonly (readonly CheckResult[])[],
  toText: (alike: readonly CheckResult[]) => string,
  all: readonly CheckResult[] = [],
): readonly Reason[] {
  return [...Map.groupBy(causes, toText)].map(([text, alike]) => ({ text, names: reasonNames(alike.flat(), all) }))
}

/** The first description of a cause, and the number of others. Each check has its own message elsewhere. */
function describeCauses(results: readonly CheckResult[], toText: (result: CheckResult) => string): string {
  const [first = '', ...others] = new Set(results.map(toText))
  return others.length === 0 ? first : `${first}; and ${others.length} more like it`
}

/** The first failure that a cause hides, if it hides only failures. */
function hiddenFailure(results: readonly CheckResult[]): string {
  const [first, ...others] = results.map(({ suspected }) => suspected)
  return first && !others.includes(undefined) ? ` (${statementText(first)})` : ''
}

/** The requirements of some results, with the number of their checks if these are not all. */
function reasonNames(results: readonly CheckResult[], all: readonly CheckResult[] = []): Reason['names'] {
  return [...Map.groupBy(results, ({ requirement }) => requirement)].map(([id, found]) => {
    const checks = all.filter(({ requirement }) => requirement === id)
    const isPart = checks.some(({ verdict }) => verdict !== 'notApplicable')
    return {
      name: id,
      requirement: id,
      ...(isPart ? { part: `${found.length} of ${counted(checks.length, 'check')}` } : {}),
    }
  })
}

const distinctRequirements = (results: readonly CheckResult[]): ReadonlySet<string> =>
  new Set(results.map(({ requirement }) => requirement))

/** Results by cause, the largest group first. */
export function groupByCause<Open>(
  results: readonly Open[],
  keyOf: (result: Open) => string,
): readonly (readonly Open[])[] {
  return [...Map.groupBy(results, keyOf).values()].sort((left, right) => right.length - left.length)
}

/** Causes in the data or the answers of an operation: those of two operations are two causes. */
const ofOperation: ReadonlySet<CauseKind> = new Set(['alike', 'changed', 'data', 'absent'])

/** Identifies a cause by its kind and values, and for some kinds by the operation. */
function openCauseKey({ requirement, cause, at, evidence }: CheckResult): string {
  const decisive = at?.at(-1) ?? evidence.at(-1)
  const operation = !cause || ofOperation.has(cause.kind) ? decisive?.request.operation : undefined
  // A token without permissions is refused everywhere for one cause.
  const status = cause?.kind === 'refused' ? decisive?.response.status : undefined
  // Records without a time of creation and records without a word to search for are two causes.
  const part = cause?.kind === 'data' ? requirement.split('.')[0] : undefined
  return JSON.stringify([cause && withoutName(cause), operation, status, part])
}

/** A refused credential is one cause, whether or not a check has already named it. */
function withoutName(cause: Cause): Cause {
  return cause.kind === 'credential'
    ? { kind: cause.kind, credential: cause.credential, ...(cause.member ? { member: cause.member } : {}) }
    : cause
}
