// Unlisted values of an enum filter: each is refused with a 400 that names the listed ones (clause 4.5).
import { toDocumentedPath } from '../../catalogue/operation-paths.ts'
import { because, see } from '../../conclusions/cause.ts'
import { blocked, fail, type Failure, insufficient, unlessConcluded } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { andList, answerPhrase, countPhrase, json, type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { samePath } from '../../reading/id-forms.ts'
import { serves } from '../../reading/success.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { askOnce } from '../shared-answers.ts'
import { fewestParameters, type Query, neededParametersPhrase, withoutParameters } from './fewest-parameters.ts'
import { judgedLists } from './judged-lists.ts'
import { type EnumFilter, enumFilters, isDocumented } from './list-filters.ts'
import { filterValue, queryCursor } from './list-model.ts'
import { listedOptions, namesOption } from './named-options.ts'
import {
  likeliestTexts,
  type Rule,
  type RuleGroup,
  sentRules,
  findRule,
  type RuleFinding,
  toRules,
} from './matching-rules.ts'
import { absentText, valueGroups } from './near-texts.ts'
import { noListFact, readListPage } from './pages.ts'
import { quotedQuery } from './page-failure.ts'

/** An unlisted value that also shows a lookup in an object of JavaScript, which inherits a member of this name. */
const invalidValue = 'constructor'

/** A listed value that has letters. */
const findLetterValue = ({ values }: EnumFilter): string | undefined =>
  values.find((value) => /\p{L}/u.test(value) && value.length > 2)

/** A listed value in another case; undefined if every such value is listed. */
function valueInOtherCase(filter: EnumFilter): string | undefined {
  const value = findLetterValue(filter) ?? ''
  return [value.toUpperCase(), value.toLowerCase()].find((text) => text !== value && !filter.values.includes(text))
}

/** The rules of an enum filter that accepts unlisted values, the likeliest kinds first. */
function unlistedRules(filter: EnumFilter): readonly Rule[] {
  const { parameter: name, values } = filter
  const value = findLetterValue(filter)
  const isListed = (text: string) => values.includes(text)
  const accepts = (text: string, sent: Rule['sent'], remedy: Phrase): RuleGroup => ({
    rules: [{ texts: [text], words: phrase`${name} accepts ${json(text)}`, sent, remedy }],
  })
  const all = accepts('all', 'alone', phrase`Do not accept "all": it is not listed.`)
  const inherited = accepts(
    invalidValue,
    'elsewhere',
    phrase`Look the value up in a list or a Set: objects of JavaScript inherit a member of this name.`,
  )
  const numbers: RuleGroup = {
    remedy: phrase`Do not accept a number in place of a value.`,
    rules: [
      { texts: ['1', '0'], words: phrase`${name} takes the number of a value, from 0` },
      { texts: ['1', String(values.length)], words: phrase`${name} takes the number of a value, from 1` },
      { texts: ['1'], words: phrase`${name} takes the number of a value` },
    ],
  }
  if (value === undefined) return toRules([numbers, all, inherited], isListed)
  const list = `${value},${values.find((other) => other !== value && !other.includes(',')) ?? value}`
  const { inCase, longer, lists, spaces, parts, letters, quotes, negation } = valueGroups({
    name,
    value,
    list,
    isKnown: isListed,
  })
  const capital: RuleGroup = {
    ...inCase,
    rules: [
      {
        texts: [value.charAt(0).toUpperCase() + value.slice(1).toLowerCase()],
        words: phrase`${name} also matches a value that is sent with a capital letter`,
      },
    ],
  }
  return toRules(
    [longer, inCase, lists, spaces, numbers, capital, parts, letters, all, negation, quotes, inherited],
    isListed,
  )
}

/**
 * An unlisted value. For lists beyond clause 4.4, and for pages, a listed value in another case, which also shows
 * whether case matters.
 */
const unlistedValue = (session: Session, filter: EnumFilter, page: Query = {}): string =>
  (isDocumented(session, filter.path) && Object.keys(page).length === 0 ? undefined : valueInOtherCase(filter)) ??
  invalidValue

/** An answer to an unlisted value. */
interface Refusal {
  readonly filter: EnumFilter
  readonly query: Query
  readonly at: Exchange
}

/**
 * A filter, and the queries for pages that show one of its records: with all other filters after a cursor, and before a
 * cursor.
 */
interface AskedFilter {
  readonly filter: EnumFilter
  readonly pages: readonly Query[]
}

const askFilter = (session: Session, { path }: EnumFilter, query: Query): Promise<Exchange> =>
  askOnce(session, { path: toDocumentedPath('GET', path, session.run.names), query })

/** The filters of lists that the caller may see, and the subset known without a target file. */
const askedFilters: Once<[], readonly AskedFilter[]> = oncePerRun(async (session) => {
  const { target, quick } = session.run
  const { lists } = await judgedLists(session)
  const served: (AskedFilter | undefined)[] = []
  await eachAtOnce(enumFilters(target, quick), async (filter, place) => {
    const judged = lists.find(({ model }) => samePath(model.list.address, filter.path))
    const known = judged?.model.filter(filter.parameter)
    if (!filter.isDeclared && (known?.listed ?? []).length === 0) return
    const isServed =
      (await askFilter(session, filter, { [filter.parameter]: unlistedValue(session, filter) })).response.status ===
        400 || serves(await askFilter(session, filter, {}))
    if (!isServed) return
    const pages = judged?.records.find(({ name }) => name === filter.parameter)?.pages ?? []
    served[place] = { filter: filter.isDeclared ? filter : { ...filter, values: known!.listed! }, pages }
  })
  const asked = served.filter((filter) => filter !== undefined)
  return asked.length > 0
    ? asked
    : insufficient(because.refused, phrase`no list with an enum filter is served without the filter either`)
})

const answerToEmpty = (session: Session, filter: EnumFilter): Promise<Exchange> =>
  askFilter(session, filter, { [filter.parameter]: '' })

/** The answers to unlisted values, requested once per run. */
const refusals: Once<[], readonly Refusal[]> = oncePerRun(async (session) => {
  const all: { readonly filter: EnumFilter; readonly query: Query }[] = []
  for (const [place, { filter, pages }] of (await askedFilters(session)).entries()) {
    const withValue = (value: string, beside: Query = {}) =>
      all.push({ filter, query: { ...beside, [filter.parameter]: value } })
    for (const page of [{}, ...pages]) withValue(unlistedValue(session, filter, page), page)
    const sent = sentRules(unlistedRules(filter))
    const isAlone = ({ sent: where }: Rule) => where === 'alone' || where === 'firstFilter'
    for (const { text } of place === 0 && !session.run.quick ? sent.filter(isAlone) : []) withValue(text)
    const near = sent.filter((rule) => !isAlone(rule))
    // A value in another case is sent to lists without paging anyway.
    const isOtherCase = ({ text }: { readonly text: string }) =>
      filter.values.some((value) => value.toLowerCase() === text.toLowerCase())
    const likely = isDocumented(session, filter.path)
      ? near
      : likeliestTexts(
          near.filter((rule) => !isOtherCase(rule)),
          2,
        )
    for (const { text, sent: where } of session.run.rotation.some(likely, 1))
      for (const page of pages.length === 0 ? [{}] : pages.slice(0, where === 'onePage' ? 1 : 2)) withValue(text, page)
  }
  const answered: Refusal[] = []
  const asking = eachAtOnce(
    all,
    async ({ filter, query }, place) => {
      answered[place] = { filter, query, at: await askFilter(session, filter, query) }
    },
    8,
  )
  await Promise.all([asking, session.run.quick ? undefined : answerToEmpty(session, all[0]!.filter)])
  return answered
})

/** The refusal of an unlisted value without other parameters. */
const plainRefusal = (all: readonly Refusal[], { filter }: Refusal): Refusal =>
  all.find((other) => other.filter === filter)!

const refusedValue = ({ filter, query }: Pick<Refusal, 'filter' | 'query'>) => String(query[filter.parameter])

const common = { effect: 'read', needs: ['bearer'], after: ['versions.current.path'] } as const

/** Refusals of unlisted values. */
export const enumRefusalChecks: readonly DeclaredCheck[] = [
  {
    id: 'filters.enum-invalid.pages',
    ...common,
    mayRepeat: true,
    description:
      'GETs each list that has an enum filter with an unlisted value, and with values similar to a listed one (in another case, without the first or last letter, with an additional space or line end, with a letter beyond ASCII that folds alike, as a number, with another listed value after a comma), with "all", and with a listed value in quotation marks or behind an exclamation mark: 400. For lists of clause 4.4, GETs the first page, a page after a cursor with other filters, and a page before a cursor. An empty value may also return the list without the filter.',
    run: async (session) => {
      const all = await refusals(session)
      for (const refusal of all) {
        const { at } = refusal
        if (at.response.status === 400) continue
        // The target file may omit some options.
        const plain = plainRefusal(all, refusal)
        if (
          plain !== refusal &&
          /^[\p{L}\p{N}]+$/u.test(refusedValue(refusal)) &&
          namesOption(plain.at, refusedValue(refusal))
        )
          continue
        await failUnlisted(session, refusal, all)
      }
      const { filter } = all[0]!
      if (!session.run.quick) await assertEmptyKeepsNothingOut(session, filter)
      return countPhrase(all.length, 'value')
    },
  },
  {
    id: 'filters.enum-options.pages',
    ...common,
    description:
      'The body of each 400 for an unlisted value names every listed value, anywhere in the body. An additional option that it names is not an invalid value itself.',
    run: async (session) => {
      const all = await refusals(session)
      const isRefused = ({ at }: Refusal) => at.response.status === 400
      const named = all.filter(
        (refusal) =>
          [invalidValue, valueInOtherCase(refusal.filter)].includes(refusedValue(refusal)) &&
          isRefused(refusal) &&
          isRefused(plainRefusal(all, refusal)),
      )
      if (named.length === 0)
        blocked(
          see('filters.enum-invalid'),
          phrase`an invalid value is not refused with 400 (see filters.enum-invalid)`,
        )
      for (const refusal of named) await assertNamesAll(session, refusal, named)
      for (const { filter, at } of named) await assertOptionsTaken(session, filter, at)
      return named.every(({ filter }) => filter.isDeclared)
        ? undefined
        : phrase`only the value of the example and those that records show were looked for; declare enumFilters for the rest`
    },
  },
]

/** @throws Conclusion `fail` with the parameters that reproduce the mistake. */
async function failUnlisted(session: Session, first: Refusal, all: readonly Refusal[]): Promise<never> {
  const { filter, query } = first
  const { parameter, path, values } = filter
  const kept = [parameter]
  const isWrong = async (fewer: Query) => (await askFilter(session, filter, fewer)).response.status !== 400
  const fewest = (await unlessConcluded(fewestParameters(query, kept, isWrong))) ?? query
  const found = await withQuery(session, first, fewest)
  const told = await tellUnlisted(session.fork({ isNarrowing: true }), found)
  const plainest = (await unlessConcluded(withQuery(session, found, { ...fewest, [parameter]: told.text }))) ?? found
  const wrong = (await unlessConcluded(withRecords(session, plainest))) ?? plainest
  const served = await unlessConcluded(servedAs(session, wrong))
  const { symptom, remedy } = describeValues(wrong, told, served)
  return fail({
    expected: phrase`400 for ${quotedQuery(wrong.query)} at ${path}, where ${{ list: values.map(json), between: ' or ' }} is allowed`,
    got: phrase`${answerPhrase(wrong.at)}${served ? phrase` (${served.words})` : ''}${neededParametersPhrase(wrong.query, kept)}`,
    fact: { kind: 'status', wanted: 400, at: wrong.at },
    symptom,
    remedy,
    ...besideUnlisted(all, wrong, told),
  })
}

const withQuery = async (session: Session, { filter }: Refusal, query: Query): Promise<Refusal> => ({
  filter,
  query,
  at: await askFilter(session, filter, query),
})

/** The wrong answer at a cursor whose page has records for a listed value, so that they show how the value is read. */
async function withRecords(session: Session, wrong: Refusal): Promise<Refusal> {
  const { filter, query } = wrong
  const cursor = queryCursor(query)
  const listed = findLetterValue(filter)
  if (cursor === undefined || listed === undefined || readListPage(session, wrong.at)?.items.length !== 0) return wrong
  const whole = await askFilter(session, filter, { ...withoutParameters(query, cursor), [filter.parameter]: listed })
  const ids = readListPage(session, whole)?.ids ?? []
  const id = ids.at(cursor === 'ending_before' ? -1 : 0)
  if (id === undefined || ids.length < 2) return wrong
  const other = await withQuery(session, wrong, { ...query, [cursor]: id })
  return other.at.response.status === wrong.at.response.status ? other : wrong
}

/** The rule by which an unlisted value is not refused, by the answers to others with the same parameters. */
async function tellUnlisted(session: Session, { filter, query, at }: Refusal): Promise<RuleFinding> {
  const value = refusedValue({ filter, query })
  // Another value, of no special form, shows whether every value is accepted.
  const every: Rule = { texts: [absentText, value], words: phrase`every unlisted value is accepted` }
  const isSuccess = (answer: Exchange) => answer.response.status < 300
  const rules = [every, ...unlistedRules(filter)]
  return await findRule(
    { name: filter.parameter, value: findLetterValue(filter) ?? '', rules, wrong: value },
    async (text) => {
      const answer = await unlessConcluded(askFilter(session, filter, { ...query, [filter.parameter]: text }))
      if (answer?.response.status === 400) return false
      return answer && isSuccess(answer) === isSuccess(at) ? true : undefined
    },
  )
}

/** The rule by which unlisted values are not refused, in words. */
function describeValues(
  { filter: { parameter }, at }: Refusal,
  { rule, taken, refused }: RuleFinding,
  served: Served | undefined,
): Pick<Failure, 'symptom' | 'remedy'> {
  const { status } = at.response
  const remedy = phrase`Answer every unlisted value with 400.`
  if (taken.length > 1 && refused.length === 0)
    return served?.isUnfiltered
      ? { symptom: phrase`an unlisted ${parameter} is ignored: ${status} with the list unfiltered`, remedy }
      : { symptom: phrase`${status} instead of 400 for every unlisted value`, remedy }
  // Neither served nor refused with 400: it tells nothing of other values.
  if (status >= 300 || taken.includes(absentText)) return { remedy }
  return rule ? { symptom: phrase`${rule.words}: ${status} instead of 400`, remedy: rule.remedy } : {}
}

/** The contents of a page for an unlisted value. */
interface Served {
  readonly words: Phrase
  /** True if it is the page without the filter. */
  readonly isUnfiltered: boolean
}

/** The contents of a page for an unlisted value: those of the page without the filter, or with a listed value. */
async function servedAs(session: Session, { filter, query, at }: Refusal): Promise<Served | undefined> {
  const page = readListPage(session, at)
  if (!page) return undefined
  const { parameter } = filter
  const isPageOf = async (other: Query) =>
    readListPage(session, await askFilter(session, filter, other))?.ids.join() === page.ids.join()
  const isUnfiltered = await isPageOf(withoutParameters(query, parameter))
  if (isUnfiltered) return { words: phrase`the same page as without ${parameter}`, isUnfiltered }
  for (const value of page.items.length === 0 ? [] : filter.values)
    if (await isPageOf({ ...query, [parameter]: value }))
      return { words: phrase`the same page as with ${parameter}=${json(value)}`, isUnfiltered }
  const values = new Set(page.items.flatMap((item) => filterValue(item, parameter) ?? []))
  return {
    words: phrase`${countPhrase(page.items.length, 'record')}${values.size === 0 ? '' : phrase`, with ${parameter} ${andList([...values].map(json))}`}`,
    isUnfiltered,
  }
}

/** The only one of some filters, or their number and the first. */
const firstOf = ([first = '', ...others]: readonly string[]): Phrase =>
  others.length === 0 ? phrase`${first}` : phrase`${others.length + 1} other filters, such as ${first}`

/** Other values with the same parameters, and lists that refuse all of theirs. */
function besideUnlisted(
  all: readonly Refusal[],
  { filter, query }: Refusal,
  told: RuleFinding,
): Pick<Failure, 'beside' | 'alike'> {
  const paths = [...Map.groupBy(all, (refusal) => refusal.filter)]
    .filter(([other, refusals]) => other !== filter && refusals.every(({ at }) => at.response.status === 400))
    .map(([{ path, parameter: name }]) => `${path}?${name}`)
  const needed = Object.keys(query).filter((name) => name !== filter.parameter)
  const right = [
    ...told.right,
    ...needed.map((name) => phrase`without ${name}`),
    ...(paths.length === 0 ? [] : [phrase`at ${firstOf(paths)}`]),
  ]
  return {
    alike: told.wrong[0],
    beside: right.length === 0 ? undefined : phrase`400 ${{ list: right, between: '; ' }}`,
  }
}

/** An empty value is not listed, and may count as absent (clause 4.5). */
async function assertEmptyKeepsNothingOut(session: Session, filter: EnumFilter): Promise<void> {
  const { parameter, path } = filter
  const at = await answerToEmpty(session, filter)
  const [page, whole] = [readListPage(session, at), readListPage(session, await askFilter(session, filter, {}))]
  const missing = page && whole ? whole.ids.filter((id) => !page.ids.includes(id)) : []
  if (page && whole && missing.length > 0 && page.ids.length < whole.ids.length)
    fail({
      expected: phrase`400 for ${quotedQuery({ [parameter]: '' })} at ${path}, or the list without the filter`,
      got: page.ids.length === 0 ? phrase`no records` : phrase`a list without ${someIds(missing)}`,
      fact: { kind: 'missing', ids: missing, pages: [at], at },
      symptom: phrase`${page.ids.length === 0 ? 'no records' : 'not all records'} for an empty ${parameter}`,
      remedy: phrase`Answer an empty ${parameter} with 400, or ignore it.`,
    })
}

/** @throws Conclusion `fail` when a 400 leaves out an option. */
async function assertNamesAll(
  session: Session,
  { filter, query, at: first }: Refusal,
  all: readonly Refusal[],
): Promise<void> {
  const { parameter, path, values } = filter
  const missingFrom = (answer: Exchange) =>
    answer.response.status === 400 ? values.filter((value) => !namesOption(answer, value)) : []
  if (missingFrom(first).length === 0) return
  const kept = [parameter]
  const isWrong = async (fewer: Query) => missingFrom(await askFilter(session, filter, fewer)).length > 0
  const fewest = (await unlessConcluded(fewestParameters(query, kept, isWrong))) ?? query
  const at = fewest === query ? first : await askFilter(session, filter, fewest)
  const missing = missingFrom(at)
  const second = [invalidValue, valueInOtherCase(filter)].find((value) => value !== query[parameter])
  const again =
    second === undefined
      ? undefined
      : await unlessConcluded(askFilter(session, filter, { ...fewest, [parameter]: second }))
  const alike =
    again && missingFrom(again).join() === missing.join() ? phrase`with ${parameter}=${json(second)}` : undefined
  const others = [...Map.groupBy(all, (refusal) => refusal.filter)].filter(
    ([other, refusals]) =>
      other !== filter && refusals.every((each) => other.values.every((value) => namesOption(each.at, value))),
  )
  fail({
    expected: phrase`the allowed values of ${parameter} in the body: ${{ list: values }}, for ${quotedQuery(fewest)} at ${path}`,
    got: phrase`${answerPhrase(at)} (without ${{ list: missing }})${neededParametersPhrase(fewest, kept)}`,
    fact: { kind: 'body', lacks: missing, at },
    alike,
    beside:
      others.length === 0
        ? undefined
        : phrase`the 400 of ${firstOf(others.map(([{ path: other, parameter: name }]) => `${other}?${name}`))}`,
  })
}

/** @throws Conclusion `fail` if an option that a 400 names is refused itself. */
async function assertOptionsTaken(session: Session, filter: EnumFilter, refusal: Exchange): Promise<void> {
  for (const option of listedOptions(refusal, filter.values).filter((value) => !filter.values.includes(value))) {
    const taken = await askFilter(session, filter, { [filter.parameter]: option })
    if ([400, 422].includes(taken.response.status))
      fail({
        expected: phrase`a list for ${quotedQuery({ [filter.parameter]: option })} at ${filter.path}, as the 400 names this option`,
        got: answerPhrase(taken),
        fact: noListFact(taken),
        symptom: phrase`the 400 names ${json(option)}, which is then refused`,
        beside: phrase`the values ${{ list: filter.values.map(json), between: ' and ' }}, which are accepted`,
      })
  }
}
