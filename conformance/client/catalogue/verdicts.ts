/** All verdicts about a client, as reports count them. */
export const clientVerdicts = [
  'pass',
  'fail',
  'advice',
  'notApplicable',
  'blocked',
  'insufficientEvidence',
  'observed',
  'error',
] as const

/**
 * The verdict of a check about a client. `advice`: an implied requirement was not kept. `insufficientEvidence`: the
 * client never did what the check waits for, or its requests could not decide. `error` is a fault of the judge.
 */
export type ClientVerdict = (typeof clientVerdicts)[number]
