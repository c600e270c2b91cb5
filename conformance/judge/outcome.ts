import { type Conclusion, type Statement, type Verdict } from '../conclusions/conclusion.ts'
import { type Exchange, toEvidence } from '../conclusions/exchange.ts'
import { withExchanges } from '../conclusions/fact.ts'
import { answersIn, type Phrase, phrase, type PhraseChange, withValues } from '../conclusions/phrase.ts'

/** How a check ended. */
export interface Outcome extends Statement {
  /** How it ended. */
  readonly verdict: Verdict
  /** The checks that handed it on, as each builds on the next. */
  readonly via?: readonly string[] | undefined
  /** The exchanges that show it: the one that decided is the last. */
  readonly evidence: readonly Exchange[]
  /** All that a check sent which failed, for the script that reproduces it. */
  readonly sent?: readonly Exchange[]
}

/** How many exchanges a result keeps: the last ones led to the conclusion. */
export const keptEvidence = 6

/** The outcome of a check that ended with a conclusion. Of each exchange it keeps what is evidence. */
export function toOutcome(conclusion: Conclusion, exchanges: readonly Exchange[]): Outcome {
  const { verdict } = conclusion
  const kept = new Map<Exchange['request'], Exchange>()
  const keep = (exchange: Exchange): Exchange => {
    let evidence = kept.get(exchange.request)
    if (!evidence) kept.set(exchange.request, (evidence = toEvidence(exchange)))
    return evidence
  }
  const unique = [...new Set(exchanges)]
  const statement = statementWith(conclusion, { text: (text) => text, exchange: keep, json: (value) => value })
  const decisive = decisiveOf(statement)
  return {
    verdict,
    ...statement,
    evidence: evidenceOf(decisive, unique).map(keep),
    ...(verdict === 'fail' ? { sent: unique } : {}),
  }
}

/** The exchange that decided: that of the fact, or else the last of which the words show the answer. */
export function decisiveOf({ fact, got, remark }: Statement): Exchange | undefined {
  return fact?.at ?? [got, remark].flatMap((one) => (one ? answersIn(one) : [])).at(-1)
}

/** The last exchanges. The one that decided is the very last, as reports show that one first. */
function evidenceOf(decisive: Exchange | undefined, exchanges: readonly Exchange[]): readonly Exchange[] {
  if (!decisive) return exchanges.slice(-keptEvidence)
  return [...exchanges.filter(({ request }) => request !== decisive.request).slice(1 - keptEvidence), decisive]
}

/** A statement with other values: without secrets, or with less of each answer. */
export function statementWith({ expected, got, remark, fact, cause }: Statement, change: PhraseChange): Statement {
  const own = (words: Phrase | undefined) => words && withValues(words, change)
  return {
    ...(expected ? { expected: own(expected) } : {}),
    ...(got ? { got: own(got) } : {}),
    ...(remark ? { remark: own(remark) } : {}),
    ...(fact ? { fact: withExchanges(fact, change.exchange, change.text) } : {}),
    ...(cause ? { cause } : {}),
  }
}

/** An outcome that turned out not to show what it seemed to. What was seen is kept. */
export function undecided(
  { evidence, via }: Outcome,
  verdict: 'blocked' | 'insufficientEvidence' | 'notApplicable',
  { cause, remark }: Pick<Statement, 'cause' | 'remark'>,
): Outcome {
  return { verdict, cause, remark, evidence, ...(via ? { via } : {}) }
}

/** A whole statement as a phrase, to be put into another one. */
export function phraseOf({ expected, got, remark }: Statement): Phrase {
  return expected && got ? phrase`expected ${expected}; got ${got}` : (remark ?? phrase``)
}
