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
 * What a check concludes. `blocked` and `insufficientEvidence` never count as passed: the first means that a
 * prerequisite failed, the second that the target's data could not show it.
 */
export type Verdict = (typeof verdicts)[number]

/** What a check has to say of its end. */
export interface Statement {
  /** For a failure, what the specification leads one to expect. */
  readonly expected?: Phrase | undefined
  /** For a failure, what came. */
  readonly got?: Phrase | undefined
  /** For any other end, what there is to know. */
  readonly remark?: Phrase | undefined
  /** For a failure, what shows it. */
  readonly fact?: Fact | undefined
  /** For what could not be decided, why. */
  readonly cause?: Cause | undefined
}

/** How a check ends unless it simply passes. It is thrown, so that no later step of the check runs. */
export class Conclusion extends Error implements Statement {
  override readonly name = 'Conclusion'
  /** How the check ends. */
  readonly verdict: Verdict
  /** For a failure, what the specification leads one to expect. */
  readonly expected: Phrase | undefined
  /** For a failure, what came. */
  readonly got: Phrase | undefined
  /** For any other end, what there is to know. */
  readonly remark: Phrase | undefined
  /** For a failure, what shows it. */
  readonly fact: Fact | undefined
  /** For what could not be decided, why. */
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

/** What a failure is made of. */
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

/** Ends a check of an `example`: says what was seen, without judging it. */
export function observed(remark: Phrase): never {
  throw new Conclusion('observed', { remark })
}
