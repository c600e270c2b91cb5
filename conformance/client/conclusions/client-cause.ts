import type { AnyOf } from '../../conclusions/kinds.ts'

/** The kinds of causes of what was found about a client. */
export const clientCauseKinds = {
  /** The client never did what the check waits for, which a watched client does in `scenario`. */
  neverDone: { 'scenario?': 'word' },
  /** The scenario of the run did not happen. */
  scenario: { scenario: 'word' },
  /** It follows from what another check found, in another run where `input` is there. */
  check: { check: 'word', 'input?': 'word', 'scenario?': 'word' },
  /** The plain run with the same input was not right, so the scenario was not played. */
  plainRun: {},
  /** The client has no such thing. */
  noSuchTask: {},
  /** The client takes another way that is as right. */
  otherWay: {},
  /** The service does not offer it. */
  notOffered: {},
  /** The client is still watched: it may do so later. */
  unfinished: {},
  /** Requests are missing from the journal. */
  cut: {},
  /** The run was ended while it got on. */
  timeout: {},
  /** The run ended without a report. */
  noReport: {},
  /** A fault of the judge. */
  judge: {},
} as const

/** Why something about a client could not be decided, or was not looked at. */
export type ClientCause = AnyOf<typeof clientCauseKinds>

/** Returns true if a client may leave out what a check waits for. */
export function isChoice(cause: ClientCause | undefined): boolean {
  return cause?.kind === 'otherWay' || cause?.kind === 'notOffered'
}
