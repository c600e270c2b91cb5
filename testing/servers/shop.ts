import { toTarget } from '../../conformance/target/target-file.ts'
import { FakeTime } from '../conformance/fake-time.ts'
import type { RightSubject } from './right/right-server.ts'

/** A record before it has an id. */
export type Members = Readonly<Record<string, string>>
/** A record of a shop. */
export type ShopRecord = Members & { readonly id: string }

/** A request for one of the lists of a shop. */
export interface ShopRequest {
  readonly list: ListName
  readonly query: URLSearchParams
  /** The records of the list, newest first. */
  readonly all: readonly ShopRecord[]
}

type ListName = 'products' | 'resources' | 'environments' | 'orders'

/** A server with some lists. It is right by default. */
export interface Shop {
  /** Newest first. */
  readonly products?: readonly Members[]
  readonly resources?: readonly Members[]
  readonly environments?: readonly Members[]
  /** A list that the specification does not name. */
  readonly orders?: readonly Members[]
  /** The values of `status`, by the lists that have this enum filter, as the target file declares them. */
  readonly statuses?: Partial<Readonly<Record<ListName, readonly string[]>>>
  /** Members that the answers do not show. */
  readonly hidden?: readonly string[]
  /** The size of the largest page. */
  readonly largest?: number
  /** The records that match a query, in place of the right ones. A page is cut out of them. */
  readonly select?: (right: readonly ShopRecord[], asked: ShopRequest) => readonly ShopRecord[]
  /** Answers requests in place of a list. */
  readonly answer?: (asked: ShopRequest) => Response | undefined
}

const baseUrl = 'http://shop.test'

/** Ids rise with the number, and with 1000 or more they are newer than every record that a shop has at first. */
export const shopId = (number: number): string => `2026shop${String(number).padStart(19, '0')}`

const assignIds = (records: readonly Members[]): readonly ShopRecord[] =>
  records.map((members, index) => ({ ...members, id: shopId(999 - index) }))

const paging = ['limit', 'starting_after', 'ending_before']

function isMatch(record: ShopRecord, [name, value]: readonly [string, string]): boolean {
  if (name !== 'search') return record[name] === value
  return String(record['name']).toLowerCase().includes(value.toLowerCase())
}

/** The page of clause 4.6 in a list, newest first. */
function cut(records: readonly ShopRecord[], query: URLSearchParams, size: number): readonly ShopRecord[] {
  const [after, before] = [query.get('starting_after'), query.get('ending_before')]
  // A list in another order is paged by places.
  const behind = (id: string) => {
    const place = records.findIndex((record) => record.id === id)
    return place >= 0 ? records.slice(place + 1) : records.filter((record) => record.id < id)
  }
  if (after !== null) return behind(after).slice(0, size)
  if (before !== null) return records.filter(({ id }) => id > before).slice(-size)
  return records.slice(0, size)
}

const catalogId = shopId(1)

/** Answers requests as a shop does. */
function toFetch({
  largest = 100,
  hidden = [],
  statuses = {},
  ...shop
}: Shop): (request: Request) => Promise<Response> {
  const lists = {
    products: assignIds(shop.products ?? []),
    resources: assignIds(shop.resources ?? []),
    environments: assignIds(shop.environments ?? []),
    orders: assignIds(shop.orders ?? []),
  }
  const answer = (url: URL): Response => {
    const list = url.pathname.split('/').at(-1) as ListName
    const asked: ShopRequest = { list, query: url.searchParams, all: lists[list] ?? [] }
    const other = shop.answer?.(asked)
    if (other) return other
    const isElsewhere = url.pathname.includes('/catalogs/') && !url.pathname.includes(catalogId)
    if (isElsewhere || !(list in lists)) return Response.json({ message: 'no such list' }, { status: 404 })
    const filters = [...url.searchParams].filter(([name]) => !paging.includes(name))
    const options = statuses[list]
    const status = url.searchParams.get('status')
    if (options && status !== null && !options.includes(status))
      return Response.json({ message: 'no such status', allowed: options }, { status: 400 })
    const right = asked.all.filter((record) => filters.every((filter) => isMatch(record, filter)))
    const size = Math.min(largest, Number(url.searchParams.get('limit') ?? 20))
    const page = cut(shop.select?.(right, asked) ?? right, url.searchParams, size)
    const listed = page.map((record) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.includes(name))),
    )
    return Response.json({ data: listed })
  }
  return (request) => Promise.resolve(answer(new URL(request.url)))
}

/** A shop as the kit sees any target. */
export function openShop(shop: Shop): RightSubject {
  const pathOf = {
    products: `pulse/catalogs/${catalogId}/products`,
    resources: 'resources',
    environments: 'environments',
    orders: 'orders',
  }
  const target = toTarget({
    baseUrl,
    credentials: { token: 'shop-token-1234567890' },
    samples: { catalogId },
    enumFilters: Object.entries(shop.statuses ?? {}).map(([list, values]) => ({
      path: `/1.13/${pathOf[list as ListName]}`,
      parameter: 'status',
      values,
    })),
  })
  return { target, fetch: toFetch(shop), time: new FakeTime() }
}
