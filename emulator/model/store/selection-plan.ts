import { type BlockTexts, toPartialMatch } from './search.ts'
import type { RecordWithId, SortedList } from './sorted-list.ts'

/** The records of a collection to return. */
export interface Selection {
  /** Exact values by field name; a record must match all of them (clause 4.5). */
  readonly where?: Readonly<Record<string, string>> | undefined
  /** Fields that must be null. */
  readonly nulls?: readonly string[] | undefined
  /** Case-insensitive partial match over the searched fields (clause 4.5). */
  readonly search?: string | undefined
}

/** The range of an index that a selection walks, and the test for the filters that the index does not cover. */
export interface Plan<T extends RecordWithId> {
  readonly list: SortedList<T>
  readonly value: string
  readonly low: number
  readonly high: number
  readonly key: string
  readonly test: ((record: T) => boolean) | undefined
  /** Returns false for a block without a match, without reading its records. */
  readonly mayMatch?: ((block: readonly T[]) => boolean) | undefined
}

/** The lists of a collection: all its records, and an index for each of some fields. */
interface SearchableLists<T extends RecordWithId> {
  readonly records: SortedList<T>
  readonly indexes: ReadonlyMap<string, SortedList<T>>
  /** The fields that `search` looks at. */
  readonly searched: readonly string[]
  /** The searched texts of the blocks of `records`. */
  readonly texts: BlockTexts<T>
}

/** The most records that a search tests one by one. For more records, it first searches the texts of whole blocks. */
const testedAlone = 16_384

/** Picks the index with the fewest matches; the remaining filters are tested on each of its records. */
function choosePlan<T extends RecordWithId>(
  { records, indexes, searched, texts }: SearchableLists<T>,
  { where = {}, nulls, search }: Selection,
): Plan<T> {
  const all = { list: records, name: '', value: '', low: 0, high: records.size }
  let best = all
  const filters = Object.entries(where)
  for (const [name, value] of filters) {
    const list = indexes.get(name)
    if (!list) continue
    const low = list.rank(value, '')
    const high = list.rank(`${value}\0`, '')
    if (best.name === '' || high - low < best.high - best.low) best = { list, name, value, low, high }
  }
  const isSearch = search !== undefined && search !== ''
  if (isSearch && best.high - best.low > testedAlone) best = all
  const rest = filters.filter(([name]) => name !== best.name)
  const tests: ((record: T) => boolean)[] = rest.map(
    ([name, value]) =>
      (record) =>
        filterText(record, name) === value,
  )
  if (nulls && nulls.length > 0) tests.push((record) => nulls.every((name) => storedValue(record, name) === null))
  if (isSearch) tests.push(toPartialMatch(searched, search))
  const test = tests.length === 0 ? undefined : (record: T) => tests.every((test) => test(record))
  return {
    list: best.list,
    value: best.value,
    low: best.low,
    high: best.high,
    test,
    mayMatch: isSearch && best === all ? texts.toBlockTest(search) : undefined,
    key: test ? JSON.stringify([best.name, rest, search, nulls]) : '',
  }
}

/** The text that a field is filtered by; undefined for a missing field and for null. */
export function filterText(record: object, name: string): string | undefined {
  const value = storedValue(record, name)
  return value === null || value === undefined ? undefined : String(value)
}

function storedValue(record: object, name: string): unknown {
  return (record as Readonly<Record<string, unknown>>)[name]
}

/** The number of records that one step tests. */
const stepSize = 4096

/** A range of ranks. */
interface RankRange {
  readonly low: number
  readonly high: number
}

/** The ranges of ranks for each step, in the order of a walk. Without a test, a single range. */
export function rankWindows<T extends RecordWithId>(
  { test }: Plan<T>,
  low: number,
  high: number,
  ascending = true,
): readonly RankRange[] {
  if (!test) return [{ low, high }]
  const windows = Array.from({ length: Math.max(0, Math.ceil((high - low) / stepSize)) }, (_, index) => ({
    low: low + index * stepSize,
    high: Math.min(high, low + (index + 1) * stepSize),
  }))
  return ascending ? windows : windows.toReversed()
}

/** The number of plans to remember, and the longest selection to remember one for, in characters. */
const mostPlans = 20
const longest = 300

interface KeptPlan<T extends RecordWithId> {
  readonly selection: Selection
  readonly plan: Plan<T>
}

/**
 * Plans selections of lists that never change, and remembers the latest plans: a walk asks for page after page of one
 * selection.
 */
export class RememberedPlans<T extends RecordWithId> {
  readonly #lists: SearchableLists<T>
  #known: readonly KeptPlan<T>[] = []

  constructor(lists: SearchableLists<T>) {
    this.#lists = lists
  }

  /** The plan of a selection. */
  of(selection: Selection): Plan<T> {
    // Comparing members is faster than building a key from them: most selections differ in the first member.
    for (const known of this.#known) if (areSame(known.selection, selection)) return known.plan
    const plan = choosePlan(this.#lists, selection)
    if (selectionLength(selection) <= longest)
      this.#known = [{ selection: copySelection(selection), plan }, ...this.#known.slice(0, mostPlans - 1)]
    return plan
  }
}

const none = {}

function areSame(left: Selection, right: Selection): boolean {
  const { where = none, nulls = [], search = '' } = left
  const { where: otherWhere = none, nulls: otherNulls = [], search: otherSearch = '' } = right
  return (
    search === otherSearch &&
    includesFilters(where, otherWhere) &&
    includesFilters(otherWhere, where) &&
    nulls.length === otherNulls.length &&
    nulls.every((name, index) => name === otherNulls[index])
  )
}

function includesFilters(left: NonNullable<Selection['where']>, right: NonNullable<Selection['where']>): boolean {
  for (const name in right) if (left[name] !== right[name]) return false
  return true
}

/** A copy, since the caller may change its selection and reuse it. */
function copySelection({ where, nulls, search }: Selection): Selection {
  return { where: { ...where }, nulls: [...(nulls ?? [])], search }
}

function selectionLength({ where = none, nulls = [], search = '' }: Selection): number {
  return [search, ...Object.entries(where).flat(), ...nulls].reduce((sum, text) => sum + text.length, 0)
}

/** The number of different tests that a block remembers: enough for a few walks at once. */
const keptTests = 8

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
      places = mayMatch?.(block) === false ? [] : matchingPositions(block, test)
      known.set(key, places)
    }
    return places
  }
}

function matchingPositions<T>(block: readonly T[], test: (record: T) => boolean): readonly number[] {
  const found: number[] = []
  for (let place = 0; place < block.length; place++) if (test(block[place]!)) found.push(place)
  return found
}
