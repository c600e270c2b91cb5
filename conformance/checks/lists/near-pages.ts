// Values similar to the right one, on pages that show a record for the right one: the record must not match them.
import type { RequirementId } from '../../catalogue/requirements.ts'
import { unlessConcluded } from '../../conclusions/conclusion.ts'
import { andList, json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { findMember, collectTexts } from '../../reading/find-list.ts'
import { stripPrefix, isBare } from '../../reading/id-forms.ts'
import { toValueText } from '../../reading/value-text.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { fewestParameters, type Query, neededParametersPhrase, withoutParameters } from './fewest-parameters.ts'
import { type FoundSearch, isProducts, recordLabel } from './list-filters.ts'
import { expectedIds, filterValue, type ListFilter, type ListModel } from './list-model.ts'
import { likeliestTexts, type Rule, sentRules, findRule, toRules } from './matching-rules.ts'
import { absentText, sameNumber, valueGroups } from './near-texts.ts'
import {
  absentPair,
  caseForms,
  nonsense,
  rarestPair,
  searchRules,
  showsText,
  splitWords,
  wordBeyondAscii,
} from './search-terms.ts'
import { pageFailure, quotedQuery } from './page-failure.ts'
import { pagesAtOnce } from './paging.ts'
import { walkLimit } from './walked-list.ts'
import { type Mismatch, type PageJudge } from './wrong-pages.ts'

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
  /** Similar texts that must not match, for a string filter, and where to send them. */
  readonly near: readonly Pick<ReturnType<typeof sentRules>[number], 'text' | 'sent'>[]
}

/** Rates how much a value reveals: words, letters of both cases, and letters that fold or are not ASCII count. */
function rateRevealing(value: string): number {
  const kinds = [/\p{L}.{3}/u, /\s/, /\p{Ll}/u, /\p{Lu}/u, /[aeiou]/i, /[ski]/]
  // Values with a comma come last, as the queries append another comma.
  const beyond = wordBeyondAscii(value) === undefined ? 0 : kinds.length
  return beyond + kinds.filter((kind) => kind.test(value)).length - (value.includes(',') ? kinds.length : 0)
}

/** The number of records to search for one with a revealing value. */
const mostRecordsRead = 60

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
    const candidates = list.ids.slice(0, mostRecordsRead).flatMap((id, place) => {
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
    const [newer, older] = [list.ids[place - 1], list.ids[place + 1]]
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
            { ...others, limit, ...(newer === undefined ? {} : { starting_after: newer }) },
            ...(older === undefined ? [] : [{ limit, ending_before: older }]),
          ]
    const isString = filter.kind === 'string'
    const isFirst = isString && !found.some((record) => record.filter.kind === 'string')
    found.push({
      filter,
      name,
      value,
      id,
      pages,
      near: isString ? nearTexts(filter, value, isFirst, quick) : [],
    })
  }
  if (!quick) return found
  return found
    .filter(({ filter }) => filter.kind === 'string')
    .slice(0, 1)
    .map((record) => ({ ...record, pages: record.pages.slice(0, 1) }))
}

/** The rules of a string filter, for one of its values. */
function stringRules({ name, values }: ListFilter, value: string, wrong?: string): readonly Rule[] {
  const isKnown = (text: string) => values.has(text) && text !== wrong
  const isPlain = (text: string) => text !== value && text !== '' && !text.includes(',')
  const other = [...values.keys()].find(isPlain) ?? value
  const groups = valueGroups({ name, value, list: `${value},${other},${value}`, isKnown, wrong })
  return toRules(Object.values(groups), (text) => text === value || isKnown(text))
}

/** The similar texts to send: in a quick run the first of each of the two likeliest kinds. */
function nearTexts(filter: ListFilter, value: string, isFirst: boolean, quick: boolean): RecordPages['near'] {
  const sent = sentRules(stringRules(filter, value))
  if (quick) return [...likeliestTexts(sent, 2), ...sent.filter((rule) => rule.sent === 'alone')]
  // The record may have no number as its value.
  const numbers = [...filter.values].flatMap(([text, { size }]) => (size > 0 ? (sameNumber(text) ?? []) : []))
  return [
    ...sent.filter((rule) => isFirst || rule.sent === undefined || rule.sent === 'onePage'),
    ...numbers
      .filter((text) => !filter.values.has(text))
      .slice(0, 1)
      .map((text) => ({ text, sent: 'alone' as const })),
  ]
}

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
  await eachAtOnce(asked, (query) => judge.ask(query), pagesAtOnce)
  for (const record of usable) {
    if (record.filter.kind === 'string')
      await judgeStrings(
        judge,
        record,
        usable.filter((other) => other !== record),
        prove,
      )
    if (record.filter.kind === 'search') await judgeSearch(judge, record, search, prove)
  }
}

