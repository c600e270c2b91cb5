import { BlockMatches } from './block-matches.ts'
import { toSearchTest } from './search-test.ts'
import { type Identified, SortedList } from './sorted-list.ts'

/** How a collection finds its records. */
export interface CollectionDefinition {
  /** Fields with an index: those that lists filter on. */
  readonly indexed: readonly string[]
  /** Fields that `search` looks at. */
  readonly searched: readonly string[]
}

/** Which records of a collection to return. */
export interface Selection {
  /** Exact values by field name; a record must match all of them (clause 4.5). */
  readonly where?: Readonly<Record<string, string>> | undefined
  /** Case-insensitive partial match over the searched fields (clause 4.5). */
  readonly search?: string | undefined
}

/** One page of a selection, by id cursors (clause 4.6). */
export interface PageRequest extends Selection {
  readonly limit: number
  readonly startingAfter?: string | undefined
  readonly endingBefore?: string | undefined
}

/** The records of one page. */
export interface Page<T> {
  /** Newest first. */
  readonly items: readonly T[]
  /** Whether more follow in the direction of the walk. */
  readonly hasMore: boolean
}

const everything = () => ''

/** The range of an index that a selection walks, and the test for the filters that the index does not cover. */
interface Plan<T extends Identified> {
  readonly list: SortedList<T>
  readonly value: string
  readonly low: number
  readonly high: number
  readonly key: string
  readonly test: ((record: T) => boolean) | undefined
}

/**
 * The records of one kind. A collection is immutable: every change returns a new one that shares all but a few
 * blocks with the old. A page costs O(log n + limit) at any depth. For a filter without an index, the matches of a
 * block are computed once and kept with the block, so that later pages and writes to other blocks reuse them.
 */
export class Collection<T extends Identified = Identified> {
  readonly definition: CollectionDefinition
  readonly #records: SortedList<T>
  readonly #indexes: ReadonlyMap<string, SortedList<T>>
  readonly #matches: BlockMatches<T>

  private constructor(
    definition: CollectionDefinition,
    records: SortedList<T>,
    indexes: ReadonlyMap<string, SortedList<T>>,
    matches: BlockMatches<T>,
  ) {
    this.definition = definition
    this.#records = records
    this.#indexes = indexes
    this.#matches = matches
  }

  /** Makes a collection of records that are already sorted by id. */
  static from<T extends Identified>(definition: CollectionDefinition, records: readonly T[]): Collection<T> {
    const indexes = new Map(definition.indexed.map((name) => [name, indexOf(name, records)]))
    return new Collection(definition, SortedList.from(everything, records), indexes, new BlockMatches())
  }

  get size(): number {
    return this.#records.size
  }

  /** The records in blocks, in id order. A changed collection shares the blocks that did not change. */
  get blocks(): readonly (readonly T[])[] {
    return this.#records.blocks
  }

  get(id: string): T | undefined {
    const record = this.#records.at(this.#records.rank('', id))
    return record?.id === id ? record : undefined
  }

  /** @throws Error when the id is taken. */
  insert(record: T): Collection<T> {
    if (this.get(record.id)) throw new Error(`The id ${record.id} is already taken.`)
    return this.#with((list) => list.insert(record))
  }

  /** @throws Error when no record has that id. */
  replace(record: T): Collection<T> {
    const old = this.#existing(record.id)
    return this.#with((list) => list.remove(old).insert(record))
  }

  /** @throws Error when no record has that id. */
  remove(id: string): Collection<T> {
    const old = this.#existing(id)
    return this.#with((list) => list.remove(old))
  }

  /** Returns one page, newest first. `endingBefore` gives the page directly before that id (clause 4.6). */
  page({ limit, startingAfter, endingBefore, ...selection }: PageRequest): Page<T> {
    const plan = this.#plan(selection)
    if (endingBefore !== undefined) {
      // The id with a NUL appended is the smallest text above it, so its rank is the position after the id.
      const from =
        startingAfter === undefined ? plan.high : Math.min(plan.high, plan.list.rank(plan.value, startingAfter))
      const start = Math.max(plan.low, plan.list.rank(plan.value, `${endingBefore}\0`))
      const found = this.#ascending(plan, start, from, limit + 1)
      return { items: found.slice(0, limit).reverse(), hasMore: found.length > limit }
    }
    const from =
      startingAfter === undefined ? plan.high : Math.min(plan.high, plan.list.rank(plan.value, startingAfter))
    const found = this.#descending(plan, from, limit + 1)
    return { items: found.length > limit ? found.slice(0, limit) : found, hasMore: found.length > limit }
  }

