// Shops that tell one filter from another, and their wrong answers.
import { type Members, type Shop, shopId, type ShopRecord, type ShopRequest } from './shop.ts'

/** Makes as many records. */
export const records = (count: number, make: (index: number) => Members): readonly Members[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** The value of a place, where values come in turns. */
export const dealt = (values: readonly string[], place: number): string => values[place % values.length]!

/** Each brand in each category with each status. */
export const mixed: readonly Members[] = records(24, (index) => ({
  name: `${dealt(['Walnut', 'Marble', 'Copper', 'Velvet', 'Willow'], index)} ${dealt(['Table', 'Bench'], index)}`,
  brand: dealt(['Acme', 'Bolt', 'Crux'], index),
  category: dealt(['Chairs', 'Lamps', 'Desks', 'Shelves'], Math.floor(index / 3)),
  status: dealt(['active', 'draft'], Math.floor(index / 12)),
}))

/** The records of the shop, with some members the same in all. */
export const mixRecords = (members: Members): readonly Members[] => mixed.map((record) => ({ ...record, ...members }))

/** A shop whose records differ in every member. */
export const shop: Shop = { products: mixed, statuses: { products: ['active', 'draft'] } }

/** A shop whose records all have the same status. */
export const sameStatus: Shop = { ...shop, products: mixRecords({ status: 'active' }) }

/** A shop whose newest records, more than a run walks, are alike: earlier runs made them. Older ones differ. */
export const madeByRuns: Shop = {
  ...shop,
  largest: 40,
  products: [
    ...records(420, (index) => ({
      name: `Product ${index}`,
      brand: dealt(['Acme', 'Bolt'], index),
      category: dealt(['Chairs', 'Lamps'], index),
      status: 'active',
    })),
    ...[mixed, mixed, mixed].flat(),
  ],
}

/** Records that were created since. */
export const newer = (count: number, members: Members): readonly ShopRecord[] =>
  Array.from({ length: count }, (_, index) => ({ ...members, id: shopId(1000 + count - index) }))

/** Returns true if a request has all of some parameters. */
export const hasParameters = ({ query }: ShopRequest, ...names: readonly string[]): boolean =>
  names.every((name) => query.has(name))

/** Refuses the requests that `when` is true for. */
export const refusing =
  (when: (asked: ShopRequest) => boolean, status = 500) =>
  (asked: ShopRequest): Response | undefined =>
    when(asked) ? Response.json({ message: 'refused' }, { status }) : undefined

/** A shop that takes search only at its resources. */
export const searchElsewhere: Shop = {
  ...shop,
  resources: mixed,
  answer: refusing((asked) => asked.list === 'products' && hasParameters(asked, 'search'), 400),
}
