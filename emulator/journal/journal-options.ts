import type { Credentials } from '../model/contract/credentials.ts'
import type { IssuedCredentials } from './issued-credentials.ts'
import type { JournalDraft } from './journal-draft.ts'
import type { JournalBudget, JournalLimits } from './journal-limits.ts'
import type { JournalView } from './journal-view.ts'
import type { Redactor } from './redactor.ts'

/** The options of a journal. */
export interface JournalOptions extends JournalLimits {
  /** Secrets that are never shown, in addition to those that the emulator issues. */
  readonly credentials?: Credentials | undefined
  /** Returns real time in milliseconds, from any starting point. Default: `performance.now`. */
  readonly stopwatch?: (() => number) | undefined
  /** The memory that it shares with other journals. */
  readonly budget?: JournalBudget | undefined
  /** Called for each request. */
  readonly observer?: RequestObserver | undefined
}

/** Observes requests. Its members are read for each request, so that they can be set and removed later. */
export interface RequestObserver {
  /** Called with each request on its arrival. */
  onBegin?: ((begun: BegunRequest) => void) | undefined
  /** Called with each request when its answer begins. */
  onEnd?: ((ended: EndedRequest) => void) | undefined
}

/** A request that arrived. */
export interface BegunRequest {
  /** The name of the world. */
  readonly world: string
  /** Its journal. A world that replaces another has the same name, but its own journal. */
  readonly journal: {
    /** The sources of an entry, apart from its draft. */
    readonly view: JournalView
    readonly redactor: Redactor
    /** The credentials of the world. */
    readonly issuedCredentials: IssuedCredentials
  }
  readonly draft: JournalDraft
}

/** A request whose answer begins. */
export interface EndedRequest extends BegunRequest {
  /** Undefined when the connection was dropped. Its body must be read from a clone. */
  readonly response: Response | undefined
}
