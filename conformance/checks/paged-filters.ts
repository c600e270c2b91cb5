import { type Check, defineCheck } from '../define-check.ts'
import { type BaseList, products, some } from '../discovery/base-list.ts'
import { acceptedEnumFilters } from '../discovery/enum-filters.ts'
import { chosenValues, filteredList } from '../discovery/filter-values.ts'
import { pageOf, walkForward } from '../discovery/lists.ts'
import { sameIds, sendPage, smallLimit } from '../discovery/paging.ts'
import { searchAndFilter, searchPlace } from '../discovery/search.ts'
import { summary } from '../exchange.ts'
import type { Session } from '../session.ts'
import { fail, insufficient } from '../verdict.ts'
import { quoted } from './filters.ts'

const common = { effect: 'read', needs: ['bearer'], after: ['cursors.starting-after.next'] } as const
const onProducts = { ...common, needs: ['bearer', 'catalogId'], after: ['cursors.starting-after.next', 'filters.exact.value'] } as const

/** Walks a filtered list in small pages, and compares it with the same list as it came in large ones. */
async function assertPaged(session: Session, base: BaseList, query: Readonly<Record<string, string>>, whole: readonly string[]): Promise<string> {
  const limit = await smallLimit(session, base)
  if (whole.length <= limit) insufficient(`${quoted(query)} has ${whole.length} records; it takes more than a page of ${limit}`)
  const pages = limit === 1 ? 8 : 4
  const walk = await walkForward(session, { call: { path: base.path, query }, limit, maxPages: pages })
  const known = whole.filter((id) => !base.isNewer(id))
  const met = walk.ids.filter((id) => !base.isNewer(id))
  const got = met.slice(0, known.length)
  // What was made since takes places on the pages that were walked.
  const bounded = !walk.complete && walk.pages.length === pages && met.length < walk.ids.length
  const expected = bounded ? known.slice(0, got.length) : known.slice(0, limit * pages)
  if (bounded && got.length <= limit) insufficient('too many records are made while this is looked at')
  if (!sameIds(got, expected)) {
    const wrong = got.find((id, place) => !expected.includes(id) || got.indexOf(id) !== place)
    const what = `${some(expected)} in pages of ${limit} with ${quoted(query)}`
    if (wrong !== undefined) fail(what, `${wrong} on page ${walk.pages.findIndex(({ ids }) => ids.includes(wrong)) + 1}`)
    fail(what, `${got.length} records${walk.stopped === undefined ? '' : ` (${walk.stopped})`}, without ${some(expected.filter((id) => !got.includes(id)))}`)
  }
  return `${walk.pages.length} pages of ${limit}`
}

/** Filters together with `limit`, `starting_after` and `ending_before` (clause 4.5). */
export const pagedFilterChecks: readonly Check[] = [
  defineCheck({
    id: 'filters.paged.strings', requirement: 'filters.paged', ...onProducts,
    description: 'Walks the products with a brand, and with a category, in small pages (of 2, where that is accepted): they are the ones that came without limit, on every page.',
    run: async (session) => {
      const base = await products(session)
      for (const { filter, value } of await chosenValues(session)) {
        const { walk } = await filteredList(session, base, { [filter]: value })
        await assertPaged(session, base, { [filter]: value }, walk!.ids)
      }
    },
  }),
  defineCheck({
    id: 'filters.paged.ending-before', requirement: 'filters.paged', ...onProducts, after: ['filters.paged.strings', 'cursors.ending-before.adjacent'],
    description: 'GETs the products with a brand or category, a small limit and ending_before: those with that value right before the cursor.',
    run: async (session) => {
      const base = await products(session)
      for (const { filter, value } of await chosenValues(session)) {
        const limit = await smallLimit(session, base)
        const list = (await filteredList(session, base, { [filter]: value })).walk!.ids.filter((id) => !base.isNewer(id))
        const place = limit + 1
        // Where all before the cursor have the value, the page is the same without the filter.
        if (list.length <= place || base.placeOf(list[place]!) <= place) continue
        const answer = await sendPage(session, base, { [filter]: value, limit, ending_before: list[place] })
        const expected = list.slice(place - limit, place)
        const got = answer.page?.ids.filter((id) => !base.isNewer(id)) ?? []
        if (!sameIds(got, expected)) fail(`${some(expected)} before ${list[place]} with ${quoted({ [filter]: value })}`, answer.page ? some(got) || 'no records' : summary(answer.exchange))
        return undefined
      }
      return insufficient('no brand and no category has enough records among others')
    },
  }),
  defineCheck({
    id: 'filters.paged.enum', requirement: 'filters.paged', ...common, after: ['cursors.starting-after.next', 'filters.enum-filters.values'],
    description: 'Walks a list with an enum filter in small pages (of 2, where that is accepted): the records are the ones that came without limit, on every page.',
    run: async (session) => {
      const walked: string[] = []
      for (const { base, parameter, lists } of await acceptedEnumFilters(session)) {
        const found = lists.find(({ list }) => list.walk && list.walk.ids.length > 2)
        if (!found || walked.length > 1) continue
        // Which lists are paged is not stated beyond the products.
        const one = pageOf(session, await session.send({ path: base.path, query: { limit: 1 } }))
        if (one?.ids.length !== 1) continue
        await assertPaged(session, base, { [parameter]: found.value }, found.list.walk!.ids)
        walked.push(base.path)
      }
      if (walked.length === 0) insufficient('no list with an enum filter is paged and has more than two records of one value')
      return walked.join(', ')
    },
  }),
  defineCheck({
    id: 'filters.paged.search', requirement: 'filters.paged', ...onProducts, after: ['cursors.starting-after.next', 'filters.exact.value', 'filters.search-case.name'],
    description: 'Walks the products with search in small pages (of 2, where that is accepted): they are the ones that came in large pages.',
    run: async (session) => {
      const place = await searchPlace(session)
      if (place.base.path !== (await products(session)).path) insufficient('the products do not take search')
      const { search, walk } = await searchAndFilter(session, place, await chosenValues(session))
      return await assertPaged(session, place.base, { search }, walk.ids)
    },
  }),
]
