import { BlockMatches, type Plan, type Selection, filterText, rankWindows, RememberedPlans } from './selection-plan.ts'
import { BlockTexts } from './search.ts'
import { type RecordWithId, SortedList } from './sorted-list.ts'

/** The fields that a collection indexes and searches. */
export interface CollectionDefinition {
  /** Fields with an index: those that lists filter on. */
  readonly indexed: readonly string[]
  /** Fields that `search` looks at. */
  readonly searched: readonly string[]
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
  /** True if more follow in the direction of the walk. */
  readonly hasMore: boolean
}

/** A page, and how many records its selection has. */
export interface CountedPage<T> extends Page<T> {
  readonly count: number
}

const everything = () => ''

/** From this number of changes, rebuilding a collection is faster than single changes. */
const many = 100

/** The records of a collection, in each order that lists need. */
interface SortedLists<T extends RecordWithId> {
  readonly records: SortedList<T>
  readonly indexes: ReadonlyMap<string, SortedList<T>>
}

/** The ranks of a plan between two cursors. */
function cursorRanks<T extends RecordWithId>(
  { list, value, low, high }: Plan<T>,
  startingAfter: string | undefined,
  endingBefore: string | undefined,
): { readonly low: number; readonly high: number } {
  return {
    // The id with a NUL appended is the smallest text above it, so its rank is the position after the id.
    low: endingBefore === undefined ? low : Math.max(low, list.rank(value, `${endingBefore}\0`)),
    high: startingAfter === undefined ? high : Math.min(high, list.rank(value, startingAfter)),
  }
}

/** Cuts a list in place, without a copy. Returns true if it was longer. */
function truncate(limit: number, found: unknown[]): boolean {
  const isLonger = found.length > limit
  if (isLonger) found.length = limit
  return isLonger
}

/**
 * The records of one kind. A collection is immutable: every change returns a new one that shares all but a few
 * blocks with the old. A page costs O(log n + limit) at any depth. For a filter without an index, the matches of a
 * block are computed once and kept with the block, so that later pages and writes to other blocks reuse them.
 */
export class Collection<T extends RecordWithId = RecordWithId> {
  readonly definition: CollectionDefinition
  #lists: SortedLists<T> | (() => SortedLists<T>)
  readonly #matches: BlockMatches<T>
  readonly #texts: BlockTexts<T>
  #plans: RememberedPlans<T> | undefined
  #lastFound: T | undefined

  private constructor(
    definition: CollectionDefinition,
    lists: SortedLists<T> | (() => SortedLists<T>),
    matches: BlockMatches<T>,
    texts: BlockTexts<T>,
  ) {
    this.definition = definition
    this.#lists = lists
    this.#matches = matches
    this.#texts = texts
  }

  /** Makes a collection of records that are already sorted by id. */
  static from<T extends RecordWithId>(definition: CollectionDefinition, records: readonly T[]): Collection<T> {
    return new Collection(
      definition,
      buildLists(definition, records),
      new BlockMatches(),
      new BlockTexts(definition.searched),
    )
  }

  /**
   * Makes a collection whose records are read when they are first needed. Even a small world has more collections than
   * a test reads.
   */
  static later<T extends RecordWithId>(definition: CollectionDefinition, records: () => readonly T[]): Collection<T> {
    const lists = () => buildLists(definition, records())
    return new Collection(definition, lists, new BlockMatches(), new BlockTexts(definition.searched))
  }

  get #loadedLists(): SortedLists<T> {
    if (typeof this.#lists === 'function') this.#lists = this.#lists()
    return this.#lists
  }

