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
 * What a check concludes. `blocked` and `insufficientEvidence` are never green: the first means that a
 * prerequisite failed, the second that the data could not show it.
 */
export type Verdict = (typeof verdicts)[number]

/** How a check ends when it is not a plain pass. Thrown, so that no later step of the check runs. */
export class Conclusion extends Error {
  override readonly name = 'Conclusion'
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

/** Ends the check: nothing here to judge, as nothing was declared or the optional thing is absent. Say what to declare. */
export function notApplicable(message: string): never {
  throw new Conclusion('notApplicable', message)
}

/** Ends the check: the target's data, or a limit of this run, could not show it. Say what would. */
export function insufficient(message: string): never {
  throw new Conclusion('insufficientEvidence', message)
}

/** Ends the check: something that it builds on does not work. Name what. */
export function blocked(message: string): never {
  throw new Conclusion('blocked', message)
}

/** Ends a check of an `example`: what was seen, without judging it. */
export function observed(message: string): never {
  throw new Conclusion('observed', message)
}
