import { because, undeclared } from '../../conclusions/cause.ts'
import { blocked, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { differenceFrom, products, type WalkedList } from '../lists/walked-list.ts'
import { deepProducts } from './deep-products.ts'
import {
  isShownIn,
  productEnumFilters,
  productEnumValues,
  tellingTriple,
  type Triple,
  type ValueIds,
} from './filter-triples.ts'
import { chosenPair, type FilteredList, filteredList, indexBy, valuesToTry } from './filter-values.ts'
import { stringFilters } from '../lists/record-filters.ts'
import { assertRecords, quotedQuery } from './filters-checks.ts'
import { pairChecks } from './pair-checks.ts'
import { strayProductsChecks } from './stray-products-checks.ts'
import { watchedFiltersChecks } from './watched-filters-checks.ts'
import { nonsense } from './search-terms.ts'
import { searchValues, takesSearch, tripleBySearch } from './search.ts'

const common = { effect: 'read', needs: ['bearer', 'catalogId'], after: ['filters.exact.value'] } as const

/** A positive control: another check judges the filter alone. */
function assertRecordsOrBlock(base: WalkedList, list: FilteredList, expected: ReadonlySet<string>): void {
  const difference = list.walk && differenceFrom(base, expected, list.walk)
  if (!difference || difference.extra.length > 0 || difference.missing.length > 0)
    blocked(
      { kind: 'check', check: 'filters.exact.value' },
      phrase`${quotedQuery(list.query)} alone does not return its records (see filters.exact.value)`,
    )
}

/** Filters, and the records of a list with older ones that they have together. */
interface OlderRecords {
  readonly list: WalkedList
  readonly query: FilteredList['query']
  readonly ids: readonly string[]
}

const both = (left: ReadonlySet<string>, right: ReadonlySet<string>) => [...left].filter((id) => right.has(id))

/** @throws Conclusion `notApplicable` where no enum filter of the products is declared: none is stated. */
async function assertDeclared(session: Session, base: WalkedList): Promise<void> {
  if ((await productEnumFilters(session)).length === 0)
    notApplicable(
      undeclared('enumFilters'),
      phrase`declare an enum filter that the products have, with the path ${base.address}, in enumFilters of the target file`,
    )
}

/** @throws Conclusion `insufficientEvidence` where it is not known which products have which enum value. */
async function assertKnown(session: Session, base: WalkedList, values: readonly ValueIds[]): Promise<void> {
  const hidden = (await productEnumFilters(session)).filter((filter) => !isShownIn(base, filter))
  if (values.length === 0 && hidden.length > 0)
    insufficient(
      because.data,
      phrase`the products show no declared value of ${{ list: hidden.map(({ parameter }) => parameter) }} by a member of that name, and no list of one value was walked to its end: which products have which value is not known`,
    )
}

/** An enum filter and a brand or a category, which older records than those of the walk tell from one of them alone. */
async function olderPair(session: Session): Promise<OlderRecords | undefined> {
  const deep = await deepProducts(session)
  if (!deep) return undefined
  const { list, name, value } = deep
  const ofEnum = indexBy(list, name).get(value)!
  for (const filter of stringFilters)
    for (const [text, ofText] of indexBy(list, filter)) {
      const ids = both(ofEnum, ofText)
      if (text.trim() !== text || text === '' || ids.length === 0) continue
      if (ids.length < ofEnum.size && ids.length < ofText.size)
        return { list, query: { [name]: value, [filter]: text }, ids }
    }
  return undefined
}

/** A brand, a category and an enum filter, which older records than those of the walk tell from two of them. */
async function olderTriple(session: Session): Promise<OlderRecords | undefined> {
  const deep = await deepProducts(session)
  if (!deep) return undefined
  const { list, name, value } = deep
  const triple = tellingTriple(list, [{ name, value, ids: indexBy(list, name).get(value)! }])
  return triple && { ...triple, list }
}

/** Several filters at once (clause 4.5), on the products. */
export const combinedFilterChecks: readonly Check[] = [
  defineCheck({
    id: 'filters.and.intersection',
    ...common,
    description:
      'GETs the products with a brand and a category, in both orders: the answer holds the products with both, and not those that OR, the first filter or the last filter would return.',
    run: async (session) => {
      const base = await products(session)
      const { brand, category, both: ids } = await chosenPair(session)
      for (const value of [brand, category])
        assertRecordsOrBlock(base, await filteredList(session, base, { [value.filter]: value.value }), value.ids)
      for (const query of [
        { brand: brand.value, category: category.value },
        { category: category.value, brand: brand.value },
      ])
        assertRecords(base, await filteredList(session, base, query), ids)
      return phrase`${brand.ids.size} with the brand, ${category.ids.size} with the category, ${ids.size} with both`
    },
  }),
  defineCheck({
    id: 'filters.and.enum',
    ...common,
    needs: ['bearer', 'catalogId', 'enumFilters'],
    after: ['filters.exact.value', 'filters.enum-filters.values'],
    description:
      'GETs the products with an enum filter and a brand, and with the enum filter and a category: the answer holds the products with both.',
    run: async (session) => {
      const base = await products(session)
      const values = await productEnumValues(session)
      await assertDeclared(session, base)
      let proven = 0
      for (const tried of await valuesToTry(session)) {
        const pairs = tried.flatMap((chosen) => values.map((found) => ({ chosen, found })))
        const pair = pairs.find(({ chosen, found }) => {
          const { length } = both(chosen.ids, found.ids)
          return length > 0 && length < chosen.ids.size && length < found.ids.size
        })
        if (!pair) continue
        const { chosen, found } = pair
        assertRecords(
          base,
          await filteredList(session, base, { [found.name]: found.value, [chosen.filter]: chosen.value }),
          both(chosen.ids, found.ids),
        )
        proven++
      }
      const older = proven === 0 ? await olderPair(session) : undefined
      if (older) assertRecords(older.list, await filteredList(session, base, older.query), older.ids)
      else if (proven === 0) {
        await assertKnown(session, base, values)
        insufficient(
          undeclared('enumFilters'),
          phrase`no declared value of an enum filter of the products tells AND with a brand or a category from one filter alone; declare values of several records`,
        )
      }
    },
  }),
  defineCheck({
    id: 'filters.and.three',
    onlyInFull: true,
    ...common,
    after: ['filters.and.intersection'],
    description:
      'GETs the products with a brand, a category and a third filter (an enum filter, or else search): the answer holds the products with all three, and not those with any two. If the products take search, one for what no product has leaves none of these.',
    run: async (session) => {
      const base = await products(session)
      const triple: (Triple & { readonly list?: WalkedList }) | undefined =
        tellingTriple(base, await productEnumValues(session)) ??
        tellingTriple(base, await searchValues(session)) ??
        (await olderTriple(session)) ??
        ((await takesSearch(session)) ? await tripleBySearch(session, base) : undefined)
      if (!triple) {
        if (!(await takesSearch(session))) await assertDeclared(session, base)
        insufficient(
          because.data,
          phrase`no brand, category and third filter (an enum filter, or else search) of the products tell AND of three from two of them; it takes records that differ in each`,
        )
      }
      assertRecords(triple.list ?? base, await filteredList(session, base, triple.query), triple.ids)
      if (!('search' in triple.query) && (await takesSearch(session))) {
        const none = await filteredList(session, base, { ...triple.query, search: nonsense })
        // A target may refuse a list of nothing.
        if (none.walk) assertRecords(triple.list ?? base, none, [])
      }
      return phrase`${triple.ids.length} with ${quotedQuery(triple.query)}`
    },
  }),
  defineCheck({
    id: 'filters.and.search-enum',
    ...common,
    needs: ['bearer', 'catalogId', 'enumFilters'],
    after: ['filters.exact.value', 'filters.search-case.name', 'filters.paged.search', 'filters.enum-filters.values'],
    description:
      'GETs the products with search and an enum filter: the answer holds the products in both lists, which differ.',
    run: async (session) => {
      const base = await products(session)
      const values = await productEnumValues(session)
      await assertDeclared(session, base)
      const found = (await searchValues(session))
        .flatMap((search) => values.map((value) => ({ search, value, ids: both(search.ids, value.ids) })))
        .find(({ search, value, ids }) => ids.length > 0 && ids.length < search.ids.size && ids.length < value.ids.size)
      if (!found) {
        await assertKnown(session, base, values)
        insufficient(
          because.data,
          phrase`no declared value of an enum filter of the products and no search tell AND from one of them alone`,
        )
      }
      assertRecords(
        base,
        await filteredList(session, base, { [found.value.name]: found.value.value, search: found.search.value }),
        found.ids,
      )
    },
  }),
  ...pairChecks,
  ...strayProductsChecks,
  ...watchedFiltersChecks,
]
