import { pathAt } from '../../catalogue/operations.ts'
import { because, see, undeclared } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answer, json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { answerTo } from '../shared-answers.ts'
import { noListFact } from '../lists/pages.ts'
import { products } from '../lists/walked-list.ts'
import { acceptedEnumFilters, type EnumFilter, enumFilters, triedEnumFilters } from './enum-filters.ts'
import { chosenValues } from './filter-values.ts'
import { quotedQuery } from './filters-checks.ts'
import { isObject, textsIn } from '../../reading/find-list.ts'

const common = { effect: 'read', needs: ['bearer'], after: ['filters.enum-filters.values'] } as const

type EnumParameter = Pick<EnumFilter, 'path' | 'parameter'>

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

async function assertInvalidRefused(
  session: Session,
  filter: EnumParameter,
  others: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const beside = Object.entries(others).reduce(
    (words, [name, value]) => phrase`${words} with ${name}=${value}`,
    phrase`${quotedQuery({ [filter.parameter]: invalidValue })}`,
  )
  assert400(await answerFor(session, filter, invalidValue, others), phrase`400 for ${beside} at ${filter.path}`)
}

/** @throws Conclusion `fail` when an answer has another status than 400. */
function assert400(at: Exchange, expected: Phrase): void {
  if (at.response.status !== 400) fail({ expected, got: answer(at), fact: { kind: 'status', wanted: 400, at } })
}

const inWords = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()

/**
 * Values that are not listed, but near one that is: in another case, without an end, with a letter, a space or a line
 * end more, with a letter that only looks or folds alike, its number, and beside a value that is not listed either.
 */
function nearValues(value: string, values: readonly string[]): readonly string[] {
  const near = [
    value.toUpperCase(),
    `${value}x`,
    value.toLowerCase(),
    inWords(value),
    value.slice(0, -1),
    value.slice(1),
    `${value} `,
    ` ${value}`,
    `${value},${invalidValue}`,
    `${invalidValue},${value}`,
    `${value}\n`,
    foldedBeyondAscii(value),
    '1',
  ]
  return [...new Set(near)].filter((candidate) => !values.includes(candidate) && candidate.trim() !== '')
}

/** Letters beyond ASCII that some ways to compare texts take for a letter of ASCII (Unicode, CaseFolding and NFKC). */
const folded: Readonly<Record<string, string>> = { s: '\u017F', k: '\u212A', i: '\u0131' }

/** A value with a letter that only a comparison beyond ASCII takes for its own. */
function foldedBeyondAscii(value: string): string {
  const letter = [...value].find((character) => character in folded)
  if (letter !== undefined) return value.replace(letter, folded[letter]!)
  return value.replace(/[a-z]/i, (character) => String.fromCodePoint(character.codePointAt(0)! + 0xfee0))
}

/** So many filters are asked with all near values. The documented ones come first. */
const askedWithAll = 3
/** So many near values are asked at each other filter, so that five filters are asked with all of them together. */
const askedEach = 3

/**
 * The near values to ask at a filter: all, or, at filters behind the documented ones, the other case and a few of the
 * rest, other ones at each filter. In a quick run the case and a letter more, and one that the seed chooses.
 */
function nearChosen({ run }: Session, near: readonly string[], index: number): readonly string[] {
  if (run.quick) return [...near.slice(0, 2), ...(index === 0 ? run.rotation.some(near.slice(2), 1) : [])]
  if (index < askedWithAll) return near
  const rest = near.slice(1)
  const turned = Array.from({ length: askedEach }, (_, at) => rest[(index * askedEach + at) % rest.length]!)
  return [...new Set([near[0]!, ...turned])]
}

/** How many filters are tried with invalid values, and how many in a quick run. */
const triedFilters = { full: 20, quick: 3 } as const

