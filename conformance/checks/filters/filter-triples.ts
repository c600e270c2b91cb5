import { samePath } from '../../reading/id-forms.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import { maxPages, products, type WalkedList } from '../lists/walked-list.ts'
import { walkForward } from '../lists/pages.ts'
import { nothingIfNoList } from './deep-products.ts'
import type { EnumFilter } from './enum-filters.ts'
import { indexBy } from './filter-values.ts'
import { stringFiltersOf } from '../lists/record-filters.ts'

/** One value of a filter, and the records that have it. */
export interface ValueIds {
  readonly name: string
  readonly value: string
  readonly ids: ReadonlySet<string>
}

/** How many values of a filter are combined with others. More would take long. */
const triedValues = 12

/** The declared enum filters of the products. */
export async function productEnumFilters(session: Session): Promise<readonly EnumFilter[]> {
  const { address } = await products(session)
  return (session.run.target.enumFilters ?? []).filter(({ path }) => samePath(path, address))
}

/** Returns true if records show a value of an enum filter, by a member with the name of the parameter. */
export const isShownIn = (base: WalkedList, { parameter, values }: EnumFilter): boolean => {
  const index = indexBy(base, parameter)
  return values.some((value) => index.has(value))
}

/** How many values of an enum filter are asked for that records do not show. */
const listedValues = 4

/** The records of a value of an enum filter by its list, walked once in a run; empty unless that reached its end. */
const listedIds: Once<[base: WalkedList, name: string, value: string], ReadonlySet<string>> = once(
  async (session, base, name, value) => {
    const call = { path: base.path, query: { [name]: value } }
    const { limit } = base
    const walk = await walkForward(session, { call, maxPages, ...(limit === undefined ? {} : { limit }) }).catch(
      nothingIfNoList,
    )
    return new Set(walk?.complete ? walk.ids.filter((id) => base.places.has(id)) : [])
  },
  ({ address }, name, value) => [address, name, value],
)

/**
 * The values of the declared enum filters of the products, as the records show them. Where they show none, as by a
 * member of another name, the records of a value are those of its list.
 */
export async function productEnumValues(session: Session): Promise<readonly ValueIds[]> {
  const base = await products(session)
  const found: ValueIds[] = []
  for (const filter of await productEnumFilters(session)) {
    const { parameter: name, values } = filter
    const index = indexBy(base, name)
    const isShown = isShownIn(base, filter)
    // Without a brand or a category, there is nothing to combine them with. A quick run has no requests for it.
    const isWorthWalks = !session.run.quick && stringFiltersOf(session).some((other) => indexBy(base, other).size > 0)
    for (const value of isShown ? values : isWorthWalks ? values.slice(0, listedValues) : []) {
      const ids = isShown ? index.get(value) : await listedIds(session, base, name, value)
      if (ids && ids.size > 0) found.push({ name, value, ids })
    }
  }
  return found
}

/** Three filters that tell AND from any two of them. */
export interface Triple {
  readonly query: Readonly<Record<string, string>>
  /** The records with all three. */
  readonly ids: readonly string[]
}

/** A brand, a category and a third value such that every two of them have records that the three have not. */
export function tellingTriple(base: WalkedList, thirds: readonly ValueIds[]): Triple | undefined {
  const [brands, categories] = ['brand', 'category'].map((name) =>
    [...indexBy(base, name)].filter(([value]) => value !== '').slice(0, triedValues),
  ) as [[string, ReadonlySet<string>][], [string, ReadonlySet<string>][]]
  for (const third of thirds) {
    for (const [brand, ofBrand] of brands) {
      for (const [category, ofCategory] of categories) {
        const ids = base.ids.filter((id) => ofBrand.has(id) && ofCategory.has(id) && third.ids.has(id))
        const isTelling = [
          [ofBrand, ofCategory],
          [ofBrand, third.ids],
          [ofCategory, third.ids],
        ].every(([left, right]) => [...left!].some((id) => right!.has(id) && !ids.includes(id)))
        if (ids.length > 0 && isTelling) return { query: { brand, category, [third.name]: third.value }, ids }
      }
    }
  }
  return undefined
}
