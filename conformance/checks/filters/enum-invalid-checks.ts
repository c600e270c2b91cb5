import { pathAt } from '../../catalogue/operation-paths.ts'
import { because, see, undeclared } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Call } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import { serves } from '../../reading/success.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answer, json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { answerTo } from '../shared-answers.ts'
import { noListFact } from '../lists/pages.ts'
import { products } from '../lists/walked-list.ts'
import {
  acceptedEnumFilters,
  type EnumFilter,
  enumFilters,
  isDocumented,
  type TriedFilter,
  triedEnumFilters,
} from './enum-filters.ts'
import { chosenValues, memberText, stringFilters } from './filter-values.ts'
import { fewestParameters, rightWithout, type Query } from '../lists/fewest-parameters.ts'
import { asTexts, pagesWithRecord } from './pages-with-record.ts'
import { quotedQuery } from './filters-checks.ts'
import { inWideForm, otherCases, withFoldedLetter } from './near-texts.ts'
import { isObject, textsIn } from '../../reading/find-list.ts'

// A refusal takes no records that tell one value from another.
const common = {
  effect: 'read',
  needs: ['bearer'],
  after: ['filters.enum-filters.values'],
  mayBeOpen: ['filters.enum-filters.values'],
} as const

type EnumParameter = Pick<EnumFilter, 'path' | 'parameter'>

const listOf = ({ run }: Session, { path }: EnumParameter): Call => ({ path: pathAt('GET', path, run.names) })

/** The answer to one value of an enum filter, beside other parameters. */
function answerFor(
  session: Session,
  { path, parameter }: EnumParameter,
  value: string,
  others: Readonly<Record<string, string | number>> = {},
): Promise<Exchange> {
  return answerTo(session, { path: pathAt('GET', path, session.run.names), query: { ...others, [parameter]: value } })
}

/** Letters that no listed value has in a row. */
const invalidValue = 'qzxjqzxj'

/** A listed value that has letters. */
const withLetters = ({ values }: Pick<EnumFilter, 'values'>): string | undefined =>
  values.find((value) => /\p{L}/u.test(value) && value.length > 2)

/**
 * The answer to a value that is not listed. At lists beyond clause 4.4 that is a listed one in another case, which
 * also shows if case counts; where it is not refused, a value that resembles none.
 */
async function unlistedAnswer(session: Session, filter: EnumFilter): Promise<Exchange> {
  const near = isDocumented(session, filter) ? undefined : otherCase(filter)
  const answered = near === undefined ? undefined : await answerFor(session, filter, near)
  return answered?.response.status === 400 ? answered : await answerFor(session, filter, invalidValue)
}

/** A listed value in another case; undefined where no such value is unlisted. */
function otherCase(filter: EnumFilter): string | undefined {
  return otherCases(withLetters(filter) ?? '').find((text) => !filter.values.includes(text))
}

async function assertInvalidRefused(
  session: Session,
  filter: EnumParameter,
  others: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  await assert400(session, filter, { ...others, [filter.parameter]: invalidValue })
}

/** @throws Conclusion `fail` when a value is not refused by 400, with the parameters that this takes. */
async function assert400(
  session: Session,
  { path, parameter }: EnumParameter,
  query: Query,
  why: Phrase | '' = '',
): Promise<void> {
  const answerWith = (fewer: Query) => answerFor(session, { path, parameter }, String(fewer[parameter]), fewer)
  if ((await answerWith(query)).response.status === 400) return
  const fewest = await fewestParameters(
    query,
    [parameter],
    async (fewer) => (await answerWith(fewer)).response.status !== 400,
  )
  const at = await answerWith(fewest)
  fail({
    expected: phrase`400 for ${quotedQuery(asTexts(fewest))} at ${path}${why}`,
    got: phrase`${answer(at)}${rightWithout(fewest, [parameter])}`,
    fact: { kind: 'status', wanted: 400, at },
  })
}

const inWords = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()

/** A value before and behind one that is not listed. A target may take several listed values with commas. */
const inList = (value: string) => `${value},${invalidValue},${value}`

/**
 * Values that are not listed, but near one that is, the likeliest mistakes first: in another case, with a
 * space more, beside one that is not listed, without an end, its number, and with a letter that folds alike.
 */
