import { fail, insufficient } from '../../catalogue/verdict.ts'
import { parseLinkCursor } from '../../reading/link-header.ts'
import type { Session } from '../../run/session.ts'
import { cursorOf } from './link-entries.ts'
import { keptLinkPage, type LinkPage } from './link-pages.ts'

/** The path with a cursor half a page further than the first page; undefined when rel=next has no offset to go by. */
export function pathBetween(list: string, first: LinkPage | undefined): string | undefined {
  const cursor = first?.next && parseLinkCursor(cursorOf(first, first.next) ?? '')
  return cursor && first.ids.length > 1
    ? `${list}?cursor=${cursor.identifier}:${Math.ceil(first.ids.length / 2)}:0`
    : undefined
}

/**
 * Asks for a page half a page further than the first. Between the records of the first two pages, there must be no
 * record that is on neither.
 */
export async function assertNothingBetween(
  session: Session,
  list: string,
  [first, second]: readonly LinkPage[],
): Promise<void> {
  const path = pathBetween(list, first)
  if (!first || !second || path === undefined || second.ids.length === 0)
    insufficient('it takes two pages, the first with two records or more')
  const between = (await keptLinkPage(session, path))?.ids ?? []
  // That offsets between pages are served is not stated, so the answer must show records of both pages.
  const [from, to] = [
    between.findLastIndex((id) => first.ids.includes(id)),
    between.findIndex((id) => second.ids.includes(id)),
  ]
  if (from < 0 || to < 0)
    insufficient(
      'the target serves no cursor with an offset in the middle of a page, which would show whether a record is lost ' +
        'between two pages',
    )
  const lost = between.slice(from + 1, to)
  if (lost.length > 0)
    fail('no record between the first two pages that is on neither', `${lost.length} at ${path}, such as ${lost[0]}`)
}
