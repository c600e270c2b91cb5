// The words and the fact of a page that does not match its query.
import { cursorParameters } from '../../catalogue/operations.ts'
import type { Failure } from '../../conclusions/conclusion.ts'
import type { Fact } from '../../conclusions/fact.ts'
import { answerPhrase, countPhrase, json, type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import { neededParametersPhrase, type Query } from './fewest-parameters.ts'
import { type Difference, expectedIds, filterValue, isPaging, type ListModel, withoutParameters } from './list-model.ts'
import { noListFact } from './pages.ts'
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
    Object.keys(query).length === 0 ? phrase`` : phrase` for ${quotedQuery(query)}${cursorPlace(model, query)}`
  const limit = Number(query['limit'])
  const isShort = met.length > 0 && met.length < wanted.length && wanted.length === limit
  // The record of the cursor may also be there because the cursor includes it.
  const without = met.length === 0 ? undefined : withoutNames(model, query, met, isApplied ? cursorParameters : [])
  const ignored = without === undefined || showsCursor(model, query, met) ? {} : { ignored: without }
  const { details, symptom } = pageDetails(model, wrong, without)
  const noted = details.length === 0 ? '' : phrase` (${{ list: details, between: '; ' }})`
  if (kind === 'long' || (kind === 'missing' && isShort))
    return {
      expected: phrase`${countPhrase(limit, 'record')}${what} at ${address}`,
      got: phrase`${countPhrase(page!.ids.length, 'record')}${kind === 'long' ? '' : phrase`, without ${someIds(ids)}`}${noted}`,
      symptom: without === 'limit' ? undefined : phrase`${countPhrase(page!.ids.length, 'record')} instead of ${limit}`,
      fact:
        kind === 'long'
          ? { kind: 'count', wanted: limit, got: page!.ids.length, ...ignored, at }
          : { kind: 'missing', ids, pages: [at], at },
    }
  if (kind === 'refused')
    return { expected: phrase`200 with a list${what} at ${address}`, got: answerPhrase(at), fact: noListFact(at) }
  const right = kept.length === 0 ? '' : neededParametersPhrase(query, kept)
  if (kind === 'unknown')
    return {
      expected: phrase`${address} without parameters to show all records that it shows${what}`,
      got: phrase`${ids.length} of these ${page!.ids.length} are missing: ${unknownRecords(wrong)}${met.length - ids.length === 1 ? phrase`; only ${met.find((id) => !ids.includes(id))!} is there, record ${met.findIndex((id) => !ids.includes(id)) + 1} of them` : ''}${listedValues(model, query)}${right}`,
      symptom: phrase`${countPhrase(ids.length, 'record')} with ${quotedQuery(withoutParameters(query, 'limit', ...cursorParameters))} missing`,
      fact: pageFact(sent, difference, []),
    }
  const strays = kind === 'stray' ? strayValues(wrong) : []
  const common =
    kind === 'missing' && without === undefined && ids.length > 1 ? commonValue(model, query, ids, met) : undefined
  const members = common ? [common.name] : [...new Set(strays.map(({ name }) => name))]
  return {
    expected: phrase`${expectedRecords(model, query)}${what} at ${address}`,
    got: phrase`${strays.length > 0 ? strayWords(strays, difference) : cameWords(difference)}${noted}${right}`,
    fact: { ...pageFact(sent, difference, members), ...ignored },
    symptom:
      without === undefined || isApplied
        ? strays.length > 0 && !matchesAny(model, query, met)
          ? straySymptom(strays, ids.length)
          : symptom
        : undefined,
  }
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
function cursorPlace(model: ListModel, query: Query): Phrase | '' {
  const { all, cursor } = model.expected(query)
  const place = cursor === undefined ? -1 : all.indexOf(String(query[cursor]))
  if (place < 0) return ''
  return model.list.complete ? phrase` (record ${place + 1} of ${all.length})` : phrase` (record ${place + 1})`
}

/** The expected records. After the last record or before the first one, the cursor explains why there are none. */
function expectedRecords(model: ListModel, query: Query): Phrase {
  const page = model.expected(query)
  const ids = expectedIds(page)
  if (ids.length > 0) return someIds(ids)
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

function cameWords({ kind, ids, met, wanted }: Difference): Phrase {
  if (met.length === 0) return phrase`no records`
  if (kind === 'stray') return phrase`${wanted.length === 0 ? '' : 'also '}${someIds(ids)}`
  if (kind === 'repeated') return phrase`${ids[0]!} twice`
  if (kind === 'order') return phrase`${ids[0]!} after ${ids[1]!}`
  return kind === 'missing' && met.length > 3
    ? phrase`${countPhrase(met.length, 'record')}, without ${someIds(ids)}`
    : someIds(met)
}

/** Details of a wrong page, with the one for the first line of a report. */
interface PageDetails {
  readonly details: readonly Phrase[]
  readonly symptom?: Phrase | undefined
}

/** The query that a wrong page answers instead, or the place of its records and of those that it lacks. */
function pageDetails(model: ListModel, wrong: WrongPage, without: string | undefined): PageDetails {
  const { query, difference } = wrong
  const { kind, met } = difference
  if (met.length === 0) return { details: [], symptom: kind === 'missing' ? phrase`no records` : undefined }
  const asOr =
    kind === 'stray' && matchesAny(model, query, met) ? phrase`each record matches one of the filters, as with OR` : ''
  const itself = showsCursor(model, query, met) ? phrase`with the record of the cursor itself, ` : ''
  const { details, symptom }: PageDetails =
    without === undefined
      ? placeWords(model, wrong)
      : { details: [phrase`${itself}the same page as without ${without}`] }
  return asOr ? { details: [asOr, ...details], symptom: phrase`filters joined by OR` } : { details, symptom }
}

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
  return Object.keys(query).find((name) => {
    if (except.includes(name)) return false
    const { isOpen, ...page } = model.expected(withoutParameters(query, name))
    return !isOpen && expectedIds({ isOpen, ...page }).join() === met.join()
  })
}

/** The value of an enum filter with which the query gives exactly this page; undefined if there is none. */
function assumedFilter(model: ListModel, query: Query, met: readonly string[]): Query | undefined {
  const assumed = model.filters
    .filter(({ name, kind }) => kind === 'enum' && !(name in query))
    .flatMap(({ name, values }) => [...values.keys()].map((value): Query => ({ [name]: value })))
  return assumed.find((filter) => {
    const { isOpen, ...page } = model.expected({ ...query, ...filter })
    return !isOpen && expectedIds({ isOpen, ...page }).join() === met.join()
  })
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
    }
  const { all, from, to, cursor } = model.expected(query)
  const first = all.indexOf(ids[0] ?? '')
  const isPart = cursor !== undefined && first >= 0 && ids.every((id, index) => all[first + index] === id)
  const away = cursor === 'starting_after' ? first - from + 1 : to - first - ids.length
  if (!isPart || away === (cursor === 'starting_after' ? 1 : 0))
    return kind === 'missing' ? lackWords(model, wrong) : { details: [] }
  const isToEnd = first + ids.length === all.length
  const end = isToEnd && cursor === 'starting_after' ? ' to the end of the list' : ''
  const isItself = all[cursor === 'starting_after' ? first : first + ids.length - 1] === query[cursor]
  const told = (details: Phrase, symptom: Phrase): PageDetails => ({ details: [details], symptom })
  if (all[cursor === 'starting_after' ? first + ids.length : first - 1] === query[cursor])
    return told(phrase`those on the other side of the cursor`, phrase`the records on the other side of the cursor`)
  if (first === 0 && (cursor === 'starting_after' || from > 0 || (to <= 1 && ids.length > to + 1)))
    return told(
      phrase`from the beginning of the list${isItself ? ', which is also the record of the cursor' : ''}${end}`,
      cursor === 'starting_after' || to <= 1
        ? phrase`the first page again`
        : phrase`the newest records instead of those right before the cursor`,
    )
  const itself = phrase`the record of the cursor itself`
  const edge = cursor === 'starting_after' ? 'from' : 'up to'
  if (isItself)
    return told(
      ids.length === 1 ? itself : phrase`${edge} ${itself}${end}`,
      phrase`the record of the cursor is on its page`,
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

/** The place of the records that a page lacks, and a filter value that all of them have and no other record has. */
function lackWords(model: ListModel, { query, difference: { ids, met, wanted } }: WrongPage): PageDetails {
  const { all, to } = model.expected(query)
  const others = met.filter((id) => !wanted.includes(id)).length
  const isEnd = (part: readonly string[]) => ids.length < wanted.length && part.join() === ids.join()
  const common = ids.length < 2 ? undefined : commonValue(model, query, ids, met)
  const side = isEnd(wanted.slice(-ids.length)) ? 'last' : isEnd(wanted.slice(0, ids.length)) ? 'first' : undefined
  const of = side === 'last' && to >= all.length && model.list.complete ? 'of the list' : 'of the page'
  const records = phrase`${side ?? ''} ${ids.length === 1 ? 'record' : countPhrase(ids.length, 'record')}`
  const elsewhere = others === 0 ? [] : [phrase`with ${countPhrase(others, 'record')} from elsewhere in the list`]
  if (common)
    return {
      details: [
        phrase`all of these have ${common.name}=${json(common.value)}, and no record of the page has it`,
        ...elsewhere,
      ],
      symptom: phrase`${countPhrase(ids.length, 'record')} with ${common.name}=${json(common.value)} missing`,
    }
  return {
    details: [...(side ? [phrase`the ${records} ${of}`] : []), ...elsewhere],
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
