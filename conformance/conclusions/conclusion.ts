import type { Cause } from './cause.ts'
import type { Exchange } from './exchange.ts'
import type { Fact } from './fact.ts'
import type { Phrase } from './phrase.ts'

/** Every verdict, as reports count them. */
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
  /** What the specification leads one to expect. */
  readonly expected: Phrase
  /** What came. */
  readonly got: Phrase
  /** The value that shows it. */
  readonly fact: ItsFact
}

/** What a check says about its end. */
export interface Statement<ItsFact = Fact, ItsCause = Cause> {
  /** For a failure, what the specification leads one to expect. */
  readonly expected?: Phrase | undefined
  /** For a failure, what came. */
  readonly got?: Phrase | undefined
  /** For any other end, a remark. */
  readonly remark?: Phrase | undefined
  /** For a failure, the value that shows it. */
  readonly fact?: ItsFact | undefined
  /** For an undecided check, the reason. */
  readonly cause?: ItsCause | undefined
  /** For any other end than a failure, the exchanges that decided, the last of all at the end. A failure has a fact. */
  readonly at?: readonly Exchange[] | undefined
  /** For a check that was left open although it seemed to fail, the failure. */
  readonly suspected?: Failure<ItsFact> | undefined
  /** The ids of the checks that it passed through, as each builds on the next. */
  readonly via?: readonly string[] | undefined
}

/** The end of a check that does not simply pass. It is thrown, so that no later step of the check runs. */
export class Conclusion extends Error implements Omit<Statement, 'via'> {
  override readonly name = 'Conclusion'
  /** The verdict of the check. */
  readonly verdict: Verdict
  /** For a failure, the response that the specification leads one to expect. */
  readonly expected: Phrase | undefined
  /** For a failure, the response that came. */
  readonly got: Phrase | undefined
  /** For any other end, a remark. */
  readonly remark: Phrase | undefined
  /** For a failure, the value that shows it. */
  readonly fact: Fact | undefined
  /** For an undecided check, the reason. */
  override readonly cause: Cause | undefined
  /** For any other end than a failure, the exchanges that decided. */
  readonly at: readonly Exchange[] | undefined
  /** For a check that was left open although it seemed to fail, the failure. */
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

/** Ends the check: the target breaks the requirement. */
export function fail(failure: Failure): never {
  throw new Conclusion('fail', failure)
}

/**
 * Ends the check: there is nothing to judge, as it is optional and absent, or not declared. Say what to declare.
 *
 * @param at The exchange that decided; of several the last.
 */
export function notApplicable(cause: Cause, remark: Phrase, ...at: readonly (Exchange | undefined)[]): never {
  throw new Conclusion('notApplicable', { cause, remark, ...decidedAt(at) })
}

/**
 * Ends the check: the target's data or a limit of this run could not show it. Say what would.
 *
 * @param at The exchange that decided; of several the last.
 */
export function insufficient(cause: Cause, remark: Phrase, ...at: readonly (Exchange | undefined)[]): never {
  throw new Conclusion('insufficientEvidence', { cause, remark, ...decidedAt(at) })
}

/**
 * Ends the check: something that it builds on does not work. Name it.
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
