import type { Credentials } from '../model/contract/credentials.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import type { JournalDraft } from './journal-draft.ts'
import type { JournalBudget } from './journal-budget.ts'
import type { IssuedCredentials } from './issued-credentials.ts'
import type { JournalView } from './journal-view.ts'
import type { Redactor } from './redactor.ts'
import { shortJson } from '../tools/short-text.ts'

/** The limits of a journal. The oldest requests are dropped first. */
export interface JournalLimits {
  /** The number of requests to keep. 0 keeps none. Default: 10,000. */
  readonly entries?: number | undefined
  /** The approximate bytes of URLs, headers and bodies to keep. Default: 1600 for each entry, at least 16 MB. */
  readonly bytes?: number | undefined
}

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

/** The number of requests that a journal keeps by default. */
const defaultEntries = 10_000

/** The bytes of a request with the headers of usual clients and a short body. */
const usualBytes = 1600

/** The limits of a journal, with their defaults. @throws EmulatorError `invalid_option`. */
export function readLimits({ entries = defaultEntries, bytes }: JournalLimits): {
  readonly entries: number
  readonly bytes: number
} {
  const most = readLimit('entries', entries)
  return { entries: most, bytes: readLimit('bytes', bytes ?? Math.max(defaultEntries, most) * usualBytes) }
}

/** @throws EmulatorError `invalid_option` for a limit that is not a whole number of at least 0. */
function readLimit(name: string, limit: number): number {
  if (Number.isSafeInteger(limit) && limit >= 0) return limit
  throw new EmulatorError(
    'invalid_option',
    `requests.${name} must be a whole number of at least 0; got ${shortJson(limit)}.`,
  )
}
