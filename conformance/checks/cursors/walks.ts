// Walks by id cursors, compared with the walk in large pages.
import { fail } from '../../conclusions/conclusion.ts'
import { fallingOrder } from '../../reading/id-forms.ts'
import type { Session } from '../../judge/session.ts'
import { type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import { noListFact, pageOf, repeatedFact, walkForward } from '../lists/pages.ts'
import { answerTo } from '../shared-answers.ts'
import { limitedPage } from '../lists/paging.ts'
import { missingFact, type WalkedList } from '../lists/walked-list.ts'

/** The first id that stands in a list twice. */
export function firstRepeated(ids: readonly string[]): string | undefined {
  const met = new Set<string>()
  return ids.find((id) => met.size === met.add(id).size)
}

/** @throws Conclusion `fail` when the ids of a list do not fall along its walk. */
export function assertFalling({ ids, walk }: WalkedList, expected: Phrase): void {
  if (fallingOrder(ids)) return
  const place = ids.findIndex((id, index) => index > 0 && id > ids[index - 1]!)
  const [second, first] = ids.slice(place - 1) as [string, string]
  const at = walk.pages.find((page) => page.ids.includes(first))!
  const rises = ids.filter((id, index) => index > 0 && id > ids[index - 1]!).length
  const where =
    rises === ids.length - 1
      ? phrase`the ids rise along the whole walk, oldest first`
      : phrase`${rises} of ${ids.length} ids are higher than the one before`
  fail({
    expected,
    got: phrase`${first} after ${second}; ${where}`,
    fact: at.ids.includes(second)
      ? { kind: 'order', first, second, at: at.exchange }
      : { kind: 'present', ids: [first], at: at.exchange },
  })
}

/** Walks in pages of one size, or without limit, and compares that with the walk in large pages. */
export async function assertWalk(
  session: Session,
  base: WalkedList,
  limit: number | undefined,
  pages: number,
): Promise<void> {
  const how = limit === undefined ? phrase`without limit` : phrase`with limit=${limit}`
  const first =
    limit === undefined
      ? pageOf(session, await answerTo(session, { path: base.path }))
      : (await limitedPage(session, base, limit)).page
  const walk = await walkForward(session, {
    call: { path: base.path },
    maxPages: pages,
    ...(limit === undefined ? {} : { limit }),
    ...(first ? { first } : {}),
  })
  const ids = walk.ids.filter((id) => base.places.has(id))
  const bounded = !walk.complete && walk.pages.length === pages
  // The answer after the last record is not specified. Without limit, nothing tells that a page is the last.
  const isWhole = walk.complete || (base.complete && ids.length >= base.ids.length)
  if (!isWhole && !bounded)
    fail({
      expected: phrase`a walk ${how} that continues`,
      got: phrase`${walk.ids.length} records, then: ${walk.stopped ?? phrase`nothing`}`,
      fact: pageOf(session, walk.last) ? repeatedFact(walk, walk.ids.at(-1)!) : noListFact(walk.last),
    })
  const expected = isWhole && base.complete ? base.ids : base.ids.slice(0, ids.length)
  const repeated = firstRepeated(ids)
  if (repeated !== undefined)
    fail({
      expected: phrase`each record once in a walk ${how}`,
      got: phrase`${repeated} twice`,
      fact: repeatedFact(walk, repeated),
    })
  const met = new Set(ids)
  const lost = expected.filter((id) => !met.has(id))
  if (lost.length > 0)
    fail({
      expected: phrase`every record in a walk ${how}`,
      got: phrase`a walk that leaves out ${someIds(lost)}`,
      fact: missingFact(base, walk, lost),
    })
}
