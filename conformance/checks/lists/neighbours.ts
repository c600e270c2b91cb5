// Narrows a wrong page down: which queries that differ from its query in one thing are wrong too, and which are right.
import type { Failure } from '../../conclusions/conclusion.ts'
import { andList, json, type Phrase, type PhraseValue, phrase } from '../../conclusions/phrase.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { findBound } from '../similar.ts'
import { cursorPlaces } from './covering-set.ts'
import { type Edge, edgeRows, pageEdges } from './edges.ts'
import type { Query } from './fewest-parameters.ts'
import { isPaging, type ListModel, queryCursor, withoutParameters } from './list-model.ts'
import { differs, type Mistake } from './mistakes.ts'

/** Resolves to true if a page shows a mistake, to undefined if it could not show it. */
export type ShowsMistake = (query: Query) => Promise<boolean | undefined>

/** A change of a query. */
interface Change {
  /** Groups changes that one phrase names. */
  readonly key: string
  readonly value: PhraseValue
  /** The parameter whose value in the query is named too. */
  readonly named?: string
  readonly tell: (values: PhraseValue) => Phrase
  /** The words for all changes with this key, if there are several. */
  readonly all?: Phrase
  /** Queries with this change, the best first. The first that could show the mistake counts. */
  readonly queries: readonly Query[]
}

/** The most values of a filter to try. */
const mostFilterValues = 3

/** The most values that are named. */
const mostNamed = 8

/** The number of pages requested at a time. */
const atOnce = 8

const cursors = ['starting_after', 'ending_before'] as const

/** The query at each telling place of a cursor, newest first. */
export function atPlaces(model: ListModel, query: Query, cursor: (typeof cursors)[number]): readonly Query[] {
  const rest = withoutParameters(query, ...cursors)
  const { ids } = model.matching(rest)
  const places = cursorPlaces(cursor, ids.length, Number(query['limit'] ?? model.usual))
  return [...new Set(places)]
    .toSorted((left, right) => left - right)
    .flatMap((place) => (ids[place] === undefined ? [] : [{ ...rest, [cursor]: ids[place] }]))
}

/** The characters of a value that are neither letters nor digits. */
const unusualCharacters = (value: string): readonly string[] => [...new Set(value.replaceAll(/[\p{L}\p{N}]/gu, ''))]

