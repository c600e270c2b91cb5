// The mistakes that servers make with pages: the page that each gives for a query, and its words.
import { type CursorParameter, cursorParameters } from '../../catalogue/operations.ts'
import type { Failure } from '../../conclusions/conclusion.ts'
import { countPhrase, json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Item } from '../../reading/find-list.ts'
import { type Query, withoutParameters } from './fewest-parameters.ts'
import {
  type Difference,
  type ExpectedPage,
  expectedIds,
  filterValue,
  isPaging,
  type ListModel,
  queryCursor,
} from './list-model.ts'
import type { SentPage } from './paging.ts'
import { memberText } from './record-filters.ts'

/** The words for a mistake: for the first line, beside what came, and what to do. */
interface Words extends Pick<Failure, 'symptom' | 'remedy'> {
  readonly detail?: Phrase
}

/** A mistake of a server. */
export interface Mistake extends Words {
  /** The records that a server with the mistake shows for a query; undefined if it has nothing to do with the query. */
  readonly page: (model: ListModel, query: Query) => readonly string[] | undefined
  /** The parameter that the server ignores. */
  readonly ignored?: string
  /** The member whose value decides which records are wrong. */
  readonly member?: string
}

/** A page that does not match its query. */
export interface WrongPage {
  readonly query: Query
  readonly sent: SentPage
  readonly difference: Difference
}

/** Mistakes of one kind that may explain a wrong page. */
type Row = (model: ListModel, page: WrongPage) => readonly Mistake[]

const filtersOf = (query: Query): readonly string[] => Object.keys(query).filter((name) => !isPaging(name))

/** The records of a query; undefined if more may follow than are known. */
function idsOf(model: ListModel, query: Query): readonly string[] | undefined {
  const page = model.expected(query)
  return page.isOpen ? undefined : expectedIds(page)
}

const isCursor = (name: string): boolean => cursorParameters.some((cursor) => cursor === name)

const toOther = (cursor: CursorParameter): CursorParameter =>
  cursor === 'starting_after' ? 'ending_before' : 'starting_after'

const emptyPage: Row = (_model, { difference: { wanted } }) => {
  const symptom = phrase`no records`
  const farthestLost: Mistake = {
    page: (model, query) => {
      const page = model.expected(query)
      return page.cursor === 'ending_before' ? expectedIds(page).slice(1) : expectedIds(page).slice(0, -1)
    },
    symptom,
  }
  return [{ page: () => [], symptom }, ...(wanted.length === 1 ? [farthestLost] : [])]
}

const ignoredParameters: Row = (_model, { query }) =>
  Object.keys(query).map((name) => {
    const names = isCursor(name) ? cursorParameters : [name]
    return {
      page: (model, other) =>
        isPaging(name) || name in other ? idsOf(model, withoutParameters(other, ...names)) : undefined,
      detail: phrase`the same page as without ${name}`,
      ignored: name,
    }
  })

const joinedByOr: Row = (_model, { query }) =>
  filtersOf(query).length < 2
    ? []
    : [
        {
          page: (model, other) =>
            filtersOf(other).length < 2 ? undefined : expectedIds(model.expected(other, model.matching(other, true))),
          detail: phrase`each record matches one of the filters, as with OR`,
          symptom: phrase`filters joined by OR`,
        },
      ]

const onlyFilters: Row = (_model, { query }) => {
  const filters = filtersOf(query)
  return filters.length < 3
    ? []
    : filters.map((name) => ({
        page: (model, other) =>
          name in other
            ? idsOf(model, withoutParameters(other, ...filtersOf(other).filter((each) => each !== name)))
            : undefined,
        detail: phrase`the same page as with only ${name}`,
        symptom: phrase`only ${name} of several filters counts`,
        remedy: phrase`Apply each filter that the query has.`,
      }))
}

/** The records of the page without a filter that match it. */
export const lateFilters: Row = (_model, { query }) =>
  filtersOf(query).map((name) => ({
    page: (model, other) =>
      name in other
        ? expectedIds(model.expected(withoutParameters(other, name))).filter((id) =>
            model.matches(id, name, String(other[name])),
          )
        : undefined,
    detail: phrase`those records of the page without ${name} that match it`,
    symptom: phrase`${name} is applied to a page that is already cut`,
    remedy: phrase`Filter by ${name} before you cut the page.`,
  }))

