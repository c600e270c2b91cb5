// Queries that cover each parameter by itself, in pairs and at each edge.
import type { CursorParameter } from '../../catalogue/operations.ts'
import type { RequirementId } from '../../catalogue/requirements.ts'
import { type Edge, pageEdges } from './edges.ts'
import { type Query, withoutParameters } from './fewest-parameters.ts'
import { queryCursor, expectedIds, isPaging, type ListFilter, type ListModel } from './list-model.ts'

/** The requirement of a single filter. */
export const requirementOfFilter: Readonly<Record<ListFilter['kind'], RequirementId>> = {
  string: 'filters.exact',
  enum: 'filters.enum-filters',
  search: 'filters.search-partial',
}

/** The requirement of a cursor. */
export const requirementOfCursor: Readonly<Record<CursorParameter, RequirementId>> = {
  starting_after: 'cursors.starting-after',
  ending_before: 'cursors.ending-before',
}

/** Whether a filter has the first or the last of its listed values. */
type ListedEnd = '' | 'first' | 'last'

/** The part of a query beside the parameters of a situation. */
type Beside = string

/** A situation in which a mistake would show: its name, and the parameters and values that it has. */
type Situation =
  | readonly ['alone', filter: string, ListedEnd]
  | readonly ['beside filter', filter: string, ListedEnd, other: string]
  | readonly ['paged', filter: string, ListedEnd, Beside]
  | readonly ['cut', filter: string, Beside]
  | readonly ['either', filters: string, Beside]
  | readonly ['size', band: string, Beside]
  | readonly ['beside', Beside]
  | readonly ['end']
  | readonly [Edge, Beside]
  | readonly ['only', ...parameters: string[]]

/** A requirement that a query tests, and the situation in which the query tests it. */
export interface Feature {
  readonly requirement: RequirementId
  readonly situation: Situation
}

/** The band of a limit, as servers may handle each band differently. */
function limitBand(limit: number, usual: number): string {
  if (limit <= 2) return String(limit)
  if (limit < 10) return 'below 10'
  if (limit >= 100) return '100'
  return limit < usual ? 'below the usual' : limit === usual ? 'usual' : 'above the usual'
}

const joinSlice = (all: readonly string[], from: number, to: number) =>
  all.slice(Math.max(0, from), Math.max(0, to)).join()

/**
 * The features that a query tests: for each mistake that would change the page, the situation in which it would show.
 */
