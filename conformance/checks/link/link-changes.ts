// Changes of the events and groups while a run looks at them.
import type { Path } from '../../catalogue/operation-paths.ts'
import { byCodeUnit } from '../../reading/id-forms.ts'
import type { Session } from '../../judge/session.ts'
import { eventsPath, groupsPath, legacyCredential } from '../paths.ts'
import { groupsAsFound } from './groups-as-found.ts'
import { eventWalk, groupsMade, groupsMadeBefore, type LinkWalk, maxGroupPages, walkLinks } from './link-pages.ts'

/** How a list with the Link header differs from its first walk when it is walked again. */
export interface LinkChange {
  /** True if records came or went for good, which is the work of others. */
  readonly isByOthers: boolean
}

/** The change that a second walk of the events meets; undefined without one. */
export async function changeOfEvents(session: Session): Promise<LinkChange | undefined> {
  return await changeSince(session, eventsPath(session), await eventWalk(session), 0)
}

/**
 * Resolves to true if the groups changed, apart from those that this run created; undefined when they did not.
 * @param isRepeated True if they were walked while this run created groups too, which moves them.
 */
export async function changeOfGroups(session: Session, isRepeated: boolean): Promise<LinkChange | undefined> {
  const first = await groupsAsFound(session)
  const made = isRepeated ? 0 : groupsMade(session.run) - (await groupsMadeBefore(session))
  return await changeSince(session, groupsPath(session), first, made, maxGroupPages)
}

/** @param made How many records the run has created since the first walk. */
async function changeSince(
  session: Session,
  path: Path,
  first: LinkWalk,
  made: number,
  maxPages?: number,
): Promise<LinkChange | undefined> {
  const newest = first.ids.toSorted(byCodeUnit).at(-1) ?? ''
  const walk = async () =>
    await walkLinks(session, await session.send({ path, as: legacyCredential(session) }), maxPages)
  const isNew = (id: string) => byCodeUnit(id, newest) > 0
  const again = await walk()
  const known = again.ids.filter((id) => !isNew(id))
  const created = new Set(again.ids.filter((id) => isNew(id))).size
  // A record that comes twice was moved by another that was created during the walk.
  const isCreated = created > made || (created > 0 && new Set(first.ids).size < first.ids.length)
  // Where the newest come first, those that were created push others off the last page that is walked.
  const length = again.end === 'resultsFalse' ? Infinity : known.length
  // Where all that is walked is new, it cannot be told whose work it is: another look must show it.
  if (!isCreated && created > 0 && known.length === 0) return { isByOthers: false }
  if (!isCreated && first.ids.slice(0, length).join() === known.join()) return undefined
  if (isCreated) return { isByOthers: true }
  const later = new Set([...again.ids, ...(await walk()).ids])
  return { isByOthers: first.ids.slice(0, length).some((id) => !later.has(id)) }
}
