import { because, undeclared } from '../../conclusions/cause.ts'
import { fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { answer, json, type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { fewestParameters, rightWithout, type Query } from '../lists/fewest-parameters.ts'
import { differenceFrom, missingFact, products } from '../lists/walked-list.ts'
import { acceptedEnumFilters, isDocumented, type TriedFilter } from './enum-filters.ts'
import { pagesWithValue } from './enum-pages.ts'
import { chosenValues, filteredList } from './filter-values.ts'
import { stringFilters } from '../lists/record-filters.ts'
import { quotedQuery } from './filters-checks.ts'
import { namesOption } from './named-options.ts'
import { asTexts } from './pages-with-record.ts'
import {
  answerFor,
  type EnumParameter,
  invalidValue,
  nearChosen,
  ofRefusals,
  servedFilters,
  unlistedAnswer,
  withLetters,
} from './unlisted-values.ts'

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

/**
 * An empty value is not listed, and may count as absent (clause 4.5).
 * @throws Conclusion `fail` when it is not refused and leaves out records.
 */
async function assertEmptyKeepsNothingOut(session: Session, { base, path, parameter }: TriedFilter): Promise<void> {
  const { walk } = await filteredList(session, base, { [parameter]: '' })
  const { missing } = differenceFrom(base, base.ids, walk ?? { ids: base.ids, complete: false })
  if (walk && missing.length > 0)
    fail({
      expected: phrase`400 for ${quotedQuery({ [parameter]: '' })} at ${path}, or the list without the filter`,
      got: phrase`a list without ${someIds(missing)}`,
      fact: missingFact(base, walk, missing),
    })
}

/** How many near values are asked for before a cursor, too: the first, which most wrong ways to read a value take. */
const askedTwice = 5

/**
 * The same pages, or the first one where there are none; in a quick run that and one behind the newest record, which
 * need no other requests.
 */
async function pagesFor(session: Session, filter: TriedFilter): Promise<readonly Query[]> {
  const { ids, limit } = filter.base
  if (!session.run.quick) {
    const pages = await pagesWithValue(session, filter)
    return pages.length > 0 || limit === undefined ? pages : [{ limit }]
  }
  return ids[0] === undefined || limit === undefined ? [] : [{ limit }, { limit, starting_after: ids[0] }]
}

/** Refusals of values that are not listed (clause 4.5). */
export const enumInvalidChecks: readonly Check[] = [
  defineCheck({
    id: 'filters.enum-invalid.unlisted',
    ...ofRefusals,
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
    ...ofRefusals,
    after: ['filters.enum-invalid.unlisted'],
    mayBeOpen: [],
    // A filter that is lost on other pages than the first refuses no value there.
    mayRepeat: true,
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
    ...ofRefusals,
    needs: ['bearer', 'catalogId', 'enumFilters'],
    after: ['filters.enum-invalid.unlisted', 'filters.exact.value'],
    mayBeOpen: ['filters.exact.value'],
    mayRepeat: true,
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
    ...ofRefusals,
    mayRepeat: true,
    description:
      'GETs lists with values that are not listed but near one that is (in another case, without the first or last letter, with a space or a line end more, with a letter beyond ASCII that folds alike, as a number, with another listed value behind a comma): 400. An empty one may also give the list without the filter. Those of clause 4.4 are asked for pages behind and before a cursor, and beside other filters.',
    run: async (session) => {
      const filters = await acceptedEnumFilters(session)
      let isTried = false
      await eachAtOnce(session.run.quick ? filters.slice(0, 2) : filters, async (filter, index) => {
        const value = withLetters(filter)
        if (value === undefined) return
        isTried = true
        if (index === 0 && !session.run.quick) await assertEmptyKeepsNothingOut(session, filter)
        const pages = session.run.quick ? [] : await pagesWithValue(session, filter)
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
]
