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

/** How a check ends unless it simply passes. It is thrown, so that no later step of the check runs. */
export class Conclusion extends Error {
  override readonly name = 'Conclusion'
  /** How the check ends. */
  readonly verdict: Verdict
  /** Whether it ends because a request got no whole response. */
  readonly unanswered: boolean

  constructor(verdict: Verdict, message: string, { unanswered = false }: { readonly unanswered?: boolean } = {}) {
    super(message)
    this.verdict = verdict
    this.unanswered = unanswered
  }
}

/** Ends the check: the target breaks the requirement. The message reads "expected …; got …". */
export function fail(expected: string, got: string): never {
  throw new Conclusion('fail', `expected ${expected}; got ${got}`)
}

/** Ends the check: there is nothing to judge, as it is optional and absent, or not declared. Say what to declare. */
export function notApplicable(message: string): never {
  throw new Conclusion('notApplicable', message)
}

/** Ends the check: the target's data or a limit of this run could not show it. Say what would. */
export function insufficient(message: string): never {
  throw new Conclusion('insufficientEvidence', message)
}

/** Ends the check: something that it builds on does not work. Name it. */
export function blocked(message: string): never {
  throw new Conclusion('blocked', message)
}

/** Ends a check of an `example`: says what was seen, without judging it. */
export function observed(message: string): never {
  throw new Conclusion('observed', message)
}
