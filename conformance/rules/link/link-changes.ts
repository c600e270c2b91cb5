// What becomes of the events and groups while a run looks at them.
import { byCodeUnit } from '../../reading/id-forms.ts'
import type { Session } from '../../run/session.ts'
import { eventsPath, groupsPath, legacyCredential } from '../paths.ts'
import { groupsAsFound } from './groups-as-found.ts'
import { eventWalk, maxGroupPages, walkLinks } from './link-pages.ts'

/** How a list with the Link header differs from its first walk when it is walked again. */
export interface LinkChange {
  /** Whether records came or went for good, which is the work of others. */
  readonly isByOthers: boolean
}

/** Whether a second walk of the events meets other events than the first; undefined when it does not. */
export async function changeOfEvents(session: Session): Promise<LinkChange | undefined> {
  const { ids } = await eventWalk(session)
  const walk = async () =>
    (await walkLinks(session, await session.send({ path: eventsPath(session), as: legacyCredential(session) }))).ids
  const again = await walk()
  if (ids.join() === again.join()) return undefined
  const later = new Set([...again, ...(await walk())])
  const newest = ids.toSorted(byCodeUnit).at(-1) ?? ''
  return { isByOthers: ids.some((id) => !later.has(id)) || [...later].some((id) => byCodeUnit(id, newest) > 0) }
}

/** Whether more new groups were created than by this run. The answers to this run's POSTs may show no id. */
export async function changeOfGroups(session: Session): Promise<LinkChange | undefined> {
  const { ids } = await groupsAsFound(session)
  const first = await session.send({ path: groupsPath(session), as: legacyCredential(session) })
  const again = await walkLinks(session, first, maxGroupPages)
  const newest = ids.toSorted(byCodeUnit).at(-1) ?? ''
  const made = session.run.ledger.entries.filter(({ what }) => what === 'group').length
  const created = new Set(again.ids.filter((id) => byCodeUnit(id, newest) > 0))
  return created.size > made ? { isByOthers: true } : undefined
}
