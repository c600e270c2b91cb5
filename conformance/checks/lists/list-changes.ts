// Changes of the records of a list while a run looks at them.
import type { Session } from '../../judge/session.ts'
import { readPage, type ListWalk, walkForward } from './pages.ts'
import { maxPages, type WalkedList } from './walked-list.ts'
import { isSameJson } from '../../reading/same-json.ts'

/** The difference of a list between its first walk and another one. */
export interface ListChange {
  /** Records that no later read shows. */
  readonly lost: readonly string[]
  /** Records that some reads show and others do not. */
  readonly flickering: readonly string[]
  /** True if records were created since. */
  readonly isLonger: boolean
  /** Returns true if a record is the same as in the first walk. */
  readonly isSettled: (id: string) => boolean
}

/** Milliseconds between two differing reads of a list: a replica may need some time. */
const betweenReads = 300
/** The number of records to request individually. */
const probed = 2

/**
 * Walks a list again, and once more if a record is missing: another client may have deleted it, or a read may lack it.
 */
export async function changeOfList(session: Session, list: WalkedList): Promise<ListChange> {
  const walk = (): Promise<ListWalk> =>
    walkForward(session, {
      call: { path: list.path },
      maxPages,
      ...(list.limit === undefined ? {} : { limit: list.limit }),
    })
  const first = await walk()
  const missing = missingFrom(list, first)
  let lost = missing
  if (missing.length > 0) {
    await session.run.time.sleep(betweenReads)
    const listed = new Set((await walk()).ids)
    for (const id of missing.slice(0, probed)) if (await showsAlone(session, list, id)) listed.add(id)
    lost = missing.filter((id) => !listed.has(id))
  }
  const again = new Map(first.ids.map((id, index) => [id, first.items[index]]))
  return {
    lost,
    flickering: missing.filter((id) => !lost.includes(id)),
    isLonger: first.ids.some((id) => list.isNewer(id)),
    isSettled: (id) => list.items.has(id) && isSameJson(again.get(id), list.items.get(id)),
  }
}

/** The records of a list that a walk passes without visiting them. */
function missingFrom(list: WalkedList, { ids, pages, complete }: ListWalk): readonly string[] {
  const met = new Set(ids)
  const last = ids.findLast((id) => list.places.has(id))
  // A list without paging has only one page, which is shorter now.
  const isEnd = complete || (pages.at(-1)?.ids.length ?? 0) < list.pageSize
  const horizon = isEnd ? Infinity : last === undefined ? -1 : list.placeOf(last)
  return list.ids.filter((id) => !met.has(id) && list.placeOf(id) <= horizon)
}

/** Resolves to true if the page after the preceding record shows a record. */
async function showsAlone(session: Session, list: WalkedList, id: string): Promise<boolean> {
  const before = list.ids[list.placeOf(id) - 1]
  if (before === undefined) return false
  const page = readPage(session, await session.send({ path: list.path, query: { starting_after: before } }))
  return page?.ids.includes(id) === true
}
