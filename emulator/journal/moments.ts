/** Numbers everything that happens in the worlds of one emulator, so that it has an order. */
export class Moments {
  #latest = 0

  /** The moment of what happens now. */
  next(): number {
    return ++this.#latest
  }

  /** Goes on behind a moment of another process. */
  goBehind(moment: number): void {
    this.#latest = Math.max(this.#latest, moment)
  }
}
