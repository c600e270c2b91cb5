// Changes of the events and groups while a run looks at them.
import { byCodeUnit } from '../../reading/id-forms.ts'
import type { Session } from '../../judge/session.ts'
import { groups, groupsMade, type LinkList, linkWalk, walkLinks } from './link-list.ts'
import { asFound } from './surroundings.ts'

/** How a list with the Link header differs from its first walk when it is walked again. */
export interface LinkChange {
  /** True if records came or went for good, which is the work of others. */
  readonly isByOthers: boolean
}

/**
 * The change that a second walk of a list meets, apart from the groups that this run created; undefined without one.
 * @param isRepeated True if it was walked while this run created groups too, which moves them.
 */
export async function changeOfLinks(
  session: Session,
  list: LinkList,
  isRepeated: boolean,
): Promise<LinkChange | undefined> {
  const first = await asFound(session, list)
  const { madeBefore } = await linkWalk(session, list)
  const made = isRepeated || list !== groups ? 0 : groupsMade(session.run) - madeBefore
  const newest = first.ids.toSorted(byCodeUnit).at(-1) ?? ''
  const walk = () => walkLinks(session, list.path(session), list.mostPages)
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
