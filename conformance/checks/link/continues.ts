// rel=next continues the list (clause 4.10): it leads to the page behind, and to no other.
import type { Path } from '../../catalogue/operation-paths.ts'
import { fail } from '../../conclusions/conclusion.ts'
import { answer, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { legacyCredential } from '../paths.ts'
import { pageAt, pageBeyond } from './link-entries.ts'
import { findLinkPage, type LinkPage, type LinkWalk, pagesToLeave, walkLinks } from './link-pages.ts'
import type { Surroundings } from './surroundings.ts'

/** @throws Conclusion `fail` when rel=next leads to no list, or to the page itself or the one before it. */
export function assertContinues({ pages, end, stopped }: LinkWalk): void {
  if (end === 'noList')
    fail({
      expected: phrase`a list at rel=next`,
      got: phrase`${answer(stopped!)} at ${stopped!.request.url}`,
      fact: { kind: 'link', relation: 'next', from: pages.at(-1)!.exchange, at: stopped! },
    })
  for (const [index, page] of pages.entries()) {
    // A walk that begins again further back is one that does not end: link.complete tells.
    const before = new Set(pages.slice(Math.max(0, index - 2), index).flatMap(({ ids }) => ids))
    if (page.ids.length > 0 && page.ids.every((id) => before.has(id)))
      failNext(
        pages[index - 1]!,
        page,
        phrase`other records at rel=next than on this page and the one before it`,
        phrase`the same ones at ${page.exchange.request.url}`,
      )
  }
}

function failNext(from: LinkPage, to: LinkPage, expected: Phrase, got: Phrase): never {
  return fail({
    expected,
    got,
    fact: { kind: 'link', relation: 'next', from: from.exchange, at: to.exchange },
  })
}

/**
 * Asserts that rel=next of the last page, and of the empty one behind it, leads to no page of the walk, and that no
 * page lies between two of the walk. All these pages are asked for once in a run, for all checks together.
 *
 * @throws Conclusion `fail` when rel=next leads back, or leaves out a page that rel=previous leads to.
 */
export async function assertNextPages(
  session: Session,
  list: Path,
  walk: LinkWalk,
  { behindAgain }: Surroundings,
): Promise<void> {
  if (walk.end === 'resultsFalse') {
    const { last, beyond } = await pageBeyond(session, Promise.resolve(walk))
    if (beyond && walk.pages.some((page) => isLike(page, beyond)) && (await isStill(session, last)))
      failNext(
        last,
        beyond,
        phrase`no page of the walk at rel=next of its last page`,
        phrase`its ${beyond.ids.length} records at ${beyond.exchange.request.url}`,
      )
    // It is asked for again where its rel=next leads to records of the walk: others may have moved these behind it.
    const met = beyond && behindAgain?.ids.length === 0 ? await pageAt(session, beyond, beyond.next) : undefined
    if (beyond && met?.ids.some((id) => walk.ids.includes(id)))
      failNext(
        beyond,
        met,
        phrase`no record that the walk visited at rel=next of the empty page after the last`,
        phrase`${met.ids.length} records at ${met.exchange.request.url}`,
      )
  }
  await assertNoPageLeftOut(session, list, walk)
}

function isLike({ ids }: LinkPage, other: LinkPage): boolean {
  return ids.length > 0 && ids.join() === other.ids.join()
}

/** Asks for a page again: where others write, its records have moved. */
async function isStill(session: Session, page: LinkPage): Promise<boolean> {
  const now = await findLinkPage(session, page.exchange.request.url)
  return now !== undefined && isLike(page, now)
}

/**
 * A page that rel=previous leads to and that has none of the records of the walk lies between two pages of it. Others
 * may have created its records meanwhile, so the list is walked again before that counts, and the page is asked for
 * again.
 */
async function assertNoPageLeftOut(session: Session, list: Path, { pages, ids, end }: LinkWalk): Promise<void> {
  if (end !== 'resultsFalse' && end !== 'emptyPages') return
  const known = new Set(ids)
  const suspects: { readonly page: LinkPage; readonly back: LinkPage }[] = []
  for (const page of pagesToLeave(session, pages)) {
    const back = await pageAt(session, page, page.previous)
    if (back && back.ids.length > 0 && !back.ids.some((id) => known.has(id))) suspects.push({ page, back })
  }
  if (suspects.length === 0) return
  const again = await walkLinks(session, await session.send({ path: list, as: legacyCredential(session) }))
  for (const { page, back } of suspects) {
    if (again.ids.some((id) => back.ids.includes(id)) || !(await isStill(session, back))) continue
    const before = pages[pages.indexOf(page) - 1]!
    failNext(
      before,
      page,
      phrase`the page behind ${before.exchange.request.url} at its rel=next`,
      phrase`one further on: rel=previous there leads to ${back.ids.length} records that no page of the walk has, at ${back.exchange.request.url}`,
    )
  }
}
