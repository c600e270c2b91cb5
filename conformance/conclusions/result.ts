import type { RequirementId } from '../catalogue/requirements.ts'
import type { Cause } from './cause.ts'
import type { Failure, Statement, Verdict } from './conclusion.ts'
import type { Exchange } from './exchange.ts'
import type { Fact } from './fact.ts'
import { type Phrase, phrase, type PhraseChange, withChangedValues } from './phrase.ts'

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

/** The failure in a statement; undefined for any other outcome. */
export function failureIn<ItsFact>({ expected, got, fact }: Statement<ItsFact, unknown>): Failure<ItsFact> | undefined {
  return expected && got && fact ? { expected, got, fact } : undefined
}

/** A whole statement as a phrase for use in another one. */
export function statementPhrase({ expected, got, remark }: Pick<Statement, 'expected' | 'got' | 'remark'>): Phrase {
  return expected && got ? phrase`expected ${expected}; got ${got}` : (remark ?? phrase``)
}

/** Turns a result into an undecided one. A failure is kept as suspected. */
export function undecided<Told extends Result<unknown, unknown, unknown, unknown, unknown>>(
  result: Told,
  verdict: Told['verdict'] & ('blocked' | 'insufficientEvidence' | 'notApplicable'),
  { cause, remark, at }: Pick<Told, 'cause' | 'remark' | 'at'>,
): Told {
  const nothing = { expected: undefined, got: undefined, fact: undefined }
  return withoutUndefined({ ...result, ...nothing, verdict, cause, remark, at, suspected: failureIn(result) })
}

/** An object without its undefined members. */
function withoutUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value
}

/** A statement with changed values from outside: without secrets, or with less of each answer. */
export function changedStatement<Told extends Statement<ItsFact, unknown>, ItsFact, NewFact = ItsFact>(
  statement: Told & Statement<ItsFact, unknown>,
  change: PhraseChange,
  changedFact: (fact: ItsFact) => NewFact,
): Omit<Told, 'fact' | 'suspected'> & Pick<Statement<NewFact>, 'fact' | 'suspected'> {
  const changed = (words: Phrase | undefined) => words && withChangedValues(words, change)
  const { expected, got, remark, fact, at, suspected } = statement
  return withoutUndefined({
    ...statement,
    expected: changed(expected),
    got: changed(got),
    remark: changed(remark),
    fact: fact && changedFact(fact),
    at: at?.map(change.exchange),
    suspected: suspected && {
      expected: withChangedValues(suspected.expected, change),
      got: withChangedValues(suspected.got, change),
      fact: changedFact(suspected.fact),
    },
  })
}
