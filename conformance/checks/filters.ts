import { type Check, defineCheck } from '../define-check.ts'
import { type BaseList, differenceFrom, products, some } from '../discovery/base-list.ts'
import { type Chosen, chosenPair, chosenValues, type FilteredList, filteredList, indexBy, stringFilters, textOf } from '../discovery/filter-values.ts'
import { otherId, samePath } from '../discovery/id-forms.ts'
import { pageOf } from '../discovery/lists.ts'
import { summary } from '../exchange.ts'
import type { Session } from '../session.ts'
import { blocked, fail, insufficient } from '../verdict.ts'

const onProducts = { effect: 'read', needs: ['bearer', 'catalogId'], after: ['products.list.get'] } as const
const behindExact = { ...onProducts, after: ['filters.exact.value'] } as const

export const quoted = (query: Readonly<Record<string, string>>): string => Object.entries(query).map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(' and ')

/** Compares a filtered list with the records that it should have. */
export function assertRecords(base: BaseList, { query, walk, exchange }: FilteredList, expected: Iterable<string>): void {
  const what = `exactly the records with ${quoted(query)}`
  if (!walk) fail(`200 with ${what}`, summary(exchange))
  const { missing, extra } = differenceFrom(base, expected, walk)
  if (extra.length > 0) fail(what, `also ${some(extra)}`)
  if (missing.length > 0) fail(what, `a list without ${some(missing)}`)
}

/** Sends a value that is not the chosen one but near it, and looks at whether its records come all the same. */
async function assertOtherValue(session: Session, base: BaseList, { filter }: Chosen, other: string): Promise<void> {
  const exchange = await session.send({ path: base.path, query: { [filter]: other } })
  const page = pageOf(session, exchange)
  // Nothing has this value: that a target refuses it, rather than answering an empty list, is not ruled out.
  if (!page && exchange.response.status >= 400 && exchange.response.status < 500) return
  if (!page) insufficient(`${quoted({ [filter]: other })} was answered ${summary(exchange)}`)
  const wrong = page.items.findIndex((item) => (textOf(item, filter) ?? other) !== other)
  if (wrong >= 0) fail(`only records whose ${filter} is exactly ${JSON.stringify(other)}`, `${page.ids[wrong]}, whose ${filter} is ${JSON.stringify(textOf(page.items[wrong], filter))}`)
  const [newest] = indexBy(base, filter).get(other) ?? []
  if (newest !== undefined && !page.ids.includes(newest)) fail(`the records whose ${filter} is exactly ${JSON.stringify(other)}`, `a list without ${newest}, which shows it`)
}

function otherCase(text: string): string {
  return text.toUpperCase() === text ? text.toLowerCase() : text.toUpperCase()
}

