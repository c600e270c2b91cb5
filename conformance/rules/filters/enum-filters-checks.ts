import { blocked, fail, insufficient } from '../../catalogue/verdict.ts'
import { textsIn } from '../../reading/find-list.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { type Exchange, summary } from '../../wire/exchange.ts'
import { answerTo } from '../answers.ts'
import type { Walk } from '../lists/pages.ts'
import { boundOf, differenceFrom, some, type WalkedList } from '../lists/walked-list.ts'
import { acceptedEnumFilters, enumFilters, shownValues, triedEnumFilters, type TriedFilter } from './enum-filters.ts'
import { textOf } from './filter-values.ts'
import { quoted } from './filters-checks.ts'

const common = { effect: 'read', needs: ['bearer'], after: ['versions.current.path'] } as const
const afterValues = { ...common, after: ['filters.enum-filters.values'] } as const

/** Values that mean all others: their records need not show them. */
const all = new Set(['all', 'any', '*'])

/** Whether the values of a filter were seen to filter. @throws Conclusion `fail` when a list has wrong records. */
function assertFilters(filter: TriedFilter): boolean {
  const { base, parameter, path } = filter
  const shown = shownValues(filter)
  const lists = filter.lists.filter(({ value }) => !all.has(value.toLowerCase()))
  const met = new Set<string>()
  let proven = false
  let isShared = false
  for (const { value, list } of lists) {
    const walk = list.walk!
    for (const item of walk.items) {
      const text = shown.size === 0 ? undefined : textOf(item, parameter)
      if (text !== undefined && text !== value)
        fail(`only records with ${parameter} ${JSON.stringify(value)} at ${path}`, `one with ${JSON.stringify(text)}`)
    }
    const { missing } = differenceFrom(base, shown.get(value) ?? [], walk)
    if (missing.length > 0)
      fail(`every record with ${parameter} ${JSON.stringify(value)} at ${path}`, `a list without ${some(missing)}`)
    for (const id of new Set(walk.ids)) {
      if (met.has(id)) isShared = true
      met.add(id)
    }
    if (isFiltered(base, walk)) proven = true
  }
  // When records do not show the values, their meaning is unknown: one may include another.
  return proven && !(isShared && shown.size === 0)
}

/** Whether a list with a filter lacks records that the list without it shows. Neither need be complete. */
function isFiltered(base: WalkedList, walk: Walk): boolean {
  const known = walk.ids.filter((id) => !base.isNewer(id))
  return (
    known.some((id, place) => base.ids[place] !== id) ||
    (walk.complete && known.length > 0 && known.length < base.ids.length)
  )
}

/** The answer to a value that is not listed. */
function sendInvalid(
  session: Session,
  { path, parameter }: Pick<TriedFilter, 'path' | 'parameter'>,
  value: string,
  paging: Readonly<Record<string, number>> = {},
): Promise<Exchange> {
  return answerTo(session, { path, query: { [parameter]: value, ...paging } })
}

const inWords = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()

/** Values that are not listed, but near one that is: in another case, without an end, with a letter or a space more. */
function nearValues(value: string, values: readonly string[]): readonly string[] {
  const near = [
    value.toUpperCase(),
    `${value}x`,
    value.toLowerCase(),
    inWords(value),
    value.slice(0, -1),
    value.slice(1),
    `${value} `,
  ]
  return [...new Set(near)].filter((one) => !values.includes(one) && one.trim() !== '')
}

/** How many filters are tried with invalid values. */
const triedFilters = 6

/** Letters that no listed value has in a row. */
const invalidValue = 'qzxjqzxj'

function invalidAnswer(session: Session, filter: Pick<TriedFilter, 'path' | 'parameter'>): Promise<Exchange> {
  return sendInvalid(session, filter, invalidValue)
}

/** Filters for a message. */
const listed = (filters: readonly TriedFilter[]): string =>
  filters.map(({ path, parameter }) => `${parameter} at ${path}`).join(', ')

