import type { Cause } from './cause.ts'
import type { Exchange } from './exchange.ts'
import type { Fact } from './fact.ts'
import { answerPhrase, type Phrase, phrase } from './phrase.ts'

/** All verdicts, as reports count them. */
export const verdicts = [
  'pass',
  'fail',
  'notApplicable',
  'blocked',
  'insufficientEvidence',
  'observed',
  'error',
] as const

/**
 * The verdict of a check. `blocked` and `insufficientEvidence` never count as passed: the first means that a
 * prerequisite failed, the second that the target's data could not show it.
 */
export type Verdict = (typeof verdicts)[number]

/** The parts of a failure. */
export interface Failure<ItsFact = Fact> {
  /** The result that is expected by the specification. */
  readonly expected: Phrase
  /** The actual result. */
  readonly got: Phrase
  /** The fact that proves it. */
  readonly fact: ItsFact
}

/** The statement of a check about its outcome. */
export interface Statement<ItsFact = Fact, ItsCause = Cause> {
  /** For a failure, the result that is expected by the specification. */
  readonly expected?: Phrase | undefined
  /** For a failure, the actual result. */
  readonly got?: Phrase | undefined
  /** For any other outcome, a remark. */
  readonly remark?: Phrase | undefined
  /** For a failure, the fact that proves it. */
  readonly fact?: ItsFact | undefined
  /** For an undecided check, its cause. */
  readonly cause?: ItsCause | undefined
  /**
   * For any outcome other than a failure, the exchanges that decided it, the deciding one last. A failure has a fact
   * instead.
   */
  readonly at?: readonly Exchange[] | undefined
  /** For a check that was left open although it seemed to fail, the suspected failure. */
  readonly suspected?: Failure<ItsFact> | undefined
  /** The chain of checks that passed it on, each building on the next. */
  readonly via?: readonly string[] | undefined
}

/** The outcome of a check that does not simply pass. It is thrown to end the check. */
export class Conclusion extends Error implements Omit<Statement, 'via'> {
  override readonly name = 'Conclusion'
  /** The verdict of the check. */
  readonly verdict: Verdict
  /** For a failure, the response that is expected by the specification. */
  readonly expected: Phrase | undefined
  /** For a failure, the actual response. */
  readonly got: Phrase | undefined
  /** For any other outcome, a remark. */
  readonly remark: Phrase | undefined
  /** For a failure, the fact that proves it. */
  readonly fact: Fact | undefined
  /** For an undecided check, its cause. */
  override readonly cause: Cause | undefined
  /** For any outcome other than a failure, the exchanges that decided it. */
  readonly at: readonly Exchange[] | undefined
  /** For a check that was left open although it seemed to fail, the suspected failure. */
  readonly suspected: Failure | undefined

  constructor(verdict: Verdict, { expected, got, remark, fact, cause, at, suspected }: Statement) {
    super(verdict)
    this.verdict = verdict
    this.expected = expected
    this.got = got
    this.remark = remark
    this.fact = fact
    this.cause = cause
    this.at = at
    this.suspected = suspected
  }
}

/**
 * Ends the check: the target breaks the requirement.
 *
 * @param failure The actual result is the answer that the fact is about, unless the check describes it.
 */
export function fail({ got, ...failure }: Omit<Failure, 'got'> & Partial<Pick<Failure, 'got'>>): never {
  throw new Conclusion('fail', { ...failure, got: got ?? gotBy(failure.fact) })
}

/** The answer that a fact is about, with its request if a check sends a credential to several addresses. */
export function gotBy({ kind, at }: Fact): Phrase {
  if (kind === 'alike') return phrase`the same: ${answerPhrase(at)}`
  if (kind !== 'credential') return answerPhrase(at)
  return phrase`${at.request.method} ${new URL(at.request.url).pathname} answers ${answerPhrase(at)}`
}

/**
 * Ends the check: there is nothing to judge, because it is optional and absent, or not declared. The remark says what
 * to declare.
 *
 * @param at The exchange that decided; of several the last.
 */
export function notApplicable(cause: Cause, remark: Phrase, ...at: readonly (Exchange | undefined)[]): never {
  throw new Conclusion('notApplicable', { cause, remark, ...decidedAt(at) })
}

/**
 * Ends the check: the target's data or a limit of this run could not show it. The remark says what would.
 *
 * @param at The exchange that decided; of several the last.
 */
export function insufficient(cause: Cause, remark: Phrase, ...at: readonly (Exchange | undefined)[]): never {
  throw new Conclusion('insufficientEvidence', { cause, remark, ...decidedAt(at) })
}

/**
 * Ends the check: something that it builds on does not work. The remark names it.
 *
 * @param at The exchange that decided; of several the last.
 */
export function blocked(cause: Cause, remark: Phrase, ...at: readonly (Exchange | undefined)[]): never {
  throw new Conclusion('blocked', { cause, remark, ...decidedAt(at) })
}

/**
 * Ends a check of an `example`: reports an observation without judging it.
 *
 * @param at The exchange that decided; of several the last.
 */
export function observed(remark: Phrase, ...at: readonly (Exchange | undefined)[]): never {
  throw new Conclusion('observed', { remark, ...decidedAt(at) })
}

function decidedAt(exchanges: readonly (Exchange | undefined)[]): Pick<Statement, 'at'> {
  const at = exchanges.filter((exchange) => exchange !== undefined)
  return at.length > 0 ? { at } : {}
}
