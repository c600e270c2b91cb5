// Narrows a wrong page down: which queries that differ from its query in one thing are wrong too, and which are right.
import { type CursorParameter, cursorParameters } from '../../catalogue/operations.ts'
import type { Failure } from '../../conclusions/conclusion.ts'
import { andList, json, type Phrase, type PhraseValue, phrase } from '../../conclusions/phrase.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { findBound } from '../similar.ts'
import { cursorPlaces } from './covering-set.ts'
import { type Edge, edgeWords, isEnd, isEndByLimit, pageEdges } from './edges.ts'
import { type Query, withoutParameters } from './fewest-parameters.ts'
import { isPaging, type ListModel, queryCursor } from './list-model.ts'
import { isDistinguishable, type Mistake } from './mistakes.ts'
import { pagesAtOnce } from './paging.ts'

/** Resolves to true if a page shows a mistake, to undefined if it could not show it. */
export type ShowsMistake = (query: Query) => Promise<boolean | undefined>

/** A change of a query. */
interface Change {
  readonly kind: 'moved' | 'changed' | 'omitted' | 'added' | 'replaced'
  /** The parameter that is changed, left out or replaced; the kind of an added one. */
  readonly parameter: string
  /** The new value or parameter, or the one that is left out. */
  readonly to: string | number
  /** Queries with this change, the best first. The first that could show the mistake counts. */
  readonly queries: readonly Query[]
}

/** A change with the first query that could show the mistake, and whether its page is wrong. */
interface Tried {
  readonly change: Change
  readonly changed: Query
  readonly isWrong: boolean
}

/** The most values of a filter to try. */
const mostFilterValues = 3

/** The most values that are named. */
const mostNamed = 8

/** The query at each telling place of a cursor, newest first. */
export function atPlaces(model: ListModel, query: Query, cursor: CursorParameter): readonly Query[] {
  const rest = withoutParameters(query, ...cursorParameters)
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
  const atEnds = edges.filter(isEnd)
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
    if (cursorParameters.some((cursor) => cursor === name)) continue
    const isKept = name === 'limit' || model.filter(name)?.listed?.includes(String(value)) === true
    const values = isKept ? [value] : filterValues(model, name)
    queries = queries.flatMap((other) => values.map((each) => ({ ...other, [name]: each })))
  }
  const cursor = queryCursor(query)
  if (cursor === undefined) return queries
  const everywhere = queries.flatMap((other) => atPlaces(model, other, cursor))
  return atEdges(model, everywhere, edgesOf(from, query))
}

/** A query with a wrong page, and what is known of it. */
interface WrongQuery {
  readonly query: Query
  /** The same with values that the model knows, or without the others. */
  readonly plain: Query
  /** False if places in the list may be wrong near its end. */
  readonly isEndKnown: boolean
  /** The parameters that keep their values. */
  readonly kept: readonly string[]
  /** The records that show the mistake. */
  readonly involved: readonly string[]
  /** The parameter that the wrong page ignores. */
  readonly ignored: string | undefined
  readonly shows: ShowsMistake
  /** The mistakes that may explain the wrong page. A page that the mistake does not change proves nothing. */
  readonly mistakes: readonly Mistake[]
}

