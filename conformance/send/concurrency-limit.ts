interface WaitingTask {
  readonly rank: number
  readonly start: () => void
}

/** Runs a limited number of tasks at a time: the lowest rank first, and within a rank in the order of arrival. */
export class ConcurrencyLimit {
  #free: number
  readonly #waiting: WaitingTask[] = []

  constructor(places: number) {
    this.#free = places
  }

  async run<T>(work: () => Promise<T>, rank = 0): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((start) => this.#queue({ rank, start }))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next.start()
      else this.#free++
    }
  }

  #queue(waiting: WaitingTask): void {
    const behind = this.#waiting.findIndex(({ rank }) => rank > waiting.rank)
    this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, waiting)
  }
}
