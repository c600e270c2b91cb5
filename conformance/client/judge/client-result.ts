import { type Phrase, phrase, type PhraseChange, withChangedValues } from '../../conclusions/phrase.ts'
import type { ClientCause } from '../conclusions/client-cause.ts'
import type { ClientFact } from '../conclusions/client-fact.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import type { Level } from '../catalogue/client-requirement.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import type { TaskInput, TaskName } from '../tasks/names.ts'

/** The conclusion of one check about one run. */
export interface ClientResult extends ClientStatement {
  /** The id of the check. */
  readonly check: string
  /** The requirement that it decides. */
  readonly requirement: ClientRequirementId
  /** As `4.10`. */
  readonly clause: string
  /** Whether the requirement can fail a client. */
  readonly level: Level
  /** Null where a client was watched. */
  readonly task: TaskName | null
  /** The input of the task; null for a watched client. */
  readonly input: TaskInput | null
  /** The name of the input; null where a client was watched. Reports in JSON leave it out. */
  readonly inputName: string | null
  /** Null in a plain run. */
  readonly scenario: string | null
  /** The verdict of the check. */
  readonly verdict: ClientVerdict
  /** The requests that show it. */
  readonly evidence: readonly ReceivedRequest[]
}

/** The statement of a result. It becomes text last. */
export interface ClientStatement<Fact = ClientFact> {
  /** For what was not kept, what the specification leads one to expect. */
  readonly expected?: Phrase | undefined
  /** For what was not kept, what came. */
  readonly got?: Phrase | undefined
  /** For any other end, what there is to know. */
  readonly remark?: Phrase | undefined
  /** For what was not kept, what shows it. */
  readonly fact?: Fact | undefined
  /** For what could not be decided, why. */
  readonly cause?: ClientCause | undefined
  /** For what was left open although it seemed not to be kept, the failure. */
  readonly suspected?: ClientFailure<Fact> | undefined
}

/** What was not kept, or seemed not to be. */
export interface ClientFailure<Fact = ClientFact> {
  readonly expected: Phrase
  readonly got: Phrase
  readonly fact: Fact
}

/** The failure that a statement tells; undefined for any other end. */
export function failureIn<Fact>({ expected, got, fact }: ClientStatement<Fact>): ClientFailure<Fact> | undefined {
  return expected && got && fact ? { expected, got, fact } : undefined
}

/** The statement of a result as one phrase, to put into another one. */
export function resultPhrase({ expected, got, remark }: ClientStatement<unknown>): Phrase {
  return expected && got ? phrase`expected ${expected}; got ${got}` : (remark ?? phrase``)
}

/** A result of which other things are to be said. */
export function withoutStatement<Result extends ClientStatement<unknown>>(
  result: Result,
): Omit<Result, keyof ClientStatement> {
  const {
    expected: _expected,
    got: _got,
    remark: _remark,
    fact: _fact,
    cause: _cause,
    suspected: _suspected,
    ...others
  } = result
  return others
}

/** A statement with other values between its words: without secrets. */
export function withOtherValues<Old, Fact>(
  { expected, got, remark, fact, cause, suspected }: ClientStatement<Old>,
  change: PhraseChange,
  changedFact: (fact: Old) => Fact,
): ClientStatement<Fact> {
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
