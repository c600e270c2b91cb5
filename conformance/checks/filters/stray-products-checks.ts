import { cursorParameters } from '../../catalogue/operations.ts'
import { addressOf, at } from '../../catalogue/operation-paths.ts'
import { because } from '../../conclusions/cause.ts'
import { Conclusion, fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { phrase, someIds } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { byCodeUnit, fallingOrder, otherId } from '../../reading/id-forms.ts'
import { type ListPage, pageOf, walkForward } from '../lists/pages.ts'
import { firstPage, maxPages, products, productsPath, type WalkedList } from '../lists/walked-list.ts'
import { listLag } from '../lists/list-lag.ts'
import { triedEnumFilters } from './enum-filters.ts'
import { pairPages } from './filter-pairs.ts'
import { chosenValues, filteredList } from './filter-values.ts'
import { quotedQuery } from './filters-checks.ts'
import { recordQuery } from '../lists/record-filters.ts'
import { searchAndFilter, searchPlace } from './search.ts'

/** Pages that other checks asked for; none where the records cannot tell what to ask for. */
async function unlessOpen(pages: () => Promise<readonly (ListPage | undefined)[]>): Promise<readonly ListPage[]> {
  try {
    return (await pages()).filter((page) => page !== undefined)
  } catch (error) {
    if (error instanceof Conclusion && error.verdict !== 'fail') return []
    throw error
  }
}

/** The pages of the products with filters, alone and in pairs, that a run asks for. */
async function filteredPages(session: Session, base: WalkedList): Promise<readonly ListPage[]> {
  const strings = async () => {
    const chosen = await chosenValues(session)
    const lists = await Promise.all(chosen.map(({ filter, value }) => filteredList(session, base, { [filter]: value })))
    return lists.flatMap(({ walk }) => walk?.pages ?? [])
  }
  const enums = async () =>
    (await triedEnumFilters(session))
      .filter((filter) => filter.base.address === base.address)
      .flatMap(({ lists }) => lists.flatMap(({ list }) => list.walk?.pages ?? []))
  const searched = async () => {
    const place = await searchPlace(session)
    return place.base.address === base.address ? (await searchAndFilter(session, place)).walk.pages : []
  }
  const pairs = async () =>
    (await pairPages(session)).filter(({ list }) => list.address === base.address).map(({ sent }) => sent.page)
  const pages = await Promise.all([strings, enums, searched, pairs].map(unlessOpen))
  return pages.flat()
}

/** The records among these that the list without filters passes without showing them, as it is now. */
async function hiddenNow(session: Session, base: WalkedList, ids: readonly string[]): Promise<readonly string[]> {
  const { limit, path } = base
  const walk = await walkForward(session, { call: { path }, maxPages, ...(limit === undefined ? {} : { limit }) })
  const order = fallingOrder(walk.ids) ?? byCodeUnit
  const last = walk.ids.at(-1)
  return ids.filter((id) => !walk.ids.includes(id) && (walk.complete || (last !== undefined && order(id, last) > 0)))
}

/** The list of a catalog has its products alone, whatever else is asked for (clause 4.4). */
export const strayProductsChecks: readonly Check[] = [
  defineCheck({
    id: 'products.list.own-catalog',
    effect: 'read',
    needs: ['bearer', 'catalogId'],
    after: ['products.list.get'],
    description:
      'GETs the products of a well-formed id of no catalog behind a cursor and before one, with a limit and all filters that a product of samples.catalogId matches: none of its products come.',
    run: async (session) => {
      const path = await productsPath(session)
      const { page } = await firstPage(session, path)
      if (page!.ids.length === 0) insufficient(because.data, phrase`the catalog of samples.catalogId has no products`)
      const elsewhere = at('products.list', { catalog_id: otherId(session.run.target.samples!.catalogId!) })
      for (const cursor of cursorParameters) {
        const query = recordQuery(session, 'products.list', addressOf(path, session.run.names), page!, cursor)
        if (!query) continue
        const exchange = await session.send({ path: elsewhere, query })
        const shared = pageOf(session, exchange)?.ids.filter((id) => page!.ids.includes(id)) ?? []
        if (shared.length > 0)
          fail({
            expected: phrase`only products of the catalog in the path`,
            got: phrase`the same product ${shared[0]!} for another catalog id`,
            fact: { kind: 'present', ids: shared, at: exchange },
          })
      }
    },
  }),
  defineCheck({
    id: 'products.list.filtered',
    effect: 'read',
    needs: ['bearer', 'catalogId'],
    onlyInFull: true,
    after: ['products.list.get'],
    mayRepeat: true,
    description:
      'Reads the pages of the products with a brand, a category, an enum filter, search and every two of them. Where one shows a record that the list without filters did not, both are asked for again: the record is in both.',
    run: async (session) => {
      const base = await products(session)
      const pages = await filteredPages(session, base)
      if (pages.length === 0) notApplicable(because.data, phrase`no page was asked for with a filter`)
      const isUnknown = (id: string) => id !== '' && !base.places.has(id)
      const unknown = [...new Set(pages.flatMap(({ ids }) => ids.filter(isUnknown)))]
      const missing = unknown.length === 0 ? [] : await hiddenNow(session, base, unknown)
      if (missing.length === 0) return phrase`${pages.length} pages`
      // By then each list shows what was created.
      await session.run.time.sleep(listLag)
      const hidden = await hiddenNow(session, base, missing)
      const page = pages.find(({ ids }) => ids.some((id) => hidden.includes(id)))
      if (!page) return phrase`${pages.length} pages`
      // And none shows what was deleted.
      await session.run.time.sleep(listLag)
      const query = Object.fromEntries(new URL(page.exchange.request.url).searchParams)
      const at = await session.send({ path: base.path, query })
      const strays = pageOf(session, at)?.ids.filter((id) => hidden.includes(id)) ?? []
      if (strays.length > 0)
        fail({
          expected: phrase`only records of ${base.address} for ${quotedQuery(query)}`,
          got: phrase`also ${someIds(strays)}, which the list without filters does not show`,
          fact: { kind: 'present', ids: strays, at },
        })
      return phrase`${pages.length} pages`
    },
  }),
]