function nearValues(value: string, values: readonly string[]): readonly string[] {
  const near = [
    value.toUpperCase(),
    inList(value),
    `${value}\n`,
    ` ${value}`,
    '1',
    `${value} `,
    value.toLowerCase(),
    inWords(value),
    value.slice(0, -1),
    value.slice(1),
    ...withFoldedLetter(value),
    ...inWideForm(value),
  ]
  return [...new Set(near)].filter((candidate) => !values.includes(candidate) && candidate.trim() !== '')
}

/** How many near values are asked for before a cursor, too: the first, which most wrong ways to read a value take. */
const askedTwice = 5

/**
 * Near values to ask at lists that are not paged. A target that takes a value with letters behind it also takes the one
 * with a space or a comma.
 */
function likeliestValues(filter: EnumFilter): readonly string[] {
  const value = withLetters(filter)!
  const upper = otherCase(filter)
  return [...(upper === undefined ? [] : [upper]), inList(value), `${value} `]
}

/**
 * The near values to ask at a filter: all where the list is paged, or else the likeliest. In a quick run the case and a
 * letter more, and one that the seed chooses.
 */
function nearChosen({ run }: Session, filter: EnumFilter, index: number, isPaged: boolean): readonly string[] {
  const near = nearValues(withLetters(filter)!, filter.values)
  if (run.quick) return [...near.slice(0, 2), ...(index === 0 ? run.rotation.some(near.slice(2), 1) : [])]
  return isPaged ? near : likeliestValues(filter)
}

/**
 * The same pages, or the first one where there are none; in a quick run that and one behind the newest record, which
 * need no other requests.
 */
async function pagesFor(session: Session, filter: TriedFilter): Promise<readonly Query[]> {
  const { ids, limit } = filter.base
  if (!session.run.quick) {
    const pages = await pagesWith(session, filter)
    return pages.length > 0 || limit === undefined ? pages : [{ limit }]
  }
  return ids[0] === undefined || limit === undefined ? [] : [{ limit }, { limit, starting_after: ids[0] }]
}

/** Pages on which the second record of a list of clause 4.4 comes with its value of a filter. */
async function pagesWith(session: Session, filter: TriedFilter): Promise<readonly Query[]> {
  const { base, parameter } = filter
  const valueOf = (id: string | undefined) => memberText(base.items.get(id ?? ''), parameter)
  const id = base.ids.find((candidate, place) => place > 0 && valueOf(candidate) !== undefined)
  if (!isDocumented(session, filter) || id === undefined) return []
  return pagesWithRecord(session, { base, id, name: parameter, value: valueOf(id)! })
}

/** How many filters are tried with invalid values, and how many in a quick run. */
const triedFilters = { full: 20, quick: 3 } as const

/** The filters that are tried with invalid values. */
const triedIn = ({ quick, target }: Session['run']): readonly EnumFilter[] =>
  enumFilters(target).slice(0, quick ? triedFilters.quick : triedFilters.full)

/**
 * The filters that are tried with invalid values, without those of lists that the caller may not see: these are refused
 * whatever the value is.
 * @throws Conclusion `insufficientEvidence` when none is left.
 */
async function servedFilters(session: Session): Promise<readonly EnumFilter[]> {
  const served = new Set<EnumFilter>()
  const filters = triedIn(session.run)
  await eachAtOnce(filters, async (filter) => {
    const { response } = await unlistedAnswer(session, filter)
    if (response.status === 400 || serves(await answerTo(session, listOf(session, filter)))) served.add(filter)
  })
  return served.size > 0
    ? filters.filter((filter) => served.has(filter))
    : insufficient(because.refused, phrase`no list with an enum filter is served without the filter either`)
}

/** How many options of filters are asked for whose values were not tried. */
const triedOptions = 1