/** All changes of a query. */
function changesOf(model: ListModel, { query: wrong, plain: query, kept, involved }: WrongQuery): readonly Change[] {
  const names = Object.keys(wrong)
  const cursor = queryCursor(query)
  const limits = model.limits.toSorted((left, right) => left - right)
  const set = (name: string, value: string | number, from: Query = query) =>
    atSameEdges(model, { ...from, [name]: value }, query)
  const { ids } = model.matching(query)
  const atOtherPlaces = (cursor === undefined ? [] : atPlaces(model, query, cursor))
    .filter((other) => other[cursor!] !== query[cursor!])
    .map((other): Change => ({
      kind: 'moved',
      parameter: cursor!,
      to: ids.indexOf(String(other[cursor!])) + 1,
      queries: [other],
    }))
  const free = names.filter((name) => !kept.includes(name) && name !== cursor)
  const likeOld = (name: string, old: string) => valuesLike(model, name, String(query[old]))
  const otherValues = free.flatMap((name) =>
    [...(name === 'limit' ? limits : new Set([...filterValues(model, name), ...likeOld(name, name)]))]
      .filter((value) => String(value) !== String(query[name]))
      .map((value): Change => ({ kind: 'changed', parameter: name, to: value, queries: set(name, value) })),
  )
  const freeFilters = free.filter((name) => !isPaging(name))
  const omitted: readonly (readonly [to: string, ...names: string[]])[] = [
    ...names
      .filter((name) => !kept.includes(name) && (names.length > 1 || name !== cursor))
      .map((name) => [name, name] as const),
    ...(freeFilters.length > 1 && names.length > freeFilters.length ? [['filters', ...freeFilters] as const] : []),
  ]
  const without = omitted.map(([to, ...left]): Change => ({
    kind: 'omitted',
    parameter: to,
    to,
    queries: atSameEdges(model, withoutParameters(query, ...left), query),
  }))
  const otherFilters = model.filters.flatMap(({ name }): readonly Change[] => {
    if (names.includes(name)) return []
    const values = filterValues(model, name, involved)
    return [
      { kind: 'added', parameter: 'filter', to: name, queries: values.flatMap((value) => set(name, value)) },
      ...freeFilters.map((old): Change => ({
        kind: 'replaced',
        parameter: old,
        to: name,
        queries: [...new Set([...likeOld(name, old), ...values])].flatMap((value) =>
          set(name, value, withoutParameters(query, old)),
        ),
      })),
    ]
  })
  const withLimit = names.includes('limit')
    ? []
    : limits.map((to): Change => ({ kind: 'added', parameter: 'limit', to, queries: set('limit', to) }))
  const withCursor = (limits.length === 0 ? [] : cursorParameters)
    .filter((name) => name !== cursor)
    .map((to): Change => ({
      ...(cursor === undefined ? { kind: 'added', parameter: 'cursor' } : { kind: 'replaced', parameter: cursor }),
      to,
      queries: atPlaces(model, query, to),
    }))
  return [...atOtherPlaces, ...otherValues, ...without, ...withCursor, ...otherFilters, ...withLimit]
}

/**
 * The words for tried changes of one kind and parameter.
 * @param isAll True if all such changes gave the same verdict.
 */
function changesInWords(model: ListModel, wrong: WrongQuery, tried: readonly Tried[], isAll: boolean): Phrase {
  const { query, plain, isEndKnown } = wrong
  const [
    {
      change: { kind, parameter, to },
    },
  ] = tried as [Tried]
  const isLike = (name: string) => valuesLike(model, name, String(plain[parameter])).length > 0
  if (isAll && tried.length > 1) {
    if (kind === 'moved' && !isEndKnown) return phrase`with ${parameter} at other records`
    if (kind === 'added' && parameter === 'limit') return phrase`with limit added`
    if (kind === 'added')
      return phrase`with ${parameter === 'cursor' ? 'a' : Object.keys(query).every(isPaging) ? 'any' : 'any other'} ${parameter} added`
    if (kind === 'replaced' && !isLike(String(to))) return phrase`with any other filter instead of ${parameter}`
  }
  const byNumber = tried.toSorted(({ change: left }, { change: other }) =>
    typeof left.to === 'number' ? left.to - Number(other.to) : 0,
  )
  const values = byNumber.map(({ change, changed }): PhraseValue => {
    if (kind === 'changed' && typeof change.to === 'string') return json(change.to)
    return kind === 'replaced' && isLike(String(change.to))
      ? phrase`${change.to}=${json(changed[change.to])}`
      : change.to
  })
  const list = andList(values, mostNamed)
  switch (kind) {
    case 'moved': {
      // Where the limit decides which page is the last one, the places depend on it.
      const isLast = 'limit' in query && edgesOf(model, plain).some(isEndByLimit)
      return phrase`with ${parameter} at record ${list}${isLast ? phrase` and limit=${plain['limit']!}` : ''}`
    }
    case 'changed':
      return phrase`with ${parameter}=${list}`
    case 'omitted':
      return phrase`without ${list}`
    case 'added':
      return parameter === 'limit' ? phrase`with limit=${list} added` : phrase`with ${list} added`
    case 'replaced':
      return phrase`with ${list} instead of ${parameter}`
  }
}

/** The queries that differ from a wrong one in one thing, in words, and the condition that they show. */
export type Neighbours = Pick<Failure, 'condition' | 'remedy'> & {
  readonly right: readonly Phrase[]
  readonly wrong: readonly Phrase[]
}

