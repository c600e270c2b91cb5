import { because } from '../../conclusions/cause.ts'
import { fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { presentFact, repeatedFact, walkForward } from '../lists/pages.ts'
import { assertPage, failPage, limitedPage, sameIds, sendPage, smallLimit } from '../lists/paging.ts'
import { missingFact, products, type WalkedList } from '../lists/walked-list.ts'
import { acceptedEnumFilters, isDocumented, type TriedFilter } from './enum-filters.ts'
import { deepProducts } from './deep-products.ts'
import { type PairPage, pairPages } from './filter-pairs.ts'
import { productEnumValues } from './filter-triples.ts'
import { type ChosenValue, chosenValues, filteredList, indexBy } from './filter-values.ts'
import { memberText, stringFilters } from '../lists/record-filters.ts'
import { quotedQuery } from './filters-checks.ts'
import { nonsense } from './search-terms.ts'
import { searchAndFilter, searchPlace, searchValues } from './search.ts'

/** Filters together with a cursor and without `limit` (clause 4.5). */
const cursorAloneCheck: Check = defineCheck({
  id: 'filters.paged.cursor-alone',
  onlyInFull: true,
  effect: 'read',
  needs: ['bearer', 'catalogId'],
  after: ['filters.paged.strings', 'cursors.starting-after.alone', 'cursors.ending-before.alone'],
  description:
    'GETs the products with a brand or a category and starting_after, and with ending_before, without limit: those come that match, right behind the cursor and right before it.',
  run: async (session) => {
    const base = await products(session)
    const telling = (await chosenValues(session)).filter(({ ids }) => ids.size > 2 && ids.size < base.ids.length)
    if (telling.length === 0)
      insufficient(because.data, phrase`no brand and no category has three records among others`)
    for (const { filter, value, ids } of session.run.rotation.some(telling, 1)) {
      const list = [...ids]
      const place = Math.floor(list.length / 2)
      const cursor = list[place]!
      for (const name of ['starting_after', 'ending_before'] as const) {
        const query = { [filter]: value, [name]: cursor }
        const sent = await sendPage(session, base, query)
        const { length } = sent.ids
        const expected =
          name === 'starting_after'
            ? list.slice(place + 1, place + 1 + Math.max(1, length))
            : list.slice(Math.max(0, place - Math.max(1, length)), place)
        const got = new Set(sent.ids)
        if (got.size !== expected.length || !expected.every((id) => got.has(id)))
          failPage(sent, expected, phrase`${someIds(expected)} for ${quotedQuery(query)}`)
      }
    }
  },
})

/** The brand and category with most of the older records that an enum filter shows, beside that filter. */
async function olderPages(session: Session): Promise<OlderPages | undefined> {
  const deep = await deepProducts(session)
  if (!deep) return undefined
  const { list, name, value } = deep
  const older = [...indexBy(list, name).get(value)!]
  const groups = Map.groupBy(older, (id) =>
    JSON.stringify(stringFilters.map((filter) => memberText(list.items.get(id), filter) ?? '')),
  )
  const telling = [...groups].flatMap(([texts, ids]) => {
    const [brand, category] = JSON.parse(texts) as [string, string]
    const isTelling = stringFilters.every((filter) => {
      const text = filter === 'brand' ? brand : category
      return text !== '' && text.trim() === text && indexBy(list, filter).get(text)!.size > ids.length
    })
    return isTelling ? [{ list, query: { brand, category, [name]: value }, ids }] : []
  })
  return telling.toSorted((left, right) => right.ids.length - left.ids.length)[0]
}

interface OlderPages {
  readonly list: WalkedList
  readonly query: Readonly<Record<string, string>>
  readonly ids: readonly string[]
}

const common = { effect: 'read', needs: ['bearer'], after: ['cursors.starting-after.next'] } as const
const onProducts = {
  ...common,
  needs: ['bearer', 'catalogId'],
  after: ['cursors.starting-after.next', 'filters.exact.value'],
} as const

/** Walks a filtered list in small pages, and compares it with the same list in large pages. */
async function assertPaged(
  session: Session,
  base: WalkedList,
  query: Readonly<Record<string, string>>,
  whole: readonly string[],
): Promise<Phrase> {
  const usual = await smallLimit(session, base)
  // Two records are two pages if limit=1 is accepted.
  const limit =
    whole.length > 1 && whole.length <= usual && (await limitedPage(session, base, 1)).ids.length === 1 ? 1 : usual
  if (whole.length <= limit)
    insufficient(
      because.data,
      phrase`${quotedQuery(query)} has ${whole.length} records; it takes more than a page of ${limit}`,
    )
  let pages = limit === 1 ? 6 : 2
  const paged = (after?: string) =>
    walkForward(session, {
      call: { path: base.path, query },
      limit,
      maxPages: pages,
      ...(after === undefined ? {} : { after }),
    })
  const first = await paged()
  // Records that were created since take places on the first pages.
  const isGrown = limit > 1 && first.ids.some((id) => base.isNewer(id))
  if (isGrown) pages = 3
  const begun = isGrown ? await paged() : first
  // Where records are created all the time, the walk begins behind them, with the record before the first that matches.
  const isBusy = begun.ids.filter((id) => !base.isNewer(id)).length <= limit && begun.ids.some((id) => base.isNewer(id))
  const before = base.ids[base.placeOf(whole.find((id) => base.places.has(id)) ?? '') - 1]
  const walk = isBusy && before !== undefined ? await paged(before) : begun
  const known = whole.filter((id) => !base.isNewer(id))
  const met = walk.ids.filter((id) => !base.isNewer(id))
  const got = met.slice(0, known.length)
  // Records that were created since take places on the pages that were walked.
  const bounded = !walk.complete && walk.pages.length === pages && met.length < walk.ids.length
  const expected = bounded ? known.slice(0, got.length) : known.slice(0, limit * pages)
  if (bounded && got.length <= limit)
    insufficient(because.changed, phrase`too many records are created while this is looked at`)
  if (!sameIds(got, expected)) {
    const missing = expected.filter((id) => !got.includes(id))
    // A later match that comes early takes the place of one that is missing, which somebody else may have deleted.
    const isEarly = (id: string) => missing.length > 0 && known.includes(id) && !expected.includes(id)
    const wrong = got.find((id, place) => got.indexOf(id) !== place || !(expected.includes(id) || isEarly(id)))
    const what = phrase`${someIds(expected)} in pages of ${limit} with ${quotedQuery(query)}`
    if (wrong !== undefined) {
      const extra = got.filter((id) => !expected.includes(id) && !isEarly(id))
      fail({
        expected: what,
        got: phrase`${wrong} on page ${walk.pages.findIndex(({ ids }) => ids.includes(wrong)) + 1}`,
        fact: got.indexOf(wrong) === got.lastIndexOf(wrong) ? presentFact(walk, extra) : repeatedFact(walk, wrong),
      })
    }
    const records = walk.stopped ? phrase`${got.length} records (${walk.stopped})` : phrase`${got.length} records`
    fail({
      expected: what,
      got: phrase`${records}, without ${someIds(missing)}`,
      fact: missingFact(base, walk, missing),
    })
  }
  return phrase`${walk.pages.length} pages of ${limit}`
}

/** The ids that a string filter returns without paging parameters; if that page is short, those that records show. */
async function idsOf(
  session: Session,
  base: WalkedList,
  { filter, value, ids }: ChosenValue,
): Promise<readonly string[]> {
  const { walk } = await filteredList(session, base, { [filter]: value })
  return walk && walk.ids.length >= ids.size ? walk.ids : [...ids]
}

/** A query of the products and its records. */
interface FilteredIds {
  readonly query: Readonly<Record<string, string>>
  /** Without paging parameters, newest first. */
  readonly ids: readonly string[]
}

/**
 * Queries of the products with one filter each: the strings, and an enum filter and search if they are known to work.
 */
async function pagedQueries(session: Session, base: WalkedList): Promise<readonly FilteredIds[]> {
  const queries: FilteredIds[] = []
  for (const chosen of await chosenValues(session))
    queries.push({ query: { [chosen.filter]: chosen.value }, ids: await idsOf(session, base, chosen) })
  for (const { name, value, ids } of (await productEnumValues(session)).slice(0, 1)) {
    const { walk } = await filteredList(session, base, { [name]: value })
    if (walk?.ids.every((id) => ids.has(id) || base.isNewer(id)))
      queries.push({ query: { [name]: value }, ids: [...ids] })
  }
  return [
    ...queries,
    ...(await searchValues(session)).map(({ name, value, ids }) => ({ query: { [name]: value }, ids: [...ids] })),
  ]
}

/**
 * Returns true if a list takes limit=1 with a filter; then its newest record with some value comes, although the newest
 * of all has another.
 */
function assertNewest({ base, parameter, lists }: TriedFilter): boolean {
  const found = lists.find(({ newest }) => newest?.walk?.ids.length === 1)
  const page = found?.newest?.walk?.pages[0]
  if (!found || !page) return false
  const first = base.ids.find((id) => memberText(base.items.get(id), parameter) === found.value)!
  // Records may have been created since.
  if (page.ids.some((id) => base.isNewer(id))) return false
  const sent = { exchange: page.exchange, page, ids: page.ids }
  const what = quotedQuery({ [parameter]: found.value })
  assertPage(sent, [first], phrase`${first} for ${what} with limit=1 at ${base.address}`)
  return true
}

/**
 * The filters of the products of which a full run asks for pages in pairs, in this direction. None if a page is wrong:
 * then one filter alone tells more.
 */
async function pairsOn(
  session: Session,
  { address }: WalkedList,
  direction: PairPage['paging']['direction'],
  limit?: number,
): Promise<readonly string[]> {
  if (session.run.quick) return []
  const pages = (await pairPages(session)).filter(({ list }) => list.address === address)
  if (!pages.every(({ sent, wanted }) => sameIds(sent.ids, wanted))) return []
  const pairs = pages.filter(
    ({ paging }) =>
      paging.direction === direction && (limit === undefined ? paging.limit !== undefined : paging.limit === limit),
  )
  return [...new Set(pairs.flatMap(({ left, right }) => [left.name, right.name]))]
}

/** Filters together with `limit`, `starting_after` and `ending_before` (clause 4.5). */
export const pagedFilterChecks: readonly Check[] = [
  defineCheck({
    id: 'filters.paged.strings',
    ...onProducts,
    description:
      'Walks the products with a brand or a category in small pages (of 2, if that is accepted): the pages hold the products that came without limit.',
    run: async (session) => {
      const base = await products(session)
      for (const chosen of session.run.rotation.some(await chosenValues(session), 1))
        await assertPaged(session, base, { [chosen.filter]: chosen.value }, await idsOf(session, base, chosen))
    },
  }),
  defineCheck({
    id: 'filters.paged.ending-before',
    ...onProducts,
    after: ['filters.paged.strings', 'cursors.ending-before.adjacent'],
    description:
      'GETs the products with two of a brand, a category, search and an enum filter, each with a small limit and ending_before: those come that match right before the cursor.',
    run: async (session) => {
      const base = await products(session)
      const paired = await pairsOn(session, base, 'ending_before')
      if (paired.length > 0) return phrase`${{ list: paired }}, in pairs`
      const limit = await smallLimit(session, base)
      const proven: string[] = []
      for (const { query, ids } of session.run.rotation.some(await pagedQueries(session, base), 2)) {
        const list = ids.filter((id) => base.places.has(id))
        const place = limit + 1
        // If all records before the cursor match, the page is the same without the filter.
        if (list.length <= place || base.placeOf(list[place]!) <= place) continue
        const sent = await sendPage(session, base, { ...query, limit, ending_before: list[place] })
        const expected = list.slice(place - limit, place)
        const got = sent.page?.ids.filter((id) => !base.isNewer(id)) ?? []
        const what = phrase`${someIds(expected)} before ${list[place]!} with ${quotedQuery(query)}`
        assertPage({ ...sent, ids: got }, expected, what)
        proven.push(...Object.keys(query))
      }
      if (proven.length === 0)
        insufficient(because.data, phrase`no brand and no category has enough records among others`)
      return phrase`${{ list: proven }}`
    },
  }),
  defineCheck({
    id: 'filters.paged.one',
    ...onProducts,
    after: ['filters.paged.strings'],
    description:
      'GETs the products with a brand, and with a category, and limit=1: the newest with that value comes, although the newest product has another.',
    run: async (session) => {
      const base = await products(session)
      const paired = await pairsOn(session, base, 'starting_after', 1)
      if (paired.includes('brand') && paired.includes('category')) return phrase`${{ list: paired }}, in pairs`
      if (!(await limitedPage(session, base, 1)).page) insufficient(because.refused, phrase`limit=1 is not accepted`)
      const chosen = stringFilters.flatMap((filter) => {
        const other = [...indexBy(base, filter)].find(
          ([value, ids]) => value.trim() === value && value !== '' && !ids.has(base.ids[0]!),
        )
        return other ? [{ query: { [filter]: other[0] }, first: [...other[1]][0]! }] : []
      })
      if (chosen.length === 0)
        insufficient(because.data, phrase`all products have the brand and the category of the newest`)
      for (const { query, first } of session.run.rotation.some(chosen, 1)) {
        const sent = await sendPage(session, base, { ...query, limit: 1 })
        const { page } = sent
        const got = page?.ids.filter((id) => !base.isNewer(id)) ?? []
        if (got.length === 0 && page && page.ids.length > 0)
          insufficient(because.changed, phrase`records are created while this is looked at`)
        assertPage({ ...sent, ids: got }, [first], phrase`${first} for ${quotedQuery(query)} with limit=1`)
      }
      return undefined
    },
  }),
  cursorAloneCheck,
  defineCheck({
    id: 'filters.paged.both',
    ...onProducts,
    after: ['filters.paged.strings', 'filters.and.intersection'],
    description: 'Walks the products with a brand and a category in small pages: the pages hold those with both.',
    run: async (session) => {
      const base = await products(session)
      const paired = await pairsOn(session, base, 'starting_after')
      if (paired.includes('brand') && paired.includes('category')) return phrase`${{ list: paired }}, in pairs`
      const pairs = [...indexBy(base, 'brand')].slice(0, 30).flatMap(([brand, ids]) =>
        [...indexBy(base, 'category')].slice(0, 30).map(([category, others]) => ({
          query: { brand, category },
          both: [...ids].filter((id) => others.has(id)),
          least: Math.min(ids.size, others.size),
        })),
      )
      const largest = pairs
        .filter(({ query, both, least }) => both.length < least && query.brand !== '' && query.category !== '')
        .sort((left, right) => right.both.length - left.both.length)[0]
      const older = largest && largest.both.length > 0 ? undefined : await olderPages(session)
      if (older) return await assertPaged(session, older.list, older.query, older.ids)
      return await assertPaged(
        session,
        base,
        (largest ?? insufficient(because.data, phrase`no brand and category tell both filters from one of them`)).query,
        largest!.both,
      )
    },
  }),
  defineCheck({
    id: 'filters.paged.enum',
    ...common,
    after: ['cursors.starting-after.next', 'filters.enum-filters.values'],
    description:
      'Walks the lists of clause 4.4 with an enum filter in small pages (of 2, if that is accepted): the pages hold the records that came without limit. Other lists are asked for one record with limit=1.',
    run: async (session) => {
      const walked: string[] = []
      const filters = await acceptedEnumFilters(session)
      for (const filter of session.run.rotation.some(filters, Math.max(1, filters.length - 1))) {
        const { base, parameter, lists } = filter
        if (!isDocumented(session, filter) && walked.length > 0) {
          if (assertNewest(filter)) walked.push(base.address)
          continue
        }
        const found = lists.find(({ list }) => list.walk && list.walk.ids.length > 2)
        if (!found || (walked.length > 0 && session.run.quick)) continue
        // Paging is stated for the products only.
        const { page } = await limitedPage(session, base, 1)
        if (page?.ids.length !== 1) continue
        await assertPaged(session, base, { [parameter]: found.value }, found.list.walk!.ids)
        walked.push(base.address)
      }
      if (walked.length === 0)
        insufficient(
          because.data,
          phrase`no list with an enum filter is paged and has more than two records of one value`,
        )
      return phrase`${{ list: walked }}`
    },
  }),
  defineCheck({
    id: 'filters.paged.search',
    ...onProducts,
    after: ['cursors.starting-after.next', 'filters.exact.value', 'filters.search-case.name'],
    description:
      'Walks the products with search in small pages (of 2, if that is accepted): the pages hold the products that came in large pages.',
    run: async (session) => {
      const place = await searchPlace(session)
      if (place.base.address !== (await products(session)).address)
        notApplicable(because.absent, phrase`the products do not take search`)
      const paired = await pairsOn(session, place.base, 'starting_after')
      if (paired.includes('search')) return phrase`${{ list: paired }}, in pairs`
      // The search must still work with limit: the nonsense that no record has must return an empty list.
      const limited = await sendPage(session, place.base, {
        search: nonsense,
        limit: await smallLimit(session, place.base),
      })
      if (limited.ids.length > 0)
        fail({
          expected: phrase`no records for ${quotedQuery({ search: nonsense })} with limit, as without`,
          got: someIds(limited.ids),
          fact: { kind: 'present', ids: limited.ids, at: limited.exchange },
        })
      const { search, walk } = await searchAndFilter(session, place)
      return await assertPaged(session, place.base, { search }, walk.ids)
    },
  }),
]
