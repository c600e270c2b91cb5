/** A record with an id. */
export interface RecordWithId {
  readonly id: string
}

/** The value that a list sorts by before the id. A record without one (undefined) is not in the list. */
export type SortField<T> = (record: T) => string | undefined

/** The numbers of records of a new block and of blocks of a new row. They are split at twice as many. */
const blockSize = 512
const rowSize = 32

/** The existing or future position of a record: its row, its block in the row, and its place in the block. */
interface RecordPosition {
  readonly row: number
  readonly block: number
  readonly place: number
}

/**
 * A persistent list of records, sorted by one field and then by id. It is immutable: an insertion copies one block of
 * at most 1024 records, the row of at most 64 blocks that contains it and the list of rows, and shares the rest. A fork
 * is free, and a write never affects a reader that holds an older list.
 *
 * The alternative, a mutable B-tree with cloning, is faster for bulk insertion and slower for every read.
 */
export class SortedList<T extends RecordWithId> {
  readonly field: SortField<T>
  /** The blocks in rows: a write to one of a million records must not copy a list of all blocks. */
  readonly rows: RankedParts<RankedParts<readonly T[]>>

  private constructor(field: SortField<T>, rows: RankedParts<RankedParts<readonly T[]>>) {
    this.field = field
    this.rows = rows
  }

  /** Makes a list of records that are already sorted and all have the field. */
  static from<T extends RecordWithId>(field: SortField<T>, sorted: readonly T[]): SortedList<T> {
    const blocks = cutPieces(sorted, blockSize)
    return new SortedList(field, new RankedParts(cutPieces(blocks, rowSize).map((row) => new RankedParts(row))))
  }

  get size(): number {
    return this.rows.length
  }

  /** The records in blocks. */
  get blocks(): readonly (readonly T[])[] {
    return this.rows.parts.flatMap(({ parts }) => parts)
  }

  /** Returns the block that holds a rank, and the rank of its first record. */
  blockAt(rank: number): { readonly records: readonly T[]; readonly start: number } {
    const index = this.rows.indexAt(rank)
    const before = this.rows.startOf(index)
    const row = this.rows.parts[index]!
    const block = row.indexAt(rank - before)
    return { records: row.parts[block]!, start: before + row.startOf(block) }
  }

  /** Returns the record with a value and an id. */
  get(value: string, id: string): T | undefined {
    const at = this.#placeOf(value, id)
    const record = this.#blockAt(at)[at.place]
    return record?.id === id ? record : undefined
  }

  /** Returns how many records sort before (value, id). */
  rank(value: string, id: string): number {
    if (this.size === 0) return 0
    const { row, block, place } = this.#placeOf(value, id)
    return this.rows.startOf(row) + this.rows.parts[row]!.startOf(block) + place
  }

  insert(record: T): SortedList<T> {
    const value = this.field(record)
    if (value === undefined) return this
    const at = this.#placeOf(value, record.id)
    const grown = this.#blockAt(at).toSpliced(at.place, 0, record)
    return this.#with(at, grown.length <= blockSize * 2 ? [grown] : cutPieces(grown, blockSize, 2))
  }

  remove(record: T): SortedList<T> {
    const value = this.field(record)
    if (value === undefined) return this
    const at = this.#placeOf(value, record.id)
    const records = this.#blockAt(at)
    if (records[at.place]?.id !== record.id) return this
    return this.#with(at, records.length > 1 ? [records.toSpliced(at.place, 1)] : [])
  }

  /** Returns the list with one block replaced. */
  #with({ row: index, block }: RecordPosition, replacements: readonly (readonly T[])[]): SortedList<T> {
    const row = (this.rows.parts[index] ?? new RankedParts([])).with(block, replacements)
    const { parts } = row
    const rows =
      parts.length === 0
        ? []
        : parts.length <= rowSize * 2
          ? [row]
          : cutPieces(parts, rowSize, 2).map((half) => new RankedParts(half))
    return new SortedList(this.field, this.rows.with(index, rows))
  }

  #blockAt({ row, block }: RecordPosition): readonly T[] {
    return this.rows.parts[row]?.parts[block] ?? []
  }

  /** Finds the last row and block whose first record does not sort after (value, id), and the place in the block. */
  #placeOf(value: string, id: string): RecordPosition {
    const rows = this.rows.parts
    const row = lastIndex(rows.length, (index) => this.#compare(rows[index]!.parts[0]![0]!, value, id) <= 0)
    const blocks = rows[row]?.parts ?? []
    const block = lastIndex(blocks.length, (index) => this.#compare(blocks[index]![0]!, value, id) <= 0)
    return { row, block, place: this.#placeIn(blocks[block] ?? [], value, id) }
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
    const text = this.field(record)!
    if (text !== value) return text < value ? -1 : 1
    return record.id === id ? 0 : record.id < id ? -1 : 1
  }
}

/** Cuts a list into pieces of a size. The last of at most `most` pieces contains the rest. */
function cutPieces<Item>(list: readonly Item[], size: number, most = Infinity): readonly (readonly Item[])[] {
  const count = Math.min(most, Math.ceil(list.length / size))
  return Array.from({ length: count }, (_, index) =>
    list.slice(index * size, index + 1 === count ? undefined : (index + 1) * size),
  )
}

/** An item with a length: a block of records, or a row of blocks. */
interface WithLength {
  readonly length: number
}

/**
 * Consecutive parts, each with the rank at which it begins. It is immutable: replacing one part copies the list of
 * parts, so rows are short, and long lists are rows of rows.
 */
class RankedParts<Part extends WithLength> {
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
function lastIndex(count: number, test: (index: number) => boolean): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (test(middle)) low = middle
    else high = middle - 1
  }
  return low
}