export function queryFeatures(model: ListModel, query: Query): readonly Feature[] {
  const names = Object.keys(query)
  const filters = names.filter((name) => !isPaging(name))
  if (filters.some((name) => model.filter(name) === undefined)) return []
  const cursor = queryCursor(query)
  const { limit } = query
  const page = model.expected(query)
  const { all, from, to, size } = page
  const ids = expectedIds(page)
  const right = ids.join()
  if (page.isOpen && ids.length < size) return []
  const features: Feature[] = []
  const add = (requirement: RequirementId, ...situation: Situation) => features.push({ requirement, situation })
  const isToldWithout = (name: string) => expectedIds(model.expected(withoutParameters(query, name))).join() !== right
  const telling = new Set(names.filter(isToldWithout))
  const paging = [
    ...names.filter(isPaging),
    ...(limit === 1 ? ['limit=1'] : []),
    ...(cursor !== undefined && limit === undefined ? ['cursor alone'] : []),
  ]
  for (const name of filters) {
    if (!telling.has(name)) continue
    const { kind, listed } = model.filter(name)!
    const end = listed?.at(0) === query[name] ? 'first' : listed?.at(-1) === query[name] ? 'last' : ''
    if (names.length === 1 && ids.length > 0) add(requirementOfFilter[kind], 'alone', name, end)
    for (const other of filters) if (other !== name) add('filters.and', 'beside filter', name, end, other)
    for (const other of paging) add('filters.paged', 'paged', name, end, other)
    if (paging.length > 0 && ids.length > 0) {
      const without = expectedIds(model.expected(withoutParameters(query, name)))
      const cut = without.filter((id) => model.matches(id, name, String(query[name])))
      if (cut.join() !== right) for (const other of paging) add('filters.paged', 'cut', name, other)
    }
  }
  if (filters.length === 2 && ids.length > 0 && filters.every((name) => telling.has(name))) {
    const either = expectedIds(model.expected(query, model.matching(query, true)))
    if (either.join() !== right)
      for (const other of ['', ...names.filter(isPaging)]) add('filters.and', 'either', filters.join(), other)
  }
  const isFurther = cursor === 'ending_before' ? from > 0 : to < all.length
  const kinds = filters.map((name) => model.filter(name)!.kind)
  const filtered = filters.length > 0 ? ['filter', ...(cursor ? ['filter and cursor'] : [])] : ['no filter']
  if (limit !== undefined && ids.length === size && isFurther) {
    const isBoth = filters.length > 0 && cursor !== undefined
    for (const other of [cursor, isBoth && 'filter and cursor'])
      if (other) add('cursors.limit', 'size', limitBand(size, model.usual), other)
    for (const other of [...filtered, ...kinds, cursor ?? 'no cursor']) add('cursors.limit', 'beside', other)
  }
  if (cursor !== undefined) {
    const requirement = requirementOfCursor[cursor]
    const limited = limit === undefined ? 'no limit' : 'limit'
    const farthest =
      cursor === 'starting_after'
        ? joinSlice(all, Math.max(from, all.length - size), all.length)
        : joinSlice(all, 0, Math.min(size, to))
    if (telling.has(cursor) && ids.length > 0 && farthest !== right && isFurther)
      for (const other of [...(names.length === 1 ? ['nothing'] : []), limited, ...filtered, ...kinds])
        add(requirement, 'beside', other)
    const isRepeated = joinSlice(all, 0, size) === right
    if (!isRepeated && !page.isOpen)
      for (const edge of pageEdges(page)) {
        for (const other of [limited, ...filtered]) add(requirement, edge, other)
        if (edge === 'past-end') add('cursors.complete', 'end')
      }
  }
  if (ids.length > 1 && cursor !== 'ending_before' && (cursor !== undefined || !filters.includes('search')))
    for (const other of names.length === 0 ? ['nothing'] : [...names, ...kinds, ...filtered]) {
      add('cursors.newest-first', 'beside', other)
      // Two records may be in the right order by chance.
      if (ids.length > 2 && filters.length > 0 && other === 'limit')
        add('cursors.newest-first', 'beside', 'filter and limit')
    }
  if (names.length <= 2 && names.every((name) => telling.has(name))) {
    const ofPaging = cursor === undefined ? 'cursors.limit' : requirementOfCursor[cursor]
    const ofFilters = filters.length === 2 ? 'filters.and' : 'filters.paged'
    add(filters.length === 0 ? ofPaging : ofFilters, 'only', ...names)
  }
  return features
}

/** The maximum number of values of a filter to combine with those of another filter. More would take long. */
const combinedValues = 8

/**
 * The values of a filter to send: for an enum filter the first and the last listed value, and the most frequent one.
 */
function coveringValues({ values, listed, kind }: ListFilter): readonly string[] {
  const usable = [...values].filter(([value, { size }]) => size > 0 && value !== '' && value.trim() === value)
  const frequent = usable.toSorted(([, left], [, right]) => right.size - left.size).map(([value]) => value)
  const ends = kind === 'enum' ? [listed?.at(0), listed?.at(-1)].filter((value) => frequent.includes(value ?? '')) : []
  return [...new Set([...ends.map(String), ...frequent])].slice(0, combinedValues)
}

/** Filters with values: each by itself, in pairs, and all together. */
function filterQueries(model: ListModel): readonly Query[] {
  const values = model.filters.map((filter) => ({ filter, values: coveringValues(filter) }))
  const alone = values.flatMap(({ filter: { name }, values: all }) =>
    all.slice(0, 2).map((value): Query => ({ [name]: value })),
  )
  const pairs = values.flatMap((left, index) =>
    values.slice(index + 1).flatMap((right) => coveringPairs(model, left, right)),
  )
  return [{}, ...alone, ...pairs, ...allTogether(model, values)]
}

type FilterValues = { readonly filter: ListFilter; readonly values: readonly string[] }

/** The pairs of values of two filters that reveal most; for an enum filter, with its first and its last value. */
function coveringPairs(model: ListModel, left: FilterValues, right: FilterValues): readonly Query[] {
  const all = left.values.flatMap((mine) => right.values.map((other) => [mine, other] as const))
  const found = all
    .map(([mine, other]) => {
      const query: Query = { [left.filter.name]: mine, [right.filter.name]: other }
      const both = model.matching(query).ids.length
      const least = Math.min(left.filter.values.get(mine)!.size, right.filter.values.get(other)!.size)
      return { query, both, least }
    })
    .filter(({ both, least }) => both > 0 && both < least)
    .toSorted((first, second) => Math.min(second.both, 6) - Math.min(first.both, 6) || first.both - second.both)
  const chosen = new Set(found.slice(0, 1))
  for (const { filter } of [left, right])
    for (const value of [filter.listed?.at(0), filter.listed?.at(-1)])
      for (const pair of found.filter(({ query }) => query[filter.name] === value).slice(0, 1)) chosen.add(pair)
  return [...chosen].map(({ query }) => query)
}

