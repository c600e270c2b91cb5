import { fail, insufficient } from '../../catalogue/verdict.ts'
import { parseLinkCursor } from '../../reading/link-header.ts'
import type { Session } from '../../run/session.ts'
import { cursorOf } from './link-entries.ts'
import { keptLinkPage, type LinkPage } from './link-pages.ts'

/** Two pages of a walk that follow each other, and the path of a cursor in the middle of the first. */
interface Boundary {
  readonly pages: readonly [LinkPage, LinkPage]
  readonly path: string
}

const nextCursor = (page: LinkPage) => (page.next ? parseLinkCursor(cursorOf(page, page.next) ?? '') : undefined)

/** The boundaries of a walk that are looked at: that of the first two pages, and one that the seed chooses. */
export function boundariesOf({ run }: Session, list: string, pages: readonly LinkPage[]): readonly Boundary[] {
  const all = pages.slice(0, -1).flatMap((page, index): readonly Boundary[] => {
    const [following, before] = [pages[index + 1]!, pages[index - 1]]
    const [cursor, from] = [nextCursor(page), before ? nextCursor(before) : { offset: 0 }]
    if (!cursor || !from || page.ids.length < 2 || following.ids.length === 0) return []
    const offset = from.offset + Math.ceil(page.ids.length / 2)
    return [{ pages: [page, following], path: `${list}?cursor=${cursor.identifier}:${offset}:0` }]
  })
  return [...all.slice(0, 1), ...run.rotation.some(all.slice(1), 1)]
}

/**
 * Asks for pages that begin in the middle of others. Between the records of two pages that follow each other,
 * there must
 * be no record that is on neither.
 */
export async function assertNothingBetween(session: Session, list: string, pages: readonly LinkPage[]): Promise<void> {
  const boundaries = boundariesOf(session, list, pages)
  if (boundaries.length === 0) insufficient('it takes two pages, the first with two records or more')
  for (const { path, pages: both } of boundaries) {
    const [one, other] = both
    const between = (await keptLinkPage(session, path))?.ids ?? []
    // That offsets between pages are served is not stated, so the answer must show records of both pages.
    const [from, to] = [
      between.findLastIndex((id) => one.ids.includes(id)),
      between.findIndex((id) => other.ids.includes(id)),
    ]
    if (from < 0 || to < 0)
      insufficient(
        'the target serves no cursor with an offset in the middle of a page, which would show whether a record is ' +
          'lost between two pages',
      )
    const lost = between.slice(from + 1, to)
    if (lost.length > 0)
      fail(
        `no record between pages ${pages.indexOf(one) + 1} and ${pages.indexOf(other) + 1} that is on neither`,
        `${lost.length} at ${path}, such as ${lost[0]}`,
      )
  }
}
