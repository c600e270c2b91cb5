import type { RequirementId } from '../catalogue/requirements.ts'
import type { Cause } from './cause.ts'
import type { Statement, Verdict } from './conclusion.ts'
import type { AnyExchange, Exchange } from './exchange.ts'
import type { Fact } from './fact.ts'
import { type Kinds, type OfKind, changeOutsideValues } from './kinds.ts'
import { type Phrase, phrase, type PhraseChange, changePhraseValues } from './phrase.ts'

/** The result of a check, about a service or a client. */
export interface Result<
  ItsFact = Fact,
  ItsCause = Cause,
  Seen = Exchange,
  ItsVerdict = Verdict,
  Id = RequirementId,
> extends Statement<ItsFact, ItsCause> {
  /** The id of the check. */
  readonly check: string
  /** The requirement that the check decides. */
  readonly requirement: Id
  /** The clause of the requirement, such as `4.10`. */
  readonly clause: string
  /** The verdict of the check. */
  readonly verdict: ItsVerdict
  /** The exchanges that prove it; the deciding one is last. */
  readonly evidence: readonly Seen[]
  /** The text of the statement. It is empty until secrets are removed. */
  readonly message: string
}

/** The result of any judge. */
export type AnyResult = Result<OfKind, OfKind, AnyExchange, string, string>

/** A whole statement as a phrase for use in another one. */
export function statementPhrase({ expected, got, remark }: Pick<Statement, 'expected' | 'got' | 'remark'>): Phrase {
  return expected && got ? phrase`expected ${expected}; got ${got}` : (remark ?? phrase``)
}

/** The phrases of a statement. */
const phraseNames = ['expected', 'got', 'beside', 'alike', 'symptom', 'condition', 'remedy', 'remark'] as const

/** Turns a result into an undecided one. A failure is kept as suspected. */
export function undecided<Told extends AnyResult>(
  result: Told,
  verdict: Told['verdict'] & ('blocked' | 'insufficientEvidence' | 'notApplicable'),
  { cause, remark, at }: Pick<Told, 'cause' | 'remark' | 'at'>,
): Told {
  const { expected, got, fact } = result
  const suspected = expected && got && fact && { expected, got, fact }
  const words = Object.fromEntries(phraseNames.map((name) => [name, undefined]))
  return withoutUndefined({ ...result, ...words, fact: undefined, verdict, cause, remark, at, suspected }) as Told
}

/** An object without its undefined members. */
function withoutUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value
}

/**
 * A result, or a part of one, with changed values from outside: without secrets, or with less of each answer. The walk
 * is the same for all judges.
 * @param kinds The kinds of its fact.
 */
export function changeResult<Told extends Partial<AnyResult>>(result: Told, kinds: Kinds, change: PhraseChange): Told {
  const words = (phrase: Phrase | undefined) => phrase && changePhraseValues(phrase, change)
  const { fact, at, suspected, evidence } = result
  return withoutUndefined({
    ...result,
    ...Object.fromEntries(phraseNames.map((name) => [name, words(result[name])])),
    fact: fact && changeOutsideValues(kinds, fact, change),
    at: at?.map(change.exchange),
    suspected: suspected && changeResult(suspected, kinds, change),
    evidence: evidence?.map(change.exchange),
  })
}
