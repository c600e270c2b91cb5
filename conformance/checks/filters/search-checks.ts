import { because } from '../../conclusions/cause.ts'
import { fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { json, phrase, someIds } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { differenceFrom, missingFact, products } from '../lists/walked-list.ts'
import { filteredList } from './filter-values.ts'
import { assertRecords } from './filters-checks.ts'
import { caseForms } from './search-terms.ts'
import { assertFinds, searchAndFilter, searchOfSeveral, searchPlace } from './search.ts'
import { searchExcessChecks } from './search-excess-checks.ts'

const common = { effect: 'read', needs: ['bearer'], after: ['versions.current.path'] } as const

async function assertFound(session: Session, term: string): Promise<void> {
  const place = await searchPlace(session)
  if ((await assertFinds(session, place, term)) === undefined)
    insufficient(because.limit, phrase`search=${json(term)} has more pages than are walked`)
}

const noMiddle = phrase`no name has a word of five letters or more whose middle begins no other word`

/** Free-text search (clause 4.5), on the first documented list that takes it and finds a record by its name. */
export const searchChecks: readonly Check[] = [
  defineCheck({
    id: 'filters.search-case.name',
    ...common,
    description:
      'GETs a list with search set to the name of a record as it is, in lower case and in upper case: the record comes each time.',
    run: async (session) => {
      const { name, base } = await searchPlace(session)
      const forms = caseForms(name)
      if (forms.length < 2) insufficient(because.data, phrase`the name ${json(name)} has no letters of two cases`)
      for (const term of forms) await assertFound(session, term)
      return phrase`${json(name)} at ${base.address}`
    },
  }),
  defineCheck({
    id: 'filters.search-partial.middle',
    ...common,
    after: ['filters.search-case.name'],
    description:
      'GETs a list with search set to letters from the middle of a word in the name of a record, which begin no word of it: the record comes.',
    run: async (session) => {
      const { name, middle } = await searchPlace(session)
      if (middle === undefined) insufficient(because.data, noMiddle)
      await assertFound(session, middle)
      return phrase`${json(middle)} in ${json(name)}`
    },
  }),
  defineCheck({
    id: 'filters.search-case.middle',
    ...common,
    after: ['filters.search-partial.middle'],
    description:
      'GETs a list with search set to the same letters in upper case, or in lower case if they are upper: the record comes.',
    run: async (session) => {
      const { middle } = await searchPlace(session)
      const other = middle === undefined ? undefined : caseForms(middle).find((form) => form !== middle)
      await assertFound(session, other ?? insufficient(because.data, noMiddle))
      return json(other)
    },
  }),
  defineCheck({
    id: 'filters.search-partial.every',
    ...common,
    needs: ['bearer', 'catalogId'],
    after: ['filters.search-case.name'],
    description:
      'GETs the products with search set to a word that several names have: each product whose name has the word comes, whatever else it shows, as no other filter is given.',
    run: async (session) => {
      const place = await searchPlace(session)
      const base = await products(session)
      if (place.base.address !== base.address) notApplicable(because.absent, phrase`the products do not take search`)
      const found = await searchOfSeveral(session, place)
      if (found === undefined) notApplicable(because.data, phrase`no word is in the ${place.label} of several products`)
      const { search, named, walk } = found
      const { missing } = differenceFrom(base, named, walk)
      // An index may know some words by other forms; then it finds no name by them.
      if (missing.length > 0 && missing.length < named.length)
        fail({
          expected: phrase`each product whose ${place.label} has ${json(search)}`,
          got: phrase`a list without ${someIds(missing)}`,
          fact: missingFact(base, walk, missing),
        })
      return phrase`${named.length} records for ${json(search)}`
    },
  }),
  ...searchExcessChecks,
  defineCheck({
    id: 'filters.and.search',
    ...common,
    needs: ['bearer', 'catalogId'],
    after: ['filters.exact.value', 'filters.search-case.name', 'filters.paged.search'],
    description:
      'GETs the products with search and a brand or category, in both orders: the answer holds the products in both lists, which differ.',
    run: async (session) => {
      const place = await searchPlace(session)
      const base = await products(session)
      if (place.base.address !== base.address) notApplicable(because.absent, phrase`the products do not take search`)
      const { search, walk, filter } = await searchAndFilter(session, place)
      const both = walk.ids.filter((id) => filter.ids.has(id))
      for (const query of [
        { search, [filter.filter]: filter.value },
        { [filter.filter]: filter.value, search },
      ])
        assertRecords(base, await filteredList(session, base, query), both)
      return phrase`${walk.ids.length} found, ${filter.ids.size} with the ${filter.filter}, ${both.length} with both`
    },
  }),
]
