/** The number of different tests that a block remembers: enough for a few walks at once. */
const keptTests = 8

const none: readonly number[] = []

/** The positions of the records in a block that pass a test, computed once for each block and test. */
export class BlockMatches<T> {
  readonly #known = new WeakMap<readonly T[], Map<string, readonly number[]>>()

  /** The matching positions, ascending. `key` identifies the test; `mayMatch` is false for a block without a match. */
  of(
    block: readonly T[],
    key: string,
    test: (record: T) => boolean,
    mayMatch?: (block: readonly T[]) => boolean,
  ): readonly number[] {
    let known = this.#known.get(block)
    if (!known) this.#known.set(block, (known = new Map()))
    let places = known.get(key)
    if (!places) {
      if (known.size >= keptTests) known.delete(known.keys().next().value!)
      places = mayMatch?.(block) === false ? none : placesOf(block, test)
      known.set(key, places)
    }
    return places
  }
}

function placesOf<T>(block: readonly T[], test: (record: T) => boolean): readonly number[] {
  const found: number[] = []
  for (let place = 0; place < block.length; place++) if (test(block[place]!)) found.push(place)
  return found
}