/** Values of a string filter that have one of the unusual characters of another value, and lack another of them. */
function valuesLike(model: ListModel, name: string, value: string): readonly string[] {
  const { kind, values = new Map<string, unknown>() } = model.filter(name) ?? {}
  const unusual = unusualCharacters(value)
  if (kind !== 'string' || unusual.length === 0) return []
  return unusual.flatMap((character) => {
    const lackOf = (other: string) => unusual.filter((each) => !other.includes(each)).length
    const like = [...values.keys()].filter(
      (other) => other !== value && other.trim() === other && other.includes(character),
    )
    return like.toSorted((left, right) => lackOf(right) - lackOf(left)).slice(0, 1)
  })
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

/** The edges of a list at which a page lies. Beside an end, others do not matter. */
function edgesOf(model: ListModel, query: Query): readonly Edge[] {
  const edges = pageEdges(model.expected(query))
  const atEnds = edges.filter((edge) => edgeRows[edge].isEnd)
  return atEnds.length > 0 ? atEnds : edges
}

/** The queries that are at all of some edges, or else at any of them, or at none if there are none. */
function atEdges(model: ListModel, queries: readonly Query[], edges: readonly Edge[]): readonly Query[] {
  const isAt = (query: Query, edge: Edge) => edgesOf(model, query).includes(edge)
  if (edges.length === 0) return queries.filter((query) => edgesOf(model, query).length === 0)
  const atAll = queries.filter((query) => edges.every((edge) => isAt(query, edge)))
  return atAll.length > 0 ? atAll : queries.filter((query) => edges.some((edge) => isAt(query, edge)))
}

/**
 * The same query at the edge of the list at which another one lies: with another limit or filter, another record is
 * there. Without a cursor, the query is returned unchanged.
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

/** A wrong query, and the same with values that the model knows, or without the others. */
interface WrongQuery {
  readonly query: Query
  readonly plain: Query
  /** False if places in the list may be wrong near its end. */
  readonly isEndKnown: boolean
}

/** All changes of a query. */
function changesOf(
  model: ListModel,
  { query: wrong, plain: query, isEndKnown }: WrongQuery,
  kept: readonly string[],
  involved: readonly string[],
): readonly Change[] {
  const names = Object.keys(wrong)
  const cursor = queryCursor(query)
  const limits = model.limits.toSorted((left, right) => left - right)
  const set = (name: string, value: string | number, from: Query = query) =>
    atSameEdges(model, { ...from, [name]: value }, query)
  const added = (name: string, queries: readonly Query[], what: 'filter' | 'cursor' = 'filter'): Change => ({
    key: `${what} added`,
    value: name,
    tell: (list) => phrase`with ${list} added`,
    all: phrase`with ${what === 'cursor' ? 'a' : names.every(isPaging) ? 'any' : 'any other'} ${what} added`,
    queries,
  })
  const instead = (name: string, old: string, queries: readonly Query[]): Change => ({
    key: `instead of ${old}`,
    value: name,
    ...(valuesLike(model, name, String(query[old])).length > 0
      ? { named: name }
      : { all: phrase`with any other filter instead of ${old}` }),
    tell: (list) => phrase`with ${list} instead of ${old}`,
    queries,
  })
  const { ids } = model.matching(query)
  const places = cursor === undefined ? [] : atPlaces(model, query, cursor)
  // Where the limit decides which page is the last one, the places depend on it.
  const isLast = names.includes('limit') && edgesOf(model, query).some((edge) => edgeRows[edge].isEnd === 'by size')
  const besideLimit = isLast ? phrase` and limit=${query['limit']!}` : ''
  const atOtherPlaces = places
    .filter((other) => other[cursor!] !== query[cursor!])
    .map((other): Change => ({
      key: 'place',
      value: ids.indexOf(String(other[cursor!])) + 1,
      tell: (list) => phrase`with ${cursor!} at record ${list}${besideLimit}`,
      ...(isEndKnown ? {} : { all: phrase`with ${cursor!} at other records` }),
      queries: [other],
    }))
  const free = names.filter((name) => !kept.includes(name) && name !== cursor)
  const otherValues = free.flatMap((name) =>
    [
      ...(name === 'limit'
        ? limits
        : new Set([...filterValues(model, name), ...valuesLike(model, name, String(query[name]))])),
    ]
      .filter((value) => String(value) !== String(query[name]))
      .map((value): Change => ({
        key: name,
        value: typeof value === 'number' ? value : json(value),
        tell: (list) => phrase`with ${name}=${list}`,
        queries: set(name, value),
      })),
  )
  const left = (name: string, omitted: readonly string[]): Change => ({
    key: `without ${name}`,
    value: name,
    tell: (list) => phrase`without ${list}`,
    queries: atSameEdges(model, withoutParameters(query, ...omitted), query),
  })
  const freeFilters = free.filter((name) => !isPaging(name))
  const without = [
    ...names
      .filter((name) => !kept.includes(name) && (names.length > 1 || name !== cursor))
      .map((name) => left(name, [name])),
    ...(freeFilters.length > 1 && names.length > freeFilters.length ? [left('filters', freeFilters)] : []),
  ]
  const filters = model.filters.map(({ name }) => name).filter((name) => !names.includes(name))
  const otherFilters = filters.flatMap((name): readonly Change[] => {
    const values = filterValues(model, name, involved)
    return [
      added(
        name,
        values.flatMap((value) => set(name, value)),
      ),
      ...freeFilters.map((old) =>
        instead(
          name,
          old,
          [...new Set([...valuesLike(model, name, String(query[old])), ...values])].flatMap((value) =>
            set(name, value, withoutParameters(query, old)),
          ),
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
        ? added(name, atPlaces(model, query, name), 'cursor')
        : instead(name, cursor, atPlaces(model, query, name)),
    )
  return [...atOtherPlaces, ...otherValues, ...without, ...withCursor, ...otherFilters, ...withLimit]
}

/** The queries that differ from a wrong one in one thing, in words, and the condition that they show. */
export type Neighbours = Pick<Failure, 'condition' | 'remedy'> & {
  readonly right: readonly Phrase[]
  readonly wrong: readonly Phrase[]
}

/**
 * Requests the queries that differ from a wrong one in one thing.
 * @param kept The parameters that keep their values.
 * @param involved The records that show the mistake.
 * @param ignored The parameter that the wrong page ignores.
 * @param mistakes The mistakes that may explain the wrong page. A page that the mistake does not change proves nothing.
 */
export async function neighbours(
  model: ListModel,
  wrongQuery: WrongQuery,
  kept: readonly string[],
  involved: readonly string[],
  ignored: string | undefined,
  shows: ShowsMistake,
  mistakes: readonly Mistake[],
): Promise<Neighbours> {
  const { query } = wrongQuery
  const changes = changesOf(model, wrongQuery, kept, involved)
  const essential = Object.fromEntries(Object.entries(query).filter(([name]) => kept.includes(name)))
  const verdicts = new Map<Change, Verdict>()
  await eachAtOnce(
    changes,
    async (change) => {
      for (const changed of change.queries) {
        const isWrong = await shows({ ...changed, ...essential })
        if (isWrong === undefined) continue
        verdicts.set(change, { changed, isWrong })
        if (isWrong || mistakes.every((each) => differs(each, model, changed) !== false)) return
      }
    },
    atOnce,
  )
  const { bounds, more } = await limitBounds(
    model,
    query,
    [...verdicts].filter(([{ key }]) => key === 'limit'),
    (changed) => shows({ ...changed, ...essential }),
  )
  for (const [change, verdict] of more) verdicts.set(change, verdict)
  const mistake = likeliestMistake(model, mistakes, [...verdicts.values()])
  for (const [change, { changed, isWrong }] of verdicts)
    if (!isWrong && mistake && differs(mistake, model, changed) === false) verdicts.delete(change)
  const groups = Map.groupBy(
    [...changes, ...more.keys()].filter((change) => verdicts.has(change)),
    ({ key }) => key,
  )
  const among = (key: string): Tried => {
    const tried = (groups.get(key) ?? []).map((change) => ({ change, ...verdicts.get(change)! }))
    return { right: tried.filter(({ isWrong }) => !isWrong), wrong: tried.filter(({ isWrong }) => isWrong) }
  }
  const told = (side: keyof Tried): readonly Phrase[] =>
    [...groups].flatMap(([key, group]): readonly Phrase[] => {
      const alike = among(key)[side]
      if (alike.length === 0) return []
      const { tell, all } = alike[0]!.change
      if (all && alike.length > 1 && alike.length === group.length) return [all]
      const list = alike
        .map(inWords)
        .toSorted((left, other) => (typeof left === 'number' && typeof other === 'number' ? left - other : 0))
      return [tell(andList(list, mostNamed))]
    })
  return { right: told('right'), wrong: told('wrong'), ...conditionOf(model, wrongQuery, kept, ignored, among, bounds) }
}

/** The value of a tried change, with that of its parameter if it is named. */
function inWords({ change: { value, named }, changed }: Tried['right'][number]): PhraseValue {
  return named === undefined ? value : phrase`${named}=${json(changed[named])}`
}

/** The range of limits with which a mistake shows, if it has bounds, and the limits that were tried to find them. */
interface LimitBounds {
  readonly bounds?: { readonly from: number; readonly to: number }
  readonly more: ReadonlyMap<Change, Verdict>
}

/** The bounds of the wrong limits, by a few more limits between the wrong and the right ones that were tried. */
async function limitBounds(
  model: ListModel,
  query: Query,
  tried: readonly (readonly [Change, Verdict])[],
  shows: ShowsMistake,
): Promise<LimitBounds> {
  const limitsOf = (wanted: boolean) =>
    tried.flatMap(([, { changed, isWrong }]) => (isWrong === wanted ? [Number(changed['limit'])] : []))
  const [right, wrong] = [limitsOf(false), [Number(query['limit']), ...limitsOf(true)]]
  const [least, most] = [Math.min(...wrong), Math.max(...wrong)]
  const more = new Map<Change, Verdict>()
  if (right.length === 0 || right.some((limit) => limit > least && limit < most)) return { more }
  /** Bisects between a wrong limit and a right one; undefined if a limit between them shows nothing. */
  const edge = async (from: number, beyond: number | undefined): Promise<number | undefined> => {
    if (beyond === undefined) return from
    const found = new Map<number, Verdict>()
    const ends = await findBound(from, beyond, async (limit) => {
      const [changed] = atSameEdges(model, { ...query, limit }, query)
      const isWrong = changed && (await shows(changed))
      if (isWrong !== undefined) found.set(limit, { changed: changed!, isWrong })
      return isWrong
    })
    for (const value of ends ?? []) {
      const verdict = found.get(value)
      if (verdict) more.set({ key: 'limit', value, tell: (list) => phrase`with limit=${list}`, queries: [] }, verdict)
    }
    return ends?.[0]
  }
  const from = await edge(least, right.filter((limit) => limit < least).toSorted((left, other) => other - left)[0])
  const to = await edge(most, right.filter((limit) => limit > most).toSorted((left, other) => left - other)[0])
  return { more, ...(from === undefined || to === undefined ? {} : { bounds: { from, to } }) }
}

/** A requested query, and whether its page is wrong. */
interface Verdict {
  readonly changed: Query
  readonly isWrong: boolean
}

/** The mistake that explains all wrong pages and the most right ones; undefined if none explains all wrong ones. */
function likeliestMistake(
  model: ListModel,
  mistakes: readonly Mistake[],
  verdicts: readonly Verdict[],
): Mistake | undefined {
  const shows = (mistake: Mistake, { changed }: Verdict) => differs(mistake, model, changed) !== false
  const countRight = (mistake: Mistake) => verdicts.filter((each) => !each.isWrong && !shows(mistake, each)).length
  return mistakes
    .filter((mistake) => verdicts.every((each) => !each.isWrong || shows(mistake, each)))
    .toSorted((left, right) => countRight(right) - countRight(left))[0]
}

/** Tried changes with one key. */
interface Tried {
  readonly right: readonly { readonly change: Change; readonly changed: Query }[]
  readonly wrong: readonly { readonly change: Change; readonly changed: Query }[]
}

/** The most values that a condition names. */
const mostValues = 3

/** The condition of a mistake: the parameters without which it does not show, as far as their values matter. */
function conditionOf(
  model: ListModel,
  { query, plain }: WrongQuery,
  kept: readonly string[],
  ignored: string | undefined,
  among: (key: string) => Tried,
  bounds: LimitBounds['bounds'],
): Pick<Failure, 'condition' | 'remedy'> {
  const cursor = queryCursor(query)
  const place = cursor === undefined ? undefined : placeOf(model, plain, among('place'))
  const isOnly = (key: string) => among(key).right.length > 0 && among(key).wrong.length === 0
  /** The only character of a value that no right value has. */
  const characterOf = (name: string): string | undefined => {
    const right = [...among(name).right, ...among(`instead of ${name}`).right]
    const texts = right.flatMap(({ changed }) => Object.values(changed).map(String))
    const unusual = unusualCharacters(String(query[name])).filter((each) => !texts.some((text) => text.includes(each)))
    return unusual.length === 1 ? unusual[0] : undefined
  }
  const filterOf = (name: string): PhraseValue => {
    const { right, wrong } = among(`instead of ${name}`)
    if (wrong.length > 0) return right.length === 0 ? 'a filter' : orList([name, ...valuesOf(wrong)])
    if (!isOnly(name)) return name
    const character = characterOf(name)
    return character === undefined ? phrase`${name}=${json(query[name])}` : phrase`${json(character)} in ${name}`
  }
  const limitOf = (): PhraseValue => {
    // At the end of the list, the edge depends on the limit too.
    if (bounds && place === undefined)
      return phrase`limit=${bounds.from === bounds.to ? bounds.from : phrase`${bounds.from} to ${bounds.to}`}`
    const { right, wrong } = among('limit')
    const values = [Number(query['limit']), ...valuesOf(wrong).map(Number)].toSorted((left, other) => left - other)
    return right.length === 0 || values.length > mostValues ? 'limit' : phrase`limit=${orList(values)}`
  }
  const names = Object.keys(query).filter((name) => name !== cursor && among(`without ${name}`).wrong.length === 0)
  const parts = names.map((name) => (name === 'limit' ? limitOf() : kept.includes(name) ? name : filterOf(name)))
  const isOfAnyCursor = cursor !== undefined && among(`instead of ${cursor}`).wrong.length > 0
  const filters = parts.filter((part) => part === 'a filter')
  const beside = [
    ...(filters.length > 1 ? ['several filters'] : filters),
    ...parts.filter((part) => part !== 'a filter'),
    ...(cursor === undefined ? [] : [place ? phrase`${cursor} ${place}` : isOfAnyCursor ? 'a cursor' : cursor]),
  ]
  const lacking = [
    ...(isOnly('limit added') ? ['limit'] : []),
    ...(isOnly('filter added') && names.every(isPaging) ? ['filters'] : []),
    ...(isOnly('cursor added') ? ['a cursor'] : []),
  ]
  if (beside.length + lacking.length === 0) return {}
  const toCondition = (parts: readonly PhraseValue[]): Phrase => {
    const told = parts.length === 0 ? phrase`` : phrase`with ${andList(parts)}`
    return lacking.length === 0 ? told : phrase`${told}${parts.length === 0 ? '' : ', '}without ${orList(lacking)}`
  }
  const condition = toCondition(beside)
  if (ignored !== undefined) {
    const others = [...names, ...(cursor === undefined ? [] : [cursor])].filter((name) => name !== ignored)
    return {
      condition,
      remedy: phrase`Apply ${isOnly(ignored) ? filterOf(ignored) : ignored}${others.length + lacking.length === 0 ? '' : phrase` also ${toCondition(others)}`}.`,
    }
  }
  const isOfValue = (name: string) =>
    !isPaging(name) && !kept.includes(name) && isOnly(name) && among(`instead of ${name}`).wrong.length === 0
  const character = names.filter(isOfValue).map(characterOf).find(Boolean)
  const encoded = encodeURIComponent(character ?? '')
  return encoded === (character ?? '')
    ? { condition }
    : { condition, remedy: phrase`Decode ${encoded} once, and compare the value as it is.` }
}

const orList = (list: readonly PhraseValue[]): PhraseValue => ({ list, between: ' or ' })

const valuesOf = (tried: Tried['wrong']): readonly PhraseValue[] => tried.map(({ change }) => change.value)

/** The place of a cursor to which a mistake is bound, in words; undefined if there is none. */
function placeOf(model: ListModel, query: Query, { right, wrong }: Tried): Phrase | undefined {
  if (right.length === 0) return undefined
  const edges = (page: Query) => pageEdges(model.expected(page))
  const edge = edges(query).find(
    (each) =>
      wrong.every(({ changed }) => edges(changed).includes(each)) &&
      !right.some(({ changed }) => edges(changed).includes(each)),
  )
  if (edge !== undefined) return edgeRows[edge].words
  const place = model.matching(query).ids.indexOf(String(query[queryCursor(query)!]))
  return wrong.length === 0 ? phrase`at record ${place + 1}` : undefined
}
