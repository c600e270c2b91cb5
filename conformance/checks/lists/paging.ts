import { versionedLists } from '../../catalogue/operations.ts'
import { toAddress, at, documentedPath } from '../../catalogue/operation-paths.ts'
import { because, undeclared } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { samePath } from '../../reading/id-forms.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Fact } from '../../conclusions/fact.ts'
import { answerPhrase, countPhrase, type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import { askOnce } from '../shared-answers.ts'
import { type ListPage, noListFact, readListPage } from './pages.ts'
import { productsPath, type WalkedList, walkedList } from './walked-list.ts'

/**
 * The list on which paging is checked: the products, for which clause 4.4 states it, or else the resources, if they are
 * paged. Throws the Conclusion `insufficientEvidence` if no such list has enough records.
 */
export const pagedList: Once<[], WalkedList> = oncePerRun(async (session) => {
  const isStated = session.run.target.samples?.catalogId !== undefined
  const list = await walkedList(session, isStated ? await productsPath(session) : at('resources.list'))
  if (list.ids.length < 3)
    insufficient(
      because.data,
      phrase`${list.address} shows ${countPhrase(list.ids.length, 'record')}; paging takes at least 3, and some checks 10`,
    )
  if (isStated) return list
  const page = readListPage(session, await session.send({ path: list.path, query: { limit: 1 } }))
  if (page?.ids.length === 1) return list
  return insufficient(
    undeclared('samples.catalogId'),
    phrase`the resources are not paged, and no other list is known to be; declare samples.catalogId`,
  )
})

/** Resolves to true if a list is shorter with a limit of 1 than without it. Requested once per run. */
export const takesLimit: Once<[list: WalkedList], boolean> = oncePerRun(
  async (session, list) => {
    if (list.ids.length < 3) return false
    const { page, ids } = await limitedPage(session, list, 1)
    if (!page || ids.length >= list.pageSize) return false
    if (page.ids.length === 1) return true
    // Other clients may have deleted the missing records.
    const still = await sendPageAgain(session, list, { limit: list.limit })
    return still.ids.some((id) => !ids.includes(id))
  },
  ({ address }) => address,
)

/** The other lists of clause 4.4 that support `limit`. */
export const otherPagedLists: Once<[], readonly WalkedList[]> = oncePerRun(async (session) => {
  const main = await pagedList(session).catch(() => undefined)
  const lists: WalkedList[] = []
  for (const { id, paging } of versionedLists) {
    if (paging !== undefined) continue
    const path = documentedPath(id)
    if (main !== undefined && samePath(toAddress(path, session.run.names), main.address)) continue
    const list = await walkedList(session, path).catch(() => undefined)
    if (list && (await takesLimit(session, list))) lists.push(list)
  }
  return lists
})

/** The number of pages requested at a time. */
export const pagesAtOnce = 8

/** Page sizes to work with, the best first. */
const smallLimits = [2, 5, 10, 20, 50]

/**
 * A small `limit` that the target accepts, no larger than its pages: the accepted minimum and maximum are not shown.
 * Throws the Conclusion `insufficientEvidence` if it accepts none.
 */
export const smallLimit: Once<[list: WalkedList], number> = oncePerRun(
  async (session, list) => {
    for (const limit of [...smallLimits.filter((size) => size <= list.pageSize), 1])
      if ((await limitedPage(session, list, limit)).page) return limit
    return insufficient(because.refused, phrase`no limit from 1 to 50 is accepted at ${list.address}`)
  },
  ({ address }) => address,
)

/** The first page with a limit, requested once per run. */
export const limitedPage: Once<[list: WalkedList, limit: number], SentPage> = oncePerRun(
  (session, list, limit) => sendPage(session, list, { limit }),
  ({ address }, limit) => [address, limit],
)

/** A page of a walked list. */
export interface SentPage {
  readonly exchange: Exchange
  readonly page: ListPage | undefined
  /** Only ids that the walk of the list visited: other records may have been created since. */
  readonly ids: readonly string[]
}

/** Requests one page of a list by its paging parameters, once per run. */
export async function sendPage(
  session: Session,
  list: WalkedList,
  query: Readonly<Record<string, string | number | undefined>>,
): Promise<SentPage> {
  return toSentPage(session, list, await askOnce(session, { path: list.path, query }))
}

/** Requests one page of a list again, as it may have changed. */
export async function sendPageAgain(
  session: Session,
  list: WalkedList,
  query: Readonly<Record<string, string | number | undefined>>,
): Promise<SentPage> {
  return toSentPage(session, list, await session.send({ path: list.path, query }))
}

function toSentPage(session: Session, list: WalkedList, exchange: Exchange): SentPage {
  const page = readListPage(session, exchange)
  return { exchange, page, ids: page?.ids.filter((id) => list.places.has(id)) ?? [] }
}

/**
 * Fails with a page that does not contain the expected records.
 * @param where Completes the description of the returned records.
 */
export function failPage(sent: SentPage, ids: readonly string[], expected: Phrase, where: Phrase | '' = ''): never {
  const came = !sent.page ? answerPhrase(sent.exchange) : sent.ids.length === 0 ? phrase`no records` : someIds(sent.ids)
  return fail({ expected, got: phrase`${came}${where}`, fact: pageFact(sent, ids) })
}

/** The fact that a page does not contain the expected records: the missing, extra or repeated ones. */
function pageFact({ page, exchange: at, ids }: SentPage, expected: readonly string[]): Fact {
  if (!page) return noListFact(at)
  const missing = expected.filter((id) => !ids.includes(id))
  if (missing.length > 0) return { kind: 'missing', ids: missing, pages: [at], at }
  const extra = ids.filter((id) => !expected.includes(id))
  if (extra.length > 0) return { kind: 'present', ids: extra, at }
  const repeated = ids.find((id, place) => ids.indexOf(id) !== place)
  if (repeated !== undefined) return { kind: 'repeated', id: repeated, pages: [at], at }
  const place = ids.findIndex((id, index) => id !== expected[index])
  return { kind: 'order', first: expected[place]!, second: ids[place]!, at }
}

/** Returns true if two lists contain the same ids, in any order. */
export function sameIds(left: readonly string[], right: readonly string[]): boolean {
  const met = new Set(left)
  return left.length === right.length && met.size === left.length && right.every((id) => met.has(id))
}
