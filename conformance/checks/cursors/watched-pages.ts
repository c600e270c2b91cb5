// The pages of the versioned lists among all exchanges of a run.
import { operationOf } from '../../catalogue/operations.ts'
import { type Exchange, toEvidence } from '../../conclusions/exchange.ts'
import { ListPlaces } from '../../reading/documented-answers.ts'
import { idOf } from '../../reading/find-list.ts'
import { bareOf, byCodeUnit, fallingOrder, type IdOrder } from '../../reading/id-forms.ts'
import { hasSuccessStatus } from '../../reading/success.ts'

/** A page that some check asked for. */
export interface WatchedPage {
  readonly ids: readonly string[]
  /** As asked for; undefined for none that is a number. */
  readonly limit: number | undefined
  readonly cursor: 'starting_after' | 'ending_before' | undefined
  /** True if a search stands in the query. */
  readonly isSearch: boolean
  /** All parameters but those that choose the page. */
  readonly filters: string
  readonly exchange: Exchange
}

const paging = new Set(['limit', 'starting_after', 'ending_before'])

/** The pages of one list, in the order in which they came. */
export class WatchedList {
  readonly pages: WatchedPage[] = []

  /**
   * True if pages with two limits were as long as these, and another one longer. One could be so by chance, where limit
   * is ignored: by a filter or a cursor that leaves so many records, or in a list that grows.
   */
  get takesLimit(): boolean {
    const longest = this.longest
    const met = this.pages
      .filter(({ ids, limit, cursor, filters }) => ids.length === limit && cursor === undefined && filters === '')
      .map(({ ids: { length } }) => length)
    return new Set(met.filter((length) => length > 0 && length < longest)).size > 1
  }

  /** The most records that a page had. */
  get longest(): number {
    return Math.max(0, ...this.pages.map(({ ids }) => ids.length))
  }

  /** The order by which a long page falls; by code unit where none does. */
  get order(): IdOrder {
    const long = this.pages.filter(({ ids, cursor }) => ids.length >= longPage && cursor !== 'ending_before')
    for (const { ids } of long.toSorted((left, right) => right.ids.length - left.ids.length)) {
      const order = fallingOrder(ids)
      if (order) return order
    }
    return byCodeUnit
  }
}

/** So many ids show by which alphabet they are in order. */
const longPage = 5

/** Collects the pages of the environments, the resources and the products, by the address of the list. */
export class WatchedLists {
  readonly lists: Map<string, WatchedList> = new Map()
  readonly #places = new ListPlaces()

  record(exchange: Exchange): void {
    const { operation, url, method } = exchange.request
    const kind = operation && operationOf(operation).record
    if (method !== 'GET' || !hasSuccessStatus(exchange)) return
    if (kind !== 'environment' && kind !== 'resource' && kind !== 'product') return
    const answered = this.#places.read(exchange)
    if (!answered?.list) return
    const { pathname, searchParams } = new URL(url)
    const limit = Number(searchParams.get('limit') ?? Number.NaN)
    const list = this.lists.get(pathname) ?? new WatchedList()
    this.lists.set(pathname, list)
    list.pages.push({
      ids: answered.records.map((record) => bareOf(idOf(record) ?? '')),
      limit: Number.isInteger(limit) && limit > 0 ? limit : undefined,
      cursor: (['starting_after', 'ending_before'] as const).find((name) => searchParams.has(name)),
      isSearch: searchParams.has('search'),
      filters: new URLSearchParams([...searchParams].filter(([name]) => !paging.has(name))).toString(),
      exchange: toEvidence(exchange),
    })
  }
}
