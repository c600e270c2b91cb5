import type { Path } from '../../catalogue/operation-paths.ts'
import { fail } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { legacyCredential } from '../paths.ts'
import { findLinkPage, type LinkWalk, walkLinks } from './link-pages.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Asserts that pages that rel=previous leads to have no record that a whole walk by rel=next does not meet. Others may
 * have created or deleted it, so the list is walked again, and the page is asked for again.
 */
export async function assertNothingBeside(
  session: Session,
  list: Path,
  { ids, end }: LinkWalk,
  { back, behind }: Surroundings,
): Promise<void> {
  if (end !== 'resultsFalse') return
  const known = new Set(ids)
  for (const page of [...back, ...behind]) {
    if (page.ids.every((id) => known.has(id))) continue
    const again = await walkLinks(session, await session.send({ path: list, as: legacyCredential(session) }))
    if (again.end !== 'resultsFalse') return
    const later = new Set(again.ids)
    const left = page.ids.filter((id) => !known.has(id) && !later.has(id))
    const now = left.length > 0 ? await findLinkPage(session, page.exchange.request.url) : undefined
    const stays = left.filter((id) => now?.ids.includes(id))
    if (stays.length > 0)
      fail({
        expected: phrase`each record of the list on the walk by rel=next`,
        got: phrase`${stays.length} that it does not meet at ${page.exchange.request.url}, such as ${stays[0]!}`,
        fact: {
          kind: 'missing',
          ids: stays,
          pages: again.pages.map(({ exchange }) => exchange),
          foundOn: now!.exchange,
          at: again.pages.at(-1)!.exchange,
        },
      })
  }
}
