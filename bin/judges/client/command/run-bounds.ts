// Ends a run that would not end by itself.
import { type Phrase, phrase } from '../../../../conformance/conclusions/phrase.ts'
import type { JournalDraft } from '../../../../emulator/journal/journal-draft.ts'
import { ClientSilence } from '../time/client-silence.ts'

/** Requests of one run. The longest plain walk takes about ten, so this is a hundred times what it needs. */
const mostRequests = 1000

/** How many times one run may read the same address. */
const mostRepeats = 100

/** How many timeouts one run may take with all its requests. */
const mostTimeouts = 30

/** Calls `stop` when no request came for too long, or when there were too many. */
export class RunBounds {
  readonly #stop: (why: Phrase) => void
  readonly #whole: NodeJS.Timeout
  readonly #silence: ClientSilence
  /** The number of requests that have arrived. */
  requests = 0
  readonly #reads = new Map<string, number>()
  /** Why the run was ended: no request came, or it did not end by itself. */
  cause: 'silence' | 'bounds' = 'bounds'

  /** @param timeout Milliseconds. */
  constructor(timeout: number, stop: (why: Phrase) => void) {
    this.#stop = stop
    const why = phrase`it sent no request and did not end for ${seconds(timeout)}, and was ended (--timeout)`
    this.#silence = new ClientSilence(timeout, () => {
      this.cause = 'silence'
      stop(why)
    })
    this.#whole = setTimeout(
      () => stop(phrase`it still sent requests after ${seconds(mostTimeouts * timeout)} and was ended`),
      mostTimeouts * timeout,
    )
  }

  /** For each request that arrives. */
  readonly onRequest = (_world: string, { method, path, search }: JournalDraft): void => {
    this.#silence.heard()
    const read = `${path}${search}`
    const repeats = (this.#reads.get(read) ?? 0) + 1
    if (method === 'GET') this.#reads.set(read, repeats)
    if (repeats === mostRepeats) this.#stop(phrase`it sent GET ${read} ${mostRepeats} times and was ended`)
    if (++this.requests === mostRequests) this.#stop(phrase`it sent ${mostRequests} requests and was ended`)
  }

  /** The run has ended. */
  end(): void {
    this.#silence.end()
    clearTimeout(this.#whole)
  }
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`
}