/** Refusals of values that are not listed (clause 4.5). */
export const enumInvalidChecks: readonly Check[] = [
  defineCheck({
    id: 'filters.enum-invalid.unlisted',
    requirement: 'filters.enum-invalid',
    ...common,
    description: 'GETs each list that has an enum filter with a value that is not listed: 400.',
    run: async (session) => {
      await eachAtOnce(await servedFilters(session), async (filter) => {
        const { response } = await unlistedAnswer(session, filter)
        if (response.status !== 400) await assertInvalidRefused(session, filter)
      })
    },
  }),
  defineCheck({
    id: 'filters.enum-invalid.paged',
    requirement: 'filters.enum-invalid',
    ...common,
    after: ['filters.enum-invalid.unlisted'],
    mayBeOpen: [],
    // A filter that is lost on other pages than the first refuses no value there.
    sameFaultAs: ['filters.paged.enum'],
    description:
      'GETs each list of clause 4.4 that takes limit and an enum filter with a value that is not listed, on the first page, on a page behind a cursor, beside all other filters that a record has, and on a page before a cursor: 400, as filters combine with pagination.',
    run: async (session) => {
      const paged = (await acceptedEnumFilters(session)).filter(
        (filter) => filter.base.limit !== undefined && isDocumented(session, filter),
      )
      if (paged.length === 0)
        insufficient(because.absent, phrase`no list of clause 4.4 with an enum filter takes limit`)
      for (const filter of session.run.quick ? paged.slice(0, 1) : paged)
        for (const page of await pagesFor(session, filter)) await assertInvalidRefused(session, filter, page)
    },
  }),
  defineCheck({
    id: 'filters.enum-invalid.beside-others',
    requirement: 'filters.enum-invalid',
    ...common,
    needs: ['bearer', 'catalogId', 'enumFilters'],
    after: ['filters.enum-invalid.unlisted', 'filters.exact.value'],
    mayBeOpen: ['filters.exact.value'],
    sameFaultAs: ['filters.paged.enum'],
    description: 'GETs the products with a brand or a category and an enum value that is not listed: 400.',
    run: async (session) => {
      const base = await products(session)
      const filter = (await acceptedEnumFilters(session)).find((accepted) => accepted.base.address === base.address)
      if (!filter)
        notApplicable(
          undeclared('enumFilters'),
          phrase`declare an enum filter that the products have (enumFilters with their path)`,
        )
      const chosen = await chosenValues(session)
      // A page that filters.enum-invalid.paged asks for, too.
      const page = (await pagesFor(session, filter)).find((beside) => stringFilters.every((name) => name in beside))
      if (page) return await assertInvalidRefused(session, filter, page)
      for (const { filter: name, value } of session.run.rotation.some(chosen, 1))
        await assertInvalidRefused(session, filter, { [name]: value })
    },
  }),
  defineCheck({
    id: 'filters.enum-invalid.near',
    requirement: 'filters.enum-invalid',
    ...common,
    sameFaultAs: ['filters.paged.enum'],
    description:
      'GETs lists with values that are not listed but near one that is (in another case, without the first or last letter, with a space or a line end more, with a letter beyond ASCII that folds alike, as a number, with another value behind a comma): 400. Those of clause 4.4 are asked for pages behind and before a cursor, and beside other filters.',
    run: async (session) => {
      const filters = await acceptedEnumFilters(session)
      let isTried = false
      await eachAtOnce(session.run.quick ? filters.slice(0, 2) : filters, async (filter, index) => {
        const value = withLetters(filter)
        if (value === undefined) return
        isTried = true
        const pages = session.run.quick ? [] : await pagesWith(session, filter)
        const refusal = await unlistedAnswer(session, filter)
        for (const [place, text] of nearChosen(session, filter, index, pages.length > 0).entries()) {
          // The target file may leave out some options.
          if (/^[\p{L}\p{N}]+$/u.test(text) && namesOption(refusal, text)) continue
          for (const page of pages.length > 0 ? pages.slice(0, place < askedTwice ? 2 : 1) : [{}])
            await assert400(
              session,
              filter,
              { ...page, [filter.parameter]: text },
              phrase`, where ${json(value)} is listed`,
            )
        }
      })
      if (!isTried) insufficient(because.data, phrase`no listed value has letters`)
    },
  }),
  defineCheck({
    id: 'filters.enum-options.all',
    requirement: 'filters.enum-options',
    ...common,
    description: 'The body of the 400 for a value that is not listed names every listed value, anywhere in the body.',
    run: async (session) => {
      const declared = (session.run.target.enumFilters ?? []).length > 0
      const tried = await acceptedEnumFilters(session).catch(() => [])
      for (const { path, parameter, values } of await refusingFilters(session)) {
        assertNamesAll(await refusalOf(session, { path, parameter, values }), parameter, values)
        const known = tried.find((filter) => filter.path === path && filter.parameter === parameter)
        for (const page of session.run.quick || !known ? [] : await pagesWith(session, known)) {
          const refusal = await answerFor(session, { path, parameter }, invalidValue, page)
          // That it is refused is filters.enum-invalid.
          if (refusal.response.status === 400) assertNamesAll(refusal, parameter, values)
        }
      }
      return declared
        ? undefined
        : phrase`only the value of the example and those that records show were looked for; declare enumFilters for the rest`
    },
  }),
  defineCheck({
    id: 'filters.enum-options.taken',
    requirement: 'filters.enum-options',
    ...common,
    after: ['filters.enum-options.all'],
    mayBeOpen: ['filters.enum-options.all'],
    description:
      'GETs lists with the options that their 400 lists beside the values that were tried: none of them is an invalid value itself.',
    run: async (session) => {
      const tried = await triedEnumFilters(session)
      const named: { readonly filter: EnumFilter; readonly option: string; readonly isTried: boolean }[] = []
      for (const filter of await refusingFilters(session)) {
        const known = tried.find(({ path, parameter }) => path === filter.path && parameter === filter.parameter)
        const done = new Set(known?.lists.filter(({ list }) => list.walk).map(({ value }) => value))
        for (const option of listedOptions(await refusalOf(session, filter), filter.values))
          if (!done.has(option)) named.push({ filter, option, isTried: known !== undefined })
      }
      const others = named.filter(({ isTried }) => !isTried)
      for (const { filter, option } of [
        ...named.filter(({ isTried }) => isTried),
        ...session.run.rotation.some(others, triedOptions),
      ]) {
        const taken = await answerFor(session, filter, option)
        if ([400, 422].includes(taken.response.status))
          fail({
            expected: phrase`a list for ${quotedQuery({ [filter.parameter]: option })} at ${filter.path}, as the 400 names this option`,
            got: answer(taken),
            fact: noListFact(taken),
          })
      }
    },
  }),
]

