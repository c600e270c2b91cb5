import { because } from '../conclusions/cause.ts'
import type { Statement } from '../conclusions/conclusion.ts'
import { cursorParameters, type OperationId } from '../catalogue/operations.ts'
import { toAddress } from '../catalogue/operation-paths.ts'
import type { Exchange, SentRequest } from '../conclusions/exchange.ts'
import { factExchanges, factIds } from '../conclusions/fact.ts'
import { type Phrase, phrase } from '../conclusions/phrase.ts'
import { statementPhrase, undecided } from '../conclusions/result.ts'
import { stripPrefix, codeUnitOrder, endsAs } from '../reading/id-forms.ts'
import { isSameJson } from '../reading/same-json.ts'
import { type Once, oncePerRun } from '../judge/once-per-run.ts'
import { type DeclaredCheck, isPassive, type Subject } from '../judge/define-check.ts'
import type { CheckResult } from '../judge/result.ts'
import type { Session } from '../judge/session.ts'
import { events, groups, groupsMade, type LinkList, linkWalk, walkLinks } from './link/link-list.ts'
import { initialWalk } from './link/surroundings.ts'
import { judgedLists, wrongQueries } from './lists/judged-lists.ts'
import { judgedListChecks } from './lists/list-laws.ts'
import { listLag } from './lists/list-lag.ts'
import { type ListWalk, readListPage, walkForward } from './lists/pages.ts'
import { maxPages, settledLists, type WalkedList, walkedLists, walkLimit } from './lists/walked-list.ts'

/**
 * Makes checks that compare answers over time fair to a target that other clients use meanwhile. Before such a check
 * fails, the lists that it read are walked again. If they changed, the check waits and repeats everything: a fault
 * shows again, while changes by other clients settle.
 */
export function guardLivingData<Any extends DeclaredCheck>(checks: readonly Any[]): readonly Any[] {
  return checks.map((check) => (isPassive(check) ? check : { ...check, doubts: [doubtChangedData] }))
}

/** Milliseconds before each repetition. */
const pauses = [400, listLag]

/** A session that remembers only the first walks of lists, for another look. */
async function lookAgain(session: Session): Promise<Session> {
  const fresh = session.afresh()
  const settled = await settledLists(fresh)
  for (const list of await walkedLists(session)) settled.set(list.address, list)
  return fresh
}

/** The session of another look at wrong list queries, which the list checks share. */
const judgedAgain: Once<[look: number], Session> = oncePerRun(async (session) => {
  const fresh = await lookAgain(session)
  await judgedLists(fresh, wrongQueries(await judgedLists(session)))
  return fresh
})

async function doubtChangedData(outcome: CheckResult, { check, session, again }: Subject): Promise<CheckResult> {
  if (!mayBeByOthers(outcome)) return outcome
  let change = await findDataChange(session, outcome, false)
  if (change === undefined) return outcome
  let last = outcome
  if (!isPassive(check) && check.effect === 'read')
    for (const [look, pause] of pauses.entries()) {
      await session.run.time.sleep(pause)
      const fresh = judgedListChecks.has(check.id)
        ? (await judgedAgain(session, look)).fork()
        : await lookAgain(session)
      last = await again(fresh)
      session.exchanges.push(...fresh.exchanges)
      if (!mayBeByOthers(last)) return last
      change = await findDataChange(fresh, last, true)
    }
  if (!change?.isExcuse) return last
  const remark = phrase`${change.what}, so this could not be judged; make sure that nobody else writes`
  const { at } = last
  return last.verdict === 'fail'
    ? undecided(last, 'insufficientEvidence', { cause: because.changed, remark })
    : undecided(last, 'insufficientEvidence', {
        cause: because.changed,
        remark: phrase`${remark}: ${statementPhrase(last)}`,
        at,
      })
}

/** A check with a failed control is blocked. */
const mayBeByOthers = ({ verdict }: CheckResult): boolean => verdict === 'fail' || verdict === 'blocked'

/** Returns true for a page that was requested by a cursor, of either API. */
const isBehindCursor = (exchange: Exchange): boolean =>
  cursorIds(exchange).length > 0 || new URL(exchange.request.url).searchParams.has('cursor')

