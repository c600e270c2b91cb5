import { samePath } from '../../reading/id-forms.ts'
import type { Session } from '../../judge/session.ts'
import { products, type WalkedList } from '../lists/walked-list.ts'
import { indexBy } from './filter-values.ts'

/** One value of a filter, and the records that have it. */
export interface ValueIds {
  readonly name: string
  readonly value: string
  readonly ids: ReadonlySet<string>
}

/** How many values of a filter are combined with others. More would take long. */
const triedValues = 12

/** The values of the declared enum filters of the products, as the records show them. */
export async function productEnumValues(session: Session): Promise<readonly ValueIds[]> {
  const base = await products(session)
  return (session.run.target.enumFilters ?? [])
    .filter(({ path }) => samePath(path, base.address))
    .flatMap(({ parameter, values }) =>
      values.flatMap((value) => {
        const ids = indexBy(base, parameter).get(value)
        return ids ? [{ name: parameter, value, ids }] : []
      }),
    )
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
