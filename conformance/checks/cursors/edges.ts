// Pages at the edges of a list: next to its first and its last records, with a filter and a limit, and with neither.
import { type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { triedEnumFilters } from '../filters/enum-filters.ts'
import { indexBy } from '../filters/filter-values.ts'
import { defaultPageSize } from '../lists/pages.ts'
import { assertPage, limitedPage, sendPage, smallLimit } from '../lists/paging.ts'
import type { WalkedList } from '../lists/walked-list.ts'

type Direction = 'starting_after' | 'ending_before'

/** The records that come for some parameters, page by page. */
interface Sequence {
  readonly query: Readonly<Record<string, string | number>>
  /** All of them, in the order of the list. */
  readonly ids: readonly string[]
  /** How many of them a page has. */
  readonly size: number
  /** True if one page of it is enough. */
  readonly isOnePage?: boolean
}

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
): Promise<Pick<Sequence, 'query' | 'ids'>> {
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

async function sequencesOf(session: Session, list: WalkedList, direction: Direction): Promise<readonly Sequence[]> {
  const limit = await smallLimit(session, list)
  const { query, ids } = await filtered(session, list, direction)
  const size = await defaultPageSize(session, list.path)
  // Servers have limits of their own, such as a default and a maximum: pages of several sizes are asked for.
  const most = Math.min(list.ids.length, list.pageSize)
  // One record is the cursor, and another one stays behind the page.
  const above = Math.min(ids.length > size + 2 ? ids.length : list.ids.length, list.pageSize + 1) - 2
  const larger = [...new Set([7, 12, size, above])].filter((other) => other > limit && other < most)
  return [
    { query: { ...query, limit }, ids, size: limit },
    ...larger.map((other) =>
      other < ids.length
        ? { query: { ...query, limit: other }, ids, size: other, isOnePage: true }
        : { query: { limit: other }, ids: list.ids, size: other, isOnePage: true },
    ),
    ...(size > 0 ? [{ query: {}, ids: list.ids, size }] : []),
  ]
}

const middleOf = ({ length }: readonly string[]): number => Math.floor(length / 2)

/** The places of cursors next to the edges, and one in the middle. */
function placesIn(
  { ids, size, query, isOnePage = false }: Sequence,
  direction: Direction,
  complete: boolean,
): readonly number[] {
  const { length } = ids
  if (isOnePage) return [direction === 'starting_after' ? 0 : length - 1]
  const atEnd = complete ? [length - 1 - size, length - 2, length - 1] : []
  const inside = 'limit' in query ? [middleOf(ids)] : []
  const places = direction === 'starting_after' ? [0, ...inside, ...atEnd] : [0, 1, ...inside, ...atEnd.slice(-1)]
  return [...new Set(places)].filter((place) => place >= 0 && place < length)
}

/**
 * Asks for pages next to the edges of a list.
 * @throws Conclusion `fail` when one does not hold the records right behind, or right before, its cursor.
 */
export async function assertEdges(session: Session, list: WalkedList, direction: Direction): Promise<void> {
  for (const sequence of await sequencesOf(session, list, direction)) {
    const { query, ids, size } = sequence
    for (const place of placesIn(sequence, direction, list.complete)) {
      const cursor = ids[place]!
      // The page in the middle has one record, if the list takes that.
      const isOne =
        'limit' in query && place === middleOf(ids) && (await limitedPage(session, list, 1)).ids.length === 1
      const most = isOne ? 1 : size
      const wanted =
        direction === 'starting_after'
          ? ids.slice(place + 1, place + 1 + most)
          : ids.slice(Math.max(0, place - most), place)
      const parameters = isOne ? { ...query, limit: 1 } : query
      const sent = await sendPage(session, list, { ...parameters, [direction]: cursor })
      // What comes behind the last record is not stated. It is no record.
      if (wanted.length === 0 && !sent.page) continue
      assertPage(sent, wanted, expectedBy(direction, wanted, cursor, { ...parameters, at: list.address }))
    }
  }
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
