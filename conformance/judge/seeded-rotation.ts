/**
 * Chooses requests from lists that are too long to ask in full. Seeds in a row choose different parts, so that a few
 * runs cover everything.
 */
export class SeededRotation {
  readonly #seed: number
  readonly #thorough: boolean

  constructor(seed: number, thorough: boolean) {
    this.#seed = seed
    this.#thorough = thorough
  }

  /**
   * Returns `count` of the items; all of them in a thorough run. Of n items, n / count seeds in a row, rounded up,
   * cover all.
   *
   * @param offset Moves the choice. Where classes and places form pairs, give the number of the class, so that a run
   * asks its classes in different places.
   */
  some<T>(items: readonly T[], count: number, offset = 0): readonly T[] {
    if (this.#thorough || count >= items.length) return items
    const start = (this.#seed + offset) * count
    return Array.from({ length: count }, (_, index) => items[(start + index) % items.length]!)
  }
}
