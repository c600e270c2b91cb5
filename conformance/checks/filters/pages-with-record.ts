// Pages on which a record comes for a filter, to be asked for again with another value: it must not come then.
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import { samePath } from '../../reading/id-forms.ts'
import type { Query } from '../lists/fewest-parameters.ts'
import { pageOf } from '../lists/pages.ts'
import { smallLimit } from '../lists/paging.ts'
import type { WalkedList } from '../lists/walked-list.ts'
import { products } from '../lists/walked-list.ts'
import { productEnumValues } from './filter-triples.ts'
import { memberText, stringFiltersOf } from '../lists/record-filters.ts'

/** A filter with a value by which a list shows a record. */
export interface ShownBy {
  readonly base: WalkedList
  readonly id: string
  readonly name: string
  readonly value: string
}

/**
 * The pages right behind the record before this one, and right before the one behind it, with a small limit. The first
 * also has all other filters that the record matches. Each was seen to show the record with the filter; none where the
 * list is not paged.
 */
export const pagesWithRecord: Once<[ShownBy], readonly Query[]> = once(
  async (session, record) => {
    const { base, id, name, value } = record
    const place = base.placeOf(id)
    const [before, behind] = [base.ids[place - 1], base.ids[place + 1]]
    if (base.limit === undefined || base.ids.length < 3) return []
    const limit = await smallLimit(session, base)
    const forward = before === undefined ? { limit } : { limit, starting_after: before }
    const others = await otherFilters(session, record)
    const { search: _search, ...withoutSearch } = others
    const choices: readonly (readonly Query[])[] = [
      [{ ...others, ...forward }, { ...withoutSearch, ...forward }, forward],
      behind === undefined ? [] : [{ limit, ending_before: behind }],
    ]
    const pages: Query[] = []
    for (const choice of choices) {
      for (const page of choice) {
        const exchange = await session.send({ path: base.path, query: { ...page, [name]: value } })
        if (!pageOf(session, exchange)?.ids.includes(id)) continue
        pages.push(page)
        break
      }
    }
    return pages
  },
  ({ base, id, name, value }) => [base.address, id, name, value],
)

/** The other filters that a record matches: of a product those of clause 4.5 too, and a search for its name. */
async function otherFilters(session: Session, { base, id, name: except }: ShownBy): Promise<Query> {
  const item = base.items.get(id)
  const isProduct = base.address === (await products(session).catch(() => undefined))?.address
  const enums = isProduct
    ? (await productEnumValues(session)).filter(({ ids }) => ids.has(id))
    : enumValuesOf(session, base, id)
  const matched = [
    ...(isProduct ? stringFiltersOf(session) : []).map((name) => [name, memberText(item, name)] as const),
    ...enums.map(({ name, value }) => [name, value] as const),
    ['search', session.run.omits('search') ? undefined : memberText(item, 'name')] as const,
  ]
  return Object.fromEntries(
    matched.flatMap(([name, value]) => (value === undefined || value === '' || name === except ? [] : [[name, value]])),
  )
}

/** The values that a record has of the enum filters that the target file declares for its list. */
export function enumValuesOf(
  { run }: Session,
  { address, items }: WalkedList,
  id: string,
): readonly { readonly name: string; readonly value: string }[] {
  return (run.target.enumFilters ?? [])
    .filter(({ path }) => samePath(path, address))
    .flatMap(({ parameter, values }) => {
      const value = memberText(items.get(id), parameter)
      return value !== undefined && values.includes(value) ? [{ name: parameter, value }] : []
    })
}

/** The parameters of a page as texts, for a message. */
export const asTexts = (query: Query): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
