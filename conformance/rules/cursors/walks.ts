// Walks by id cursors, compared with the walk in large pages.
import { fail } from '../../catalogue/verdict.ts'
import type { Session } from '../../run/session.ts'
import { summary } from '../../wire/exchange.ts'
import { walkForward } from '../lists/pages.ts'
import { limitedPage, type SentPage } from '../lists/paging.ts'
import { some, type WalkedList } from '../lists/walked-list.ts'

/** A page for a message. */
export function shown({ page, exchange, ids }: SentPage): string {
  return page ? (ids.length === 0 ? 'no records' : some(ids)) : summary(exchange)
}

export function firstRepeated(ids: readonly string[]): string | undefined {
  const met = new Set<string>()
  return ids.find((id) => met.size === met.add(id).size)
}

/** Walks in pages of one size, or without limit, and compares that with the walk in large pages. */
export async function assertWalk(
  session: Session,
  base: WalkedList,
  limit: number | undefined,
  pages: number,
): Promise<void> {
  const how = limit === undefined ? 'without limit' : `with limit=${limit}`
  const first = limit === undefined ? undefined : (await limitedPage(session, base, limit)).page
  const walk = await walkForward(session, {
    call: { path: base.path },
    maxPages: pages,
    ...(limit === undefined ? {} : { limit }),
    ...(first ? { first } : {}),
  })
  const ids = walk.ids.filter((id) => base.places.has(id))
  const bounded = !walk.complete && walk.pages.length === pages
  // What comes after the last record is not shown. Without limit, nothing tells that a page is the last.
  const isWhole = walk.complete || (base.complete && ids.length >= base.ids.length)
  if (!isWhole && !bounded)
    fail(`a walk ${how} that continues`, `${walk.ids.length} records, then: ${walk.stopped ?? 'nothing'}`)
  const expected = isWhole && base.complete ? base.ids : base.ids.slice(0, ids.length)
  const repeated = firstRepeated(ids)
  if (repeated !== undefined) fail(`each record once in a walk ${how}`, `${repeated} twice`)
  const met = new Set(ids)
  const lost = expected.filter((id) => !met.has(id))
  if (lost.length > 0) fail(`every record in a walk ${how}`, `a walk that leaves out ${some(lost)}`)
}
