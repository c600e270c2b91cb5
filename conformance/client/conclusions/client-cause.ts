/** Why something about a client could not be decided, or was not looked at. */
export type ClientCause =
  /** The client never did what the check waits for, which a watched client does in `scenario`. */
  | { readonly kind: 'neverDone'; readonly scenario?: string | undefined }
  /** The scenario of the run did not happen. */
  | { readonly kind: 'scenario'; readonly scenario: string }
  /** It follows from what another check found, in another run where `input` is there. */
  | {
      readonly kind: 'check'
      readonly check: string
      readonly input?: string | undefined
      readonly scenario?: string | undefined
    }
  /** The plain run with the same input was not right, so the scenario was not played. */
  | { readonly kind: 'plainRun' }
  /** The client has no such thing. */
  | { readonly kind: 'noSuchTask' }
  /** The client takes another way that is as right. */
  | { readonly kind: 'otherWay' }
  /** The service does not offer it. */
  | { readonly kind: 'notOffered' }
  /** The client is still watched: it may do so later. */
  | { readonly kind: 'unfinished' }
  /** Requests are missing from the journal. */
  | { readonly kind: 'cut' }
  /** The run was ended while it got on. */
  | { readonly kind: 'timeout' }
  /** The run ended without a report. */
  | { readonly kind: 'noReport' }
  /** A fault of the judge. */
  | { readonly kind: 'judge' }

/** Returns true if a client may leave out what a check waits for. */
export function isChoice(cause: ClientCause | undefined): boolean {
  return cause?.kind === 'otherWay' || cause?.kind === 'notOffered'
}