/** A filter that finds nothing for a value with an unusual character: another value with it shows whether it cuts it there. */
async function withCutValue(judge: PageJudge, mismatch: Mismatch, { name, values }: ListFilter): Promise<Mismatch> {
  const text = String(mismatch.query[name])
  const plain = [...values].find(([value, { size }]) => /^[\p{L}\p{N}]+$/u.test(value) && size > 0)?.[0]
  for (const character of plain === undefined ? [] : new Set(text.replaceAll(/[\p{L}\p{N}\s]/gu, ''))) {
    const cut = `${plain}${character}${absentText}`
    const { ids } = await judge.ask({ ...mismatch.query, [name]: cut })
    if (ids.some((id) => judge.model.matches(id, name, plain!)))
      return {
        ...mismatch,
        failure: {
          ...mismatch.failure,
          symptom: phrase`${name} ignores what follows ${character}`,
          remedy: phrase`Decode the value as a whole; it does not end at ${character}.`,
        },
        wrong: [phrase`with ${name}=${json(cut)}, which returns the records with ${json(plain)}`],
      }
  }
  return mismatch
}

/** The queries with values similar to that of a string filter. */
const nearQueries = ({ name, near, pages }: RecordPages): readonly Query[] =>
  near.flatMap(({ text, sent }) => {
    const places = sent === undefined ? pages : sent === 'alone' ? [{}] : pages.slice(0, 1)
    return places.map((page): Query => ({ ...page, [name]: text }))
  })

async function judgeStrings(
  judge: PageJudge,
  record: RecordPages,
  others: readonly RecordPages[],
  prove: (requirement: RequirementId) => void,
): Promise<void> {
  const { name } = record
  for (const query of nearQueries(record)) {
    const wrong = await judge.wrong(query)
    if (wrong) await judge.note(wrong, [name], 'filters.exact')
    else if ((await judge.ask(query)).page) prove('filters.exact')
  }
  for (const [place, mismatch] of judge.mismatches.entries())
    if (mismatch.requirement === 'filters.exact' && name in mismatch.query)
      judge.mismatches[place] = (await unlessConcluded(withNearTexts(judge, mismatch, record, others))) ?? mismatch
}

/** A record that does not match the text of a filter, with the way in which its value resembles the text. */
async function withNearTexts(
  judge: PageJudge,
  mismatch: Mismatch,
  record: RecordPages,
  others: readonly RecordPages[],
): Promise<Mismatch> {
  const { query, failure } = mismatch
  const { name, filter } = record
  const { fact } = failure
  const { model } = judge
  const text = String(query[name])
  if ('ignored' in fact && fact.ignored !== undefined) return mismatch
  if (fact.kind === 'missing') return withCutValue(judge, mismatch, filter)
  if (fact.kind !== 'present') return mismatch
  const isRecord = fact.ids.includes(record.id) || text === `!${record.value}`
  const value = isRecord ? record.value : filterValue(model.list.items.get(fact.ids[0]!), name)
  if (value === undefined || value === text) return mismatch
  const finds = async (other: Query, of: string, wanted: string) => {
    const { page, ids } = await judge.ask(other)
    return page && ids.some((id) => model.matches(id, of, wanted))
  }
  const rules = stringRules(filter, value, text)
  const told = await findRule({ name, value, rules, wrong: text }, (each) =>
    finds({ ...query, [name]: each }, name, value),
  )
  const { rule } = told
  if (!rule) return mismatch
  // The same text of the same rule for the other string filters.
  const [rulePlace, textPlace] = [rules.indexOf(rule), rule.texts.indexOf(told.text)]
  const rest = withoutParameters(query, name)
  const inPlace: { readonly words: Phrase; readonly isTaken: boolean }[] = []
  for (const { name: of, value: wanted, filter: otherFilter } of others) {
    if (otherFilter.kind !== 'string' || of in query || rule.sent === 'alone') continue
    const otherText = stringRules(otherFilter, wanted)[rulePlace]!.texts[textPlace]
    if (otherText === undefined || expectedIds(model.expected({ ...rest, [of]: wanted })).length === 0) continue
    const isTaken = await finds({ ...rest, [of]: otherText }, of, wanted)
    if (isTaken !== undefined) inPlace.push({ words: phrase`with ${of}=${json(otherText)}`, isTaken })
  }
  const inPlaceWords = (wanted: boolean) => inPlace.flatMap(({ words, isTaken }) => (isTaken === wanted ? words : []))
  const plain = told.text === text ? undefined : await judge.wrong({ ...query, [name]: told.text })
  return {
    ...mismatch,
    ...(plain ? { query: plain.query } : {}),
    kept: [name],
    plain: { ...query, [name]: value },
    failure: {
      ...(plain ? pageFailure(model, plain, [name]) : failure),
      symptom: rule.words,
      remedy: rule.remedy,
    },
    right: [...told.right, ...inPlaceWords(false)],
    wrong: [...told.wrong, ...inPlaceWords(true)],
    // Other pages that should show records with this value.
    shows: async (other) =>
      expectedIds(model.expected({ ...other, [name]: value })).length > 0
        ? (await judge.wrong(other)) !== undefined
        : undefined,
  }
}

