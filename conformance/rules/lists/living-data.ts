import { type Check, isPassive } from '../../run/define-check.ts'
import { Session } from '../../run/session.ts'
import { Conclusion, insufficient } from '../../run/verdict.ts'
import { type BaseList, maxPages, walkedLists } from './walked-list.ts'
import { byCodeUnit, samePath } from '../../reading/id-forms.ts'
import { groupsAsFound } from '../link/link-entries.ts'
import { eventsPath, eventWalk, groupsPath, legacyCredential, maxGroupPages, walkLinks } from '../link/link-pages.ts'
import { walkForward } from './lists.ts'

/**
 * Checks that compare answers of different times, made fair to a target that others use meanwhile: where one would
 * fail, the lists that it looked at are walked again, and what changed under it is no fault of the target.
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
  // What is sent here is no evidence for the failure.
  const own = new Session(session.run)
  for (const base of await walkedLists(own)) {
    if (looked(base.path) && (await lostSince(own, base)).length > 0)
      return `records of ${base.path} were deleted while it was looked at`
  }
  if (looked('/groups/') && (await groupsChanged(own)))
    return `the groups at ${groupsPath(own)} changed while they were looked at`
  if (looked('/events/') && (await eventsChanged(own)))
    return `the events at ${eventsPath(own)} changed while they were looked at`
  return undefined
}

/** The records that are gone, and stay so: those of a list that shows one now and another then are not. */
async function lostSince(session: Session, base: BaseList): Promise<readonly string[]> {
  let lost = base.ids
  for (let round = 0; round < 2 && lost.length > 0; round++) {
    const walk = await walkForward(session, {
      call: { path: base.path },
      maxPages,
      ...(base.limit === undefined ? {} : { limit: base.limit }),
    })
    const met = new Set(walk.ids)
    const last = walk.ids.findLast((id) => base.places.has(id))
    const horizon = walk.complete ? Infinity : last === undefined ? -1 : base.placeOf(last)
    lost = lost.filter((id) => !met.has(id) && base.placeOf(id) <= horizon)
  }
  return lost
}

/** Whether a second walk of the events meets others than the first. */
async function eventsChanged(session: Session): Promise<boolean> {
  const { ids } = await eventWalk(session)
  const again = await walkLinks(
    session,
    await session.send({ path: eventsPath(session), as: legacyCredential(session) }),
  )
  return ids.join() !== again.ids.join()
}

/** Whether there are newer groups than those that were walked, and more than this run made, whose answers may show no id. */
async function groupsChanged(session: Session): Promise<boolean> {
  const { ids } = await groupsAsFound(session)
  const again = await walkLinks(
    session,
    await session.send({ path: groupsPath(session), as: legacyCredential(session) }),
    maxGroupPages,
  )
  const newest = ids.toSorted(byCodeUnit).at(-1) ?? ''
  const made = session.run.ledger.entries.filter(({ what }) => what === 'group').length
  return new Set(again.ids.filter((id) => byCodeUnit(id, newest) > 0)).size > made
}
