// Narrows a wrong page down: which queries that differ from its query in one thing are wrong too, and which are right.
import { json, type Phrase, type PhraseValue, phrase } from '../../conclusions/phrase.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { cursorPlaces, queryEdges } from './covering-set.ts'
import type { Query } from './fewest-parameters.ts'
import { isPaging, type ListModel, queryCursor, withoutParameters } from './list-model.ts'

/** Resolves to true if a page shows a mistake, to undefined if it could not show it. */
export type ShowsMistake = (query: Query) => Promise<boolean | undefined>

/** A change of a query. */
interface Change {
  /** Groups changes that one phrase names. */
  readonly key: string
  readonly value: PhraseValue
  readonly tell: (values: PhraseValue) => Phrase
  /** The words for all changes with this key, if there are several. */
  readonly all?: Phrase
  /** Queries with this change, the best first. The first that could show the mistake counts. */
  readonly queries: readonly Query[]
}

/** The most values of a filter to try. */
const mostFilterValues = 3

/** The most values that are named. */
const mostNamed = 6

/** The number of pages requested at a time. */
const atOnce = 8

const cursors = ['starting_after', 'ending_before'] as const

/** The query at each telling place of a cursor, newest first. */
function atPlaces(model: ListModel, query: Query, cursor: (typeof cursors)[number]): readonly Query[] {
  const rest = withoutParameters(query, ...cursors)
  const { ids } = model.matching(rest)
  const places = cursorPlaces(cursor, ids.length, Number(query['limit'] ?? model.usual))
  return [...new Set(places)]
    .toSorted((left, right) => left - right)
    .flatMap((place) => (ids[place] === undefined ? [] : [{ ...rest, [cursor]: ids[place] }]))
}

/**
 * The values of a filter to try: those of the most records.
 * @param ids Records whose values come first.
 */
function filterValues(model: ListModel, name: string, ids: readonly string[] = []): readonly string[] {
  const countOf = (value: ReadonlySet<string>) =>
    value.size + (ids.some((id) => value.has(id)) ? model.list.ids.length : 0)
  return [...(model.filter(name)?.values ?? [])]
    .filter(([value, { size }]) => size > 0 && value.trim() === value && value !== '')
    .toSorted(([, left], [, right]) => countOf(right) - countOf(left))
    .map(([value]) => value)
    .slice(0, mostFilterValues)
}

/** The edges at which pages have fewer records than elsewhere, or no page follows. */
const ends: ReadonlySet<string> = new Set([
  'behind the last',
  'before the newest',
  'on the last page',
  'on a last page that is full',
])

/** The edges of a list at which a page lies. Beside an end, others do not matter. */
function edgesOf(model: ListModel, query: Query): readonly string[] {
  const edges = queryEdges(model.expected(query))
  const atEnds = edges.filter((edge) => ends.has(edge))
  return atEnds.length > 0 ? atEnds : edges
}

/** The queries that are at all of some edges, or at none if there are none. */
function atEdges(model: ListModel, queries: readonly Query[], edges: readonly string[]): readonly Query[] {
  return queries.filter((query) => {
    const others = edgesOf(model, query)
    return edges.length === 0 ? others.length === 0 : edges.every((edge) => others.includes(edge))
  })
}

/**
 * The same query at the edge of the list at which another one lies: with another limit or filter, another record is
 * there. As it is without a cursor.
 */
export function atSameEdges(model: ListModel, query: Query, other: Query): readonly Query[] {
  const cursor = queryCursor(query)
  if (cursor === undefined) return [query]
  return atEdges(model, [query, ...atPlaces(model, query, cursor)], edgesOf(model, other))
}

/**
 * Queries of another list with the same parameters, at the same edge of the list. Limits and listed values stay.
 */
export function alikeQueries(from: ListModel, query: Query, model: ListModel): readonly Query[] {
  let queries: readonly Query[] = [{}]
  for (const [name, value] of Object.entries(query)) {
    if (cursors.some((cursor) => cursor === name)) continue
    const isKept = name === 'limit' || model.filter(name)?.listed?.includes(String(value)) === true
    const values = isKept ? [value] : filterValues(model, name)
    queries = queries.flatMap((other) => values.map((each) => ({ ...other, [name]: each })))
  }
  const cursor = queryCursor(query)
  if (cursor === undefined) return queries
  const everywhere = queries.flatMap((other) => atPlaces(model, other, cursor))
  return atEdges(model, everywhere, edgesOf(from, query))
}