/** Whether a text names an option as a word: `inactive` does not name `active`. */
function names(texts: readonly string[], option: string): boolean {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_-])${option.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}_-])`,
    'u',
  )
  return texts.some((text) => pattern.test(text))
}

/** Filters that accept only the values listed (clause 4.5). */
export const enumFilterChecks: readonly Check[] = [
  defineCheck({
    id: 'filters.enum-filters.values',
    requirement: 'filters.enum-filters',
    ...common,
    description:
      'GETs a list with each declared value of its enum filter (or status=active of clause 4.4): ' +
      'each is accepted, and each list holds only the records of its value.',
    run: async (session) => {
      const declared = (session.run.target.enumFilters ?? []).length > 0
      const filters = declared ? await triedEnumFilters(session) : await acceptedEnumFilters(session)
      for (const { parameter, path, lists } of filters) {
        for (const { value, list } of lists)
          if (!list.walk)
            fail(`200 with a list for ${quoted({ [parameter]: value })} at ${path}`, summary(list.exchange))
      }
      const proven = filters.filter((filter) => assertFilters(filter))
      if (proven.length === 0)
        insufficient(
          `no list with an enum filter differs from the list without it (${listed(filters)}); ` +
            'it takes records with several values',
        )
      return proven
        .map(
          ({ path, parameter, lists, base }) =>
            `${path}: ${lists.length} values of ${parameter}${base.complete ? '' : `, ${boundOf(base)}`}`,
        )
        .join('; ')
    },
  }),
  defineCheck({
    id: 'filters.enum-invalid.unlisted',
    requirement: 'filters.enum-invalid',
    ...afterValues,
    description: 'GETs each list that has an enum filter with a value that is not listed: 400.',
    run: async (session) => {
      for (const filter of enumFilters(session.run.target).slice(0, triedFilters)) {
        const answer = await invalidAnswer(session, filter)
        if (answer.response.status !== 400)
          fail(`400 for ${quoted({ [filter.parameter]: invalidValue })} at ${filter.path}`, summary(answer))
      }
    },
  }),
  defineCheck({
    id: 'filters.enum-invalid.paged',
    requirement: 'filters.enum-invalid',
    ...afterValues,
    after: ['filters.enum-invalid.unlisted'],
    description:
      'GETs a list that takes limit with a limit and a value that is not listed: 400, ' +
      'as filters combine with pagination.',
    run: async (session) => {
      const { base, parameter, path } =
        (await acceptedEnumFilters(session)).find((filter) => filter.base.limit !== undefined) ??
        insufficient('no list with an enum filter takes limit')
      const answer = await sendInvalid(session, { path, parameter }, invalidValue, { limit: base.limit! })
      if (answer.response.status !== 400)
        fail(`400 for ${quoted({ [parameter]: invalidValue })} with limit=${base.limit} at ${path}`, summary(answer))
    },
  }),
  defineCheck({
    id: 'filters.enum-invalid.near',
    requirement: 'filters.enum-invalid',
    ...afterValues,
    description:
      'GETs lists with values that are not listed but near one that is (in another case, without the first or last ' +
      'letter, with a letter or a space more): 400.',
    run: async (session) => {
      const tried = (await acceptedEnumFilters(session)).slice(0, 2).flatMap(({ path, parameter, values }, index) => {
        const value = values.find((one) => /\p{L}/u.test(one) && one.length > 2)
        // After the first filter, a few values show that others are read the same way.
        return value === undefined
          ? []
          : [{ path, parameter, value, near: nearValues(value, values).slice(0, index === 0 ? undefined : 2) }]
      })
      if (tried.length === 0) insufficient('no listed value has letters')
      for (const { path, parameter, value, near } of tried) {
        for (const one of near) {
          const answer = await sendInvalid(session, { path, parameter }, one)
          if (answer.response.status !== 400)
            fail(
              `400 for ${quoted({ [parameter]: one })} at ${path}, where ${JSON.stringify(value)} is listed`,
              summary(answer),
            )
        }
      }
    },
  }),
  defineCheck({
    id: 'filters.enum-options.all',
    requirement: 'filters.enum-options',
    ...afterValues,
    description: 'The body of the 400 for a value that is not listed names every listed value, anywhere in the body.',
    run: async (session) => {
      const declared = (session.run.target.enumFilters ?? []).length > 0
      const filters = declared
        ? enumFilters(session.run.target).slice(0, triedFilters)
        : await acceptedEnumFilters(session)
      for (const { path, parameter, values } of filters) {
        const answer = await invalidAnswer(session, { path, parameter })
        if (answer.response.status !== 400)
          blocked('an invalid value is not refused with 400 (see filters.enum-invalid)')
        const texts = [answer.response.text, ...textsIn(answer.response.json).map(({ text }) => text)]
        const missing = values.filter((value) => !names(texts, value))
        if (missing.length > 0)
          fail(
            `the allowed values of ${parameter} in the body: ${values.join(', ')}`,
            `${summary(answer)} (without ${missing.join(', ')})`,
          )
      }
      return declared
        ? undefined
        : 'only the value of the example and those that records show were looked for; declare enumFilters for the rest'
    },
  }),
  defineCheck({
    id: 'filters.absent.enum',
    requirement: 'filters.absent',
    ...afterValues,
    description: 'Each record of a list with an enum filter is also in the list without it.',
    run: async (session) => {
      const seen: string[] = []
      for (const { base, parameter, path, lists } of await acceptedEnumFilters(session)) {
        const filled = lists.filter(({ list }) => list.walk && list.walk.ids.length > 0)
        for (const { value, list } of filled) {
          const { skipped } = differenceFrom(base, [], list.walk!)
          if (skipped.length > 0)
            fail(
              `every record in the list without filters at ${path}`,
              `a list without ${some(skipped)}, which ${quoted({ [parameter]: value })} shows`,
            )
        }
        if (filled.length > 1 || filled.some(({ list }) => isFiltered(base, list.walk!))) seen.push(path)
      }
      if (seen.length === 0) insufficient('no enum filter has records of more than one value')
      return seen.join(', ')
    },
  }),
]
