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
