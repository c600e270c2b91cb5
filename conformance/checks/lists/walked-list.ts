import { versionedLists } from '../../catalogue/operations.ts'
import { toAddress, at, type DocumentedPath, documentedPath, type Path } from '../../catalogue/operation-paths.ts'
import { because, undeclared } from '../../conclusions/cause.ts'
import { blocked, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import type { Item } from '../../reading/find-list.ts'
import { stripPrefix, codeUnitOrder, fallingOrder, type IdOrder, samePath } from '../../reading/id-forms.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { askOnce } from '../shared-answers.ts'
import { type ListPage, readListPage, type ListWalk, walkForward } from './pages.ts'

/** The maximum number of pages to walk of one list, so that a million records cost no more than a few thousand. */
export const maxPages = 10

/** A list without filters, walked once per run. Answers to other requests for the list are compared with it. */
export interface WalkedList {
  readonly path: Path
  /** The path as text. */
  readonly address: string
  /** Newest first, each id once. */
  readonly ids: readonly string[]
  readonly items: ReadonlyMap<string, Item>
  readonly places: ReadonlyMap<string, number>
  readonly walk: ListWalk
  /** True if the walk reached the last record. */
  readonly complete: boolean
  /** The `limit` for large pages; undefined if only the target's default is accepted. */
  readonly limit: number | undefined
  /** The size of the largest received page. */
  readonly pageSize: number
  /** Returns true if an id that the walk did not visit is above all visited ones: the record was created since. */
  readonly isNewer: (id: string) => boolean
  /** Returns true if the walk passed the place of an id without visiting it. */
  readonly isSkipped: (id: string) => boolean
  /** The number of records before the place of an id; Infinity after the last one. */
  readonly placeOf: (id: string) => number
}

/** The limit of the walk of a list, as a parameter. */
export const walkLimit = ({ limit }: Pick<WalkedList, 'limit'>): { readonly limit?: number } =>
  limit === undefined ? {} : { limit }

/** Page sizes to ask for, the largest first: the maximum of `limit` is not shown. */
const largeLimits = [100, 50, 20, 10, 5, 3, 2, 1]

/** The first page of a list. */
export interface FirstPage {
  /** Undefined if the answer is not a list. */
  readonly page: ListPage | undefined
  readonly limit: number | undefined
  readonly exchange: Exchange
}

/** The first page of a list, as large as the target allows. */
export const firstPage: Once<[path: Path], FirstPage> = oncePerRun(async (session, path) => {
  const limited = async (limit: number): Promise<FirstPage> => {
    const exchange = await session.send({ path, query: { limit } })
    return { page: readListPage(session, exchange), limit, exchange }
  }
  const [largest, ...smaller] = largeLimits
  const large = await limited(largest!)
  if (large.page) return large
  const exchange = await session.send({ path })
  const page = readListPage(session, exchange)
  const plain = { page, limit: undefined, exchange }
  if (!page) return plain
  // No target refuses its own default page size as too large.
  const { length } = page.ids
  const sizes = [...smaller.filter((limit) => limit > length), ...(length > 0 ? [length] : [])]
  for (const limit of [...sizes, ...smaller.filter((limit) => limit < length)]) {
    const other = await limited(limit)
    if (other.page) return other.page.ids.length < page.ids.length ? plain : other
  }
  return plain
})

/** @throws Conclusion `insufficientEvidence` if the token may not see a list, as its scopes decide (clause 5.3). */
export function assertMaySee({ run }: Session, path: Path, exchange: Exchange): void {
  if (exchange.response.status === 403)
    insufficient(
      undeclared(['credentials.token', 'credentials.oauth']),
      phrase`the Bearer token may not see ${toAddress(path, run.names)}: ${answerPhrase(exchange)}; declare one whose scopes allow it`,
      exchange,
    )
}

/** The pages of a list, walked once per run. Throws the Conclusion `blocked` if there is no list at the path. */
export const listWalk: Once<[path: Path], ListWalk> = oncePerRun(async (session, path) => {
  const { page, limit, exchange } = await firstPage(session, path)
  assertMaySee(session, path, exchange)
  const earlier = (await settledLists(session)).get(toAddress(path, session.run.names))
  return await walkForward(session, {
    call: { path },
    maxPages,
    looksBeyond: true,
    ...(earlier && { isNewer: earlier.isNewer }),
    ...(page && { first: page }),
    ...(limit !== undefined && { limit }),
  })
})

/**
 * A list, walked once per run. If records are known to be created continuously, the walk begins with older ones. Throws
 * the Conclusion `blocked` if there is no list at the path, or one without ids.
 */
export const walkedList: Once<[path: Path], WalkedList> = oncePerRun(async (session, path) => {
  const walk = await listWalk(session, path)
  return await noteList(session, path, { walk, ...(await firstPage(session, path)) })
})

/** Notes a list that was walked, beginning with an exchange. @throws Conclusion `blocked` for records without ids. */
async function noteList(
  session: Session,
  path: Path,
  { walk, limit, exchange }: Pick<WalkedList, 'walk' | 'limit'> & Pick<FirstPage, 'exchange'>,
): Promise<WalkedList> {
  const address = toAddress(path, session.run.names)
  if (walk.ids.includes(''))
    blocked(because.absent, phrase`records without a text as id at ${address}: ${answerPhrase(exchange)}`, exchange)
  const list = toWalkedList({ path, address }, walk, limit, (await settledLists(session)).get(address))
  ;(await walkedLists(session)).push(list)
  return list
}

/**
 * The first page of a list as the target returns it, in place of all its pages: for a list without stated paging.
 * Throws the Conclusion `blocked` if there is no list at the path, or one without ids.
 */
export const plainList: Once<[path: Path], WalkedList> = oncePerRun(async (session, path) => {
  const exchange = await askOnce(session, { path })
  assertMaySee(session, path, exchange)
  const page = readListPage(session, exchange)
  return await noteList(session, path, {
    walk: await walkForward(session, { call: { path }, maxPages: 1, ...(page && { first: page }) }),
    limit: undefined,
    exchange,
  })
})

/** The lists that the run has walked so far. */
export const walkedLists: Once<[], WalkedList[]> = oncePerRun(async () => [])

/** Earlier, settled walks of lists by their addresses. Empty unless a check is repeated. */
export const settledLists: Once<[], Map<string, WalkedList>> = oncePerRun(async () => new Map<string, WalkedList>())

function toWalkedList(
  list: Pick<WalkedList, 'path' | 'address'>,
  walk: ListWalk,
  limit: number | undefined,
  earlier?: WalkedList,
): WalkedList {
  const items = new Map<string, Item>()
  // A record repeated by a later page may differ there.
  for (const [index, id] of walk.ids.entries())
    if (!items.has(id) && !earlier?.isNewer(id)) items.set(id, walk.items[index]!)
  const ids = [...items.keys()]
  const places = new Map(ids.map((id, place) => [id, place]))
  const falling = fallingOrder(ids)
  const order: IdOrder = falling ?? codeUnitOrder
  const [newest, oldest] = [ids[0], ids.at(-1)]
  const isNewer = (id: string) => !places.has(id) && (newest === undefined || order(id, newest) > 0)
  return {
    ...list,
    ids,
    items,
    places,
    walk,
    limit,
    complete: walk.complete,
    pageSize: Math.max(0, ...walk.pages.map((page) => page.ids.length)),
    isNewer,
    placeOf: (id) => {
      const place = places.get(id) ?? (falling ? ids.findIndex((listedId) => falling(listedId, id) < 0) : -1)
      return place < 0 ? Infinity : place
    },
    isSkipped: (id) => !places.has(id) && !isNewer(id) && (walk.complete || order(id, oldest ?? '') > 0),
  }
}

/** The same list by a longer walk. */
export const extendList = (list: WalkedList, walk: ListWalk): WalkedList => toWalkedList(list, walk, list.limit, list)

/** A remark on where a bounded walk ended; undefined if it reached the end. */
export function walkBoundPhrase({ complete, ids, walk }: WalkedList): Phrase | undefined {
  return complete
    ? undefined
    : phrase`the newest ${ids.length} records were looked at (${walk.stopped ?? phrase`the walk was bounded`})`
}

/**
 * The path of the products, with a form of the catalog's id that works. ids.prefixed-form judges whether both forms do.
 */
export const productsPath: Once<[], DocumentedPath> = oncePerRun(async (session) => {
  const catalogId = session.run.target.samples?.catalogId ?? ''
  for (const id of new Set([stripPrefix(catalogId), catalogId])) {
    const path = at('products.list', { catalog_id: id })
    if ((await firstPage(session, path)).page) return path
  }
  return at('products.list', { catalog_id: catalogId })
})

/** The lists of the versioned API for which the target file declares the samples in their paths (clause 4.4). */
export async function declaredLists(session: Session): Promise<readonly DocumentedPath[]> {
  const { samples = {} } = session.run.target
  const paths = versionedLists.map(async ({ id, inPath }) => {
    if (id === 'resources.list' && session.run.omits('resources')) return undefined
    if (id === 'products.list') return samples.catalogId === undefined ? undefined : await productsPath(session)
    if (inPath?.sample === undefined) return documentedPath(id)
    const sample = samples[inPath.sample]
    return sample === undefined ? undefined : documentedPath(id, { [inPath.parameter]: sample })
  })
  return (await Promise.all(paths)).filter((path) => path !== undefined)
}

/** Statuses by which a target says that it does not have a path. */
const absent: ReadonlySet<number> = new Set([404, 405, 410, 501])

/**
 * Explains that the target has no resources; undefined if it has. Clause 4.4 gives their path as an example, so a
 * target whose `enumFilters` name another path need not have it.
 */
export const absenceOfResources: Once<[], Phrase | undefined> = oncePerRun(async (session) => {
  const path = at('resources.list')
  const address = toAddress(path, session.run.names)
  const { enumFilters = [] } = session.run.target
  if (session.run.omits('resources')) return phrase`the target file says that there are no resources`
  if (
    enumFilters.length === 0 ||
    enumFilters.some((filter) => samePath(toAddress(filter.path, session.run.names), address))
  )
    return undefined
  const { status } = (await firstPage(session, path)).exchange.response
  return absent.has(status)
    ? phrase`${address}, an example of clause 4.4, is answered with ${status}; enumFilters of the target file name other paths`
    : undefined
})

/**
 * The path of the resources. @throws Conclusion `notApplicable` if the path is optional for the target and missing.
 */
export async function servedResourcesPath(session: Session): Promise<DocumentedPath> {
  const reason = await absenceOfResources(session)
  return reason === undefined ? at('resources.list') : notApplicable(because.absent, reason)
}