/** @throws Conclusion `fail` when a 400 leaves out an option. */
function assertNamesAll(refusal: Exchange, parameter: string, values: readonly string[]): void {
  const missing = values.filter((value) => !namesOption(refusal, value))
  if (missing.length > 0)
    fail({
      expected: phrase`the allowed values of ${parameter} in the body: ${{ list: values }}`,
      got: phrase`${answer(refusal)} (without ${{ list: missing }})`,
      fact: { kind: 'body', lacks: missing, at: refusal },
    })
}

/** The filters whose refusals are read. */
async function refusingFilters(session: Session): Promise<readonly EnumFilter[]> {
  const { target } = session.run
  return (target.enumFilters ?? []).length > 0 ? await servedFilters(session) : await acceptedEnumFilters(session)
}

/** The 400 for a value that is not listed. @throws Conclusion `blocked` when no such value was refused. */
async function refusalOf(session: Session, filter: EnumFilter): Promise<Exchange> {
  const refusal = await unlistedAnswer(session, filter)
  if (refusal.response.status !== 400)
    blocked(see('filters.enum-invalid'), phrase`an invalid value is not refused with 400 (see filters.enum-invalid)`)
  return refusal
}

/** Returns true if an answer names an option as a word: `inactive` does not name `active`. */
function namesOption({ response }: Exchange, option: string): boolean {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_-])${option.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}_-])`,
    'u',
  )
  return [response.text, ...textsIn(response.json).map(({ text }) => text)].some((text) => pattern.test(text))
}

/** Words between commas or bars, quoted or not, up to the end of a sentence. */
const enumeration =
  /(?<=[:[(]|one of|are|values)\s*((?:["'`]?[\w-]+["'`]?\s*[,|]\s*)+["'`]?[\w-]+["'`]?)\s*(?=$|[.;)\]])/g

/**
 * The options that an answer lists: an array of texts, or words between commas, among which are values that are
 * known to
 * be options. A list of something else has none of these.
 */
function listedOptions({ response: { json } }: Exchange, known: readonly string[]): readonly string[] {
  const inTexts = textsIn(json).flatMap(({ text }) =>
    [...text.matchAll(enumeration)].map(([, words = '']) =>
      words.split(/[,|]/).map((word) => word.replaceAll(/["'`\s]/g, '')),
    ),
  )
  const lists = [...arraysIn(json), ...inTexts].filter(
    (list) => list.filter((element) => known.includes(element)).length > 1,
  )
  return [...new Set(lists.flat())]
}

/** The arrays of texts in a JSON value. */
function arraysIn(json: unknown, depth = 6): readonly (readonly string[])[] {
  if (depth === 0) return []
  if (Array.isArray(json))
    return json.length > 0 && json.every((element) => typeof element === 'string')
      ? [json as string[]]
      : json.flatMap((element) => arraysIn(element, depth - 1))
  return isObject(json) ? Object.values(json).flatMap((element) => arraysIn(element, depth - 1)) : []
}
