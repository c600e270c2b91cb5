import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { countPhrase, phrase, someIds } from '../../conclusions/phrase.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type LinkCursor, parseLinkCursor } from '../../reading/link-header.ts'
import type { Session } from '../../judge/session.ts'
import { cursorPath, linkCursor, cachedLinkAnswer, type LinkList, type LinkPage, type LinkWalk } from './link-list.ts'

/** Two consecutive pages of a walk, and the path of a cursor in the middle of the first. */
interface Boundary {
  readonly pages: readonly [LinkPage, LinkPage]
  /** The growth of the offset from the first page to the second. */
  readonly growth: number
  readonly path: string
}

/** The cursor of rel=next, in its parts. */
export const nextCursor = (page: LinkPage): LinkCursor | undefined =>
  page.next ? parseLinkCursor(linkCursor(page, page.next) ?? '') : undefined

/** The boundaries of a walk to examine: all, or in a quick run one of them. */
export function chooseBoundaries(session: Session, list: LinkList, { pages }: LinkWalk): readonly Boundary[] {
  const all = pages.slice(0, -1).flatMap((page, index): readonly Boundary[] => {
    const [following, before] = [pages[index + 1]!, pages[index - 1]]
    const [cursor, from] = [nextCursor(page), before ? nextCursor(before) : { offset: 0 }]
    if (!cursor || !from || page.ids.length < 2 || following.ids.length === 0) return []
    const offset = from.offset + Math.ceil(page.ids.length / 2)
    const growth = cursor.offset - from.offset
    return [{ pages: [page, following], growth, path: cursorPath(session, list, `${cursor.identifier}:${offset}:0`) }]
  })
  return session.run.rotation.some(all, 1)
}

/**
 * The records between two pages that are on neither. Undefined if the answer does not show records of both pages, as
 * the specification does not state offsets between pages.
 */
export async function findLostRecords(
  session: Session,
  { pages: [before, after], path }: Pick<Boundary, 'pages' | 'path'>,
): Promise<{ readonly exchange: Exchange; readonly lost: readonly string[] | undefined }> {
  const { exchange, page } = await cachedLinkAnswer(session, path)
  const ids = page?.ids ?? []
  const from = ids.findLastIndex((id) => before.ids.includes(id))
  const to = ids.findIndex((id) => after.ids.includes(id))
  return { exchange, lost: from < 0 || to < 0 ? undefined : ids.slice(from + 1, to) }
}

/**
 * Requests pages that begin in the middle of walked pages. Between the records of two consecutive pages, there must be
 * no record that is on neither.
 */
export async function assertNoGap(session: Session, list: LinkList, walk: LinkWalk): Promise<void> {
  const { pages } = walk
  const boundaries = chooseBoundaries(session, list, walk)
  if (boundaries.length === 0)
    insufficient(because.data, phrase`it takes two pages, the first with two records or more`)
  for (const { path, pages: both, growth } of boundaries) {
    const [before, after] = both
    const isCounted = growth === before.ids.length
    const [earlier, later] = both.map((page) => pages.indexOf(page) + 1) as [number, number]
    const { exchange, lost } = await findLostRecords(session, { path, pages: both })
    if (!lost)
      insufficient(
        because.absent,
        phrase`the target serves no cursor with an offset in the middle of a page, which would show whether a record is lost between two pages`,
        exchange,
      )
    if (lost.length === 0) continue
    // A page that has fewer records than the offset grows by lacks the last ones.
    const isShort = before.ids.length + lost.length === growth
    fail({
      ...(isShort
        ? {
            expected: phrase`${growth} records on page ${earlier}, as the offset grows by ${growth} to its rel=next`,
            got: phrase`${before.ids.length} records, without ${someIds(lost)}, which ${path} shows after its last one`,
            symptom: phrase`page ${earlier} lacks its last ${lost.length === 1 ? 'record' : countPhrase(lost.length, 'record')}`,
            remedy: phrase`Send all records from the offset of the cursor to the offset of rel=next.`,
          }
        : {
            expected: phrase`page ${later} to begin with the record that follows the last one of page ${earlier}`,
            got: phrase`${isCounted ? phrase`page ${later} begins ${countPhrase(lost.length, 'record')} later` : phrase`both lack records`}: ${path} shows ${someIds(lost)} between the two; the pages have ${{ list: pages.map(({ ids }) => ids.length) }} records`,
            symptom: isCounted
              ? phrase`page ${later} begins ${countPhrase(lost.length, 'record')} too late`
              : phrase`${countPhrase(lost.length, 'record')} lost between pages ${earlier} and ${later}`,
            remedy: isCounted ? phrase`Begin each page at the offset of its cursor.` : undefined,
          }),
      fact: {
        kind: 'missing',
        ids: lost,
        pages: [before.exchange, after.exchange],
        foundOn: exchange,
        at: (isShort ? before : after).exchange,
      },
    })
  }
}
