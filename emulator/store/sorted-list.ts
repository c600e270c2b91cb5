/** A record with an id. */
export interface Identified {
  readonly id: string
}

/** The value that a list sorts by before the id. A record without one (undefined) is not in the list. */
export type SortField<T> = (record: T) => string | undefined

const blockSize = 512

function startsOf(blocks: readonly (readonly unknown[])[]): Uint32Array {
  const starts = new Uint32Array(blocks.length + 1)
  for (const [index, block] of blocks.entries()) starts[index + 1] = starts[index]! + block.length
  return starts
}

/**
 * A persistent list of records, sorted by one field and then by id. It is immutable: an insertion copies one block
 * of at most 1024 records and the array of blocks, and shares the rest. A fork is free, and a write never affects a
 * reader that holds an older list.
 *
 * The alternative, a mutable B-tree with cloning, is faster for bulk insertion and slower for every read.
 */
export class SortedList<T extends Identified> {
  readonly field: SortField<T>
  readonly blocks: readonly (readonly T[])[]
  /** The rank of each block's first record, followed by the number of records. */
  readonly #starts: Uint32Array

  private constructor(field: SortField<T>, blocks: readonly (readonly T[])[], starts: Uint32Array = startsOf(blocks)) {
    this.field = field
    this.blocks = blocks
    this.#starts = starts
  }

  /** Makes a list of records that are already sorted and all have the field. */
  static from<T extends Identified>(field: SortField<T>, sorted: readonly T[]): SortedList<T> {
    const blocks: (readonly T[])[] = []
    for (let start = 0; start < sorted.length; start += blockSize) blocks.push(sorted.slice(start, start + blockSize))
    return new SortedList(field, blocks)
  }

  get size(): number {
    return this.#starts.at(-1)!
  }

  /** Returns the record with a rank; 0 is the lowest. */
  at(rank: number): T | undefined {
    if (rank < 0 || rank >= this.size) return undefined
    const block = this.blockOf(rank)
    return this.blocks[block]![rank - this.#starts[block]!]
  }

  /** Returns the index of the block that holds a rank. */
  blockOf(rank: number): number {
    let low = 0
    let high = this.blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#starts[middle]! <= rank) low = middle
      else high = middle - 1
    }
    return low
  }

  startOf(block: number): number {
    return this.#starts[block]!
  }

  /** Returns how many records sort before (value, id). */
  rank(value: string, id: string): number {
    const block = this.#blockFor(value, id)
    const records = this.blocks[block]
    return records ? this.#starts[block]! + this.#placeIn(records, value, id) : 0
  }

  insert(record: T): SortedList<T> {
    const value = this.field(record)
    if (value === undefined) return this
    const index = this.#blockFor(value, record.id)
    const records = this.blocks[index] ?? []
    const place = this.#placeIn(records, value, record.id)
    const grown = records.toSpliced(place, 0, record)
    return this.#withBlocks(
      index,
      grown.length <= blockSize * 2 ? [grown] : [grown.slice(0, blockSize), grown.slice(blockSize)],
    )
  }

  remove(record: T): SortedList<T> {
    const value = this.field(record)
    if (value === undefined) return this
    const index = this.#blockFor(value, record.id)
    const records = this.blocks[index] ?? []
    const place = this.#placeIn(records, value, record.id)
    if (records[place]?.id !== record.id) return this
    return this.#withBlocks(index, records.length > 1 ? [records.toSpliced(place, 1)] : [])
  }

  /** Returns the list with one block replaced. */
  #withBlocks(index: number, replacements: readonly (readonly T[])[]): SortedList<T> {
    const blocks = this.blocks.toSpliced(index, 1, ...replacements)
    const [only] = replacements
    const old = this.blocks[index]
    if (!only || !old || replacements.length > 1) return new SortedList(this.field, blocks)
    const starts = this.#starts.slice()
    const change = only.length - old.length
    for (let next = index + 1; next < starts.length; next++) starts[next]! += change
    return new SortedList(this.field, blocks, starts)
  }

  /** Returns the last block whose first record does not sort after (value, id). */
  #blockFor(value: string, id: string): number {
    let low = 0
    let high = this.blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#compare(this.blocks[middle]![0]!, value, id) <= 0) low = middle
      else high = middle - 1
    }
    return Math.max(low, 0)
  }

  #placeIn(records: readonly T[], value: string, id: string): number {
    let low = 0
    let high = records.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#compare(records[middle]!, value, id) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #compare(record: T, value: string, id: string): number {
    const own = this.field(record)!
    if (own !== value) return own < value ? -1 : 1
    return record.id === id ? 0 : record.id < id ? -1 : 1
  }
}
