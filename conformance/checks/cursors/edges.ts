// Pages at the edges of a list: next to its first and its last records, with a filter and a limit, and with neither.
import { type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { triedEnumFilters } from '../filters/enum-filters.ts'
import { indexBy } from '../filters/filter-values.ts'
import { defaultPageSize } from '../lists/pages.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import { failPage, limitedPage, pagedList, sameIds, type SentPage, sendPage, smallLimit } from '../lists/paging.ts'
import type { WalkedList } from '../lists/walked-list.ts'
import { searchedPage } from './searched-page.ts'
import type { Query } from '../lists/fewest-parameters.ts'

/** A third of the records of a list, or of those that it returns at once. */
export function thirdOf({ ids, pageSize }: WalkedList): number {
  return Math.max(2, Math.ceil(Math.min(ids.length, pageSize) / 3))
}

type Direction = 'starting_after' | 'ending_before'

/** The fewest records that a filtered list has, so that its edges are apart. */
const enough = 5

/**
 * The records that show one value of an enum filter of a list which returns them, or else all. The value differs by
 * direction.
 */
async function filtered(
  session: Session,
  list: WalkedList,
  direction: Direction,
): Promise<Pick<PlannedPage, 'query' | 'ids'>> {
  const tried = list.complete ? await triedEnumFilters(session).catch(() => []) : []
  const found = tried
    .filter(({ base }) => base.address === list.address)
    .flatMap(({ parameter, lists }) =>
      lists.map(({ value, list: { walk } }) => ({
        query: { [parameter]: value },
        ids: [...(indexBy(list, parameter).get(value) ?? [])],
        walked: walk?.ids,
      })),
    )
    .filter(({ ids, walked }) => ids.length >= enough && walked?.every((id, place) => ids[place] === id) === true)
  return found.at(direction === 'starting_after' ? -1 : 0) ?? { query: {}, ids: list.ids }
}

/** A page to ask for. */
interface PlannedPage {
  readonly query: Readonly<Record<string, string | number>>
  /** The records that the query lists. */
  readonly ids: readonly string[]
  /** The place of the cursor among them. */
  readonly place: number
  /** How many records a page has. */
  readonly size: number
  /** True if the limit was not asked for before. */
  readonly isOther?: boolean
}

/**
 * The pages to ask for: at the edges of the list and in its middle, with a filter and a limit of each size, as servers
 * have a default and a maximum of their own; and without either.
 */
async function pagesOf(
  session: Session,
  list: WalkedList,
  direction: Direction,
  walked: readonly number[],
): Promise<readonly PlannedPage[]> {
  const isForward = direction === 'starting_after'
  const limit = await smallLimit(session, list)
  const least = (await limitedPage(session, list, 1)).ids.length === 1 ? 1 : limit
  const { query, ids } = await filtered(session, list, direction)
  const usual = await defaultPageSize(session, list.path)
  const page = (place: number, size: number, all = ids, others = query): PlannedPage => ({
    query: { ...others, limit: size },
    ids: all,
    place,
    size,
  })
  /** A page far from the end. A filtered list may be too short to fill it. */
  const far = (size: number): PlannedPage => {
    const [all, others] = size < ids.length - 1 ? [ids, query] : [list.ids, {}]
    return { ...page(isForward ? 0 : all.length - 1, size, all, others), isOther: true }
  }
  const middle = Math.floor(ids.length / 2)
  const inside = Math.max(limit, Math.min(7, list.pageSize))
  // One record is the cursor, and another one stays behind the page.
  const most = Math.min(ids.length > usual + 2 ? ids.length : list.ids.length, list.pageSize + 1) - 2
  // Pages hardly larger than those without limit show nothing else.
  const above = most > 2 * usual ? most : usual
  const isLong = ids.length - middle - 1 > inside
  const larger = [...new Set([...(isLong ? [] : [inside]), 12, usual, above])].filter(
    (size) => size > limit && size < Math.min(list.ids.length, list.pageSize),
  )
  const inMiddle = { ...page(middle, isLong ? inside : limit), isOther: isLong }
  /** True for a size that a walk has pages of, or of a like one. */
  const isWalked = (size: number) => isForward && walked.some((other) => bandOf(other, usual) === bandOf(size, usual))
  const edges = isForward
    ? [
        page(ids.length - 1 - limit, least),
        page(ids.length - 2, limit),
        page(ids.length - 1, limit),
        // A last page that is full.
        ...(least === 1 ? [page(ids.length - 2, 1)] : []),
      ].filter(() => list.complete)
    : [
        page(0, limit),
        page(1, limit),
        page(limit, least),
        ...(larger.length === 0 ? [page(ids.length - 1, limit)] : []),
      ]
  const [last, fullLast] = [list.ids.length - 1, list.ids.length - 1 - usual]
  const unlimited = (isForward ? [last - 1, last, fullLast] : [0, 1, last]).filter(() => list.complete || !isForward)
  return [
    ...(isForward && larger.length === 0 ? [page(0, limit)] : []),
    ...(isLong && isWalked(inside) ? [] : [inMiddle]),
    ...edges,
    ...larger.filter((size) => !isWalked(size)).map(far),
    ...(usual > 0 ? unlimited.map((place) => ({ query: {}, ids: list.ids, place, size: usual })) : []),
    ...(usual > 0 && isForward
      ? [
          { query, ids, place: 0, size: usual },
          // A filtered list that fits on a page does not show which end of it comes.
          ...(ids.length < usual + 2 ? [{ query: {}, ids: list.ids, place: 0, size: usual }] : []),
        ]
      : []),
  ].filter(({ ids: { length }, place }) => place >= 0 && place < length)
}

/** The part of the range of limits, in which servers have limits of their own. */
const bandOf = (size: number, usual: number): number => (size < 10 ? 0 : Math.sign(size - usual) + 2)

/** A page next to an edge of a list that was asked for. */
export interface EdgePage {
  readonly list: WalkedList
  readonly direction: Direction
  readonly query: Query
  readonly sent: SentPage
  /** The records that it should have. */
  readonly wanted: readonly string[]
  readonly cursor: string
  /** All records that the query lists, in order. */
  readonly all: readonly string[]
}

/** The sizes of pages that walks forward have. */
async function walkedSizes(session: Session, list: WalkedList): Promise<readonly number[]> {
  const main = await pagedList(session).catch(() => undefined)
  if (main?.address !== list.address) return [thirdOf(list)]
  // The walks, and the pages behind a cursor of cursors.limit.between, which begins above the usual size.
  return [(await smallLimit(session, list)) + 5, (await defaultPageSize(session, list.path)) + 1]
}

/**
 * The pages next to the edges of a list that do not hold the records right behind, or right before, their cursors,
 * asked for once in a run: forward with none of the sizes of which a walk has pages.
 */
export const wrongEdges: Once<[list: WalkedList, direction: Direction], readonly EdgePage[]> = once(
  async (session, list, direction) => {
    const pages: EdgePage[] = []
    const walked = direction === 'starting_after' ? await walkedSizes(session, list) : []
    for (const { query: others, ids, place, size, isOther = false } of await pagesOf(
      session,
      list,
      direction,
      walked,
    )) {
      const cursor = ids[place]!
      const wanted =
        direction === 'starting_after'
          ? ids.slice(place + 1, place + 1 + size)
          : ids.slice(Math.max(0, place - size), place)
      const query = { ...others, [direction]: cursor }
      const sent = await sendPage(session, list, query)
      // What comes behind the last record is not stated. It is no record. Nor is it stated which limits are taken.
      if (!sent.page && (wanted.length === 0 || isOther)) continue
      if (!sameIds(sent.ids, wanted)) pages.push({ list, direction, query, sent, wanted, cursor, all: ids })
    }
    return [...pages, ...(await wrongSearched(session, list, direction))]
  },
  ({ address }, direction) => [address, direction],
)

/** @throws Conclusion `fail` when a page next to an edge of a list is wrong: of several, by the simplest request. */
export async function assertEdges(session: Session, list: WalkedList, direction: Direction): Promise<void> {
  const [simplest] = (await wrongEdges(session, list, direction)).toSorted(
    (left, right) => Object.keys(left.query).length - Object.keys(right.query).length,
  )
  if (!simplest) return
  const { query, sent, wanted, cursor } = simplest
  const { [direction]: _cursor, ...others } = query
  failPage(
    sent,
    wanted,
    expectedBy(direction, wanted, cursor, { ...others, at: list.address }),
    placeOf(sent.ids, simplest),
  )
}

/** Where the records of a wrong page stand in the list, in words; empty where they are no part of it in its order. */
export function placeOf(ids: readonly string[], { all, cursor }: Pick<EdgePage, 'all' | 'cursor'>): Phrase | '' {
  const first = all.indexOf(ids[0] ?? '')
  if (first < 0 || ids.some((id, index) => all[first + index] !== id)) return ''
  const away = first - all.indexOf(cursor)
  const where =
    away === 0
      ? phrase`from the cursor itself`
      : phrase`from ${Math.abs(away)} places ${away > 0 ? 'after' : 'before'} the cursor`
  return phrase` (${where}${first + ids.length === all.length ? ' to the end of the list' : first === 0 ? ', from the beginning of the list' : ''})`
}

/** A page of a search behind its first record, or before its last one, if it is wrong. */
async function wrongSearched(session: Session, list: WalkedList, direction: Direction): Promise<readonly EdgePage[]> {
  const searched = await searchedPage(session, list)
  if (!searched) return []
  const { search, isFalling } = searched
  const ids = searched.ids.toSorted((left, right) => list.places.get(left)! - list.places.get(right)!)
  const isForward = direction === 'starting_after'
  // At most other pages before a cursor, the limit is another one.
  const size = Math.min(isForward ? 7 : await smallLimit(session, list), ids.length - 2)
  const [cursor, wanted] = isForward ? [ids[0]!, ids.slice(1, 1 + size)] : [ids.at(-1)!, ids.slice(-1 - size, -1)]
  const query = { search, limit: size, [direction]: cursor }
  const sent = await sendPage(session, list, query)
  // Which limits are taken is not stated, nor the order of a search: what a cursor means in another one is open.
  if (!sent.page || !isFalling || sameIds(sent.ids, wanted)) return []
  return [{ list, direction, query, sent, wanted, cursor, all: ids }]
}

function expectedBy(
  direction: Direction,
  wanted: readonly string[],
  cursor: string,
  { at, ...query }: Readonly<Record<string, string | number>>,
): Phrase {
  const records = wanted.length === 0 ? phrase`no records` : someIds(wanted)
  const where = direction === 'starting_after' ? phrase`right after ${cursor}` : phrase`right before ${cursor}`
  return Object.entries(query).reduce(
    (words, [name, value]) => phrase`${words} with ${name}=${value}`,
    phrase`${records} ${where} at ${String(at)}`,
  )
}
