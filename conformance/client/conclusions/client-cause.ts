import type { AnyOf } from '../../conclusions/kinds.ts'

/** The kinds of causes of a conclusion about a client. */
export const clientCauseKinds = {
  /** The client never did what the check waits for. A watched client does it in `scenario`. */
  neverDone: { 'scenario?': 'word' },
  /** The scenario of the run did not happen. */
  scenario: { scenario: 'word' },
  /** It follows from a failure of another check; in another run if `input` is set. */
  check: { check: 'word', 'input?': 'word', 'scenario?': 'word' },
  /** The plain run with the same input failed, so the scenario was not played. */
  plainRun: {},
  /** The client does not support the task. */
  noSuchTask: {},
  /** The client uses an equally correct alternative. */
  otherWay: {},
  /** The service does not offer it. */
  notOffered: {},
  /** The client is still being watched and may do it later. */
  unfinished: {},
  /** The journal lost requests. */
  cut: {},
  /** The run was ended while it still made progress. */
  timeout: {},
  /** The run ended without a report. */
  noReport: {},
  /** A fault of the judge. */
  judge: {},
} as const

/** Why something about a client was not decided or not examined. */
export type ClientCause = AnyOf<typeof clientCauseKinds>

/** Returns true if a client may leave out what a check waits for. */
export function isChoice(cause: ClientCause | undefined): boolean {
  return cause?.kind === 'otherWay' || cause?.kind === 'notOffered'
}