/** All filters, or three of them, each of which excludes a record that the others match. */
function allTogether(model: ListModel, values: readonly FilterValues[]): readonly Query[] {
  if (values.length < 3) return []
  const found: Query[] = []
  const leftOut = values.length === 3 ? [undefined] : [undefined, ...values.keys()]
  for (const without of leftOut) {
    const used = values.filter((_, index) => index !== without)
    const candidates = model.list.ids.slice(0, mostRecords).map((id): Query =>
      Object.fromEntries(
        used.flatMap(({ filter, values: all }) => {
          const value = all.find((candidate) => filter.values.get(candidate)!.has(id))
          return value === undefined ? [] : [[filter.name, value]]
        }),
      ),
    )
    const telling = candidates.find(
      (query) =>
        Object.keys(query).length === used.length &&
        Object.keys(query).every(
          (name) => model.matching(withoutParameters(query, name)).ids.length > model.matching(query).ids.length,
        ),
    )
    if (telling) found.push(telling)
  }
  return found
}

/** The number of records to search for one that distinguishes all filters from some of them. */
const mostRecords = 300

/** The places of records whose pages reveal most: those at the edges of a list, and one in its middle. */
export function cursorPlaces(cursor: CursorParameter, count: number, size: number): readonly number[] {
  const last = count - 1
  const middle = Math.floor(count / 2)
  return cursor === 'starting_after'
    ? [0, 1, middle, last - size, last - size + 1, last - 1, last]
    : [last, middle, size, size + 1, 2, 1, 0]
}

/** The candidate queries: filters with each limit, at the edges and in the middle. */
function candidateQueries(model: ListModel): readonly Query[] {
  const { limits, list } = model
  return filterQueries(model).flatMap((filters) => {
    const { ids } = model.matching(filters)
    const outside = list.ids[Math.floor(list.ids.length / 2)]
    // Few records match two filters.
    const used = Object.keys(filters).length > 1 ? limits.slice(0, 2) : limits
    return [undefined, ...used].flatMap((limit): readonly Query[] => {
      const query = limit === undefined ? filters : { ...filters, limit }
      if (limits.length === 0) return [query]
      const size = limit ?? model.usual
      const withCursor = (name: CursorParameter): readonly Query[] =>
        [...new Set([...cursorPlaces(name, ids.length, size).map((place) => ids[place]), outside])].flatMap((id) =>
          id === undefined ? [] : [{ ...query, [name]: id }],
        )
      return [query, ...withCursor('starting_after'), ...withCursor('ending_before')]
    })
  })
}

/** A query of the set with the features that it tests. */
export interface CoveringQuery {
  readonly query: Query
  readonly features: readonly Feature[]
}

interface Candidate extends CoveringQuery {
  /** The identities of its features. */
  readonly keys: readonly string[]
}

/**
 * Chooses queries that together test every feature that any query tests, starting with the one that tests most.
 * @param known Queries that are sent in any case.
 * @param isFirst True for the first list that is judged, which also gets queries with only one or two parameters: the
 * lists of a server share the code that reads them.
 */
export function coveringSet(model: ListModel, known: readonly Query[], isFirst: boolean): readonly CoveringQuery[] {
  const toCandidate = (query: Query): Candidate => {
    const features = queryFeatures(model, query).filter(({ situation: [name] }) => isFirst || name !== 'only')
    return { query, features, keys: features.map(({ requirement, situation }) => [requirement, ...situation].join()) }
  }
  const covered = new Set<string>()
  const chosen: CoveringQuery[] = []
  const take = (next: Candidate) => {
    chosen.push(next)
    for (const key of next.keys) covered.add(key)
  }
  for (const query of known) take(toCandidate(query))
  // Grouped by the number of features that each may add. The number only decreases, so most need not be counted again.
  const waiting: Candidate[][] = []
  const wait = (next: Candidate, adds: number) => (waiting[adds] ??= []).push(next)
  for (const query of candidateQueries(model).toReversed()) {
    const next = toCandidate(query)
    wait(next, next.keys.length)
  }
  while (waiting.length > 1) {
    const next = waiting.at(-1)?.pop()
    if (!next) {
      waiting.pop()
      continue
    }
    const adds = next.keys.filter((key) => !covered.has(key)).length
    if (adds === waiting.length - 1) take(next)
    else if (adds > 0) wait(next, adds)
  }
  return chosen
}
