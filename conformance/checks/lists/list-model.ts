// The model of a walked list, which predicts the page for any query (clauses 4.5 and 4.6).
import type { CursorParameter } from '../../catalogue/operations.ts'
import type { Item } from '../../reading/find-list.ts'
import type { Query } from './fewest-parameters.ts'
import type { ListPage } from './pages.ts'
import { memberText } from './record-filters.ts'
import type { WalkedList } from './walked-list.ts'

/** A filter that a list accepts. */
export interface ListFilter {
  readonly name: string
  readonly kind: 'string' | 'enum' | 'search'
  /** The records of each known value. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>
  /** True if records show the value, so that the records of a page reveal which value it is for. */
  readonly isShown: boolean
  /** The values that the list accepts, for an enum filter. */
  readonly listed?: readonly string[]
}

/** The page that a query should return. */
export interface ExpectedPage {
  readonly query: Query
  /** All records that match, newest first. */
  readonly all: readonly string[]
  /** The index of the first record of the page among them, and the index after its last one. */
  readonly from: number
  readonly to: number
  /** The most records that the page may have. */
  readonly size: number
  readonly cursor: CursorParameter | undefined
  /** True if records beyond the walked ones may follow. */
  readonly isOpen: boolean
}

/** The difference of a page from the one that a query should return. */
export interface Difference {
  readonly kind:
    /** The answer is not a list. */
    | 'refused'
    /** Records that the list without filters does not show. */
    | 'unknown'
    /** Records that do not match. */
    | 'stray'
    /** The record of the cursor, or records on its other side. */
    | 'beyond'
    /** More records than `limit`. */
    | 'long'
    /** A record twice. */
    | 'repeated'
    | 'missing'
    | 'order'
  /** The records that show it. */
  readonly ids: readonly string[]
  /** The records of the page that the walk of the list visited. */
  readonly met: readonly string[]
  readonly wanted: readonly string[]
}

/** The records of an expected page. */
export const expectedIds = ({ all, from, to }: ExpectedPage): readonly string[] => all.slice(from, to)

const pagingParameters = new Set(['limit', 'starting_after', 'ending_before'])

/** Records with their places in the list. */
interface Matching {
  readonly ids: readonly string[]
  readonly places: readonly number[]
}

/** The number of ascending numbers that are below a bound. */
function countBelow(numbers: readonly number[], bound: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < bound) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns true for a parameter that chooses a page. */
export const isPaging = (name: string): boolean => pagingParameters.has(name)

/** The cursor of a query. */
export const queryCursor = (query: Query): CursorParameter | undefined =>
  'starting_after' in query ? 'starting_after' : 'ending_before' in query ? 'ending_before' : undefined

/** A walked list with an index for each filter that it accepts. */
export class ListModel {
  readonly list: WalkedList
  readonly filters: readonly ListFilter[]
  /** The page size without `limit`. */
  readonly usual: number
  /** The accepted values of `limit`; empty if the list does not accept it. */
  readonly limits: readonly number[]
  readonly #matches = new Map<string, Matching>()

  constructor(list: WalkedList, filters: readonly ListFilter[], usual: number, limits: readonly number[]) {
    this.list = list
    this.filters = filters
    this.usual = usual
    this.limits = limits
  }

  filter(name: string): ListFilter | undefined {
    return this.filters.find((filter) => filter.name === name)
  }

  /** Returns true if a record matches a value of a filter. A value of no record matches nothing. */
  matches(id: string, name: string, value: string): boolean {
    return this.filter(name)?.values.get(value)?.has(id) === true
  }

  /** The records that match all filters of a query, or some of them, newest first. */
  matching(query: Query, isAny = false): Matching {
    const wanted = Object.entries(query).filter(([name]) => !isPaging(name))
    const key = JSON.stringify([isAny, wanted])
    const known = this.#matches.get(key)
    if (known) return known
    const sets = wanted.map(([name, value]) => this.filter(name)?.values.get(String(value)) ?? new Set<string>())
    const { ids: all } = this.list
    const ids =
      sets.length === 0
        ? all
        : all.filter((id) => (isAny ? sets.some((set) => set.has(id)) : sets.every((set) => set.has(id))))
    const matching = { ids, places: ids.map((id) => this.list.placeOf(id)) }
    this.#matches.set(key, matching)
    return matching
  }