  get #records(): SortedList<T> {
    return this.#loadedLists.records
  }

  get size(): number {
    return this.#records.size
  }

  /** The records in blocks, in id order. A changed collection shares the blocks that did not change. */
  get blocks(): readonly (readonly T[])[] {
    return this.#records.blocks
  }

  get(id: string): T | undefined {
    // A client reads the same few records repeatedly: its token, and the parent of its list.
    if (this.#lastFound?.id !== id) this.#lastFound = this.#records.get('', id)
    return this.#lastFound
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

  /** Puts records, and removes the ids without one. Many at once rebuild the collection, as for a million records. */
  changed(records: ReadonlyMap<string, T | undefined>): Collection<T> {
    if (records.size < many)
      return [...records].reduce<Collection<T>>((changed, [id, record]) => {
        const existing = changed.get(id)
        if (existing === record) return changed
        if (!record) return changed.remove(id)
        return existing ? changed.replace(record) : changed.insert(record)
      }, this)
    const others = this.all().filter(({ id }) => !records.has(id))
    const added = [...records.values()].filter((record) => record !== undefined)
    return Collection.from(
      this.definition,
      [...others, ...added].sort((left, right) => (left.id < right.id ? -1 : 1)),
    )
  }

  /** Returns one page, newest first. `endingBefore` gives the page directly before that id (clause 4.6). */
  page(request: PageRequest): Page<T> {
    const { limit, startingAfter, endingBefore } = request
    const plan = this.#plan(request)
    const { low, high } = cursorRanks(plan, startingAfter, endingBefore)
    if (endingBefore !== undefined) {
      const found = this.#ascending(plan, low, high, limit + 1)
      return { hasMore: truncate(limit, found), items: found.reverse() }
    }
    const found = this.#descending(plan, high, limit + 1)
    return { hasMore: truncate(limit, found), items: found }
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

  /**
   * Does the same as `page` and counts the selection, in steps of a few thousand records, so that the caller can serve
   * other requests in between. Only a selection with filters that no index covers takes more than one step.
   * @param offset The number of records to skip.
   */
  *pageInSteps(
    { limit, startingAfter, endingBefore, ...selection }: PageRequest,
    offset = 0,
  ): Generator<void, CountedPage<T>> {
    const plan = this.#plan(selection)
    const isBack = endingBefore !== undefined
    const { low, high } = cursorRanks(plan, startingAfter, endingBefore)
    // Without a test, each rank is a match.
    const skipped = plan.test ? 0 : Math.min(offset, Math.max(0, high - low))
    const found: T[] = []
    let left = offset - skipped
    for (const window of rankWindows(plan, isBack ? low + skipped : low, isBack ? high : high - skipped, isBack)) {
      const walked = isBack
        ? this.#ascending(plan, window.low, window.high, limit + 1 - found.length + left)
        : this.#descending({ ...plan, low: window.low }, window.high, limit + 1 - found.length + left)
      for (const record of walked.length > left ? walked.slice(left) : []) found.push(record)
      left = Math.max(0, left - walked.length)
      if (found.length > limit) break
      yield
    }
    const items = found.slice(0, limit)
    let count = plan.test ? 0 : plan.high - plan.low
    for (const window of plan.test ? rankWindows(plan, plan.low, plan.high) : []) {
      count += this.#ascending(plan, window.low, window.high, this.size).length
      yield
    }
    return { items: isBack ? items.reverse() : items, hasMore: found.length > limit, count }
  }

  /** The number of records in a selection. It is instant with at most one filter, if that has an index. */
  count(selection: Selection): number {
    const plan = this.#plan(selection)
    return plan.test ? this.#ascending(plan, plan.low, plan.high, this.size).length : plan.high - plan.low
  }

  #existing(id: string): T {
    const record = this.get(id)
    if (!record) throw new Error(`There is no record with the id ${id}.`)
    return record
  }

  #with(change: (list: SortedList<T>) => SortedList<T>): Collection<T> {
    const { records, indexes } = this.#loadedLists
    const lists = {
      records: change(records),
      indexes: new Map([...indexes].map(([name, list]) => [name, change(list)])),
    }
    return new Collection(this.definition, lists, this.#matches, this.#texts)
  }

  #plan(selection: Selection): Plan<T> {
    return (this.#plans ??= new RememberedPlans({
      ...this.#loadedLists,
      searched: this.definition.searched,
      texts: this.#texts,
    })).of(selection)
  }

  #descending(plan: Plan<T>, from: number, count: number): T[] {
    const found: T[] = []
    for (let rank = from; rank > plan.low && found.length < count;) {
      const { records, start } = plan.list.blockAt(rank - 1)
      const low = Math.max(plan.low - start, 0)
      const high = rank - start
      if (plan.test) {
        const places = this.#matches.of(records, plan.key, plan.test, plan.mayMatch)
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
      const { records, start } = plan.list.blockAt(rank)
      const high = Math.min(to - start, records.length)
      const places = plan.test ? this.#matches.of(records, plan.key, plan.test, plan.mayMatch) : undefined
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

function buildLists<T extends RecordWithId>({ indexed }: CollectionDefinition, records: readonly T[]): SortedLists<T> {
  return {
    records: SortedList.from(everything, records),
    indexes: new Map(indexed.map((name) => [name, buildIndex(name, records)])),
  }
}

/** The records that have a field, sorted by it. */
function buildIndex<T extends RecordWithId>(name: string, records: readonly T[]): SortedList<T> {
  const groups = new Map<string, T[]>()
  for (const record of records) {
    const value = filterText(record, name)
    if (value === undefined) continue
    const group = groups.get(value)
    if (group) group.push(record)
    else groups.set(value, [record])
  }
  const values = [...groups.keys()].sort((left, right) => (left < right ? -1 : 1))
  const sorted: T[] = []
  for (const value of values) for (const record of groups.get(value)!) sorted.push(record)
  return SortedList.from((record) => filterText(record, name), sorted)
}
