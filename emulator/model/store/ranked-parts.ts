/** An item with a length: a block of records, or a row of blocks. */
interface Sized {
  readonly length: number
}

/**
 * Consecutive parts, each with the rank at which it begins. It is immutable: replacing one part copies the list of
 * parts, so rows are short, and long lists are rows of rows.
 */
export class RankedParts<Part extends Sized> {
  readonly parts: readonly Part[]
  /** The number of items in all parts. */
  readonly length: number
  readonly #starts: readonly number[]

  constructor(parts: readonly Part[]) {
    this.parts = parts
    const starts: number[] = []
    let length = 0
    for (const part of parts) {
      starts.push(length)
      length += part.length
    }
    this.#starts = starts
    this.length = length
  }

  /** Returns the index of the part that holds a rank. */
  indexAt(rank: number): number {
    return lastIndex(this.parts.length, (index) => this.#starts[index]! <= rank)
  }

  /** Returns the rank at which a part begins. */
  startOf(index: number): number {
    return this.#starts[index]!
  }

  /** Returns the row with one part replaced by any number of parts. */
  with(index: number, replacements: readonly Part[]): RankedParts<Part> {
    return new RankedParts(this.parts.toSpliced(index, 1, ...replacements))
  }
}

/**
 * Returns the last of `count` indexes that passes a test, by binary search: after an index that fails, all fail.
 * Returns 0 if none passes.
 */
export function lastIndex(count: number, test: (index: number) => boolean): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (test(middle)) low = middle
    else high = middle - 1
  }
  return low
}