/** All changes of a query. */
function changesOf(
  model: ListModel,
  query: Query,
  kept: readonly string[],
  involved: readonly string[],
): readonly Change[] {
  const names = Object.keys(query)
  const cursor = queryCursor(query)
  const limits = model.limits.toSorted((left, right) => left - right)
  const set = (name: string, value: string | number, from: Query = query) =>
    atSameEdges(model, { ...from, [name]: value }, query)
  const added = (name: string, queries: readonly Query[]): Change => ({
    key: 'added',
    value: name,
    tell: (list) => phrase`with ${list} added`,
    queries,
  })
  const instead = (name: string, old: string, queries: readonly Query[]): Change => ({
    key: `instead of ${old}`,
    value: name,
    tell: (list) => phrase`with ${list} instead of ${old}`,
    queries,
  })
  const { ids } = model.matching(query)
  const places = cursor === undefined ? [] : atPlaces(model, query, cursor)
  const atOtherPlaces = places
    .filter((other) => other[cursor!] !== query[cursor!])
    .map((other): Change => ({
      key: 'place',
      value: ids.indexOf(String(other[cursor!])) + 1,
      tell: (list) => phrase`with ${cursor!} at record ${list}`,
      all: phrase`with any other ${cursor!}`,
      queries: [other],
    }))
  const free = names.filter((name) => !kept.includes(name) && name !== cursor)
  const otherValues = free.flatMap((name) =>
    (name === 'limit' ? limits : filterValues(model, name))
      .filter((value) => String(value) !== String(query[name]))
      .map((value): Change => ({
        key: name,
        value: typeof value === 'number' ? value : json(value),
        tell: (list) => phrase`with ${name}=${list}`,
        queries: set(name, value),
      })),
  )
  const without = names
    .filter((name) => names.length > 1 && !kept.includes(name))
    .map((name): Change => ({
      key: `without ${name}`,
      value: name,
      tell: (list) => phrase`without ${list}`,
      queries: atSameEdges(model, withoutParameters(query, name), query),
    }))
  const filters = model.filters.map(({ name }) => name).filter((name) => !names.includes(name))
  const otherFilters = filters.flatMap((name): readonly Change[] => {
    const values = filterValues(model, name, involved)
    return [
      added(
        name,
        values.flatMap((value) => set(name, value)),
      ),
      ...free
        .filter((old) => !isPaging(old))
        .map((old) =>
          instead(
            name,
            old,
            values.flatMap((value) => set(name, value, withoutParameters(query, old))),
          ),
        ),
    ]
  })
  const withLimit = names.includes('limit')
    ? []
    : limits.map((value): Change => ({
        key: 'limit added',
        value,
        tell: (list) => phrase`with limit=${list} added`,
        all: phrase`with limit added`,
        queries: set('limit', value),
      }))
  const withCursor = (limits.length === 0 ? [] : cursors)
    .filter((name) => name !== cursor)
    .map((name) =>
      cursor === undefined
        ? added(name, atPlaces(model, query, name))
        : instead(name, cursor, atPlaces(model, query, name)),
    )
  return [...atOtherPlaces, ...otherValues, ...without, ...withCursor, ...otherFilters, ...withLimit]
}

/**
 * The queries that differ from a wrong one in one thing, in words: those that are right, and those that are wrong.
 * @param kept The parameters that keep their values.
 * @param involved The records that show the mistake.
 */
export async function neighbours(
  model: ListModel,
  query: Query,
  kept: readonly string[],
  involved: readonly string[],
  shows: ShowsMistake,
): Promise<{ readonly right: readonly Phrase[]; readonly wrong: readonly Phrase[] }> {
  const changes = changesOf(model, query, kept, involved)
  const verdicts = new Map<Change, boolean>()
  await eachAtOnce(
    changes,
    async (change) => {
      for (const changed of change.queries) {
        const verdict = await shows(changed)
        if (verdict !== undefined) return void verdicts.set(change, verdict)
      }
    },
    atOnce,
  )
  const groups = Map.groupBy(
    changes.filter((change) => verdicts.has(change)),
    ({ key }) => key,
  )
  const told = (verdict: boolean): readonly Phrase[] =>
    [...groups.values()].flatMap((group): readonly Phrase[] => {
      const alike = group.filter((change) => verdicts.get(change) === verdict)
      if (alike.length === 0) return []
      const { tell, all } = alike[0]!
      if (all && alike.length > 1 && alike.length === group.length) return [all]
      return [tell({ list: alike.slice(0, mostNamed).map(({ value }) => value), between: ' or ' })]
    })
  return { right: told(false), wrong: told(true) }
}
