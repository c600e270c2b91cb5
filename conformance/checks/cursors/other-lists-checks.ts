import { because } from '../../conclusions/cause.ts'
import { fail, notApplicable } from '../../conclusions/conclusion.ts'
import { type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { assertPage, limitedPage, otherPagedLists, sendPage, smallLimit } from '../lists/paging.ts'
import { boundOf, type WalkedList } from '../lists/walked-list.ts'
import { assertEdges, thirdOf } from './edges.ts'
import { assertFalling, assertWalk } from './walks.ts'

const common = { effect: 'read', needs: ['bearer'], after: ['versions.current.path'] } as const

/** Looks at the lists other than the one that the other checks look at: all, or as many as are said, by the seed. */
const onEach =
  (judge: (session: Session, list: WalkedList) => Promise<void>, most = Infinity) =>
  async (session: Session): Promise<Phrase> => {
    const lists = session.run.rotation.some(await otherPagedLists(session), most)
    if (lists.length === 0)
      notApplicable(because.absent, phrase`no other list of clause 4.4 with three records takes limit`)
    for (const list of lists) await judge(session, list)
    const seen = lists.map((list) => phrase`${list.address}: ${boundOf(list) ?? phrase`${list.ids.length} records`}`)
    return phrase`${{ list: seen, between: '; ' }}`
  }

/** A place in a list with as many records before and behind it as are said, which the seed chooses. */
function placesIn({ run }: Session, { ids }: WalkedList, before: number, behind: number): readonly number[] {
  const places = ids.map((_id, place) => place).slice(before, ids.length - behind)
  if (places.length === 0) return [Math.min(before, ids.length - 1)]
  return run.rotation.some(places, 1)
}

/** Id cursors (clause 4.6) on the environments and the resources, where these take `limit`. */
export const otherListChecks: readonly Check[] = [
  defineCheck({
    ...common,
    id: 'cursors.limit.lists',
    mayRepeat: true,
    description:
      'GETs the environments and the resources with limit=1 and with about a third of their number, if they take limit: each page holds that many records.',
    run: onEach(async (session, list) => {
      const limits = [...new Set([1, thirdOf(list)])]
      for (const limit of session.run.rotation.some(limits, 1, list.address.length)) {
        const { page } = await limitedPage(session, list, limit)
        if (page && page.ids.length !== limit)
          fail({
            expected: phrase`${limit} records for limit=${limit} at ${list.address}`,
            got: phrase`${page.ids.length}`,
            fact: { kind: 'count', wanted: limit, got: page.ids.length, at: page.exchange },
          })
      }
    }),
  }),
  defineCheck({
    ...common,
    id: 'cursors.newest-first.lists',
    mayRepeat: true,
    description: 'Walks the environments and the resources, if they take limit: the ids fall from record to record.',
    run: onEach(async (_session, list) => assertFalling(list, phrase`ids that fall along the walk of ${list.address}`)),
  }),
  defineCheck({
    ...common,
    id: 'cursors.starting-after.lists',
    after: ['cursors.limit.lists', 'cursors.newest-first.lists'],
    mayRepeat: true,
    description:
      'GETs the environments and the resources, if they take limit, with starting_after set to the first record, one in the middle, and the last ones, with a limit and an enum filter, and with neither: the records right after it come.',
    run: onEach(async (session, list) => {
      if (!session.run.quick) return await assertEdges(session, list, 'starting_after')
      const limit = await smallLimit(session, list)
      for (const place of placesIn(session, list, 0, limit)) {
        const sent = await sendPage(session, list, { limit, starting_after: list.ids[place] })
        const ids = list.ids.slice(place + 1, place + 1 + limit)
        assertPage(sent, ids, phrase`${someIds(ids)} after ${list.ids[place]!} at ${list.address}`)
      }
    }),
  }),
  defineCheck({
    ...common,
    id: 'cursors.ending-before.lists',
    after: ['cursors.limit.lists', 'cursors.newest-first.lists'],
    // The records right before one are known by a walk with starting_after.
    mayRepeat: true,
    description:
      'GETs the environments and the resources, if they take limit, with ending_before set to the first two records, one in the middle and the last, with a limit and an enum filter, and with neither: the records right before it come.',
    run: onEach(async (session, list) => {
      if (!session.run.quick) return await assertEdges(session, list, 'ending_before')
      const limit = await smallLimit(session, list)
      const places = [...placesIn(session, list, limit + 1, 0), 1]
      for (const place of session.run.rotation.some(places, 1, list.address.length)) {
        const sent = await sendPage(session, list, { limit, ending_before: list.ids[place] })
        const ids = list.ids.slice(Math.max(0, place - limit), place)
        assertPage(sent, ids, phrase`${someIds(ids)} right before ${list.ids[place]!} at ${list.address}`)
      }
    }),
  }),
  defineCheck({
    ...common,
    id: 'cursors.complete.lists',
    after: ['cursors.limit.lists', 'cursors.starting-after.lists'],
    mayRepeat: true,
    description:
      'Walks the environments or the resources, if they take limit, in three pages: each record comes once, and none is missing.',
    run: onEach(async (session, list) => {
      await assertWalk(session, list, thirdOf(list), 4)
    }, 1),
  }),
]
