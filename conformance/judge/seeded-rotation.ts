/**
 * Chooses the requests of a quick run from lists that are too long for it. Seeds in a row choose different parts, so
 * that a few quick runs cover everything.
 */
export class SeededRotation {
  readonly #seed: number
  readonly #quick: boolean

  constructor(seed: number, quick: boolean) {
    this.#seed = seed
    this.#quick = quick
  }

  /**
   * Returns all of the items; in a quick run, `count` of them. Of n items, n / count seeds in a row, rounded up,
   * cover all.
   *
   * @param offset Moves the choice. Where classes and places form pairs, give the number of the class, so that a run
   * asks its classes in different places.
   */
  some<T>(items: readonly T[], count: number, offset = 0): readonly T[] {
    if (!this.#quick || count >= items.length) return items
    const start = (this.#seed + offset) * count
    return Array.from({ length: count }, (_, index) => items[(start + index) % items.length]!)
  }
}