/** The rules of searches that find too much, by texts that a record does not contain. */
function excessRules(
  { model: { list } }: PageJudge,
  { id, value: word }: RecordPages,
  wrong?: string,
): readonly Rule[] {
  // Only one list is searched for a name with a letter that stems, or the beginning of a text, leave out.
  const name = isProducts(list.path) ? recordLabel(list, id, 'name') : undefined
  return searchRules({ word, name, wrong }, (text) => showsText(list.items.get(id), text))
}

/** The queries with searches for texts that the record does not contain. */
const excessQueries = (judge: PageJudge, record: RecordPages): readonly Query[] =>
  nearQueries({ ...record, near: sentRules(excessRules(judge, record)) })

/** The queries with searches for the word of a record in another case. */
function otherCaseQueries({ value: word, pages }: RecordPages): readonly Query[] {
  const other = caseForms(word).find((form) => form !== word && form !== word.toLowerCase()) ?? word.toLowerCase()
  return other === word ? [] : pages.map((page) => ({ ...page, search: other }))
}

/** The queries with all searches similar to that of a record. */
function searchQueries(judge: PageJudge, record: RecordPages, { label }: FoundSearch): readonly Query[] {
  const { rare, absent } = letterPairs(judge, label)
  return [
    ...excessQueries(judge, record),
    ...otherCaseQueries(record),
    ...(rare === undefined ? [] : [rareQuery(judge, rare)]),
    ...(absent === undefined ? [] : [{ search: absent }]),
  ]
}

