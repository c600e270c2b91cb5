import { EmulatorError } from '../tools/emulator-error.ts'
import { shortJson } from '../tools/short-text.ts'

/** The limits of a journal. The oldest requests are dropped first. */
export interface JournalLimits {
  /** The number of requests to keep. 0 keeps none. Default: 10,000. */
  readonly entries?: number | undefined
  /** The approximate bytes of URLs, headers and bodies to keep. Default: 1600 for each entry, at least 16 MB. */
  readonly bytes?: number | undefined
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

/** A journal, as the budget sees it. */
interface Spender {
  readonly bytes: number
  /** Drops the oldest requests until the journal has at most this many bytes. */
  shrinkTo(bytes: number): void
}

/**
 * The memory that the journals of all worlds share. Each journal has a fair share, and the largest one is cut first: a
 * busy world does not erase the journals of quiet ones.
 */
export class JournalBudget {
  readonly #limit: number
  readonly #spenders = new Set<Spender>()
  #bytes = 0

  /** @param limit In bytes. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** A budget of the same size for other journals. */
  anew(): JournalBudget {
    return new JournalBudget(this.#limit)
  }

  /** The approximate memory of all journals, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** A journal has grown, or shrunk by a negative number of bytes. */
  spend(spender: Spender, bytes: number): void {
    this.#bytes += bytes
    if (spender.bytes <= 0) this.#spenders.delete(spender)
    else if (spender.bytes <= bytes) this.#spenders.add(spender)
    if (bytes <= 0 || this.#bytes <= this.#limit) return
    const share = this.#limit / this.#spenders.size
    const largest = spender.bytes > share ? spender : this.#largest()
    // Frees more than needed, so that not every request has to find the largest journal.
    largest.shrinkTo(Math.max(share * 0.75, largest.bytes - (this.#bytes - this.#limit * 0.98)))
  }

  /** Releases the memory of a dropped world's journal. */
  release(spender: Spender): void {
    if (this.#spenders.delete(spender)) this.#bytes -= spender.bytes
  }

  #largest(): Spender {
    return [...this.#spenders].reduce((left, right) => (right.bytes > left.bytes ? right : left))
  }
}