/** Requests the queries that differ from a wrong one in one thing. */
export async function neighbours(model: ListModel, wrong: WrongQuery): Promise<Neighbours> {
  const { query, kept, mistakes } = wrong
  const changes = changesOf(model, wrong)
  const essential = Object.fromEntries(Object.entries(query).filter(([name]) => kept.includes(name)))
  const shows = (changed: Query) => wrong.shows({ ...changed, ...essential })
  const verdicts = new Map<Change, Tried>()
  await eachAtOnce(
    changes,
    async (change) => {
      for (const changed of change.queries) {
        const isWrong = await shows(changed)
        if (isWrong === undefined) continue
        verdicts.set(change, { change, changed, isWrong })
        if (isWrong || mistakes.every((each) => isDistinguishable(each, model, changed) !== false)) return
      }
    },
    pagesAtOnce,
  )
  const all = changes.flatMap((change) => verdicts.get(change) ?? [])
  const { bounds, more } = await limitBounds(model, query, triedWith(all, 'changed', 'limit'), shows)
  const mistake = likeliestMistake(model, mistakes, [...all, ...more])
  const tried = [...all, ...more].filter(
    ({ changed, isWrong }) => isWrong || !mistake || isDistinguishable(mistake, model, changed) !== false,
  )
  const inWords = (wanted: boolean): readonly Phrase[] =>
    tried.flatMap((first) => {
      const { all: group, ...sides } = triedWith(tried, first.change.kind, first.change.parameter)
      const alike = wanted ? sides.wrong : sides.right
      return group[0] === first && alike.length > 0
        ? changesInWords(model, wrong, alike, alike.length === group.length)
        : []
    })
  return { right: inWords(false), wrong: inWords(true), ...conditionOf(model, wrong, tried, bounds) }
}

/** The tried changes of a kind and a parameter. */
function triedWith(tried: readonly Tried[], kind: Change['kind'], parameter: string) {
  const all = tried.filter(({ change }) => change.kind === kind && change.parameter === parameter)
  return { all, right: all.filter(({ isWrong }) => !isWrong), wrong: all.filter(({ isWrong }) => isWrong) }
}

/** The range of limits with which a mistake shows, if it has bounds, and the limits that were tried to find them. */
interface LimitBounds {
  readonly bounds?: { readonly from: number; readonly to: number }
  readonly more: readonly Tried[]
}

/** The bounds of the wrong limits, by a few more limits between the wrong and the right ones that were tried. */
async function limitBounds(
  model: ListModel,
  query: Query,
  tried: ReturnType<typeof triedWith>,
  shows: ShowsMistake,
): Promise<LimitBounds> {
  const limitOf = ({ changed }: Tried) => Number(changed['limit'])
  const right = tried.right.map(limitOf)
  const wrong = [Number(query['limit']), ...tried.wrong.map(limitOf)]
  const [least, most] = [Math.min(...wrong), Math.max(...wrong)]
  const more: Tried[] = []
  if (right.length === 0 || right.some((limit) => limit > least && limit < most)) return { more }
  /** Bisects between a wrong limit and a right one; undefined if a limit between them shows nothing. */
  const edge = async (from: number, beyond: number | undefined): Promise<number | undefined> => {
    if (beyond === undefined) return from
    const found = new Map<number, Tried>()
    const ends = await findBound(from, beyond, async (limit) => {
      const [changed] = atSameEdges(model, { ...query, limit }, query)
      const isWrong = changed && (await shows(changed))
      const change: Change = { kind: 'changed', parameter: 'limit', to: limit, queries: [] }
      if (isWrong !== undefined) found.set(limit, { change, changed: changed!, isWrong })
      return isWrong
    })
    more.push(...(ends ?? []).flatMap((limit) => found.get(limit) ?? []))
    return ends?.[0]
  }
  const from = await edge(least, right.filter((limit) => limit < least).toSorted((left, other) => other - left)[0])
  const to = await edge(most, right.filter((limit) => limit > most).toSorted((left, other) => left - other)[0])
  return { more, ...(from === undefined || to === undefined ? {} : { bounds: { from, to } }) }
}

/** The mistake that explains all wrong pages and the most right ones; undefined if none explains all wrong ones. */
function likeliestMistake(
  model: ListModel,
  mistakes: readonly Mistake[],
  tried: readonly Tried[],
): Mistake | undefined {
  const shows = (mistake: Mistake, { changed }: Tried) => isDistinguishable(mistake, model, changed) !== false
  const countRight = (mistake: Mistake) => tried.filter((each) => !each.isWrong && !shows(mistake, each)).length
  return mistakes
    .filter((mistake) => tried.every((each) => !each.isWrong || shows(mistake, each)))
    .toSorted((left, right) => countRight(right) - countRight(left))[0]
}

/** The most values that a condition names. */
const mostValues = 3