  /** Returns at most `count` records, oldest first, skipping the first `offset` (clause 4.10). */
  slice(selection: Selection, offset: number, count: number): readonly T[] {
    const plan = this.#plan(selection)
    if (!plan.test) return this.#ascending(plan, plan.low + offset, plan.high, count)
    return this.#ascending(plan, plan.low, plan.high, offset + count).slice(offset)
  }

  /** Returns every record of a selection, oldest first. */
  all(selection: Selection = {}): readonly T[] {
    return this.slice(selection, 0, this.size)
  }

  #existing(id: string): T {
    const record = this.get(id)
    if (!record) throw new Error(`There is no record with the id ${id}.`)
    return record
  }

  #with(change: (list: SortedList<T>) => SortedList<T>): Collection<T> {
    const indexes = new Map([...this.#indexes].map(([name, list]) => [name, change(list)]))
    return new Collection(this.definition, change(this.#records), indexes, this.#matches)
  }

  /** Picks the index with the fewest matches; the remaining filters are tested on each of its records. */
  #plan({ where = {}, search }: Selection): Plan<T> {
    let best: { list: SortedList<T>; name: string; value: string; low: number; high: number } = {
      list: this.#records,
      name: '',
      value: '',
      low: 0,
      high: this.size,
    }
    const filters = Object.entries(where)
    for (const [name, value] of filters) {
      const list = this.#indexes.get(name)
      if (!list) continue
      const low = list.rank(value, '')
      const high = list.rank(`${value}\0`, '')
      if (best.name === '' || high - low < best.high - best.low) best = { list, name, value, low, high }
    }
    const rest = filters.filter(([name]) => name !== best.name)
    const tests: ((record: T) => boolean)[] = rest.map(
      ([name, value]) =>
        (record) =>
          textOf(record, name) === value,
    )
    if (search !== undefined && search !== '') tests.push(toSearchTest(this.definition.searched, search))
    const test = tests.length === 0 ? undefined : (record: T) => tests.every((one) => one(record))
    return {
      list: best.list,
      value: best.value,
      low: best.low,
      high: best.high,
      test,
      key: test ? JSON.stringify([best.name, rest, search]) : '',
    }
  }

  #descending(plan: Plan<T>, from: number, count: number): T[] {
    const found: T[] = []
    for (let rank = from; rank > plan.low && found.length < count;) {
      const block = plan.list.blockOf(rank - 1)
      const start = plan.list.startOf(block)
      const records = plan.list.blocks[block]!
      const low = Math.max(plan.low - start, 0)
      const high = rank - start
      if (plan.test) {
        const places = this.#matches.of(records, plan.key, plan.test)
        for (let index = places.length - 1; index >= 0 && found.length < count; index--) {
          const place = places[index]!
          if (place < low) break
          if (place < high) found.push(records[place]!)
        }
      } else {
        for (let place = high - 1; place >= low && found.length < count; place--) found.push(records[place]!)
      }
      rank = start
    }
    return found
  }

  #ascending(plan: Plan<T>, from: number, to: number, count: number): T[] {
    const found: T[] = []
    for (let rank = from; rank < to && found.length < count;) {
      const block = plan.list.blockOf(rank)
      const start = plan.list.startOf(block)
      const records = plan.list.blocks[block]!
      const high = Math.min(to - start, records.length)
      const places = plan.test ? this.#matches.of(records, plan.key, plan.test) : undefined
      const length = places ? places.length : high
      for (let index = places ? 0 : rank - start; index < length && found.length < count; index++) {
        const place = places ? places[index]! : index
        if (place >= high) break
        if (place >= rank - start) found.push(records[place]!)
      }
      rank = start + records.length
    }
    return found
  }
}

function textOf(record: object, name: string): string | undefined {
  const value = (record as Record<string, unknown>)[name]
  return value === null || value === undefined ? undefined : String(value)
}

function indexOf<T extends Identified>(name: string, records: readonly T[]): SortedList<T> {
  const groups = new Map<string, T[]>()
  for (const record of records) {
    const value = textOf(record, name)
    if (value === undefined) continue
    const group = groups.get(value)
    if (group) group.push(record)
    else groups.set(value, [record])
  }
  const values = [...groups.keys()].sort((left, right) => (left < right ? -1 : 1))
  const sorted: T[] = []
  for (const value of values) for (const record of groups.get(value)!) sorted.push(record)
  return SortedList.from((record) => textOf(record, name), sorted)
}
