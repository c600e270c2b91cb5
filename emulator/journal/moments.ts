/** Numbers everything that happens in the worlds of one emulator, so that it has an order. */
export class Moments {
  #latest = 0
  #turns = 0

  /** The latest moment. */
  get latest(): number {
    return this.#latest
  }

  /** The number of arrivals and answers so far. */
  get turns(): number {
    return this.#turns
  }

  /** The moment of the arrival or the answer of a request. */
  nextTurn(): number {
    this.#turns++
    return ++this.#latest
  }

  /** Goes on behind a moment of another process. */
  goBehind(moment: number): void {
    this.#latest = Math.max(this.#latest, moment)
  }

  /** The moment of a change. */
  next(): number {
    return ++this.#latest
  }
}