/** The condition of a mistake: the parameters without which it does not show, as far as their values matter. */
function conditionOf(
  model: ListModel,
  { query, plain, kept, ignored }: WrongQuery,
  tried: readonly Tried[],
  bounds: LimitBounds['bounds'],
): Pick<Failure, 'condition' | 'remedy'> {
  const cursor = queryCursor(query)
  const among = (kind: Change['kind'], parameter: string) => triedWith(tried, kind, parameter)
  const place = cursor === undefined ? undefined : placeOf(model, plain, among('moved', cursor))
  const isOnly = (kind: Change['kind'], parameter: string) => {
    const { right, wrong } = among(kind, parameter)
    return right.length > 0 && wrong.length === 0
  }
  /** The only character of a value that no right value has. */
  const characterOf = (name: string): string | undefined => {
    const right = [...among('changed', name).right, ...among('replaced', name).right]
    const texts = right.flatMap(({ changed }) => Object.values(changed).map(String))
    const unusual = unusualCharacters(String(query[name])).filter((each) => !texts.some((text) => text.includes(each)))
    return unusual.length === 1 ? unusual[0] : undefined
  }
  const filterOf = (name: string): PhraseValue => {
    const { right, wrong } = among('replaced', name)
    if (wrong.length > 0)
      return right.length === 0 ? 'a filter' : orList([name, ...wrong.map(({ change }) => change.to)])
    if (!isOnly('changed', name)) return name
    const character = characterOf(name)
    return character === undefined ? phrase`${name}=${json(query[name])}` : phrase`${json(character)} in ${name}`
  }
  const limitOf = (): PhraseValue => {
    // At the end of the list, the edge depends on the limit too.
    if (bounds && place === undefined)
      return phrase`limit=${bounds.from === bounds.to ? bounds.from : phrase`${bounds.from} to ${bounds.to}`}`
    const { right, wrong } = among('changed', 'limit')
    const values = [Number(query['limit']), ...wrong.map(({ change }) => Number(change.to))].toSorted(
      (left, other) => left - other,
    )
    return right.length === 0 || values.length > mostValues ? 'limit' : phrase`limit=${orList(values)}`
  }
  const names = Object.keys(query).filter((name) => name !== cursor && among('omitted', name).wrong.length === 0)
  const parts = names.map((name) => (name === 'limit' ? limitOf() : kept.includes(name) ? name : filterOf(name)))
  const isOfAnyCursor = cursor !== undefined && among('replaced', cursor).wrong.length > 0
  const filters = parts.filter((part) => part === 'a filter')
  const beside = [
    ...(filters.length > 1 ? ['several filters'] : filters),
    ...parts.filter((part) => part !== 'a filter'),
    ...(cursor === undefined ? [] : [place ? phrase`${cursor} ${place}` : isOfAnyCursor ? 'a cursor' : cursor]),
  ]
  const lacking = [
    ...(isOnly('added', 'limit') ? ['limit'] : []),
    ...(isOnly('added', 'filter') && names.every(isPaging) ? ['filters'] : []),
    ...(isOnly('added', 'cursor') ? ['a cursor'] : []),
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
      remedy: phrase`Apply ${isOnly('changed', ignored) ? filterOf(ignored) : ignored}${others.length + lacking.length === 0 ? '' : phrase` also ${toCondition(others)}`}.`,
    }
  }
  const isOfValue = (name: string) =>
    !isPaging(name) && !kept.includes(name) && isOnly('changed', name) && among('replaced', name).wrong.length === 0
  const character = names.filter(isOfValue).map(characterOf).find(Boolean)
  const encoded = encodeURIComponent(character ?? '')
  return encoded === (character ?? '')
    ? { condition }
    : { condition, remedy: phrase`Decode ${encoded} once, and compare the value as it is.` }
}

const orList = (list: readonly PhraseValue[]): PhraseValue => ({ list, between: ' or ' })

/** The place of a cursor to which a mistake is bound, in words; undefined if there is none. */
function placeOf(model: ListModel, query: Query, { right, wrong }: ReturnType<typeof triedWith>): Phrase | undefined {
  if (right.length === 0) return undefined
  const edges = (page: Query) => pageEdges(model.expected(page))
  const edge = edges(query).find(
    (each) =>
      wrong.every(({ changed }) => edges(changed).includes(each)) &&
      !right.some(({ changed }) => edges(changed).includes(each)),
  )
  if (edge !== undefined) return edgeWords(edge)
  const place = model.matching(query).ids.indexOf(String(query[queryCursor(query)!]))
  return wrong.length === 0 ? phrase`at record ${place + 1}` : undefined
}
