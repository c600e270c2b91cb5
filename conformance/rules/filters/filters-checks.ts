import { fail, insufficient } from '../../catalogue/verdict.ts'
import { otherId } from '../../reading/id-forms.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { summary } from '../../wire/exchange.ts'
import { pageOf } from '../lists/pages.ts'
import { differenceFrom, products, some, type WalkedList } from '../lists/walked-list.ts'
import {
  type Chosen,
  chosenValues,
  type FilteredList,
  filteredList,
  indexBy,
  stringFilters,
  textOf,
} from './filter-values.ts'

const onProducts = { effect: 'read', needs: ['bearer', 'catalogId'], after: ['products.list.get'] } as const
const afterExact = { ...onProducts, after: ['filters.exact.value'] } as const

/** Filters for a message. */
export const quoted = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' and ')

/** Compares a filtered list with the records that it should have. */
export function assertRecords(
  base: WalkedList,
  { query, walk, exchange }: FilteredList,
  expected: Iterable<string>,
): void {
  const what = `exactly the records with ${quoted(query)}`
  if (!walk) fail(`200 with ${what}`, summary(exchange))
  const { missing, extra } = differenceFrom(base, expected, walk)
  if (extra.length > 0) fail(what, `also ${some(extra)}`)
  if (missing.length > 0) fail(what, `a list without ${some(missing)}`)
}

/** Sends a value that is near the chosen one, and looks whether records of the chosen one come. */
async function assertOtherValue(session: Session, base: WalkedList, { filter }: Chosen, other: string): Promise<void> {
  const exchange = await session.send({ path: base.path, query: { [filter]: other } })
  const page = pageOf(session, exchange)
  // No record has this value. A target may refuse it instead of returning an empty list.
  if (!page && exchange.response.status >= 400 && exchange.response.status < 500) return
  if (!page) insufficient(`${quoted({ [filter]: other })} was answered ${summary(exchange)}`)
  const wrong = page.items.findIndex((item) => (textOf(item, filter) ?? other) !== other)
  if (wrong >= 0)
    fail(
      `only records whose ${filter} is exactly ${JSON.stringify(other)}`,
      `${page.ids[wrong]}, whose ${filter} is ${JSON.stringify(textOf(page.items[wrong], filter))}`,
    )
  const [newest] = indexBy(base, filter).get(other) ?? []
  if (newest !== undefined && !page.ids.includes(newest))
    fail(`the records whose ${filter} is exactly ${JSON.stringify(other)}`, `a list without ${newest}, which shows it`)
}

/** The text in upper case and in lower case, if these are other texts. */
function otherCases(text: string): readonly string[] {
  return [...new Set([text.toUpperCase(), text.toLowerCase()])].filter((form) => form !== text)
}

/** Values that a partial match would find in the given one: without an end, its middle, and one of its words. */
function partsOf(value: string): readonly string[] {
  const word = value.split(/\s+/).find((one) => one !== value && one.length > 1)
  const middle = value.slice(1, -1)
  return [
    ...new Set([
      value.slice(0, -1),
      value.slice(1),
      ...(middle.length > 1 ? [middle] : []),
      ...(word === undefined ? [] : [word]),
    ]),
  ].filter((part) => part.trim() !== '')
}

/** Wildcards of SQL and of file names: one for each filter, as both are likely matched in the same way. */
const wildcards = ['%', '*']

/** Plain string filters (clause 4.5), on the products, which show the values of their filters. */
export const filterChecks: readonly Check[] = [
  defineCheck({
    id: 'filters.exact.value',
    requirement: 'filters.exact',
    ...onProducts,
    description:
      'GETs the products with a brand, and with a category, that some of them show: ' +
      'the answer holds those and no others.',
    run: async (session) => {
      const base = await products(session)
      const chosen = await chosenValues(session)
      for (const { filter, value, ids } of chosen) {
        assertRecords(base, await filteredList(session, base, { [filter]: value }), ids)
        if (ids.size === base.ids.length)
          await assertOtherValue(session, base, { filter, value, ids }, otherId(base.ids[0]!))
      }
      return chosen
        .map(({ filter, value, ids }) => `${filter} ${JSON.stringify(value)}: ${ids.size} of ${base.ids.length}`)
        .join('; ')
    },
  }),
  defineCheck({
    id: 'filters.exact.partial',
    requirement: 'filters.exact',
    ...afterExact,
    description:
      'GETs the products with a value without its last or first letter, with its middle, and with one of its words: ' +
      'the records of the value do not come.',
    run: async (session) => {
      const base = await products(session)
      for (const chosen of await chosenValues(session)) {
        const parts = partsOf(chosen.value)
        if (parts.length === 0) insufficient(`the value ${JSON.stringify(chosen.value)} is too short to shorten`)
        for (const part of parts) await assertOtherValue(session, base, chosen, part)
      }
    },
  }),
  defineCheck({
    id: 'filters.exact.pattern',
    requirement: 'filters.exact',
    ...afterExact,
    description:
      'GETs the products with the beginning of a brand followed by %, and of a category followed by *: ' +
      'the records of the value do not come.',
    run: async (session) => {
      const base = await products(session)
      for (const [index, chosen] of (await chosenValues(session)).entries())
        await assertOtherValue(session, base, chosen, `${chosen.value.slice(0, 2)}${wildcards[index]}`)
    },
  }),
  defineCheck({
    id: 'filters.exact.case',
    requirement: 'filters.exact',
    ...afterExact,
    description:
      'GETs the products with a value in upper and in lower case, if that is another value: ' +
      'the records of the value do not come.',
    run: async (session) => {
      const base = await products(session)
      const chosen = (await chosenValues(session)).filter(({ value }) => otherCases(value).length > 0)
      if (chosen.length === 0) insufficient('no brand and no category of the products has letters of two cases')
      for (const one of chosen)
        for (const other of otherCases(one.value)) await assertOtherValue(session, base, one, other)
    },
  }),
  defineCheck({
    id: 'filters.exact.space',
    requirement: 'filters.exact',
    ...afterExact,
    description:
      'GETs the products with a value followed by a space, and after a space: the records of the value do not come.',
    run: async (session) => {
      const base = await products(session)
      for (const chosen of await chosenValues(session)) {
        await assertOtherValue(session, base, chosen, `${chosen.value} `)
        await assertOtherValue(session, base, chosen, ` ${chosen.value}`)
      }
    },
  }),
  defineCheck({
    id: 'filters.absent.strings',
    requirement: 'filters.absent',
    ...afterExact,
    description:
      'Each product with a brand, or with a category, is also in the list without that filter, ' +
      'which has products with several values.',
    run: async (session) => {
      const base = await products(session)
      for (const { filter, value } of await chosenValues(session)) {
        const { walk } = await filteredList(session, base, { [filter]: value })
        const { skipped } = differenceFrom(base, [], walk ?? { ids: [], complete: true })
        if (skipped.length > 0)
          fail(
            'every product in the list without filters',
            `a list without ${some(skipped)}, which ${quoted({ [filter]: value })} shows`,
          )
      }
      if (stringFilters.every((filter) => indexBy(base, filter).size < 2))
        insufficient('all products that came have the same brand and category')
    },
  }),
]