const assumedFilters: Row = ({ filters }, { query, difference: { kind, ids } }) =>
  // One or two records that are missing have a common value by chance.
  kind === 'missing' && ids.length < 3
    ? []
    : filters.flatMap(({ name, kind: of, values }) =>
        of !== 'enum' || name in query
          ? []
          : [...values.keys()].map((value) => ({
              page: (model, other) => (name in other ? undefined : idsOf(model, { ...other, [name]: value })),
              detail: phrase`the same page as with ${name}=${json(value)}`,
              symptom: phrase`filtered as with ${name}=${json(value)}`,
              remedy: phrase`Apply ${name} only if the query has it.`,
            })),
      )

/** The value of a filter that some records have in common, and no other record has; undefined if there is none. */
export function commonValue(
  { filters }: ListModel,
  items: readonly (Item | undefined)[],
  others: readonly (Item | undefined)[],
): { readonly name: string; readonly value: string } | undefined {
  for (const { name } of filters) {
    const value = filterValue(items[0], name)
    const hasValue = (item: Item | undefined) => filterValue(item, name) === value
    if (value !== undefined && items.every(hasValue) && !others.some(hasValue)) return { name, value }
  }
  return undefined
}

const hiddenValues: Row = (model, { query, difference: { ids, met } }) => {
  const itemsOf = (some: readonly string[]) => some.map((id) => model.list.items.get(id))
  // A single record has some value of its own by chance.
  const common = ids.length < 2 || met.length === 0 ? undefined : commonValue(model, itemsOf(ids), itemsOf(met))
  if (!common || common.name in query) return []
  const { name, value } = common
  const kept = (other: ListModel, some: readonly string[]) =>
    some.filter((id) => filterValue(other.list.items.get(id), name) !== value)
  const words = {
    member: name,
    detail: phrase`all of these have ${name}=${json(value)}, and no record of the page has it`,
    symptom: phrase`${countPhrase(ids.length, 'record')} with ${name}=${json(value)} missing`,
  }
  return [
    {
      ...words,
      page: (other, asked) => {
        const left = kept(other, other.matching(asked).ids)
        return expectedIds(other.expected(asked, { ids: left, places: left.map((id) => other.list.placeOf(id)) }))
      },
    },
    { ...words, page: (other, asked) => kept(other, expectedIds(other.expected(asked))) },
  ]
}

/** The record that a page has in place of the only one that it lacks. */
export function replacingId({ ids, met, wanted }: Difference): string | undefined {
  const others = met.filter((id) => !wanted.includes(id))
  return ids.length === 1 && others.length === 1 ? others[0] : undefined
}

const replacedLast: Row = (_model, { difference }) => {
  const other = difference.kind === 'missing' ? replacingId(difference) : undefined
  return other === undefined
    ? []
    : [
        {
          page: (model, query) => {
            const ids = expectedIds(model.expected(query))
            return ids.length === 0 ? ids : [...ids.slice(0, -1), other]
          },
          detail: phrase`${other} is in its place as the last record of the page`,
          symptom: phrase`another record in place of the last record of the page`,
          remedy: phrase`Show no other record in its place.`,
        },
      ]
}

/** The page between two places among the records that match. Such a mistake changes no page without a cursor. */
const atBounds =
  (bounds: (page: ExpectedPage) => readonly [number, number]): Mistake['page'] =>
  (model, query) => {
    const page = model.expected(query)
    return page.cursor === undefined ? expectedIds(page) : between(page, bounds(page))
  }

const between = ({ all }: ExpectedPage, [from, to]: readonly [number, number]): readonly string[] =>
  all.slice(Math.max(0, from), Math.max(0, to))

/** The remedy if the cursor is the newest record. */
const newestRemedy = ({ query, cursor, all }: ExpectedPage): Pick<Failure, 'remedy'> =>
  cursor !== undefined && query[cursor] === all[0]
    ? { remedy: phrase`Do not treat index 0, the newest record, as no cursor.` }
    : {}

