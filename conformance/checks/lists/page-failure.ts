// The words and the fact of a page that does not match its query.
import { cursorParameters } from '../../catalogue/operations.ts'
import type { Failure } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Fact } from '../../conclusions/fact.ts'
import { answerPhrase, countPhrase, json, type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import { neededParametersPhrase, type Query, withoutParameters } from './fewest-parameters.ts'
import { type Difference, expectedIds, filterValue, isPaging, type ListModel } from './list-model.ts'
import { commonValue, type Mistake, mistakesOf, replacingId, type WrongPage } from './mistakes.ts'
import { namesOption } from './named-options.ts'
import { noListFact } from './pages.ts'
import type { SentPage } from './paging.ts'

/** Filters for a message. */
export const quotedQuery = (query: Query): Phrase =>
  phrase`${{ list: Object.entries(query).map(([name, value]) => phrase`${name}=${typeof value === 'number' ? value : json(value)}`), between: ' and ' }}`

/**
 * The failure that a wrong page shows.
 * @param kept Parameters that are essential to the query.
 * @param mistake The plainest mistake that may explain it.
 */
export function pageFailure(
  model: ListModel,
  wrong: WrongPage,
  kept: readonly string[],
  [mistake]: readonly Mistake[] = mistakesOf(model, wrong),
): Failure {
  const { query, sent, difference } = wrong
  const { exchange: at, page } = sent
  const { kind, ids, met, wanted } = difference
  const { address } = model.list
  const what =
    Object.keys(query).length === 0 ? phrase`` : phrase` for ${quotedQuery(query)}${cursorPlace(model, wrong)}`
  const limit = Number(query['limit'])
  const isShort = met.length > 0 && met.length < wanted.length && wanted.length === limit
  const ignored = mistake?.ignored === undefined ? {} : { ignored: mistake.ignored }
  const { detail, symptom, remedy } = mistake ?? {}
  const noted = detail ? phrase` (${detail})` : ''
  if (kind === 'long' || (kind === 'missing' && isShort))
    return {
      expected: phrase`${countPhrase(limit, 'record')}${what} at ${address}`,
      got: phrase`${countPhrase(page!.ids.length, 'record')}${kind === 'long' ? '' : phrase`, without ${someIds(ids)}`}${noted}`,
      symptom:
        mistake?.ignored === 'limit'
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
    const unlisted = unlistedRemedy(model, query, at)
    return {
      expected: phrase`200 with a list${what} at ${address}`,
      got: answerPhrase(at),
      fact: noListFact(at),
      ...(unlisted ? { remedy: unlisted } : {}),
    }
  }
  const right = kept.length === 0 ? '' : neededParametersPhrase(query, kept)
  if (kind === 'unknown') {
    const isPlain = Object.keys(query).length === 0
    const items = ids.map((id) => page!.items[page!.ids.indexOf(id)])
    const common = Object.keys(query).every(isPaging) && commonValue(model, items, [...model.list.items.values()])
    const hidden = common ? { [common.name]: common.value } : undefined
    const { limit: walked } = model.list
    const isOfLimit = walked !== undefined && query['limit'] === undefined
    return {
      expected: phrase`${address} ${!hidden || !isOfLimit ? 'without parameters' : phrase`with limit=${walked}, page by page,`} to show all records that it shows${isPlain ? ' without parameters' : what}`,
      got: phrase`${ids.length} of these ${page!.ids.length} are missing: ${unknownRecords(wrong)}${met.length - ids.length === 1 ? phrase`; only ${met.find((id) => !ids.includes(id))!} is there, record ${met.findIndex((id) => !ids.includes(id)) + 1} of them` : ''}${listedValues(model, query)}${hidden ? phrase`; all of them have ${quotedQuery(hidden)}, and no record that is there has it` : ''}${right}`,
      symptom: phrase`${countPhrase(ids.length, 'record')}${isPlain && !hidden ? '' : phrase` with ${quotedQuery(hidden ?? withoutParameters(query, 'limit', ...cursorParameters))}`} missing`,
      fact: differenceFact(sent, difference, hidden ? Object.keys(hidden) : []),
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
  const members = mistake?.member === undefined ? new Set(strays.map(({ name }) => name)) : [mistake.member]
  return {
    expected: phrase`${expectedRecords(model, query)}${what} at ${address}`,
    got: phrase`${strays.length > 0 ? strayWords(strays, difference) : cameWords(model, wrong)}${noted}${right}`,
    fact: { ...differenceFact(sent, difference, [...members]), ...ignored },
    ...(remedy ? { remedy } : {}),
    symptom: symptom ?? (strays.length > 0 && !mistake?.ignored ? straySymptom(strays, ids.length) : undefined),
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

function differenceFact({ exchange: at }: SentPage, { kind, ids }: Difference, named: readonly string[]): Fact {
  const members = named.length > 0 ? { members: named } : {}
  if (kind === 'missing') return { kind: 'missing', ids, pages: [at], ...members, at }
  if (kind === 'order') return { kind: 'order', first: ids[0]!, second: ids[1]!, at }
  if (kind === 'repeated') return { kind: 'repeated', id: ids[0]!, pages: [at], at }
  return { kind: 'present', ids, ...members, at }
}
