// Pages of two filters at once, chosen so that OR, either filter alone, or none of the records would give another page.
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import { samePath } from '../../reading/id-forms.ts'
import { asText } from '../../reading/value-text.ts'
import { memberOf } from '../../reading/find-list.ts'
import { defaultPageSize, pageOf } from '../lists/pages.ts'
import { limitedPage, type SentPage, sendPage, smallLimit } from '../lists/paging.ts'
import { declaredLists, walkedList, type WalkedList } from '../lists/walked-list.ts'
import { answerTo } from '../shared-answers.ts'
import type { ValueIds } from './filter-triples.ts'
import { indexBy } from './filter-values.ts'
import { stringFiltersOf } from '../lists/record-filters.ts'
import { inOtherCase, nonsense, wordsOf } from './search-terms.ts'
import type { Query } from '../lists/fewest-parameters.ts'

/** Two values of different filters of a list. */
export interface Pair {
  readonly list: WalkedList
  readonly left: ValueIds
  readonly right: ValueIds
}

/** Where a page of a filtered list begins or ends. */
interface Paging {
  readonly direction: 'starting_after' | 'ending_before'
  readonly cursor: string
  /** Undefined for the target's own size. */
  readonly limit: number | undefined
  readonly size: number
}

/** A page of two filters that was asked for. */
export interface PairPage extends Pair {
  readonly paging: Paging
  readonly query: Query
  readonly wanted: readonly string[]
  readonly sent: SentPage
}

/** The most values of one filter, and the most cursors, that are tried. More would take long. */
const tried = { values: 8, cursors: 300 } as const

const idsOn = (ids: readonly string[], list: WalkedList, { direction, cursor, size }: Paging): readonly string[] => {
  const at = list.placeOf(cursor)
  return direction === 'starting_after'
    ? ids.filter((id) => list.placeOf(id) > at).slice(0, size)
    : ids.filter((id) => list.placeOf(id) < at).slice(-size)
}

/** The records of a page, by those that match. */
export function wantedOn(
  { list, paging }: Pick<PairPage, 'list' | 'paging'>,
  ids: ReadonlySet<string>,
): readonly string[] {
  return idsOn(
    list.ids.filter((id) => ids.has(id)),
    list,
    paging,
  )
}

/** The query of a page, with these filters. */
export const queryOf = ({ direction, cursor, limit }: Paging, filters: readonly ValueIds[]): Query => ({
  ...Object.fromEntries(filters.map(({ name, value }) => [name, value])),
  ...(limit === undefined ? {} : { limit }),
  [direction]: cursor,
})

const isSame = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((id, place) => right[place] === id)

/** A page that tells AND from OR, from either filter alone and from nothing; undefined where no cursor gives one. */
function tellingPaging(
  { list, left, right }: Pair,
  direction: Paging['direction'],
  sizes: readonly Pick<Paging, 'limit' | 'size'>[],
): Paging | undefined {
  const either = list.ids.filter((id) => left.ids.has(id) || right.ids.has(id))
  const both = either.filter((id) => left.ids.has(id) && right.ids.has(id))
  const others = [either, either.filter((id) => left.ids.has(id)), either.filter((id) => right.ids.has(id))]
  if (both.length === 0 || others.some((ids) => ids.length === both.length)) return undefined
  for (const size of sizes) {
    // The best page has records with both values before and behind it.
    for (const isInside of [true, false])
      for (const cursor of list.ids.slice(0, tried.cursors)) {
        const paging: Paging = { direction, cursor, ...size }
        const wanted = idsOn(both, list, paging)
        if (wanted.length === 0 || (isInside && (wanted.includes(both[0]!) || wanted.includes(both.at(-1)!)))) continue
        if (others.every((ids) => !isSame(idsOn(ids, list, paging), wanted))) return paging
      }
  }
  return undefined
}

/** A search for a part of a word of the names, and what the target finds by it. */
export interface TermSearch {
  readonly list: WalkedList
  /** The part, in lower case. */
  readonly part: string
  /** The part with its letters in the other case, as it was searched for. */
  readonly term: string
  /** The records whose names have the part. */
  readonly named: readonly string[]
  readonly sent: SentPage
}

/** The lower-case name of each record. */
function namesOf(list: WalkedList): ReadonlyMap<string, string> {
  return new Map(list.ids.map((id) => [id, asText(memberOf(list.items.get(id), 'name')).toLowerCase()]))
}

/**
 * A search for a part of a word, which begins and ends no word of the names, with its letters in the other case: it
 * finds nothing where case counts, or where only whole words, their beginnings or their ends are looked at. Undefined
 * where a list takes no search, or its names have no such part.
 */
export const termSearch: Once<[list: WalkedList], TermSearch | undefined> = once(
  async (session, list) => {
    if (session.run.omits('search')) return undefined
    const none = pageOf(session, await answerTo(session, { path: list.path, query: { search: nonsense } }))
    if (none?.ids.length !== 0) return undefined
    const names = namesOf(list)
    const words = [...names.values()].flatMap((name) => wordsOf(name))
    const parts = new Set(words.filter((word) => /^[a-z]{5,}$/.test(word)).map((word) => word.slice(1, -1)))
    const isInside = (part: string) => !words.some((word) => word.startsWith(part) || word.endsWith(part))
    const [found] = [...parts]
      .filter((part) => isInside(part))
      .map((part) => ({ part, named: list.ids.filter((id) => names.get(id)!.includes(part)) }))
      .filter(({ named }) => named.length > 1 && named.length < Math.min(list.ids.length / 2, list.pageSize))
      .toSorted((left, right) => right.named.length - left.named.length)
    if (!found) return undefined
    const term = inOtherCase(found.part)
    return { list, ...found, term, sent: await sendPage(session, list, { search: term, limit: list.limit }) }
  },
  ({ address }) => address,
)

