import { type Phrase, phrase, type PhraseChange, withChangedValues } from './phrase.ts'

/** The parts of a failure. `Fact` is the fact of a service or of a client. */
export interface FailureOf<Fact> {
  readonly expected: Phrase
  readonly got: Phrase
  readonly fact: Fact
}

/** The statement of a check about its end, in the shape that both judges share. It becomes text last. */
export interface StatementOf<Fact, Cause> {
  /** For a failure, what the specification leads one to expect. */
  readonly expected?: Phrase | undefined
  /** For a failure, what came. */
  readonly got?: Phrase | undefined
  /** For any other end, a remark. */
  readonly remark?: Phrase | undefined
  /** For a failure, the value that shows it. */
  readonly fact?: Fact | undefined
  /** For an undecided check, the reason. */
  readonly cause?: Cause | undefined
  /** For a check that was left open although it seemed to fail, the failure. */
  readonly suspected?: FailureOf<Fact> | undefined
}

/** The failure that a statement tells; undefined for any other end. */
export function failureIn<Fact>({ expected, got, fact }: StatementOf<Fact, unknown>): FailureOf<Fact> | undefined {
  return expected && got && fact ? { expected, got, fact } : undefined
}

/** A whole statement as a phrase, to put into another one. */
export function statementPhrase({ expected, got, remark }: StatementOf<unknown, unknown>): Phrase {
  return expected && got ? phrase`expected ${expected}; got ${got}` : (remark ?? phrase``)
}

/** A statement with changed values between its words: without secrets, or with less of each answer. */
export function changedStatement<Old, Fact, Cause>(
  { expected, got, remark, fact, cause, suspected }: StatementOf<Old, Cause>,
  change: PhraseChange,
  changedFact: (fact: Old) => Fact,
): StatementOf<Fact, Cause> {
  const changed = (words: Phrase) => withChangedValues(words, change)
  return {
    ...(expected ? { expected: changed(expected) } : {}),
    ...(got ? { got: changed(got) } : {}),
    ...(remark ? { remark: changed(remark) } : {}),
    ...(fact ? { fact: changedFact(fact) } : {}),
    ...(cause ? { cause } : {}),
    ...(suspected
      ? {
          suspected: {
            expected: changed(suspected.expected),
            got: changed(suspected.got),
            fact: changedFact(suspected.fact),
          },
        }
      : {}),
  }
}