/** The filters that are tried with invalid values. */
const triedIn = ({ quick, target }: Session['run']): readonly EnumFilter[] =>
  enumFilters(target).slice(0, quick ? triedFilters.quick : triedFilters.full)

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
      for (const filter of triedIn(session.run)) await assertInvalidRefused(session, filter)
    },
  }),
  defineCheck({
    id: 'filters.enum-invalid.paged',
    requirement: 'filters.enum-invalid',
    ...common,
    after: ['filters.enum-invalid.unlisted'],
    description:
      'GETs each list that takes limit with a limit, and with a limit and each cursor, and a value that is not listed: 400, as filters combine with pagination.',
    run: async (session) => {
      const paged = (await acceptedEnumFilters(session)).filter(({ base }) => base.limit !== undefined)
      if (paged.length === 0) insufficient(because.absent, phrase`no list with an enum filter takes limit`)
      for (const { base, parameter, path } of session.run.quick ? paged.slice(0, 1) : paged) {
        const limit = base.limit!
        await assertInvalidRefused(session, { path, parameter }, { limit })
        const cursor = base.ids[0]
        if (cursor === undefined) continue
        await assertInvalidRefused(session, { path, parameter }, { limit, starting_after: cursor })
        await assertInvalidRefused(session, { path, parameter }, { limit, ending_before: base.ids.at(-1)! })
      }
    },
  }),
  defineCheck({
    id: 'filters.enum-invalid.beside-others',
    requirement: 'filters.enum-invalid',
    ...common,
    needs: ['bearer', 'catalogId', 'enumFilters'],
    after: ['filters.enum-invalid.unlisted', 'filters.exact.value'],
    description: 'GETs the products with a brand or a category and an enum value that is not listed: 400.',
    run: async (session) => {
      const base = await products(session)
      const filter = (await acceptedEnumFilters(session)).find((accepted) => accepted.base.address === base.address)
      if (!filter)
        notApplicable(
          undeclared('enumFilters'),
          phrase`declare an enum filter that the products have (enumFilters with their path)`,
        )
      for (const chosen of session.run.rotation.some(await chosenValues(session), 1))
        await assertInvalidRefused(session, filter, { [chosen.filter]: chosen.value })
    },
  }),
  defineCheck({
    id: 'filters.enum-invalid.near',
    requirement: 'filters.enum-invalid',
    ...common,
    description:
      'GETs lists with values that are not listed but near one that is (in another case, without the first or last letter, with a letter, a space or a line end more, with a letter beyond ASCII that folds alike, as a number, with another value behind a comma): 400.',
    run: async (session) => {
      const filters = await acceptedEnumFilters(session)
      const tried = (session.run.quick ? filters.slice(0, 2) : filters).flatMap(
        ({ path, parameter, values }, index) => {
          const value = values.find((candidate) => /\p{L}/u.test(candidate) && candidate.length > 2)
          return value === undefined
            ? []
            : [{ path, parameter, value, near: nearChosen(session, nearValues(value, values), index) }]
        },
      )
      if (tried.length === 0) insufficient(because.data, phrase`no listed value has letters`)
      for (const { path, parameter, value, near } of tried) {
        const refusal = await answerFor(session, { path, parameter }, invalidValue)
        for (const text of near) {
          // The target file may leave out some options.
          if (text.trim() === text && namesOption(refusal, text)) continue
          assert400(
            await answerFor(session, { path, parameter }, text),
            phrase`400 for ${quotedQuery({ [parameter]: text })} at ${path}, where ${json(value)} is listed`,
          )
        }
      }
    },
  }),
  defineCheck({
    id: 'filters.enum-options.all',
    requirement: 'filters.enum-options',
    ...common,
    description: 'The body of the 400 for a value that is not listed names every listed value, anywhere in the body.',
    run: async (session) => {
      const declared = (session.run.target.enumFilters ?? []).length > 0
      for (const { path, parameter, values } of await refusingFilters(session)) {
        const refusal = await refusalOf(session, { path, parameter })
        const missing = values.filter((value) => !namesOption(refusal, value))
        if (missing.length > 0)
          fail({
            expected: phrase`the allowed values of ${parameter} in the body: ${{ list: values }}`,
            got: phrase`${answer(refusal)} (without ${{ list: missing }})`,
            fact: { kind: 'body', lacks: missing, at: refusal },
          })
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

/** The filters whose refusals are read. */
async function refusingFilters(session: Session): Promise<readonly EnumFilter[]> {
  const { target } = session.run
  return (target.enumFilters ?? []).length > 0 ? triedIn(session.run) : await acceptedEnumFilters(session)
}

/** The 400 for a value that is not listed. @throws Conclusion `blocked` when no such value was refused. */
async function refusalOf(session: Session, filter: EnumParameter): Promise<Exchange> {
  const refusal = await answerFor(session, filter, invalidValue)
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
