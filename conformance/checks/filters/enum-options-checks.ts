import { see } from '../../conclusions/cause.ts'
import { blocked, fail } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answer, phrase } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { noListFact } from '../lists/pages.ts'
import { acceptedEnumFilters, type EnumFilter, triedEnumFilters } from './enum-filters.ts'
import { pagesWithValue } from './enum-pages.ts'
import { quotedQuery } from './filters-checks.ts'
import { listedOptions, namesOption } from './named-options.ts'
import { answerFor, invalidValue, ofRefusals, servedFilters, unlistedAnswer } from './unlisted-values.ts'

/** How many options of filters are asked for whose values were not tried. */
const triedOptions = 1

/** The options that a refusal names (clause 4.5). */
export const enumOptionsChecks: readonly Check[] = [
  defineCheck({
    id: 'filters.enum-options.all',
    ...ofRefusals,
    description: 'The body of the 400 for a value that is not listed names every listed value, anywhere in the body.',
    run: async (session) => {
      const declared = (session.run.target.enumFilters ?? []).length > 0
      const tried = await acceptedEnumFilters(session).catch(() => [])
      for (const { path, parameter, values } of await refusingFilters(session)) {
        assertNamesAll(await refusalOf(session, { path, parameter, values }), parameter, values)
        const known = tried.find((filter) => filter.path === path && filter.parameter === parameter)
        for (const page of session.run.quick || !known ? [] : await pagesWithValue(session, known)) {
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
    ...ofRefusals,
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
