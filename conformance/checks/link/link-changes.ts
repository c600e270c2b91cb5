// Changes of the events and groups while a run looks at them.
import { byCodeUnit } from '../../reading/id-forms.ts'
import type { Session } from '../../judge/session.ts'
import { groups, groupsMade, type LinkList, linkWalk, walkLinks } from './link-list.ts'
import { asFound } from './surroundings.ts'

/** The difference of a list with the Link header between its first walk and another one. */
export interface LinkChange {
  /** True if records appeared or disappeared permanently, so that another client changed the list. */
  readonly isByOthers: boolean
}

/**
 * The change that a second walk of a list finds, except for the groups that this run created; undefined if nothing
 * changed.
 * @param isRepeated True if this run created groups during the walk, which moves records.
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
  // A repeated record was moved by another one that was created during the walk.
  const isCreated = created > made || (created > 0 && new Set(first.ids).size < first.ids.length)
  // If the newest come first, new records push old ones off the last walked page.
  const length = again.end === 'resultsFalse' ? Infinity : known.length
  // If every walked record is new, their creator is unknown: another look must decide.
  if (!isCreated && created > 0 && known.length === 0) return { isByOthers: false }
  if (!isCreated && first.ids.slice(0, length).join() === known.join()) return undefined
  if (isCreated) return { isByOthers: true }
  const later = new Set([...again.ids, ...(await walk()).ids])
  return { isByOthers: first.ids.slice(0, length).some((id) => !later.has(id)) }
}
