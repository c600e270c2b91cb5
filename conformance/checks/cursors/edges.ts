// Pages at the edges of a list: next to its first and its last records, with a filter and a limit, and with neither.
import { type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { triedEnumFilters } from '../filters/enum-filters.ts'
import { indexBy } from '../filters/filter-values.ts'
import { defaultPageSize } from '../lists/pages.ts'
import { assertPage, sendPage, smallLimit } from '../lists/paging.ts'
import type { WalkedList } from '../lists/walked-list.ts'

type Direction = 'starting_after' | 'ending_before'

/** The records that come for some parameters, page by page. */
interface Sequence {
  readonly query: Readonly<Record<string, string | number>>
  /** All of them, in the order of the list. */
  readonly ids: readonly string[]
  /** How many of them a page has. */
  readonly size: number
}

/** The fewest records that a filtered list has, so that its edges are apart. */
const enough = 5

/**
 * The records that show one value of an enum filter of a list which returns them, or else all. The value differs by
 * direction.
 */
async function filtered(session: Session, list: WalkedList, direction: Direction): Promise<Omit<Sequence, 'size'>> {
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
  return [{ query: { ...query, limit }, ids, size: limit }, ...(size > 0 ? [{ query: {}, ids: list.ids, size }] : [])]
}

/** The places of cursors next to the edges, and one in the middle. */
function placesIn({ ids: { length }, size }: Sequence, direction: Direction, complete: boolean): readonly number[] {
  const middle = Math.floor(length / 2)
  const atEnd = complete ? [length - 1 - size, length - 2, length - 1] : []
  const places = direction === 'starting_after' ? [0, middle, ...atEnd] : [0, 1, middle, ...atEnd.slice(-1)]
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
      const wanted =
        direction === 'starting_after'
          ? ids.slice(place + 1, place + 1 + size)
          : ids.slice(Math.max(0, place - size), place)
      const sent = await sendPage(session, list, { ...query, [direction]: cursor })
      // What comes behind the last record is not stated. It is no record.
      if (wanted.length === 0 && !sent.page) continue
      assertPage(sent, wanted, expectedBy(direction, wanted, cursor, { ...query, at: list.address }))
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