async function judgeSearch(
  judge: PageJudge,
  record: RecordPages,
  { label }: FoundSearch,
  prove: (requirement: RequirementId) => void,
): Promise<void> {
  const { id } = record
  for (const query of excessQueries(judge, record)) await judgeExcess(judge, query, record, prove)
  for (const query of otherCaseQueries(record)) {
    if ((await judge.ask(query)).ids.includes(id)) prove('filters.search-case')
    else if (!judge.isKnown(query, 'missing')) await noteOtherCase(judge, query, record)
  }
  const pairs = letterPairs(judge, label)
  if (pairs.rare !== undefined) await judgeRarePair(judge, pairs.rare, label!, prove)
  if (pairs.absent !== undefined) await judgeAbsentPair(judge, pairs.absent, pairs.rare)
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

/** Two letters to search the products for: those that the fewest names have, and those that no text has. */
function letterPairs(
  { model: { list } }: PageJudge,
  label: string | undefined,
): { readonly rare?: string | undefined; readonly absent?: string | undefined } {
  if (label === undefined || !isProducts(list.path)) return {}
  const texts = list.ids.flatMap((id) =>
    collectTexts(list.items.get(id)).map(({ text }) => (isBare(stripPrefix(text)) ? '' : text)),
  )
  return {
    rare: rarestPair(list.ids.map((id) => recordLabel(list, id, label))),
    absent: list.ids.length < enough ? undefined : absentPair(texts),
  }
}

const rareQuery = ({ model: { list } }: PageJudge, search: string): Query => ({
  search,
  ...walkLimit(list),
})

/** Records a mismatch unless a search for two letters finds a record that has them. */
async function judgeRarePair(
  judge: PageJudge,
  rare: string,
  label: string,
  prove: (requirement: RequirementId) => void,
): Promise<void> {
  const { list } = judge.model
  const query = rareQuery(judge, rare)
  const { page, ids, exchange: at } = await judge.ask(query)
  const holder = list.ids.find((id) => recordLabel(list, id, label).includes(rare))!
  if (ids.includes(holder)) return prove('filters.search-partial')
  if (!page || page.ids.length >= list.pageSize || judge.isKnown({ search: rare }, 'missing')) return
  const name = recordLabel(list, holder, label)
  const begin = Math.max(0, name.indexOf(rare) - 1)
  const more = name.slice(begin, begin + rare.length + 1)
  const isFound = (await unlessConcluded(judge.ask({ ...query, search: more })))?.ids.includes(holder) === true
  judge.noteMissing(
    'filters.search-partial',
    { search: rare },
    holder,
    phrase`${holder}, named ${json(name)}, for ${quotedQuery(query)} at ${list.address}${isFound ? phrase`, as for ${json(more)}` : ''}`,
    at,
    '',
    isFound ? { symptom: phrase`a search for two letters finds nothing` } : {},
  )
}

/** Records a mismatch if a search for two letters of no record returns the whole list. */
async function judgeAbsentPair(judge: PageJudge, absent: string, rare: string | undefined): Promise<void> {
  const { list } = judge.model
  const { ids, exchange: at } = await judge.ask({ search: absent })
  // Search may look at members that are not shown: a few records may match by chance, but not a whole run of the list.
  const isWhole = async (search: string) => {
    const page = await judge.ask({ search })
    return page.ids.length >= enough && page.ids.every((id, place) => list.ids[place] === id)
  }
  if (!(await isWhole(absent)) || judge.isKnown({ search: absent }, 'stray')) return
  const rules: readonly Rule[] = [
    { texts: [absent, `${absent}${absent[0]}`], words: phrase`search is ignored`, remedy: phrase`Apply search.` },
    {
      texts: [absent, rare],
      words: phrase`a search for two letters is ignored`,
      remedy: phrase`Apply search whatever the length of its text.`,
    },
  ]
  const { rule, right, wrong } = await findRule({ name: 'search', value: '', rules, wrong: absent }, (text) =>
    unlessConcluded(isWhole(text)),
  )
  judge.mismatches.push({
    requirement: 'filters.search-partial',
    query: { search: absent },
    kind: 'stray',
    failure: {
      expected: phrase`no records, or a few, for search=${json(absent)} at ${list.address}: no record shows it`,
      got: phrase`the same list as without search`,
      fact: { kind: 'present', ids, at },
      symptom: rule?.words,
      remedy: rule?.remedy,
    },
    kept: ['search'],
    right,
    wrong,
  })
}

/** Records a mismatch if a search returns a record for a text that it does not contain. */
async function judgeExcess(
  judge: PageJudge,
  query: Query,
  record: RecordPages,
  prove: (requirement: RequirementId) => void,
): Promise<void> {
  const { list } = judge.model
  const { id, value: word } = record
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
  const rules = excessRules(judge, record, term)
  const finds = async (search: string) => (await judge.ask({ ...fewest, search })).ids.includes(id)
  const told = await unlessConcluded(findRule({ name: 'search', value: word, rules, wrong: term }, finds))
  const others = Object.keys(fewest).filter((other) => !kept.includes(other))
  const unsearched = expectedIds(judge.model.expected(withoutParameters(fewest, 'search')))
  const isIgnored = told?.taken.includes(nonsense) === true && found.join() === unsearched.join()
  const name = recordLabel(list, id, 'name')
  const form = rules.findIndex(({ texts }) => texts.length === 1 && texts.includes(term))
  judge.mismatches.push({
    requirement: 'filters.search-partial',
    query: fewest,
    kind: 'stray',
    failure: {
      expected: phrase`only records that contain the text, for ${quotedQuery(fewest)} at ${list.address}`,
      got: phrase`${isIgnored ? 'the same page as without search' : phrase`also ${wrong}, which contains ${json(term.startsWith(name) ? name : word)}`}${neededParametersPhrase(fewest, kept)}`,
      symptom: isIgnored ? phrase`search is ignored` : told?.rule?.words,
      remedy: isIgnored
        ? phrase`Apply search${others.length === 0 ? '' : phrase` also with ${andList(others)}`}.`
        : told?.rule?.remedy,
      fact: { kind: 'present', ids: [wrong], at },
    },
    kept,
    right: told?.right ?? [],
    wrong: told?.wrong ?? [],
    plain: withoutParameters(fewest, 'search'),
    alter: (text) => searchRules({ word: text }, () => false)[form]?.texts[0],
    shows: async (other) => {
      const isThere = (await judge.ask({ ...other, search: word })).ids.includes(id)
      return isThere ? isWrong((await judge.ask(other)).ids) : undefined
    },
  })
}
