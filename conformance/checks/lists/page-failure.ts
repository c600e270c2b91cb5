// The words and the fact of a page that does not match its query.
import { cursorParameters } from '../../catalogue/operations.ts'
import type { Failure } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Fact } from '../../conclusions/fact.ts'
import { answerPhrase, countPhrase, json, type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import { neededParametersPhrase, type Query } from './fewest-parameters.ts'
import {
  type Difference,
  type ExpectedPage,
  expectedIds,
  filterValue,
  isPaging,
  type ListModel,
  withoutParameters,
} from './list-model.ts'
import { noListFact } from './pages.ts'
import { namesOption } from './named-options.ts'
import { memberText } from './record-filters.ts'
import type { SentPage } from './paging.ts'

/** A page that does not match its query. */
export interface WrongPage {
  readonly query: Query
  readonly sent: SentPage
  readonly difference: Difference
}

/** Filters for a message. */
export const quotedQuery = (query: Query): Phrase =>
  phrase`${{ list: Object.entries(query).map(([name, value]) => phrase`${name}=${typeof value === 'number' ? value : json(value)}`), between: ' and ' }}`

/**
 * The failure that a wrong page shows.
 * @param kept Parameters that are essential to the query.
 * @param isApplied True if another page shows that the cursor is not ignored.
 */
export function pageFailure(model: ListModel, wrong: WrongPage, kept: readonly string[], isApplied = false): Failure {
  const { query, sent, difference } = wrong
  const { exchange: at, page } = sent
  const { kind, ids, met, wanted } = difference
  const { address } = model.list
  const what =
    Object.keys(query).length === 0 ? phrase`` : phrase` for ${quotedQuery(query)}${cursorPlace(model, wrong)}`
  const limit = Number(query['limit'])
  const isShort = met.length > 0 && met.length < wanted.length && wanted.length === limit
  // The record of the cursor may also be there because the cursor includes it.
  const without = met.length === 0 ? undefined : withoutNames(model, query, met, isApplied ? cursorParameters : [])
  const ignored = without === undefined || showsCursor(model, query, met) ? {} : { ignored: without }
  const { details, symptom, remedy } = pageDetails(model, wrong, without)
  const noted = details.length === 0 ? '' : phrase` (${{ list: details, between: '; ' }})`
  if (kind === 'long' || (kind === 'missing' && isShort))
    return {
      expected: phrase`${countPhrase(limit, 'record')}${what} at ${address}`,
      got: phrase`${countPhrase(page!.ids.length, 'record')}${kind === 'long' ? '' : phrase`, without ${someIds(ids)}`}${noted}`,
      symptom:
        without === 'limit'
          ? undefined
          : remedy
            ? symptom
            : phrase`${countPhrase(page!.ids.length, 'record')} instead of ${limit}`,
      fact:
        kind === 'long'
          ? { kind: 'count', wanted: limit, got: page!.ids.length, ...ignored, at }
          : { kind: 'missing', ids, pages: [at], at },
      ...(remedy ? { remedy } : {}),
    }
  if (kind === 'refused') {
    const remedy = unlistedRemedy(model, query, at)
    return {
      expected: phrase`200 with a list${what} at ${address}`,
      got: answerPhrase(at),
      fact: noListFact(at),
      ...(remedy ? { remedy } : {}),
    }
  }
  const right = kept.length === 0 ? '' : neededParametersPhrase(query, kept)
  if (kind === 'unknown') {
    const isPlain = Object.keys(query).length === 0
    const hidden = Object.keys(query).every(isPaging) ? hiddenValue(model, wrong) : undefined
    const { limit: walked } = model.list
    const isOfLimit = walked !== undefined && query['limit'] === undefined
    return {
      expected: phrase`${address} ${!hidden || !isOfLimit ? 'without parameters' : phrase`with limit=${walked}, page by page,`} to show all records that it shows${isPlain ? ' without parameters' : what}`,
      got: phrase`${ids.length} of these ${page!.ids.length} are missing: ${unknownRecords(wrong)}${met.length - ids.length === 1 ? phrase`; only ${met.find((id) => !ids.includes(id))!} is there, record ${met.findIndex((id) => !ids.includes(id)) + 1} of them` : ''}${listedValues(model, query)}${hidden ? phrase`; all of them have ${quotedQuery(hidden)}, and no record that is there has it` : ''}${right}`,
      symptom: phrase`${countPhrase(ids.length, 'record')}${isPlain && !hidden ? '' : phrase` with ${quotedQuery(hidden ?? withoutParameters(query, 'limit', ...cursorParameters))}`} missing`,
      fact: pageFact(sent, difference, hidden ? Object.keys(hidden) : []),
      ...(hidden && isOfLimit
        ? {
            condition: phrase`with limit`,
            beside: phrase`without limit`,
            remedy: phrase`Leave out no records by their ${Object.keys(hidden)[0]!}.`,
          }
        : {}),
    }
  }
  const strays = kind === 'stray' ? strayValues(wrong) : []
  const common =
    kind === 'missing' && without === undefined && ids.length > 1 ? commonValue(model, query, ids, met) : undefined
  const members = common ? [common.name] : [...new Set(strays.map(({ name }) => name))]
  return {
    expected: phrase`${expectedRecords(model, query)}${what} at ${address}`,
    got: phrase`${strays.length > 0 ? strayWords(strays, difference) : cameWords(model, wrong)}${noted}${right}`,
    fact: { ...pageFact(sent, difference, members), ...ignored },
    ...(remedy ? { remedy } : {}),
    symptom:
      without === undefined || isApplied
        ? strays.length > 0 && !matchesAny(model, query, met)
          ? (symptom ?? straySymptom(strays, ids.length))
          : symptom
        : undefined,
  }
}

/** The remedy for a refusal whose body names other values of an enum filter, but not the requested one. */
function unlistedRemedy(model: ListModel, query: Query, at: Exchange): Phrase | undefined {
  for (const [name, value] of Object.entries(query)) {
    const { listed = [] } = model.filter(name) ?? {}
    const isNamed = (option: string) => namesOption(at, option)
    if (listed.includes(String(value)) && !isNamed(String(value)) && listed.some(isNamed))
      return phrase`Add ${json(value)} to the allowed values of ${name}.`
  }
  return undefined
}

/** The numbers of records of a list by the value of the filter of a query. */
function listedValues({ list }: ListModel, query: Query): Phrase | '' {
  const name = Object.keys(query).find((parameter) => !isPaging(parameter))
  if (name === undefined) return ''
  const counts = Map.groupBy(list.items.values(), (item) => filterValue(item, name))
  const known = [...counts].flatMap(([value, items]) =>
    value === undefined ? [] : [phrase`${items.length} with ${name}=${json(value)}`],
  )
  return known.length === 0 || known.length > mostListed
    ? ''
    : phrase`; without parameters ${list.address} shows ${{ list: known, between: ' and ' }}`
}

/** The filter value that all records have that the list lacks, and no record of the list has; undefined if there is none. */
function hiddenValue(model: ListModel, { sent: { page }, difference: { ids } }: WrongPage): Query | undefined {
  const items = ids.map((id) => page!.items[page!.ids.indexOf(id)])
  for (const { name } of model.filters) {
    const value = filterValue(items[0], name)
    const isCommon = value !== undefined && items.every((item) => filterValue(item, name) === value)
    if (isCommon && [...model.list.items.values()].every((item) => filterValue(item, name) !== value))
      return { [name]: value }
  }
  return undefined
}

/** The most values whose records are counted. */
const mostListed = 4

/** The fact of records that only pages with a filter show: the list without it, on the page where the first one belongs. */
export function hiddenFact({ list }: ListModel, { sent: { exchange }, difference: { ids } }: WrongPage): Fact {
  const { pages } = list.walk
  const place = list.placeOf(ids[0]!)
  const { exchange: at } = pages.find(({ ids: met }) => list.placeOf(met.at(-1) ?? '') >= place) ?? pages.at(-1)!
  return { kind: 'missing', ids, pages: pages.map((page) => page.exchange), foundOn: exchange, at }
}

/** The place of the cursor among the records that match. */
function cursorPlace(model: ListModel, { query, difference }: WrongPage): Phrase | '' {
  const { all, cursor } = model.expected(query)
  const place = cursor === undefined ? -1 : all.indexOf(String(query[cursor]))
  if (place < 0) return ''
  const match = Object.keys(query).every(isPaging) ? '' : ' that match'
  const count = isCounted(model, query, difference) ? phrase` of ${all.length}` : ''
  return phrase` (record ${place + 1}${count}${match}, newest first)`
}

/** Returns false if the end of a list is unknown: a walk that ends with a record from elsewhere may end early. */
export const isCounted = (model: ListModel, query: Query, difference: Difference): boolean =>
  model.list.complete && (difference.kind !== 'missing' || replacingId(difference) !== model.matching(query).ids.at(-1))

/** The places of records that follow one another in the list of a query with a cursor: "records 56 to 60". */
function placesPhrase(model: ListModel, query: Query, ids: readonly string[]): Phrase | undefined {
  const { all, cursor } = model.expected(query)
  const first = all.indexOf(ids[0] ?? '')
  const isRun = first >= 0 && ids.every((id, index) => all[first + index] === id)
  if (cursor === undefined || !isRun || !all.includes(String(query[cursor]))) return undefined
  return ids.length === 1 ? phrase`record ${first + 1}` : phrase`records ${first + 1} to ${first + ids.length}`
}

/** The expected records. After the last record or before the first one, the cursor explains why there are none. */
function expectedRecords(model: ListModel, query: Query): Phrase {
  const page = model.expected(query)
  const ids = expectedIds(page)
  if (ids.length > 0) return placesPhrase(model, query, ids) ?? someIds(ids)
  if (page.cursor === undefined || page.all.length === 0) return phrase`no records`
  const match = Object.keys(query).every(isPaging) ? 'one' : 'match'
  return page.cursor === 'starting_after'
    ? phrase`no records after the last ${match}`
    : phrase`no records before the first ${match}`
}

/** Records of a page that the list lacks. A record without a text as id is named by its value. */
function unknownRecords({ sent: { page }, difference: { ids } }: WrongPage): Phrase {
  if (!ids.includes('')) return someIds(ids)
  const id = page!.items[page!.ids.indexOf('')]?.['id']
  return phrase`a record ${id === undefined ? 'without id' : phrase`whose id is ${json(id)}`}`
}

function cameWords(model: ListModel, { query, difference: { kind, ids, met, wanted } }: WrongPage): Phrase {
  if (met.length === 0) return phrase`no records`
  const places = kind === 'stray' ? undefined : placesPhrase(model, query, met)
  if (places) return places
  if (kind === 'stray') return phrase`${wanted.length === 0 ? '' : 'also '}${someIds(ids)}`
  if (kind === 'repeated') return phrase`${ids[0]!} twice`
  if (kind === 'order') return phrase`${ids[0]!} after ${ids[1]!}`
  return kind === 'missing' && met.length > 3
    ? phrase`${countPhrase(met.length, 'record')}, without ${someIds(ids)}`
    : someIds(met)
}

/** Details of a wrong page, with the one for the first line of a report. */
interface PageDetails extends Pick<Failure, 'symptom' | 'remedy'> {
  readonly details: readonly Phrase[]
}

/** The query that a wrong page answers instead, or the place of its records and of those that it lacks. */
function pageDetails(model: ListModel, wrong: WrongPage, without: string | undefined): PageDetails {
  const { query, difference } = wrong
  const { kind, met } = difference
  if (met.length === 0) return { details: [], symptom: kind === 'missing' ? phrase`no records` : undefined }
  const asOr =
    kind === 'stray' && matchesAny(model, query, met) ? phrase`each record matches one of the filters, as with OR` : ''
  const itself = showsCursor(model, query, met) ? phrase`with the record of the cursor itself, ` : ''
  const late = kind === 'missing' && without === undefined ? lateFilter(model, query, met) : undefined
  const lateWords = late === undefined ? [] : [phrase`those records of the page without ${late} that match it`]
  if (late !== undefined && difference.ids.length > 1)
    return {
      details: lateWords,
      symptom: phrase`${late} is applied to a page that is already cut`,
      remedy: phrase`Filter by ${late} before you cut the page.`,
    }
  const only = kind === 'stray' ? onlyFilter(model, query, met) : undefined
  if (only !== undefined)
    return {
      details: [phrase`the same page as with only ${only}`],
      symptom: phrase`only ${only} of several filters counts`,
      remedy: phrase`Apply each filter that the query has.`,
    }
  const words: PageDetails =
    without === undefined
      ? kind === 'order'
        ? orderWords(model, wrong)
        : placeWords(model, wrong)
      : { details: [phrase`${itself}the same page as without ${without}`] }
  if (asOr) return { details: [asOr, ...words.details], symptom: phrase`filters joined by OR` }
  // Another mistake may lose a single record too.
  return { ...words, details: [...words.details, ...lateWords] }
}

/** The order of a page, by the first rule that gives it. */
function orderWords(model: ListModel, { sent: { page }, difference: { met } }: WrongPage): PageDetails {
  const sorted = met.toSorted((left, right) => model.list.placeOf(left) - model.list.placeOf(right))
  const isOrder = (ids: readonly string[]) => ids.join() === met.join()
  const told = (order: Phrase): PageDetails => ({ details: [order], symptom: order })
  if (isOrder(sorted.toReversed())) return told(phrase`oldest first`)
  const swapped = met.flatMap((id, place) => (id === sorted[place] ? [] : [place]))
  const [first = 0, second = 0] = swapped
  if (swapped.length === 2)
    return told(
      second === 1
        ? phrase`the first two records swapped`
        : first === met.length - 2
          ? phrase`the last two records swapped`
          : phrase`records ${first + 1} and ${second + 1} swapped`,
    )
  if (isOrder([...sorted.slice(1), ...sorted.slice(0, 1)])) return told(phrase`the newest record last`)
  if (isOrder([...sorted.slice(-1), ...sorted.slice(0, -1)])) return told(phrase`the oldest record first`)
  const items = page!.items
  for (const name of Object.keys(items[0] ?? {})) {
    const values = items.map((item) => memberText(item, name) ?? '')
    if (new Set(values).size < 3) continue
    const rises = values.filter((value, place) => place > 0 && value < values[place - 1]!).length === 0
    const falls = values.filter((value, place) => place > 0 && value > values[place - 1]!).length === 0
    if (rises || falls) return told(phrase`sorted by ${name}${rises ? '' : ', descending'}`)
  }
  return { details: [] }
}

/** A mistake that may explain a wrong page: returns true for a page that it would change. */
export type Mistake = (page: ExpectedPage) => boolean

/** The mistakes with its cursor that give exactly a wrong page. */
export function cursorMistakes(model: ListModel, { query, difference }: WrongPage): readonly Mistake[] {
  const { kind, met } = difference
  const replacement = kind === 'missing' ? replacingId(difference) : undefined
  if (replacement !== undefined)
    return [(page) => page.to > page.all.length || expectedIds(page).at(-1) !== replacement]
  const answers = [firstRecords, farthestRecords]
  return answers
    .filter((answer) => answer(model.expected(query)).join() === met.join())
    .map((answer) => (page) => answer(page).join() !== expectedIds(page).join())
}

/** The first page, as if there were no cursor. */
const firstRecords = ({ all, size }: ExpectedPage): readonly string[] => all.slice(0, size)

/** The records on the right side of the cursor that are farthest from it. */
const farthestRecords = ({ all, from, to, size, cursor }: ExpectedPage): readonly string[] =>
  cursor === 'ending_before' ? all.slice(0, Math.min(size, to)) : all.slice(Math.max(from, all.length - size))

/** Returns true if a page begins or ends with the record of its cursor. */
function showsCursor(model: ListModel, query: Query, met: readonly string[]): boolean {
  const { cursor } = model.expected(query)
  return cursor !== undefined && met[cursor === 'starting_after' ? 0 : met.length - 1] === query[cursor]
}

/** The parameter, not among some, without which the query gives exactly this page; undefined if there is none. */
function withoutNames(
  model: ListModel,
  query: Query,
  met: readonly string[],
  except: readonly string[],
): string | undefined {
  return Object.keys(query).find((name) => !except.includes(name) && gives(model, withoutParameters(query, name), met))
}

/** Returns true if a query should give exactly some records. */
function gives(model: ListModel, query: Query, ids: readonly string[]): boolean {
  const page = model.expected(query)
  return !page.isOpen && expectedIds(page).join() === ids.join()
}

/** The filter that the records of the page without it match that are on the page; undefined if there is none. */
function lateFilter(model: ListModel, query: Query, met: readonly string[]): string | undefined {
  return Object.keys(query).find(
    (name) => !isPaging(name) && met.length > 0 && filteredLate(model, query, name).join() === met.join(),
  )
}

/** The records of the page without a filter that match it. */
const filteredLate = (model: ListModel, query: Query, name: string): readonly string[] =>
  expectedIds(model.expected(withoutParameters(query, name))).filter((id) =>
    model.matches(id, name, String(query[name])),
  )

/** The mistake of a filter that is applied to a cut page, if it gives exactly a wrong page. */
export function filterMistakes(model: ListModel, { query, difference: { kind, met } }: WrongPage): readonly Mistake[] {
  const late = kind === 'missing' ? lateFilter(model, query, met) : undefined
  return late === undefined
    ? []
    : [(page) => !(late in page.query) || filteredLate(model, page.query, late).join() !== expectedIds(page).join()]
}

/** The only filter of three or more with which the query gives exactly this page; undefined if there is none. */
function onlyFilter(model: ListModel, query: Query, met: readonly string[]): string | undefined {
  const filters = Object.keys(query).filter((name) => !isPaging(name))
  const others = (name: string) => filters.filter((other) => other !== name)
  return filters.length > 2
    ? filters.find((name) => gives(model, withoutParameters(query, ...others(name)), met))
    : undefined
}

/** The value of an enum filter with which the query gives exactly this page; undefined if there is none. */
function assumedFilter(model: ListModel, query: Query, met: readonly string[]): Query | undefined {
  const assumed = model.filters
    .filter(({ name, kind }) => kind === 'enum' && !(name in query))
    .flatMap(({ name, values }) => [...values.keys()].map((value): Query => ({ [name]: value })))
  return assumed.find((filter) => gives(model, { ...query, ...filter }, met))
}

/** Returns true if all records match a filter of two or more, and none of the filters matches all of them. */
function matchesAny(model: ListModel, query: Query, met: readonly string[]): boolean {
  const filters = Object.entries(query).filter(([name]) => !isPaging(name))
  const match = (id: string) => filters.map(([name, value]) => model.matches(id, name, String(value)))
  const matches = met.map(match)
  return (
    filters.length > 1 &&
    matches.every((each) => each.includes(true)) &&
    filters.every((_, place) => matches.some((each) => each[place] === false))
  )
}

/**
 * Where the records of a page lie in the list, relative to the cursor. If they begin or end at the right place, or are
 * not a contiguous part of the list, the place of those that it lacks.
 */
function placeWords(model: ListModel, wrong: WrongPage): PageDetails {
  const {
    query,
    difference: { kind, ids: lacking, met: ids },
  } = wrong
  // One or two records that are missing have a common value by chance.
  const assumed = lacking.length > 2 || kind !== 'missing' ? assumedFilter(model, query, ids) : undefined
  if (assumed)
    return {
      details: [phrase`the same page as with ${quotedQuery(assumed)}`],
      symptom: phrase`filtered as with ${quotedQuery(assumed)}`,
      remedy: phrase`Apply ${Object.keys(assumed)[0]!} only if the query has it.`,
    }
  const { all, from, to, size, cursor } = model.expected(query)
  const first = all.indexOf(ids[0] ?? '')
  const isPart = cursor !== undefined && first >= 0 && ids.every((id, index) => all[first + index] === id)
  const away = cursor === 'starting_after' ? first - from + 1 : to - first - ids.length
  if (!isPart || away === (cursor === 'starting_after' ? 1 : 0))
    return kind === 'missing' ? lackWords(model, wrong) : { details: [] }
  const isToEnd = first + ids.length === all.length
  const end = isToEnd && cursor === 'starting_after' ? ' to the end of the list' : ''
  const isItself = all[cursor === 'starting_after' ? first : first + ids.length - 1] === query[cursor]
  const told = (details: Phrase, symptom: Phrase): PageDetails => ({ details: [details], symptom })
  const toldOfNewest = (details: Phrase, symptom: Phrase): PageDetails => ({
    ...told(details, symptom),
    ...(query[cursor] === all[0] ? { remedy: phrase`Do not treat index 0, the newest record, as no cursor.` } : {}),
  })
  if (all[cursor === 'starting_after' ? first + ids.length : first - 1] === query[cursor])
    return told(
      phrase`as if ${cursor === 'starting_after' ? 'ending_before' : 'starting_after'} had been sent`,
      cursor === 'starting_after'
        ? phrase`the records before the cursor instead of those after it`
        : phrase`the records after the cursor instead of those before it`,
    )
  const isLonger = isItself && ids.length === expectedIds(model.expected(query)).length + 1
  if (first === 0 && !isLonger && (cursor === 'starting_after' || from > 0 || (to <= 1 && ids.length > to + 1)))
    return toldOfNewest(
      phrase`from the beginning of the list${isItself ? ', which is also the record of the cursor' : ''}${end}`,
      cursor === 'starting_after' || to <= 1
        ? phrase`the first page again`
        : phrase`the newest records instead of those right before the cursor`,
    )
  const itself = phrase`the record of the cursor itself`
  const edge = cursor === 'starting_after' ? 'from' : 'up to'
  if (isItself)
    return toldOfNewest(
      ids.length === 1 ? itself : phrase`${edge} ${itself}${end}`,
      expectedIds(model.expected(query)).length === 0
        ? phrase`the cursor's own record instead of no records`
        : phrase`the page ${cursor === 'starting_after' ? 'begins' : 'ends'} with the cursor's own record${isLonger && ids.length > size ? ' and is one record too long' : ''}`,
    )
  const isAfter = cursor === 'starting_after' ? away > 0 : away < 0
  const places = phrase`${countPhrase(Math.abs(away), 'place')} ${isAfter ? 'after' : 'before'} the cursor`
  return told(
    phrase`${edge} ${places}${end}`,
    isToEnd && cursor === 'starting_after' && ids.length > 1
      ? phrase`the last records of the list`
      : phrase`a page that ${cursor === 'starting_after' ? 'begins' : 'ends'} ${places}`,
  )
}

/** The record that a page has in place of the only one that it lacks. */
export function replacingId({ ids, met, wanted }: Pick<Difference, 'ids' | 'met' | 'wanted'>): string | undefined {
  const others = met.filter((id) => !wanted.includes(id))
  return ids.length === 1 && others.length === 1 ? others[0] : undefined
}

/** The place of the records that a page lacks, and a filter value that all of them have and no other record has. */
function lackWords(model: ListModel, { query, difference: { ids, met, wanted } }: WrongPage): PageDetails {
  const { all, to } = model.expected(query)
  const others = met.filter((id) => !wanted.includes(id))
  const isEnd = (part: readonly string[]) => ids.length < wanted.length && part.join() === ids.join()
  const common = ids.length < 2 ? undefined : commonValue(model, query, ids, met)
  const side = isEnd(wanted.slice(-ids.length)) ? 'last' : isEnd(wanted.slice(0, ids.length)) ? 'first' : undefined
  const of = side === 'last' && to >= all.length && model.list.complete ? 'of the list' : 'of the page'
  const records = phrase`${side ?? ''} ${ids.length === 1 ? 'record' : countPhrase(ids.length, 'record')}`
  const elsewhere = others.length === 0 ? [] : [phrase`with ${someIds(others)} from elsewhere`]
  if (common)
    return {
      details: [
        phrase`all of these have ${common.name}=${json(common.value)}, and no record of the page has it`,
        ...elsewhere,
      ],
      symptom: phrase`${countPhrase(ids.length, 'record')} with ${common.name}=${json(common.value)} missing`,
    }
  const replacement = replacingId({ ids, met, wanted })
  if (side && replacement !== undefined)
    return {
      details: [phrase`${replacement} is in its place as the ${records} of the page`],
      symptom: phrase`another record in place of the ${records} of the page`,
      remedy: phrase`Show no other record in its place.`,
    }
  return {
    details: [...(side ? [phrase`the ${records} ${of} missing`] : []), ...elsewhere],
    symptom: side && phrase`the ${records} ${of} missing`,
  }
}

/** The value of a filter that all of some records have, and that no other record has. */
function commonValue(
  model: ListModel,
  query: Query,
  ids: readonly string[],
  others: readonly string[],
): { readonly name: string; readonly value: string } | undefined {
  for (const { name } of model.filters) {
    const valueOf = (id: string) => filterValue(model.list.items.get(id), name)
    const value = valueOf(ids[0]!)
    if (name in query || value === undefined || ids.some((id) => valueOf(id) !== value)) continue
    if (others.length > 0 && others.every((id) => valueOf(id) !== value)) return { name, value }
  }
  return undefined
}

/** A stray record with the first filter that it does not match, and the value that it shows. */
interface StrayValue {
  readonly id: string
  readonly name: string
  readonly value: string
}

/** The first stray record for each filter. */
function strayValues({ query, sent: { page }, difference: { ids } }: WrongPage): readonly StrayValue[] {
  const found = ids.flatMap((id): readonly StrayValue[] => {
    for (const [name, wanted] of Object.entries(query)) {
      const value = isPaging(name) ? undefined : filterValue(page!.items[page!.ids.indexOf(id)], name)
      if (value !== undefined && value !== String(wanted)) return [{ id, name, value }]
    }
    return []
  })
  return [...Map.groupBy(found, ({ name }) => name).values()].map(([first]) => first!)
}

/** Stray records for the first line of a report. */
function straySymptom(strays: readonly StrayValue[], count: number): Phrase {
  const [{ name, value }] = strays as [StrayValue]
  return phrase`${countPhrase(count, 'record')} with ${name}=${json(value)}`
}

function strayWords(strays: readonly StrayValue[], { ids: { length: count }, wanted }: Difference): Phrase {
  const told = strays.slice(0, 2)
  const rest = count - told.length
  const each = told.map(({ id, name, value }) => phrase`${id}, whose ${name} is ${json(value)}`)
  return phrase`${wanted.length === 0 ? '' : 'also '}${{ list: each, between: ' and ' }}${rest > 0 ? phrase`, and ${countPhrase(rest, 'other')}` : ''}`
}

function pageFact({ exchange: at }: SentPage, { kind, ids }: Difference, named: readonly string[]): Fact {
  const members = named.length > 0 ? { members: named } : {}
  if (kind === 'missing') return { kind: 'missing', ids, pages: [at], ...members, at }
  if (kind === 'order') return { kind: 'order', first: ids[0]!, second: ids[1]!, at }
  if (kind === 'repeated') return { kind: 'repeated', id: ids[0]!, pages: [at], at }
  return { kind: 'present', ids, ...members, at }
}
