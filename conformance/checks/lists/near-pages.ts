// Values similar to the right one, on pages that show a record for the right one: the record must not match them.
import type { RequirementId } from '../../catalogue/requirements.ts'
import { type Failure, unlessConcluded } from '../../conclusions/conclusion.ts'
import { json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { findMember, collectTexts } from '../../reading/find-list.ts'
import { stripPrefix, isBare } from '../../reading/id-forms.ts'
import { toValueText } from '../../reading/value-text.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { fewestParameters, type Query, neededParametersPhrase } from './fewest-parameters.ts'
import { type FoundSearch, isProducts, recordLabel } from './list-filters.ts'
import { expectedIds, type ListFilter, type ListModel } from './list-model.ts'
import {
  addAccent,
  closerTexts,
  encodedTexts,
  foldLetter,
  matchingPatterns,
  nearnessAmong,
  otherDigits,
  otherCases,
  partialTexts,
  widenLetter,
} from './near-texts.ts'
import {
  absentPair,
  caseForms,
  excessTerms,
  nonsense,
  rarestPair,
  wordBeyondAscii,
  splitWords,
} from './search-terms.ts'
import { quotedQuery } from './page-failure.ts'
import type { WalkedList } from './walked-list.ts'
import type { PageJudge } from './wrong-pages.ts'

/**
 * A record that a list shows for a value of a filter, and queries for pages that contain it: after a cursor with all
 * other matching filters, and before a cursor.
 */
export interface RecordPages {
  readonly filter: ListFilter
  readonly name: string
  readonly value: string
  readonly id: string
  readonly pages: readonly Query[]
  /** Similar texts that must not match, for a string filter. */
  readonly near: readonly string[]
  /** Those of them to send for the first page only. */
  readonly nearOnce: ReadonlySet<string>
  /** True to ask for all other values, too. */
  readonly isNegated: boolean
}

/** Rates how much a value reveals: words, letters of both cases, and letters that fold or are not ASCII count. */
function rateRevealing(value: string): number {
  const kinds = [/\p{L}.{3}/u, /\s/, /\p{Ll}/u, /\p{Lu}/u, /[aeiou]/i, /[ski]/]
  // Values with a comma come last, as the queries append another comma.
  const beyond = wordBeyondAscii(value) === undefined ? 0 : kinds.length
  return beyond + kinds.filter((kind) => kind.test(value)).length - (value.includes(',') ? kinds.length : 0)
}

/** The number of records to search for one with a revealing value. */
const lookedAt = 60

/** The most revealing word of the label of a record: one with a capital or a letter beyond ASCII. */
function revealingWord(model: ListModel, id: string, label: string): string | undefined {
  const words = splitWords(toValueText(findMember(model.list.items.get(id), label))).filter((word) => word.length > 3)
  const tells = (word: string) => (wordBeyondAscii(word) === undefined ? 0 : 2) + (/^\p{Lu}/u.test(word) ? 1 : 0)
  return words.toSorted((left, right) => tells(right) - tells(left))[0]
}

/**
 * For each filter of a list, a record with a revealing value, and queries for pages that contain it. A quick run takes
 * only a page of the first string filter, with the likeliest mistakes.
 */
export async function recordPages({ model }: PageJudge, quick: boolean): Promise<readonly RecordPages[]> {
  const { list, filters, limits } = model
  const limit = limits.find((size) => size > 1) ?? limits[0]
  const found: RecordPages[] = []
  for (const filter of filters.toSorted(
    (left, right) => Number(left.kind === 'enum') - Number(right.kind === 'enum'),
  )) {
    const { name, values, listed } = filter
    const candidates = list.ids.slice(0, lookedAt).flatMap((id, place) => {
      const value =
        name === 'search'
          ? revealingWord(model, id, 'name')
          : [...values].find(([text, ids]) => ids.has(id) && text !== '' && text.trim() === text)?.[0]
      return value === undefined || (listed && !listed.includes(value)) ? [] : [{ id, value, place }]
    })
    // No page after a cursor contains the first record.
    const tellingFirst = candidates.toSorted(
      (left, right) =>
        rateRevealing(right.value) - rateRevealing(left.value) || Number(left.place === 0) - Number(right.place === 0),
    )
    // Any value of an enum filter will do, so the page of another filter is sent again.
    const shared = listed && tellingFirst.find(({ id }) => found.some((record) => record.id === id))
    const best = shared ?? tellingFirst[0]
    if (!best) continue
    const { id, value, place } = best
    const [before, behind] = [list.ids[place - 1], list.ids[place + 1]]
    const others = Object.fromEntries(
      filters.flatMap((other) => {
        const match = [...other.values].find(([text, ids]) => text !== '' && ids.has(id))?.[0]
        const text = match ?? (other.kind === 'search' ? revealingWord(model, id, 'name') : undefined)
        return other.name === name || text === undefined ? [] : [[other.name, text]]
      }),
    )
    const pages: Query[] =
      limit === undefined
        ? [others]
        : [
            { ...others, limit, ...(before === undefined ? {} : { starting_after: before }) },
            ...(behind === undefined ? [] : [{ limit, ending_before: behind }]),
          ]
    // The filters of a list share the code that decodes the query.
    const isFirst = !found.some((record) => record.filter.kind === 'string')
    const texts =
      filter.kind === 'string' ? nearStrings(value, values, isFirst) : { near: [], nearOnce: new Set<string>() }
    found.push({ filter, name, value, id, pages, ...texts, isNegated: isFirst })
  }
  if (!quick) return [...found, ...numberPages(model)]
  return found
    .filter(({ filter }) => filter.kind === 'string')
    .slice(0, 1)
    .map((record) => ({
      ...record,
      pages: record.pages.slice(0, 1),
      near: [
        ...otherCases(record.value).slice(0, 1),
        ...partialTexts(record.value, (text) => record.filter.values.has(text)).slice(0, 1),
      ],
    }))
}

/** For each string filter, a record whose value is a number. */
const numberPages = ({ filters }: ListModel): readonly RecordPages[] =>
  filters.flatMap((filter): readonly RecordPages[] => {
    const { name, kind, values } = filter
    if (kind !== 'string') return []
    for (const [value, [id]] of values) {
      const near = otherDigits(value).filter((text) => !values.has(text))
      if (id !== undefined && near.length > 0)
        return [{ filter, name, value, id, pages: [{}], near, nearOnce: new Set(), isNegated: false }]
    }
    return []
  })

const isPlain = (value: string, chosen: string) => value !== chosen && value !== '' && !value.includes(',')

/** Texts similar to a value of a string filter, the likeliest mistakes first. */
function nearStrings(
  value: string,
  values: ListFilter['values'],
  isFirst: boolean,
): Pick<RecordPages, 'near' | 'nearOnce'> {
  const isKnown = (text: string) => values.has(text)
  const other = [...values.keys()].find((candidate) => isPlain(candidate, value)) ?? value
  const accented = addAccent(value)
  const folding = foldLetter(value)
  const wide = widenLetter(value)
  const spaced = `${value} `
  const encoded = isFirst ? encodedTexts(value) : []
  const near = [
    ...otherCases(value),
    ...partialTexts(value, isKnown),
    spaced,
    ` ${value}`,
    `${value}\n`,
    `${value},${other},${value}`,
    ...matchingPatterns.map((pattern) => pattern(value)),
    ...(accented === undefined ? [] : [accented]),
    ...folding,
    ...wide,
    ...encoded,
  ].filter((text) => !isKnown(text))
  // A server that removes a space at the end also removes a line break there. NFKC folds a long s as it narrows letters.
  const nearOnce = [spaced, ...encoded, ...(folding.some((text) => text.includes('\u017F')) ? wide : [])]
  return { near, nearOnce: new Set(nearOnce) }
}

/** The number of pages requested at a time. */
const atOnce = 8

/** Sends values similar to the right ones. */
export async function judgeNear(
  session: Session,
  judge: PageJudge,
  search: FoundSearch,
  records: readonly RecordPages[],
  prove: (requirement: RequirementId) => void,
): Promise<void> {
  const usable = await Promise.all(
    records.map(async (record): Promise<RecordPages> => {
      const isUsable = async (page: Query) =>
        (await judge.ask({ ...page, [record.name]: record.value })).ids.includes(record.id)
      const found = await Promise.all(record.pages.map(isUsable))
      const pages = record.pages.filter((_, place) => found[place])
      const isAlone = pages.length === 0 && record.filter.kind === 'string'
      return { ...record, pages: isAlone ? [{}] : pages }
    }),
  )
  const asked = usable.flatMap((record) => [
    ...(record.filter.kind === 'string' ? nearQueries(record) : []),
    ...(record.filter.kind === 'search' ? searchQueries(judge, record, search) : []),
  ])
  await eachAtOnce(asked, (query) => judge.ask(query), atOnce)
  for (const record of usable) {
    if (record.filter.kind === 'string') await judgeStrings(judge, record, prove)
    if (record.filter.kind === 'search') await judgeSearch(judge, record, search, prove)
  }
}

/** The queries with values similar to that of a string filter. */
const nearQueries = ({ name, value, near, nearOnce, isNegated, pages }: RecordPages): readonly Query[] => [
  ...near.flatMap((text) =>
    pages.slice(0, nearOnce.has(text) ? 1 : 2).map((page): Query => ({ ...page, [name]: text })),
  ),
  ...(isNegated ? [{ [name]: `!${value}` }] : []),
]

async function judgeStrings(
  judge: PageJudge,
  record: RecordPages,
  prove: (requirement: RequirementId) => void,
): Promise<void> {
  const { name } = record
  const [strict, loose]: [Query[], Query[]] = [[], []]
  const known = judge.mismatches.length
  for (const query of nearQueries(record)) {
    const wrong = await judge.wrong(query)
    // The record would show on a page whose value is the right one.
    const shows = async (other: Query) =>
      expectedIds(judge.model.expected({ ...other, [name]: record.value })).includes(record.id)
        ? (await judge.wrong(other)) !== undefined
        : undefined
    if (wrong) await judge.note(wrong, [name], 'filters.exact', shows)
    else if ((await judge.ask(query)).page) prove('filters.exact')
    ;(wrong ? loose : strict).push(query)
  }
  for (const [place, mismatch] of judge.mismatches.entries()) {
    if (place < known || mismatch.requirement !== 'filters.exact') continue
    const text = String(mismatch.query[name])
    const { fact } = mismatch.failure
    const involved = 'ids' in fact && fact.ids ? fact.ids : []
    for (const closer of record.filter.values.has(text) ? [] : closerTexts(text, record.value)) {
      const query = { ...mismatch.query, [name]: closer }
      if (record.filter.values.has(closer)) continue
      const { page, ids } = (await unlessConcluded(judge.ask(query))) ?? {}
      if (page) (ids?.some((id) => involved.includes(id)) ? loose : strict).unshift(query)
    }
    const isTaken = (form: string) => loose.some((query) => query[name] === form)
    const nearness = nearnessAmong(text, record.value, isTaken)
    const isIgnored = 'ignored' in fact && fact.ignored !== undefined
    const words =
      nearness && !isIgnored ? { symptom: phrase`${name} matches ${nearness.what}`, remedy: nearness.remedy } : {}
    const isLike = (query: Query) => Object.keys(mismatch.query).every((parameter) => parameter in query)
    const texts = (queries: readonly Query[]) => new Set(queries.filter(isLike).map((query) => String(query[name])))
    const taken = texts(loose)
    const refused = [...texts(strict)].filter((text) => !taken.has(text))
    taken.delete(text)
    judge.mismatches[place] = {
      ...mismatch,
      failure: { ...mismatch.failure, ...words },
      wrong: textsPhrase(name, [...taken]),
      right: textsPhrase(name, refused),
    }
  }
}

/** The most similar values that are named. */
const mostTexts = 4

/** The first values of a filter, in words. */
function textsPhrase(name: string, texts: readonly string[]): readonly Phrase[] {
  const list = texts.slice(0, mostTexts).map((text) => json(text))
  const rest = texts.length - list.length
  return list.length === 0
    ? []
    : [phrase`with ${name}=${{ list: rest > 0 ? [...list, phrase`${rest} more`] : list, between: ' or ' }}`]
}

/** Returns true if a record shows a text anywhere, in any case. */
const showsText = (item: unknown, text: string) =>
  collectTexts(item).some((found) => found.text.toLowerCase().includes(text.toLowerCase()))

/** The queries with searches for texts that the record does not contain. */
function excessQueries({ model: { list } }: PageJudge, { id, value: word, pages }: RecordPages): readonly Query[] {
  const further = isProducts(list.path) ? [lengthenedName(list, id)] : []
  return [...excessTerms(word), ...further].flatMap((term, place) =>
    showsText(list.items.get(id), term)
      ? []
      : pages.slice(0, place === 0 ? 2 : 1).map((page): Query => ({ ...page, search: term })),
  )
}

/** The name of a record with a letter that a search by stems, or by the beginning of its text, leaves out. */
const lengthenedName = (list: WalkedList, id: string): string => `${recordLabel(list, id, 'name')}s`

/** The queries with searches for the word of a record in another case. */
function otherCaseQueries({ value: word, pages }: RecordPages): readonly Query[] {
  const other = caseForms(word).find((form) => form !== word && form !== word.toLowerCase()) ?? word.toLowerCase()
  return other === word ? [] : pages.map((page) => ({ ...page, search: other }))
}

/** The queries with all searches similar to that of a record. */
const searchQueries = (judge: PageJudge, record: RecordPages, { label }: FoundSearch): readonly Query[] => [
  ...excessQueries(judge, record),
  ...otherCaseQueries(record),
  ...Object.values(label === undefined ? {} : twoLetterQueries(judge, label)).filter((query) => query !== undefined),
]

async function judgeSearch(
  judge: PageJudge,
  record: RecordPages,
  { label }: FoundSearch,
  prove: (requirement: RequirementId) => void,
): Promise<void> {
  const { id } = record
  for (const query of excessQueries(judge, record)) await assertSearchExcludes(judge, query, record, prove)
  for (const query of otherCaseQueries(record)) {
    if ((await judge.ask(query)).ids.includes(id)) prove('filters.search-case')
    else if (!judge.isKnown(query, 'missing')) await noteOtherCase(judge, query, record)
  }
  if (label !== undefined) await judgeTwoLetters(judge, label, prove)
}

/** Notes a record that a search in another case does not find, with the fewest parameters that show it. */
async function noteOtherCase(judge: PageJudge, query: Query, { id, value: word }: RecordPages): Promise<void> {
  const kept = ['search']
  const fewest = await fewestParameters(query, kept, async (fewer) => {
    const { page, ids } = await judge.ask(fewer)
    return page !== undefined && !ids.includes(id) && (await judge.ask({ ...fewer, search: word })).ids.includes(id)
  })
  if (judge.isKnown(fewest, 'missing')) return
  const { exchange: at } = await judge.ask(fewest)
  judge.noteMissing(
    'filters.search-case',
    fewest,
    id,
    phrase`${id} for ${quotedQuery(fewest)} at ${judge.model.list.address}, as for ${json(word)}`,
    at,
    neededParametersPhrase(fewest, kept),
    await unlessConcluded(judge.otherTexts(fewest, [id])),
  )
}

/** The fewest records that distinguish the whole list from chance results of a search. */
const enough = 5

/** A search of the products for two letters that a record has, and one for two letters that none has. */
function twoLetterQueries(
  { model: { list } }: PageJudge,
  label: string,
): { readonly rare?: Query & { readonly search: string }; readonly absent?: { readonly search: string } } {
  if (!isProducts(list.path)) return {}
  const rare = rarestPair(list.ids.map((id) => recordLabel(list, id, label)))
  const texts = list.ids.flatMap((id) =>
    collectTexts(list.items.get(id)).map(({ text }) => (isBare(stripPrefix(text)) ? '' : text)),
  )
  const absent = list.ids.length < enough ? undefined : absentPair(texts)
  const limit = list.limit === undefined ? {} : { limit: list.limit }
  return {
    ...(rare === undefined ? {} : { rare: { search: rare, ...limit } }),
    ...(absent === undefined ? {} : { absent: { search: absent } }),
  }
}

/** A part of a name with a letter more than another part of it. */
function longerPart(name: string, part: string): string {
  const place = name.indexOf(part)
  return place > 0 ? name.slice(place - 1, place + part.length) : name.slice(place, place + part.length + 1)
}

/**
 * Asserts that a search for two letters finds a record that has them, and that a search for two letters of no record
 * does not return the whole list.
 */
async function judgeTwoLetters(
  judge: PageJudge,
  label: string,
  prove: (requirement: RequirementId) => void,
): Promise<void> {
  const { list } = judge.model
  const { rare, absent: none } = twoLetterQueries(judge, label)
  const holder = rare && list.ids.find((id) => recordLabel(list, id, label).includes(rare.search))
  if (rare && holder !== undefined) {
    const { page, ids, exchange: at } = await judge.ask(rare)
    if (ids.includes(holder)) prove('filters.search-partial')
    else if (page && page.ids.length < list.pageSize && !judge.isKnown({ search: rare.search }, 'missing')) {
      const name = recordLabel(list, holder, label)
      const more = longerPart(name, rare.search)
      const isFound = (await unlessConcluded(judge.ask({ ...rare, search: more })))?.ids.includes(holder) === true
      judge.noteMissing(
        'filters.search-partial',
        { search: rare.search },
        holder,
        phrase`${holder}, named ${json(name)}, for ${quotedQuery(rare)} at ${list.address}${isFound ? phrase`, as for ${json(more)}` : ''}`,
        at,
        '',
        isFound ? { symptom: phrase`a search for two letters finds nothing` } : {},
      )
    }
  }
  if (!none) return
  const { search: absent } = none
  const { ids, exchange: at } = await judge.ask(none)
  // Search may look at members that are not shown: a few records may match by chance, but not a whole run of the list.
  const isWhole = async (search: string) => {
    const page = await judge.ask({ search })
    return page.ids.length >= enough && page.ids.every((id, place) => list.ids[place] === id)
  }
  if (!(await isWhole(absent)) || judge.isKnown({ search: absent }, 'stray')) return
  const longer = `${absent}${absent[0]}`
  const isRareIgnored = rare !== undefined && (await unlessConcluded(isWhole(rare.search))) === true
  const isLongerIgnored = await unlessConcluded(isWhole(longer))
  judge.mismatches.push({
    requirement: 'filters.search-partial',
    query: { search: absent },
    kind: 'stray',
    failure: {
      expected: phrase`no records, or a few, for search=${json(absent)} at ${list.address}: no record shows it`,
      got: phrase`the same list as without search`,
      fact: { kind: 'present', ids, at },
      ...(isRareIgnored && isLongerIgnored === false
        ? {
            symptom: phrase`a search for two letters is ignored`,
            remedy: phrase`Apply search whatever the length of its text.`,
          }
        : {}),
    },
    kept: ['search'],
    right: isLongerIgnored === false ? textsPhrase('search', [longer]) : [],
    wrong: isRareIgnored ? textsPhrase('search', [rare.search]) : [],
  })
}

const onlyBeginning = {
  symptom: phrase`search uses only the beginning of its text`,
  remedy: phrase`Search for the whole text, whatever its length.`,
} as const

/** How a search for a text matches a word that does not contain it, after some more searches. */
async function excessWords(
  judge: PageJudge,
  query: Query,
  id: string,
  word: string,
): Promise<Partial<Pick<Failure, 'symptom' | 'remedy'>>> {
  const term = String(query['search'])
  const wildcard = ['_', '%', '*'].find((character) => term.includes(character))
  if (wildcard !== undefined)
    return {
      symptom: phrase`${wildcard} in search matches any text`,
      remedy: phrase`Treat ${wildcard} literally.`,
    }
  const finds = async (search: string) => (await judge.ask({ ...query, search })).ids.includes(id)
  const { list } = judge.model
  if (term === lengthenedName(list, id) && !(await finds(`${word} ${nonsense}`)))
    return (await finds(`${term}${nonsense}`))
      ? onlyBeginning
      : {
          symptom: phrase`search leaves out the last letter of its text`,
          remedy: phrase`Search for the whole text, as it was sent.`,
        }
  if (await finds(nonsense)) return {}
  if (await finds(`${word}${nonsense}`)) return onlyBeginning
  return {
    symptom: (await finds(`${nonsense} ${word}`))
      ? phrase`search finds texts with any one of its words`
      : phrase`search uses only the first of its words`,
    remedy: phrase`Search for the whole text, with its spaces.`,
  }
}

/** Asserts that a search does not return a record for a text that it does not contain. */
async function assertSearchExcludes(
  judge: PageJudge,
  query: Query,
  { id, value: word }: RecordPages,
  prove: (requirement: RequirementId) => void,
): Promise<void> {
  const { list } = judge.model
  const term = String(query['search'])
  const isWrong = (ids: readonly string[]) => ids.some((found) => !showsText(list.items.get(found), term))
  const { ids } = await judge.ask(query)
  if (!ids.includes(id)) return prove('filters.search-partial')
  if (judge.isKnown(query, 'stray')) return
  const kept = ['search']
  const fewest = await fewestParameters(query, kept, async (fewer) => isWrong((await judge.ask(fewer)).ids))
  if (judge.isKnown(fewest, 'stray')) return
  const { ids: found, exchange: at } = await judge.ask(fewest)
  const wrong = found.includes(id) ? id : found.find((other) => !showsText(list.items.get(other), term))!
  const words = (await unlessConcluded(excessWords(judge, fewest, id, word))) ?? {}
  judge.mismatches.push({
    requirement: 'filters.search-partial',
    query: fewest,
    kind: 'stray',
    failure: {
      expected: phrase`a list without ${wrong} for ${quotedQuery(fewest)} at ${list.address}: it does not show this text`,
      got: phrase`a list with ${wrong}, which shows ${json(term === lengthenedName(list, id) ? term.slice(0, -1) : word)}${neededParametersPhrase(fewest, kept)}`,
      ...words,
      fact: { kind: 'present', ids: [wrong], at },
    },
    kept,
    shows: async (other) => {
      const isThere = (await judge.ask({ ...other, search: word })).ids.includes(id)
      return isThere ? isWrong((await judge.ask(other)).ids) : undefined
    },
  })
}
