import { type Exchange, summary } from '../../wire/exchange.ts'
import type { Session } from '../../run/session.ts'
import { blocked } from '../../run/verdict.ts'
import type { Item } from '../../reading/find-list.ts'
import { bareOf, byCodeUnit, fallingOrder, type IdOrder } from '../../reading/id-forms.ts'
import { type ListPage, pageOf, type Walk, walkForward } from './lists.ts'

/** Pages of one list that are walked at most, so that a target with a million records costs no more than one with thousands. */
export const maxPages = 10

/** A list without filters, walked once in a run: what the answers to other requests for it are compared with. */
export interface BaseList {
  readonly path: string
  /** Newest first, each id once. */
  readonly ids: readonly string[]
  readonly items: ReadonlyMap<string, Item>
  readonly places: ReadonlyMap<string, number>
  readonly walk: Walk
  /** Whether the walk reached the last record. */
  readonly complete: boolean
  /** The `limit` that gives large pages here; undefined where only the target's own default is accepted. */
  readonly limit: number | undefined
  /** The largest page that came. */
  readonly pageSize: number
  /** Whether an id that the walk did not meet is above all that it met: made since. */
  readonly isNewer: (id: string) => boolean
  /** Whether an id that the walk did not meet belongs where it went by. */
  readonly isSkipped: (id: string) => boolean
  /** How many of the records stand before the place of an id; Infinity behind the last. */
  readonly placeOf: (id: string) => number
}

const largeLimit = 100

export interface FirstPage {
  /** Undefined when no list came. */
  readonly page: ListPage | undefined
  readonly limit: number | undefined
  readonly exchange: Exchange
}

/** The first page of a list, as large as the target gives it. */
export function firstPage(session: Session, path: string): Promise<FirstPage> {
  return session.fact(`first page ${path}`, async (own) => {
    const large = await own.send({ path, query: { limit: largeLimit } })
    const page = pageOf(own, large)
    if (page) return { page, limit: largeLimit, exchange: large }
    const plain = await own.send({ path })
    return { page: pageOf(own, plain), limit: undefined, exchange: plain }
  })
}

/** @throws Conclusion `blocked` when there is no list there. */
export function baseList(session: Session, path: string): Promise<BaseList> {
  return session.fact(`list ${path}`, async (own) => {
    const { page, limit, exchange } = await firstPage(own, path)
    if (!page) blocked(`no list at ${path}: ${summary(exchange)}`)
    const walk = await walkForward(own, {
      call: { path },
      maxPages,
      first: page,
      ...(limit === undefined ? {} : { limit }),
    })
    if (walk.ids.includes('')) blocked(`records without a text as id at ${path}: ${summary(exchange)}`)
    const base = toBaseList(path, walk, limit)
    ;(await walkedLists(own)).push(base)
    return base
  })
}

/** The lists that were walked in this run so far. */
export function walkedLists(session: Session): Promise<BaseList[]> {
  return session.fact('walked lists', async () => [])
}

function toBaseList(path: string, walk: Walk, limit: number | undefined): BaseList {
  const items = new Map(walk.ids.map((id, index) => [id, walk.items[index]!]))
  const ids = [...items.keys()]
  const places = new Map(ids.map((id, place) => [id, place]))
  const falling = fallingOrder(ids)
  const order: IdOrder = falling ?? byCodeUnit
  const [newest, oldest] = [ids[0], ids.at(-1)]
  const isNewer = (id: string) => !places.has(id) && (newest === undefined || order(id, newest) > 0)
  return {
    path,
    ids,
    items,
    places,
    walk,
    limit,
    complete: walk.complete,
    pageSize: Math.max(0, ...walk.pages.map((page) => page.ids.length)),
    isNewer,
    placeOf: (id) => {
      const place = places.get(id) ?? (falling ? ids.findIndex((one) => falling(one, id) < 0) : -1)
      return place < 0 ? Infinity : place
    },
    isSkipped: (id) => !places.has(id) && !isNewer(id) && (walk.complete || order(id, oldest ?? '') > 0),
  }
}

/** A remark on where a bounded walk ended; empty when it reached the end. */
export function boundOf(base: BaseList): string {
  return base.complete
    ? ''
    : `the newest ${base.ids.length} records were looked at (${base.walk.stopped ?? 'the walk was bounded'})`
}

/** The path of the products, with the id of the catalog in whichever form works: that both do is ids.prefixed-form. */
export function productsPath(session: Session): Promise<string> {
  return session.fact('products path', async (own) => {
    const catalogId = own.run.target.samples?.catalogId ?? ''
    for (const id of new Set([bareOf(catalogId), catalogId])) {
      const path = catalogPath(own, id)
      if ((await firstPage(own, path)).page) return path
    }
    return catalogPath(own, catalogId)
  })
}

/** The products of a catalog, whatever stands for its id. */
export function catalogPath(session: Session, catalogId: string): string {
  return `/${session.run.version}/pulse/catalogs/${encodeURIComponent(catalogId)}/products`
}

/** The products without any filter, read once in a run. */
export async function products(session: Session): Promise<BaseList> {
  return await baseList(session, await productsPath(session))
}

export interface Difference {
  /** Expected, and not there. */
  readonly missing: readonly string[]
  /** In the list without filters, and not expected. */
  readonly extra: readonly string[]
  /** Not in the list without filters, where it should have been. */
  readonly skipped: readonly string[]
}

/**
 * How a walk with filters differs from what was expected of it. What one of the two walks was too short to reach
 * and what was made since are left out.
 */
export function differenceFrom(
  base: BaseList,
  expected: Iterable<string>,
  walk: Pick<Walk, 'ids' | 'complete'>,
): Difference {
  const wanted = new Set(expected)
  const got = new Set(walk.ids)
  // The last record that both walks show: where one stands that the list without filters hides cannot be told from it.
  const last = walk.ids.findLast((id) => base.places.has(id))
  const horizon = walk.complete || walk.ids.length === 0 ? Infinity : last === undefined ? -1 : base.placeOf(last)
  return {
    missing: [...wanted].filter((id) => !got.has(id) && (base.places.get(id) ?? 0) <= horizon),
    extra: [...got].filter((id) => base.places.has(id) && !wanted.has(id)),
    skipped: [...got].filter((id) => base.isSkipped(id)),
  }
}

/** A few ids for a message. */
export function some(ids: readonly string[]): string {
  return `${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}`
}