/** A change of the data that a check read. */
interface DataChange {
  readonly what: Phrase
  /**
   * True if a conforming server may fail the check because of the change. Otherwise, the check fails if the fault shows
   * again.
   */
  readonly isExcuse: boolean
}

/** The change in the lists that a check read; undefined if nothing changed. */
async function findDataChange(
  session: Session,
  failure: Statement,
  isRepeated: boolean,
): Promise<DataChange | undefined> {
  const asked = session.exchanges.map(({ request }) => request)
  const isAt = ({ url }: SentRequest, { address }: WalkedList) => endsAs(new URL(url).pathname, address)
  const looked = (...wanted: readonly OperationId[]) =>
    asked.some(({ operation }) => operation !== undefined && wanted.includes(operation))
  // The requests below are not evidence of the failure.
  const fork = session.fork()
  // A lagging list still shows the record of the cursor, and a cache still serves the same pages.
  if (failure.fact && isBehindCursor(failure.fact.at)) await session.run.time.sleep(listLag)
  const lists = (await walkedLists(fork)).filter((list) => asked.some((request) => isAt(request, list)))
  const decided = failure.fact?.at.request
  const named = lists.filter((list) => decided !== undefined && isAt(decided, list))
  for (const list of named.length > 0 ? named : lists) {
    const change = await changeOfList(fork, list)
    const isAboutSettled = concernsOnly(failure, change.isSettled)
    if (change.lost.length > 0)
      return { what: phrase`records of ${list.address} were deleted during the check`, isExcuse: !isAboutSettled }
    if (change.flickering.length > 0)
      return {
        what: phrase`some reads of ${list.address} show records that others do not`,
        // Records that were shown seconds ago are present on every replica.
        isExcuse: !isAboutSettled && !isRepeated,
      }
    if (change.isLonger)
      return { what: phrase`records of ${list.address} were created during the check`, isExcuse: false }
  }
  for (const list of [groups, events]) {
    const isLooked = list === groups ? looked('groups.list', 'groups.create') : looked('events.list')
    const change = isLooked ? await changeOfLinks(fork, list, isRepeated) : undefined
    if (change)
      return {
        what: phrase`the ${list.name} at ${toAddress(list.path(fork), fork.run.names)} changed during the check`,
        isExcuse: change.isByOthers,
      }
  }
  return undefined
}

/** Returns true if a failure is about at least one record, and all its records, including those of cursors, match. */
function concernsOnly({ fact }: Statement, isOfKind: (id: string) => boolean): boolean {
  if (!fact || factIds(fact).length === 0) return false
  return [...factIds(fact), ...factExchanges(fact).flatMap(cursorIds)].every((id) => isOfKind(id))
}

/** The ids of the cursors of a page: if such a record is gone, the page after it is not specified. */
function cursorIds({ request }: Exchange): readonly string[] {
  const { searchParams } = new URL(request.url)
  return cursorParameters.flatMap((name) => searchParams.getAll(name)).map(stripPrefix)
}

/** The difference of a list between its first walk and another one. */
interface ListChange {
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
async function changeOfList(session: Session, list: WalkedList): Promise<ListChange> {
  const walk = (): Promise<ListWalk> =>
    walkForward(session, {
      call: { path: list.path },
      maxPages,
      ...walkLimit(list),
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
  const page = readListPage(session, await session.send({ path: list.path, query: { starting_after: before } }))
  return page?.ids.includes(id) === true
}

/** The difference of a list with the Link header between its first walk and another one. */
interface LinkChange {
  /** True if records appeared or disappeared permanently, so that another client changed the list. */
  readonly isByOthers: boolean
}

/**
 * The change that a second walk of a list finds, except for the groups that this run created; undefined if nothing
 * changed.
 * @param isRepeated True if this run created groups during the walk, which moves records.
 */
async function changeOfLinks(session: Session, list: LinkList, isRepeated: boolean): Promise<LinkChange | undefined> {
  const first = await initialWalk(session, list)
  const { madeBefore } = await linkWalk(session, list)
  const made = isRepeated || list !== groups ? 0 : groupsMade(session.run) - madeBefore
  const newest = first.ids.toSorted(codeUnitOrder).at(-1) ?? ''
  const walk = () => walkLinks(session, list.path(session), list.mostPages)
  const isNew = (id: string) => codeUnitOrder(id, newest) > 0
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