  /** The page of a query. */
  expected(query: Query, { ids: all, places }: Matching = this.matching(query)): ExpectedPage {
    const cursor = queryCursor(query)
    // A limit above the largest page size may be reduced to it.
    const size = Math.min(Number(query['limit'] ?? this.usual), this.list.pageSize)
    const common = { query, all, size, cursor }
    if (cursor === undefined) return { ...common, from: 0, to: size, isOpen: this.#isOpen(all, size) }
    const newer = countBelow(places, this.list.placeOf(String(query[cursor])))
    if (cursor === 'ending_before') return { ...common, from: Math.max(0, newer - size), to: newer, isOpen: false }
    const from = newer + (all[newer] === query[cursor] ? 1 : 0)
    return { ...common, from, to: from + size, isOpen: this.#isOpen(all, from + size) }
  }

  #isOpen(all: readonly string[], to: number): boolean {
    return !this.list.complete && to > all.length
  }

  /** The difference of the page of a query from the expected one; undefined if they agree. */
  difference(query: Query, page: ListPage | undefined): Difference | undefined {
    const expected = this.expected(query)
    const wanted = expectedIds(expected)
    const { list } = this
    // Other clients may have created records since, and a bounded walk did not visit the oldest ones.
    const isComparable = (id: string) => list.places.has(id) || list.isSkipped(id)
    const ids = page?.ids ?? []
    const met = ids.filter(isComparable)
    const found = (kind: Difference['kind'], wrong: readonly string[]): Difference => ({
      kind,
      ids: wrong,
      met,
      wanted,
    })
    if (!page) return wanted.length === 0 && !this.#isOfListed(query) ? undefined : found('refused', [])
    if (!this.#isKnown(query)) return undefined
    const strays = this.#strays(query, page)
    if (strays.length > 0) return found('stray', strays)
    const unknown = met.filter((id) => !list.places.has(id))
    if (unknown.length > 0) return found('unknown', unknown)
    const beyond = met.filter((id) => this.#isBeyond(query, id))
    if (beyond.length > 0) return found('beyond', beyond)
    const repeated = met.filter((id, place) => met.indexOf(id) !== place)
    if (repeated.length > 0) return found('repeated', repeated)
    if (query['limit'] !== undefined && ids.length > Number(query['limit']))
      return found('long', met.slice(expected.size))
    const isFree = 'search' in query && expected.cursor === undefined
    const newer = ids.filter(list.isNewer).length
    const lacking = (newer === 0 ? wanted : wanted.slice(0, Math.max(0, wanted.length - newer))).filter(
      (id) => !met.includes(id),
    )
    // A search without a cursor may be sorted by relevance: then only its length is known.
    const isShort = !expected.isOpen && met.length < Math.min(expected.size, expected.all.length) - newer
    if (lacking.length > 0 && (!isFree || isShort)) return found('missing', lacking)
    if (!isFree && !this.#isInOrder(met, expected.cursor)) return found('order', this.#firstRise(met))
    return undefined
  }

  /** Returns false if the records of a listed value are unknown: neither the records nor its list showed them. */
  #isKnown(query: Query): boolean {
    return Object.entries(query).every(([name, value]) => {
      const filter = this.filter(name)
      if (filter?.kind !== 'enum' || filter.isShown) return true
      return filter.values.has(String(value)) || !filter.listed!.includes(String(value))
    })
  }

  /** Returns true if a query has only listed values of enum filters, which are accepted regardless of the records. */
  #isOfListed(query: Query): boolean {
    const filters = Object.entries(query)
    return filters.length > 0 && filters.every(([name, value]) => this.filter(name)?.listed?.includes(String(value)))
  }

  #strays(query: Query, { ids, items }: ListPage): readonly string[] {
    const filters = Object.entries(query).filter(([name]) => !isPaging(name))
    return ids.filter((id, place) =>
      filters.some(([name, value]) => {
        const filter = this.filter(name)
        if (!filter) return false
        if (this.list.places.has(id)) return !this.matches(id, name, String(value))
        const seen = filter.isShown ? filterValue(items[place], name) : undefined
        return seen !== undefined && seen !== String(value)
      }),
    )
  }

  #isBeyond(query: Query, id: string): boolean {
    const cursor = queryCursor(query)
    if (cursor === undefined) return false
    const { list } = this
    const [place, edge] = [list.placeOf(id), list.placeOf(String(query[cursor]))]
    // The place of a deleted record is that of the next one.
    if (place === edge) return list.places.has(String(query[cursor]))
    return cursor === 'starting_after' ? place < edge : place > edge
  }

  #isInOrder(ids: readonly string[], cursor: CursorParameter | undefined): boolean {
    const isFalling = (all: readonly string[]) => this.#firstRise(all).length === 0
    // The specification does not state the order of a page before a cursor.
    return isFalling(ids) || (cursor === 'ending_before' && isFalling(ids.toReversed()))
  }

  /** The first two records in the wrong order; empty if the list is in order. */
  #firstRise(ids: readonly string[]): readonly string[] {
    const at = ids.findIndex((id, place) => place > 0 && this.list.placeOf(id) < this.list.placeOf(ids[place - 1]!))
    return at < 0 ? [] : [ids[at]!, ids[at - 1]!]
  }
}

/** The value of a filter that a record shows. */
export const filterValue = (item: Item | undefined, name: string): string | undefined =>
  name === 'search' ? undefined : memberText(item, name)
