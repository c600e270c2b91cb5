/**
 * Chooses the requests of a quick run from lists that are too long for it. Consecutive seeds choose different parts, so
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
   * Returns all of the items; in a quick run, `count` of them. For n items, n / count consecutive seeds, rounded up,
   * cover all.
   *
   * @param offset Shifts the selection. For pairs of classes and places, pass the number of the class, so that a run
   * tests its classes in different places.
   */
  some<T>(items: readonly T[], count: number, offset = 0): readonly T[] {
    if (!this.#quick || count >= items.length) return items
    const start = (this.#seed + offset) * count
    return Array.from({ length: count }, (_, index) => items[(start + index) % items.length]!)
  }
}