/** The records on the other side of a cursor, those farthest from it, or those of the first page. */
const misplacedPages: Row = (model, { query, difference: { met, wanted } }) => {
  const expected = model.expected(query)
  const { cursor } = expected
  if (cursor === undefined) return []
  const isForward = cursor === 'starting_after'
  const places = Math.max(1, expected.all.length - expected.size - expected.from + 1)
  const isItself = met.at(isForward ? 0 : -1) === query[cursor]
  const also = isItself ? ', which is also the record of the cursor' : ''
  const fromBeginning = { detail: phrase`from the beginning of the list${also}`, ...newestRemedy(expected) }
  return [
    {
      page: (other, asked) => {
        const sent = queryCursor(asked)
        const rest = withoutParameters(asked, ...cursorParameters)
        return idsOf(other, sent === undefined ? rest : { ...rest, [toOther(sent)]: asked[sent]! })
      },
      detail: phrase`as if ${toOther(cursor)} had been sent`,
      symptom: phrase`the records ${isForward ? 'before' : 'after'} the cursor instead of those ${isForward ? 'after' : 'before'} it`,
    },
    {
      page: atBounds(({ all, from, to, size, cursor: sent }) =>
        sent === 'starting_after' ? [Math.max(from, all.length - size), all.length] : [0, Math.min(size, to)],
      ),
      ...(isForward
        ? {
            detail: phrase`from ${countPhrase(places, 'place')} after the cursor to the end of the list`,
            symptom: phrase`the last records of the list`,
          }
        : { ...fromBeginning, symptom: phrase`the newest records instead of those right before the cursor` }),
    },
    // A page that is one record too long includes the record of the cursor.
    ...(isItself && met.length === wanted.length + 1
      ? []
      : [{ page: atBounds(({ size }) => [0, size]), ...fromBeginning, symptom: phrase`the first page again` }]),
  ]
}

/** Records of the list that follow one another, but too many, too few or in a wrong place. */
const movedBounds: Row = (model, { query, difference }) => {
  const { met } = difference
  const page = model.expected(query)
  const { all, from, to, cursor } = page
  const first = all.indexOf(met[0] ?? '')
  if (first < 0 || met.some((id, place) => all[first + place] !== id)) return []
  const end = first + met.length
  const [atBegin, atEnd] = [first - from, end - Math.min(to, all.length)]
  const isBackward = cursor === 'ending_before'
  const isAway = cursor !== undefined && (isBackward ? end !== to : atBegin !== 0)
  /** Moves both bounds, or each by itself. */
  const ways: readonly ((other: ExpectedPage) => readonly [number, number])[] = [
    isBackward
      ? (other) => [other.to + atEnd - other.size, other.to + atEnd]
      : (other) => [other.from + atBegin, other.to + atBegin],
    (other) => [other.from + atBegin, Math.min(other.to, other.all.length) + atEnd],
    (other) => [other.from + atBegin, other.to + atEnd],
  ]
  const words = isAway ? awayWords(page, first, end) : lackWords(model, page, difference)
  return ways.map((bounds) => ({
    page: (other, asked) => {
      const expected = other.expected(asked)
      if (isAway && expected.cursor === undefined) return expectedIds(expected)
      return isBackward === (expected.cursor === 'ending_before') ? between(expected, bounds(expected)) : undefined
    },
    ...words,
  }))
}

/** The most places by which a bound of a page is off, unless nothing else explains the page. */
const nearby = 1

const nearBounds: Row = (model, page) => {
  const { all, from, to } = model.expected(page.query)
  const { met } = page.difference
  const first = all.indexOf(met[0] ?? '')
  const moves = [first - from, first + met.length - Math.min(to, all.length)]
  return moves.every((move) => Math.abs(move) <= nearby) ? movedBounds(model, page) : []
}

/** The words for records that begin or end some places away from their cursor. */
function awayWords(page: ExpectedPage, first: number, end: number): Words {
  const { query, all, from, to, size, cursor } = page
  const isForward = cursor === 'starting_after'
  const [edge, begins] = isForward ? ['from', 'begins'] : ['up to', 'ends']
  if (all[isForward ? first : end - 1] === query[cursor!]) {
    const itself = phrase`the record of the cursor itself`
    const wanted = expectedIds(page).length
    const isLonger = end - first === wanted + 1 && end - first > size
    return {
      ...newestRemedy(page),
      detail: end - first === 1 ? itself : phrase`${edge} ${itself}`,
      symptom:
        wanted === 0
          ? phrase`the cursor's own record instead of no records`
          : phrase`the page ${begins} with the cursor's own record${isLonger ? ' and is one record too long' : ''}`,
    }
  }
  const away = isForward ? first - from + 1 : end - to
  const places = phrase`${countPhrase(Math.abs(away), 'place')} ${away > 0 ? 'after' : 'before'} the cursor`
  return { detail: phrase`${edge} ${places}`, symptom: phrase`a page that ${begins} ${places}` }
}

