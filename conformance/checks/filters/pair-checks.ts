import { because } from '../../conclusions/cause.ts'
import { fail, notApplicable } from '../../conclusions/conclusion.ts'
import { json, type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import { memberOf } from '../../reading/find-list.ts'
import { asText } from '../../reading/value-text.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { failPage, sameIds, type SentPage, sendPage } from '../lists/paging.ts'
import {
  type PairPage,
  pairPages,
  queryOf,
  takesTwoFilters,
  type TermSearch,
  termSearch,
  wantedOn,
  wholeLists,
} from './filter-pairs.ts'
import type { ValueIds } from './filter-triples.ts'
import { mismatch, quotedQuery, wrongValue } from './filters-checks.ts'
import { asTexts, enumValuesOf } from './pages-with-record.ts'
import { caseForms, nonsense } from './search-terms.ts'
import { finds, noSearch } from './search.ts'
import { wordPages } from './word-pages.ts'
import type { Query } from '../lists/fewest-parameters.ts'

const common = {
  effect: 'read',
  needs: ['bearer', 'enumFilters'],
  onlyInFull: true,
  after: ['cursors.starting-after.next', 'filters.enum-filters.values'],
  mayBeOpen: ['cursors.starting-after.next', 'filters.enum-filters.values'],
} as const

/** A page that lacks a record which it should have, or has another one. */
const wrongPairs = async (session: Session): Promise<readonly PairPage[]> => {
  const pages = await pairPages(session)
  if (pages.length === 0)
    notApplicable(
      (await takesTwoFilters(session)) ? because.data : because.absent,
      phrase`no list of clause 4.4 tells two filters together from one of them`,
    )
  return pages.filter(({ sent, wanted }) => !sameIds(sent.ids, wanted))
}

interface SinglePage {
  readonly query: Query
  readonly sent: SentPage
  readonly wanted: readonly string[]
}

/** The same page with one of the two filters alone, where it is wrong as well. */
async function wrongAlone(session: Session, page: PairPage, filter: ValueIds): Promise<SinglePage | undefined> {
  const query = queryOf(page.paging, [filter])
  const sent = await sendPage(session, page.list, query)
  const wanted = wantedOn(page, filter.ids)
  return sameIds(sent.ids, wanted) ? undefined : { query, sent, wanted }
}

const expectedFor = (wanted: readonly string[], query: Query, { list }: PairPage): Phrase =>
  phrase`${someIds(wanted)} for ${quotedQuery(asTexts(query))} at ${list.address}`

/**
 * The searches for a part of a word, of the lists that take one.
 * @throws Conclusion `notApplicable` when no list does, or no name has such a part.
 */
async function searchesOfLists(session: Session): Promise<readonly TermSearch[]> {
  const searches: TermSearch[] = []
  for (const list of await wholeLists(session)) {
    const search = await termSearch(session, list)
    if (search) searches.push(search)
  }
  return searches.length > 0 ? searches : await noSearch(session)
}

/**
 * A record that a search lacks. Of a page that is full, only those before its last record count: others may have
 * created records since, and a search may stand by relevance.
 */
function lackingIn({ list, named, sent: { page, ids } }: TermSearch): string | undefined {
  const places = ids.map((id) => list.placeOf(id))
  const isFalling = places.every((place, index) => index === 0 || places[index - 1]! < place)
  const isWhole = page !== undefined && page.ids.length < list.pageSize
  const last = isWhole ? Infinity : isFalling ? (places.at(-1) ?? -1) : -1
  return named.find((id) => !ids.includes(id) && list.placeOf(id) < last)
}

/** A search that lacks a record, although the target finds the record by its whole name, so that it looks at names. */
async function lackingSearches(session: Session): Promise<readonly (TermSearch & { readonly lacking: string })[]> {
  const found: (TermSearch & { readonly lacking: string })[] = []
  for (const search of await searchesOfLists(session)) {
    const lacking = lackingIn(search)
    if (lacking === undefined) continue
    const name = asText(memberOf(search.list.items.get(lacking), 'name'))
    if (await finds(session, search.list, { search: name }, lacking)) found.push({ ...search, lacking })
  }
  return found
}

const failSearch = (
  { list, lacking, sent: { exchange: at } }: TermSearch & { readonly lacking: string },
  term: string,
) =>
  fail({
    expected: phrase`${lacking}, whose name has it as a part, for search=${json(term)} at ${list.address}`,
    got: phrase`a list without it`,
    fact: { kind: 'missing', ids: [lacking], pages: [at], at },
  })

const onSearch = { effect: 'read', needs: ['bearer'], onlyInFull: true, after: ['versions.current.path'] } as const

/** Two filters at once on pages behind and before a cursor (clause 4.5), at every list of clause 4.4. */
export const pairChecks: readonly Check[] = [
  defineCheck({
    id: 'filters.paged.pairs',
    ...common,
    mayRepeat: true,
    description:
      'GETs pages of the lists of clause 4.4 with every two of their filters (an enum filter, a brand, a category and a search in another case), with a limit or without, behind a cursor and before one. Where one is wrong, and is wrong with one of the filters too, that is told.',
    run: async (session) => {
      for (const page of await wrongPairs(session))
        for (const filter of [page.left, page.right]) {
          const alone = await wrongAlone(session, page, filter)
          if (alone) failPage(alone.sent, alone.wanted, expectedFor(alone.wanted, alone.query, page))
        }
      return phrase`${(await pairPages(session)).length} pages`
    },
  }),
  defineCheck({
    id: 'filters.and.pages',
    ...common,
    mayRepeat: true,
    description:
      'GETs the same pages: each holds the records that match both filters, and not those that OR, or one of them alone, would give.',
    run: async (session) => {
      for (const page of await wrongPairs(session)) {
        const { left, right, sent, wanted, query } = page
        if ((await wrongAlone(session, page, left)) || (await wrongAlone(session, page, right))) continue
        const other = mismatch(page.list, query, sent.ids)
        failPage(sent, wanted, expectedFor(wanted, query, page), other ? phrase`; ${wrongValue(other)}` : '')
      }
      return phrase`${(await pairPages(session)).length} pages`
    },
  }),
  defineCheck({
    id: 'filters.search-case.lists',
    ...onSearch,
    mayRepeat: true,
    description:
      'GETs the lists of clause 4.4 that take search with a part of a word of their names, its letters in the other case: the records come that come for the part as it is.',
    run: async (session) => {
      for (const search of await lackingSearches(session))
        if (await finds(session, search.list, { search: search.part }, search.lacking)) failSearch(search, search.term)
    },
  }),
  defineCheck({
    id: 'filters.search-partial.lists',
    ...onSearch,
    mayRepeat: true,
    description:
      'GETs the lists of clause 4.4 that take search with a part of a word of their names, which begins and ends no word: the records whose names have it come, if they come for their whole names.',
    run: async (session) => {
      for (const search of await lackingSearches(session))
        if (!(await finds(session, search.list, { search: search.part }, search.lacking)))
          failSearch(search, search.term)
    },
  }),
  defineCheck({
    id: 'filters.search-case.pages',
    ...onSearch,
    mayRepeat: true,
    description:
      'GETs pages of the lists of clause 4.4 on which a record comes for a word of its name, which has a letter beyond ASCII or a capital where a name has one, with the word in upper case or, where it is that already, in lower case: the record comes.',
    run: async (session) => {
      const seen = await wordPages(session)
      for (const { list, id, word, pages } of seen) {
        const term = caseForms(word).find((form) => form !== word && form !== word.toLowerCase()) ?? word.toLowerCase()
        for (const page of term === word ? [] : pages) {
          const query = { ...page, search: term }
          const { ids, exchange: at } = await sendPage(session, list, query)
          if (!ids.includes(id))
            fail({
              expected: phrase`${id} for ${quotedQuery(asTexts(query))} at ${list.address}, as it comes for ${json(word)}`,
              got: phrase`an answer without it`,
              fact: { kind: 'missing', ids: [id], pages: [at], at },
            })
        }
      }
      if (seen.length === 0) await noSearch(session)
      return phrase`${{ list: seen.map(({ word, list }) => phrase`${json(word)} at ${list.address}`) }}`
    },
  }),
  defineCheck({
    id: 'filters.absent.searches',
    ...onSearch,
    mayRepeat: true,
    description:
      'GETs the lists of clause 4.4 with search and without an enum filter: a record that comes for its name and its value of the filter comes without the filter, too.',
    run: async (session) => {
      for (const { list, named, sent } of await searchesOfLists(session))
        for (const id of named.filter((candidate) => !sent.ids.includes(candidate)).slice(0, 2)) {
          const name = asText(memberOf(list.items.get(id), 'name'))
          if (await finds(session, list, { search: name }, id)) continue
          for (const { name: parameter, value } of enumValuesOf(session, list, id)) {
            const filter = { [parameter]: value }
            if (await finds(session, list, { search: name, ...filter }, id)) {
              const at = (await sendPage(session, list, { search: name, limit: list.limit })).exchange
              fail({
                expected: phrase`${id} for search=${json(name)} at ${list.address}, as it comes for ${quotedQuery({ search: name, ...filter })}`,
                got: phrase`a list without it`,
                fact: { kind: 'missing', ids: [id], pages: [at], at },
              })
            }
          }
        }
    },
  }),
  defineCheck({
    id: 'filters.paged.search-lists',
    ...onSearch,
    mayRepeat: true,
    description:
      'GETs the lists of clause 4.4 with a search that no record matches and limit, where a search with limit shows more than the names that have it: no record comes, as none comes without limit.',
    run: async (session) => {
      for (const { list, named, sent } of await searchesOfLists(session)) {
        if (sent.ids.every((id) => named.includes(id))) continue
        const query = { search: nonsense, limit: list.limit! }
        const { ids, exchange: at } = await sendPage(session, list, query)
        if (ids.length > 0)
          fail({
            expected: phrase`no records for ${quotedQuery(asTexts(query))} at ${list.address}, as without limit`,
            got: someIds(ids),
            fact: { kind: 'present', ids, at },
          })
      }
    },
  }),
]