/** The records that a search for such a part finds, in order; undefined where it finds not all whose names have it. */
async function searchValue(session: Session, list: WalkedList): Promise<ValueIds | undefined> {
  const search = await termSearch(session, list)
  if (!search) return undefined
  const { term, named, sent } = search
  const { page, ids } = sent
  const isWhole = page !== undefined && page.ids.length < list.pageSize
  // A search may stand by relevance. What its pages then hold is not known.
  const isFalling = ids.every((id, place) => place === 0 || list.placeOf(ids[place - 1]!) < list.placeOf(id))
  return isWhole && isFalling && named.every((id) => ids.includes(id))
    ? { name: 'search', value: term, ids: new Set(ids) }
    : undefined
}

/** Returns true for the products, which have string filters. */
const isProducts = ({ path }: WalkedList): boolean => typeof path !== 'string' && path.operation === 'products.list'

/** The lists of clause 4.4 that were walked to their end and take limit. */
export async function wholeLists(session: Session): Promise<readonly WalkedList[]> {
  const lists: WalkedList[] = []
  for (const path of await declaredLists(session)) {
    const list = await walkedList(session, path).catch(() => undefined)
    if (list?.complete && list.limit !== undefined && list.ids.length >= 3) lists.push(list)
  }
  return lists
}

/** The same values, with this one before the others. */
const withFirst = (values: readonly ValueIds[], first: string | undefined): ValueIds[] =>
  values.toSorted((left, right) => Number(right.value === first) - Number(left.value === first))

/**
 * The values of the filters of a list, by filter: brand and category, declared enum filters, and search. Of an enum
 * filter, the value that is listed first, or last, stands before the others.
 */
async function valuesOf(session: Session, list: WalkedList, first: 0 | -1): Promise<readonly ValueIds[][]> {
  const declared = (session.run.target.enumFilters ?? []).filter(({ path }) => samePath(path, list.address))
  const valuesBy = (name: string, values: readonly string[]) =>
    [...indexBy(list, name)]
      .filter(([value]) => value.trim() === value && value !== '' && (values.length === 0 || values.includes(value)))
      .map(([value, ids]) => ({ name, value, ids }))
      .toSorted((left, right) => right.ids.size - left.ids.size)
      .slice(0, tried.values)
  const search = await searchValue(session, list)
  return [
    ...(isProducts(list) ? stringFiltersOf(session).map((name) => valuesBy(name, [])) : []),
    ...declared.map(({ parameter, values }) => withFirst(valuesBy(parameter, values), values.at(first))),
    ...(search ? [[search]] : []),
  ].filter((values) => values.length > 0)
}

/** Returns false if no list of clause 4.4 takes two filters, as far as their records show. */
export async function takesTwoFilters(session: Session): Promise<boolean> {
  const whole = await wholeLists(session)
  if (whole.length < (await declaredLists(session)).length) return true
  for (const list of whole) if ((await valuesOf(session, list, 0)).length > 1) return true
  return false
}

/** Pages of every two filters of the lists of clause 4.4 that take limit, asked for once in a run. */
export const pairPages: Once<[], readonly PairPage[]> = once(async (session) => {
  const pages: PairPage[] = []
  for (const list of await wholeLists(session)) {
    const isOneTaken = (await limitedPage(session, list, 1)).ids.length === 1
    const limit = await smallLimit(session, list)
    const usual = await defaultPageSize(session, list.path)
    const small = [...(isOneTaken ? [1] : []), limit, 5].map((size) => ({ limit: size, size }))
    const lastFirst = await valuesOf(session, list, -1)
    const firstFirst = await valuesOf(session, list, 0)
    for (const place of lastFirst.keys())
      for (let other = place + 1; other < lastFirst.length; other++) {
        const ways = [
          ['starting_after', small, lastFirst],
          ['ending_before', small, lastFirst],
          // The last two are an enum filter and search, where the list takes them.
          ...(place === lastFirst.length - 2
            ? ([['starting_after', [{ limit: undefined, size: usual }], firstFirst]] as const)
            : []),
        ] as const
        for (const [direction, sizes, filters] of ways) {
          const found = filters[place]!.flatMap((left) =>
            filters[other]!.map((right): Pair => ({ list, left, right })),
          ).flatMap((pair) => {
            const paging = tellingPaging(pair, direction, sizes)
            return paging ? [{ ...pair, paging }] : []
          })[0]
          if (!found) continue
          const both = new Set([...found.left.ids].filter((id) => found.right.ids.has(id)))
          const query = queryOf(found.paging, [found.left, found.right])
          pages.push({ ...found, query, wanted: wantedOn(found, both), sent: await sendPage(session, list, query) })
        }
      }
  }
  return pages
})
