// Values that an enum filter does not list, and the answers to them.
import { pathAt } from '../../catalogue/operation-paths.ts'
import { because } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { Call } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import { serves } from '../../reading/success.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { answerTo } from '../shared-answers.ts'
import { type EnumFilter, enumFilters, isDocumented } from './enum-filters.ts'
import { inWideForm, otherCases, withFoldedLetter } from './near-texts.ts'

/** What checks of refusals have in common: these take no records that tell one value from another. */
export const ofRefusals = {
  effect: 'read',
  needs: ['bearer'],
  after: ['filters.enum-filters.values'],
  mayBeOpen: ['filters.enum-filters.values'],
} as const

/** A list and the parameter of an enum filter of it. */
export type EnumParameter = Pick<EnumFilter, 'path' | 'parameter'>

const listOf = ({ run }: Session, { path }: EnumParameter): Call => ({ path: pathAt('GET', path, run.names) })

/** The answer to one value of an enum filter, beside other parameters. */
export function answerFor(
  session: Session,
  { path, parameter }: EnumParameter,
  value: string,
  others: Readonly<Record<string, string | number>> = {},
): Promise<Exchange> {
  return answerTo(session, { path: pathAt('GET', path, session.run.names), query: { ...others, [parameter]: value } })
}

/** Letters that no listed value has in a row. */
export const invalidValue = 'qzxjqzxj'

/** A listed value that has letters. */
export const withLetters = ({ values }: Pick<EnumFilter, 'values'>): string | undefined =>
  values.find((value) => /\p{L}/u.test(value) && value.length > 2)

/**
 * The answer to a value that is not listed. At lists beyond clause 4.4 that is a listed one in another case, which
 * also shows if case counts; where it is not refused, a value that resembles none.
 */
export async function unlistedAnswer(session: Session, filter: EnumFilter): Promise<Exchange> {
  const near = isDocumented(session, filter) ? undefined : otherCase(filter)
  const answered = near === undefined ? undefined : await answerFor(session, filter, near)
  return answered?.response.status === 400 ? answered : await answerFor(session, filter, invalidValue)
}

/** A listed value in another case; undefined where no such value is unlisted. */
function otherCase(filter: EnumFilter): string | undefined {
  return otherCases(withLetters(filter) ?? '').find((text) => !filter.values.includes(text))
}

const inWords = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()

/** Two listed values in one, which is no listed value (clause 4.5). */
const inList = (value: string, values: readonly string[]) =>
  `${value},${values.find((other) => other !== value && !other.includes(',')) ?? value}`

/**
 * Values that are not listed, but near one that is, the likeliest mistakes first: in another case, with a
 * space more, beside another one that is, without an end, its number, and with a letter that folds alike.
 */
function nearValues(value: string, values: readonly string[]): readonly string[] {
  const near = [
    value.toUpperCase(),
    inList(value, values),
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

/**
 * Near values to ask at lists that are not paged. A target that takes a value with letters behind it also takes the one
 * with a space or a comma.
 */
function likeliestValues(filter: EnumFilter): readonly string[] {
  const value = withLetters(filter)!
  const upper = otherCase(filter)
  return [...(upper === undefined ? [] : [upper]), inList(value, filter.values), `${value} `]
}

/**
 * The near values to ask at a filter: all where the list is paged, or else the likeliest. In a quick run the case and a
 * letter more, and one that the seed chooses.
 */
export function nearChosen({ run }: Session, filter: EnumFilter, index: number, isPaged: boolean): readonly string[] {
  const near = nearValues(withLetters(filter)!, filter.values)
  if (run.quick) return [...near.slice(0, 2), ...(index === 0 ? run.rotation.some(near.slice(2), 1) : [])]
  return isPaged ? near : likeliestValues(filter)
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
export async function servedFilters(session: Session): Promise<readonly EnumFilter[]> {
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