/** The words for records at an end of a page that it lacks. */
function lackWords({ list }: ListModel, { all, to }: ExpectedPage, { kind, ids, wanted }: Difference): Words {
  const isEnd = (part: readonly string[]) => ids.length < wanted.length && part.join() === ids.join()
  const side = isEnd(wanted.slice(-ids.length)) ? 'last' : isEnd(wanted.slice(0, ids.length)) ? 'first' : undefined
  if (kind !== 'missing' || side === undefined) return {}
  const whole = side === 'last' && to >= all.length && list.complete ? 'of the list' : 'of the page'
  const words = phrase`the ${side} ${ids.length === 1 ? 'record' : countPhrase(ids.length, 'record')} ${whole} missing`
  return { detail: words, symptom: words }
}

const compareTexts = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)

/** Another order of the records of a page. */
const orders: Row = ({ list }, { difference: { kind, met } }) => {
  if (kind !== 'order') return []
  const sorted = met.toSorted((left, right) => list.placeOf(left) - list.placeOf(right))
  const [first = 0, second = 0, ...others] = met.flatMap((id, place) => (id === sorted[place] ? [] : [place]))
  const ordered = (words: Phrase, order: (ids: readonly string[], model: ListModel) => readonly string[]): Mistake => ({
    page: (model, query) => order(expectedIds(model.expected(query)), model),
    detail: words,
    symptom: words,
  })
  const places = second === 1 ? 'the first two' : first === met.length - 2 ? 'the last two' : undefined
  const swap = (ids: readonly string[]) => {
    const from = places === 'the last two' ? ids.length - 2 : first
    const to = from + second - first
    return from < 0 || ids[to] === undefined ? ids : ids.with(from, ids[to]).with(to, ids[from]!)
  }
  const names = Object.keys(list.items.get(met[0] ?? '') ?? {})
  return [
    ordered(phrase`oldest first`, (ids) => ids.toReversed()),
    ...(others.length > 0
      ? []
      : [
          ordered(
            places ? phrase`${places} records swapped` : phrase`records ${first + 1} and ${second + 1} swapped`,
            swap,
          ),
        ]),
    ordered(phrase`the newest record last`, (ids) => [...ids.slice(1), ...ids.slice(0, 1)]),
    ordered(phrase`the oldest record first`, (ids) => [...ids.slice(-1), ...ids.slice(0, -1)]),
    ...names.flatMap((name) => {
      const valueOf = (id: string, { items } = list) => memberText(items.get(id), name) ?? ''
      const sort = (sign: number) => (ids: readonly string[], model: ListModel) =>
        ids.toSorted((left, right) => sign * compareTexts(valueOf(left, model.list), valueOf(right, model.list)))
      // Few values are in order by chance.
      return new Set(met.map((id) => valueOf(id))).size < 3
        ? []
        : [ordered(phrase`sorted by ${name}`, sort(1)), ordered(phrase`sorted by ${name}, descending`, sort(-1))]
    }),
  ]
}

/** All mistakes, the plainest first. */
const rows: readonly Row[] = [
  emptyPage,
  ignoredParameters,
  joinedByOr,
  onlyFilters,
  orders,
  assumedFilters,
  hiddenValues,
  misplacedPages,
  nearBounds,
  lateFilters,
  replacedLast,
]

/** The mistakes that give exactly a wrong page, the plainest first. */
export function mistakesOf(model: ListModel, page: WrongPage): readonly Mistake[] {
  const { query, difference } = page
  if (difference.kind === 'refused') return []
  const explaining = (some: readonly Row[]) =>
    some.flatMap((row) => row(model, page)).filter((mistake) => producesPage(mistake, model, query, difference.met))
  const plain = explaining(rows)
  return plain.length > 0 ? plain : explaining([movedBounds])
}

/** Returns true if a server with a mistake shows exactly some records for a query. */
export const producesPage = ({ page }: Mistake, model: ListModel, query: Query, ids: readonly string[]): boolean =>
  page(model, query)?.join() === ids.join()

/** Whether a page shows a mistake; undefined if the mistake has nothing to do with its query. */
export function isDistinguishable({ page }: Mistake, model: ListModel, query: Query): boolean | undefined {
  const ids = page(model, query)
  return ids && ids.join() !== expectedIds(model.expected(query)).join()
}
