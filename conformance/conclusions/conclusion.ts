import type { Cause } from './cause.ts'
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

/** The statement of a check about its end. */
export interface Statement {
  /** For a failure, the response that the specification leads one to expect. */
  readonly expected?: Phrase | undefined
  /** For a failure, the response that came. */
  readonly got?: Phrase | undefined
  /** For any other end, a remark. */
  readonly remark?: Phrase | undefined
  /** For a failure, the value that shows it. */
  readonly fact?: Fact | undefined
  /** For an undecided check, the reason. */
  readonly cause?: Cause | undefined
}

/** The end of a check that does not simply pass. It is thrown, so that no later step of the check runs. */
export class Conclusion extends Error implements Statement {
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

  constructor(verdict: Verdict, { expected, got, remark, fact, cause }: Statement) {
    super(verdict)
    this.verdict = verdict
    this.expected = expected
    this.got = got
    this.remark = remark
    this.fact = fact
    this.cause = cause
  }
}

/** The parts of a failure. */
export interface Failure {
  readonly expected: Phrase
  readonly got: Phrase
  readonly fact: Fact
}

/** Ends the check: the target breaks the requirement. */
export function fail(failure: Failure): never {
  throw new Conclusion('fail', failure)
}

/** Ends the check: there is nothing to judge, as it is optional and absent, or not declared. Say what to declare. */
export function notApplicable(cause: Cause, remark: Phrase): never {
  throw new Conclusion('notApplicable', { cause, remark })
}

/** Ends the check: the target's data or a limit of this run could not show it. Say what would. */
export function insufficient(cause: Cause, remark: Phrase): never {
  throw new Conclusion('insufficientEvidence', { cause, remark })
}

/** Ends the check: something that it builds on does not work. Name it. */
export function blocked(cause: Cause, remark: Phrase): never {
  throw new Conclusion('blocked', { cause, remark })
}

/** Ends a check of an `example`: reports an observation without judging it. */
export function observed(remark: Phrase): never {
  throw new Conclusion('observed', { remark })
}
