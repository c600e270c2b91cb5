import { Conclusion, insufficient } from '../catalogue/verdict.ts'
import { byCodeUnit, samePath } from '../reading/id-forms.ts'
import { type Check, isPassive } from '../run/define-check.ts'
import type { Session } from '../run/session.ts'
import { groupsAsFound } from './link/groups-as-found.ts'
import { eventWalk, maxGroupPages, walkLinks } from './link/link-pages.ts'
import { walkForward } from './lists/pages.ts'
import { maxPages, type WalkedList, walkedLists } from './lists/walked-list.ts'
import { eventsPath, groupsPath, legacyCredential } from './paths.ts'

/**
 * Makes checks that compare answers of different moments fair to a target that others use meanwhile. Before such a
 * check fails, the lists that it looked at are walked again; a change in them is not a fault of the target.
 */
export function onLivingData(checks: readonly Check[]): readonly Check[] {
  return checks.map((check) =>
    isPassive(check) ? check : { ...check, run: (session: Session) => unlessChanged(session, check.run) },
  )
}

async function unlessChanged(
  session: Session,
  run: (session: Session) => Promise<string | void>,
): Promise<string | void> {
  try {
    return await run(session)
  } catch (error) {
    if (!(error instanceof Conclusion) || error.verdict !== 'fail') throw error
    const change = await changeOf(session)
    if (change === undefined) throw error
    return insufficient(`${change}, so this could not be judged: ${error.message}; run it where nobody else writes`)
  }
}

async function changeOf(session: Session): Promise<string | undefined> {
  const asked = new Set(session.exchanges.map(({ request }) => new URL(request.url).pathname))
  const looked = (path: string) =>
    [...asked].some((one) => one.endsWith(path) || samePath(one.slice(-path.length), path))
  // What is sent here is no evidence of the failure.
  const own = session.fork()
  for (const list of await walkedLists(own)) {
    if (looked(list.path) && (await lostSince(own, list)).length > 0)
      return `records of ${list.path} were deleted while it was looked at`
  }
  if (looked('/groups/') && (await groupsChanged(own)))
    return `the groups at ${groupsPath(own)} changed while they were looked at`
  if (looked('/events/') && (await eventsChanged(own)))
    return `the events at ${eventsPath(own)} changed while they were looked at`
  return undefined
}

/** The records that are gone for good. A list may show one record now and another then; those are not gone. */
async function lostSince(session: Session, list: WalkedList): Promise<readonly string[]> {
  let lost = list.ids
  for (let round = 0; round < 2 && lost.length > 0; round++) {
    const walk = await walkForward(session, {
      call: { path: list.path },
      maxPages,
      ...(list.limit === undefined ? {} : { limit: list.limit }),
    })
    const met = new Set(walk.ids)
    const last = walk.ids.findLast((id) => list.places.has(id))
    const horizon = walk.complete ? Infinity : last === undefined ? -1 : list.placeOf(last)
    lost = lost.filter((id) => !met.has(id) && list.placeOf(id) <= horizon)
  }
  return lost
}

/** Whether a second walk of the events meets other events than the first. */
async function eventsChanged(session: Session): Promise<boolean> {
  const { ids } = await eventWalk(session)
  const first = await session.send({ path: eventsPath(session), as: legacyCredential(session) })
  return ids.join() !== (await walkLinks(session, first)).ids.join()
}

/** Whether more new groups were created than by this run. The answers to this run's POSTs may show no id. */
async function groupsChanged(session: Session): Promise<boolean> {
  const { ids } = await groupsAsFound(session)
  const first = await session.send({ path: groupsPath(session), as: legacyCredential(session) })
  const again = await walkLinks(session, first, maxGroupPages)
  const newest = ids.toSorted(byCodeUnit).at(-1) ?? ''
  const made = session.run.ledger.entries.filter(({ what }) => what === 'group').length
  return new Set(again.ids.filter((id) => byCodeUnit(id, newest) > 0)).size > made
}