/** Plain string filters (clause 4.5), on the products, which show what they are filtered by. */
export const filterChecks: readonly Check[] = [
  defineCheck({
    id: 'filters.exact.value', requirement: 'filters.exact', ...onProducts,
    description: 'GETs the products with a brand, and with a category, that some of them show: the answer holds those and no others.',
    run: async (session) => {
      const base = await products(session)
      const chosen = await chosenValues(session)
      for (const { filter, value, ids } of chosen) {
        assertRecords(base, await filteredList(session, base, { [filter]: value }), ids)
        if (ids.size === base.ids.length) await assertOtherValue(session, base, { filter, value, ids }, otherId(base.ids[0]!))
      }
      return chosen.map(({ filter, value, ids }) => `${filter} ${JSON.stringify(value)}: ${ids.size} of ${base.ids.length}`).join('; ')
    },
  }),
  defineCheck({
    id: 'filters.exact.partial', requirement: 'filters.exact', ...behindExact,
    description: 'GETs the products with a value without its last letter, and without its first: its records do not come.',
    run: async (session) => {
      const base = await products(session)
      for (const chosen of await chosenValues(session)) {
        const { value } = chosen
        if (value.length < 2) insufficient(`the value ${JSON.stringify(value)} is too short to shorten`)
        await assertOtherValue(session, base, chosen, value.slice(0, -1))
        await assertOtherValue(session, base, chosen, value.slice(1))
      }
    },
  }),
  defineCheck({
    id: 'filters.exact.case', requirement: 'filters.exact', ...behindExact,
    description: 'GETs the products with a value in the other case: its records do not come.',
    run: async (session) => {
      const base = await products(session)
      const chosen = (await chosenValues(session)).filter(({ value }) => otherCase(value) !== value)
      if (chosen.length === 0) insufficient('no brand and no category of the products has letters of two cases')
      for (const one of chosen) await assertOtherValue(session, base, one, otherCase(one.value))
    },
  }),
  defineCheck({
    id: 'filters.exact.space', requirement: 'filters.exact', ...behindExact,
    description: 'GETs the products with a value and a space behind it, and before it: its records do not come.',
    run: async (session) => {
      const base = await products(session)
      for (const chosen of await chosenValues(session)) {
        await assertOtherValue(session, base, chosen, `${chosen.value} `)
        await assertOtherValue(session, base, chosen, ` ${chosen.value}`)
      }
    },
  }),
  defineCheck({
    id: 'filters.and.intersection', requirement: 'filters.and', ...behindExact,
    description: 'GETs the products with a brand and a category, in both orders: the answer holds those with both, where OR, the first alone and the last alone would each hold others.',
    run: async (session) => {
      const base = await products(session)
      const { brand, category, both } = await chosenPair(session)
      for (const { filter, value, ids } of [brand, category]) assertRecordsOrBlock(base, await filteredList(session, base, { [filter]: value }), ids)
      for (const query of [{ brand: brand.value, category: category.value }, { category: category.value, brand: brand.value }]) assertRecords(base, await filteredList(session, base, query), both)
      return `${brand.ids.size} with the brand, ${category.ids.size} with the category, ${both.size} with both`
    },
  }),
  defineCheck({
    id: 'filters.and.enum', requirement: 'filters.and', ...behindExact, needs: ['bearer', 'catalogId', 'enumFilters'], after: ['filters.exact.value', 'filters.enum-filters.values'],
    description: 'GETs the products with an enum filter and a brand or category: the answer holds those with both.',
    run: async (session) => {
      const base = await products(session)
      const chosen = await chosenValues(session)
      const declared = (session.run.target.enumFilters ?? []).filter(({ path }) => samePath(path, base.path))
      const tries = declared.flatMap(({ parameter, values }) => values.flatMap((value) => chosen.map((one) => ({ parameter, value, one, ids: indexBy(base, parameter).get(value) ?? new Set<string>() }))))
      const found = tries.find(({ one, ids }) => [...one.ids].some((id) => ids.has(id)) && [...one.ids].some((id) => !ids.has(id)) && [...ids].some((id) => !one.ids.has(id)))
      if (!found) insufficient('no enum filter of the products (enumFilters, with the very path of the products) and no brand or category tell AND from one filter alone')
      const { parameter, value, one, ids } = found
      assertRecords(base, await filteredList(session, base, { [parameter]: value, [one.filter]: one.value }), [...one.ids].filter((id) => ids.has(id)))
    },
  }),
  defineCheck({
    id: 'filters.absent.strings', requirement: 'filters.absent', ...behindExact,
    description: 'Each record of the products with a brand, or a category, is among the products without that filter, and these have several values.',
    run: async (session) => {
      const base = await products(session)
      for (const { filter, value } of await chosenValues(session)) {
        const { walk } = await filteredList(session, base, { [filter]: value })
        const { skipped } = differenceFrom(base, [], walk ?? { ids: [], complete: true })
        if (skipped.length > 0) fail('every product in the list without filters', `a list without ${some(skipped)}, which ${quoted({ [filter]: value })} shows`)
      }
      if (stringFilters.every((filter) => indexBy(base, filter).size < 2)) insufficient('all products that came have the same brand and category')
    },
  }),
]

/** A positive control: that the filter works alone is another check's business. */
function assertRecordsOrBlock(base: BaseList, list: FilteredList, expected: ReadonlySet<string>): void {
  const difference = list.walk && differenceFrom(base, expected, list.walk)
  if (!difference || difference.extra.length > 0 || difference.missing.length > 0) blocked(`${quoted(list.query)} alone does not give its own records (see filters.exact.value)`)
}
