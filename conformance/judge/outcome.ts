import type { Conclusion, Statement, Verdict } from '../conclusions/conclusion.ts'
import { type Exchange, toEvidence } from '../conclusions/exchange.ts'
import { changedFact } from '../conclusions/fact.ts'
import type { PhraseChange } from '../conclusions/phrase.ts'
import { changedStatement, failureIn } from '../conclusions/statement.ts'

/** The outcome of a check. */
export interface Outcome extends Statement {
  /** The verdict of the check. */
  readonly verdict: Verdict
  /** The ids of the checks that it passed through, as each builds on the next. */
  readonly via?: readonly string[] | undefined
  /** The exchanges that show it: the deciding one is the last. */
  readonly evidence: readonly Exchange[]
  /** All exchanges of a failed check, for the script that reproduces it. */
  readonly sent?: readonly Exchange[]
}

/** The number of exchanges that a result keeps: the last ones led to the conclusion. */
export const keptEvidence = 6

/** The outcome of a check that ended with a conclusion. Each exchange is cut to its evidence. */
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
  const decisive = statement.fact?.at ?? statement.at?.at(-1) ?? statement.suspected?.fact.at
  return {
    verdict,
    ...statement,
    evidence: evidenceOf(decisive, unique).map(keep),
    ...(verdict === 'fail' ? { sent: unique } : {}),
  }
}

/** The last exchanges. The deciding one is the very last, as reports show it first. */
function evidenceOf(decisive: Exchange | undefined, exchanges: readonly Exchange[]): readonly Exchange[] {
  if (!decisive) return exchanges.slice(-keptEvidence)
  return [...exchanges.filter(({ request }) => request !== decisive.request).slice(1 - keptEvidence), decisive]
}

/** A statement with changed values: without secrets, or with less of each answer. */
export function statementWith(statement: Statement, change: PhraseChange): Statement {
  const { at } = statement
  return {
    ...changedStatement(statement, change, (fact) => changedFact(fact, change)),
    ...(at ? { at: at.map(change.exchange) } : {}),
  }
}

/** An outcome that does not show what it seemed to. A failure is kept as suspected. */
export function undecided(
  outcome: Outcome,
  verdict: 'blocked' | 'insufficientEvidence' | 'notApplicable',
  { cause, remark, at }: Pick<Statement, 'cause' | 'remark' | 'at'>,
): Outcome {
  const { evidence, via } = outcome
  const suspected = failureIn(outcome)
  return {
    verdict,
    cause,
    remark,
    evidence,
    ...(at ? { at } : {}),
    ...(suspected ? { suspected } : {}),
    ...(via ? { via } : {}),
  }
}
