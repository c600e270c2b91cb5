import { because } from '../../conclusions/cause.ts'
import { insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { samePath } from '../../reading/id-forms.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type ListPage, defaultPageSize, pageOf, type ListWalk, walkForward, type WalkOptions } from '../lists/pages.ts'
import { memberText, stringFilters, stringFiltersOf } from '../lists/record-filters.ts'
import { nonsense } from './search-terms.ts'
import { maxPages, products, type WalkedList } from '../lists/walked-list.ts'

/** One of `stringFilters`. */
export type StringFilter = (typeof stringFilters)[number]

/** The ids of the records of a list by the value that a member shows, in the order of the list. */
export type ValueIndex = ReadonlyMap<string, ReadonlySet<string>>

/** Which records of a list have which text as a member. */
export function indexBy(base: WalkedList, member: string): ValueIndex {
  const index = new Map<string, Set<string>>()
  for (const id of base.ids) {
    const value = memberText(base.items.get(id), member)
    if (value === undefined) continue
    const ids = index.get(value)
    if (ids) ids.add(id)
    else index.set(value, new Set([id]))
  }
  return index
}

/** A list with filters. */
export interface FilteredList {
  readonly query: Readonly<Record<string, string>>
  /** Undefined when no list came. */
  readonly walk: ListWalk | undefined
  readonly exchange: Exchange
}

/** How many records are enough to compare. */
const enough = 10

/**
 * A list with filters and without paging parameters: its first page, or more pages if the target's own are small. It is
 * asked for once in a run. The order of the parameters is kept.
 */
export const filteredList: Once<[base: WalkedList, query: Readonly<Record<string, string>>], FilteredList> = once(
  async (session, base, query) => {
    const exchange = await session.send({ path: base.path, query })
    const first = pageOf(session, exchange)
    if (!first) return { query, walk: undefined, exchange }
    const walk = await walkForward(session, {
      call: { path: base.path, query },
      ...(await rest(session, base, query, first)),
    })
    return { query, walk, exchange }
  },
  ({ address }, query) => [address, Object.entries(query)],
)

/** How much more of a filtered list to ask for behind its first page, so that there are enough records to compare. */
async function rest(
  session: Session,
  base: WalkedList,
  query: FilteredList['query'],
  first: ListPage,
): Promise<Omit<WalkOptions, 'call'>> {
  // Records that were created since cannot be compared with the list without filters: they may fill the first page.
  const known = first.ids.filter((id) => !base.isNewer(id)).length
  if (known < Math.min(enough, first.ids.length) && base.limit !== undefined) {
    const large = pageOf(session, await session.send({ path: base.path, query: { ...query, limit: base.limit } }))
    if (large) return { maxPages: 1, first: large }
  }
  const goesOn = known < enough && first.ids.length >= (await defaultPageSize(session, base.path))
  return { maxPages: goesOn ? maxPages : 1, first }
}

/** A value of a filter that was chosen to be tried. */
export interface ChosenValue {
  readonly filter: StringFilter
  readonly value: string
  /** The records of the list without filters that show it. */
  readonly ids: ReadonlySet<string>
}

/**
 * The values of each string filter that the products show, those that tell most first: values of few records, but
 * enough to page, which differ in their other filters, and with letters, so that a prefix and another case of the value
 * are other texts. Records that hooks made often have the filters in step.
 */
const rankedValues: Once<[], readonly (readonly ChosenValue[])[]> = once(async (session) => {
  const base = await products(session)
  const enums = (session.run.target.enumFilters ?? []).filter(({ path }) => samePath(path, base.address))
  const strings = stringFiltersOf(session)
  const members = new Set([...strings, ...enums.map(({ parameter }) => parameter)])
  return strings.map((filter) => {
    const values = [...indexBy(base, filter)].filter(([value]) => value.trim() === value && value !== '')
    const others = [...members].filter((member) => member !== filter)
    const isAlike = (ids: ReadonlySet<string>) =>
      others.some((member) => new Set([...ids].map((id) => memberText(base.items.get(id), member))).size === 1)
    const score = ([value, ids]: (typeof values)[number]) =>
      (/\p{L}/u.test(value) && value.length > 3 ? 0 : 1000) +
      (ids.size < 4 ? 500 - ids.size : 0) +
      (ids.size === base.ids.length ? 400 : 0) +
      (hasNeighbour(value, values) ? 100 : 0) +
      (isAlike(ids) ? 90 : 0) +
      ids.size / base.ids.length
    return values
      .map((entry) => ({ entry, rank: score(entry) }))
      .sort((left, right) => left.rank - right.rank)
      .map(({ entry: [value, ids] }): ChosenValue => ({ filter, value, ids }))
  })
})

/** The string filters that no product shows, and that keep no product out: the products do not take them. */
const untaken: Once<[], readonly StringFilter[]> = once(async (session) => {
  const base = await products(session)
  const found: StringFilter[] = []
  for (const filter of stringFiltersOf(session)) {
    if (indexBy(base, filter).size > 0) continue
    const page = pageOf(session, await session.send({ path: base.path, query: { [filter]: nonsense } }))
    if (page?.ids.some((id) => base.places.has(id))) found.push(filter)
  }
  return found
})

/**
 * A value to try for each string filter that the products show.
 * @throws Conclusion `notApplicable` when the products take no such filter, and `insufficientEvidence` when the records
 * show no such values.
 */
export async function chosenValues(session: Session): Promise<readonly ChosenValue[]> {
  const chosen = (await rankedValues(session)).flatMap((values) => values.slice(0, 1))
  if (chosen.length === 0 && (await untaken(session)).length === stringFiltersOf(session).length)
    notApplicable(because.absent, phrase`the products take neither brand nor category`)
  if (chosen.length === 0)
    insufficient(
      because.data,
      phrase`the products show neither brand nor category; it takes records that show them, with several values of each`,
    )
  return chosen
}

/** How many values of a filter are looked at beside the chosen one. */
const triedValues = 30

/**
 * The chosen value of each string filter, and behind each the other values of its filter that some of the products have
 * and others have not.
 * @throws Conclusion `insufficientEvidence` when the records show no such values.
 */
export async function valuesToTry(session: Session): Promise<readonly (readonly ChosenValue[])[]> {
  const { length } = (await products(session)).ids
  const chosen = await chosenValues(session)
  const ranked = await rankedValues(session)
  return chosen.map((first) => {
    const others = ranked.flat().filter((other) => other.filter === first.filter && other !== first)
    return [first, ...others.filter(({ ids }) => ids.size < length).slice(0, triedValues)]
  })
}

/** Characters that a service may split a value at, take for a pattern, decode twice, or compare in another form. */
const unusual = [/[,%_]/, /[&+#;=?/\\'"]/, /[^ -~]/]

/** For each kind of unusual character a value that has one, if there is one. */
export function unusualValues(
  values: readonly (readonly [value: string, ids: ReadonlySet<string>])[],
  filter: StringFilter,
): readonly ChosenValue[] {
  return unusual.flatMap((kind) => {
    const found = values.find(([value]) => value.trim() === value && kind.test(value))
    return found ? [{ filter, value: found[0], ids: found[1] }] : []
  })
}

/**
 * Returns true if another value contains it, apart from case and spaces. Mixing those up is a fault with checks of its
 * own.
 */
function hasNeighbour(value: string, values: readonly (readonly [string, unknown])[]): boolean {
  const normal = (text: string) => text.trim().toLowerCase()
  return values.some(
    ([other]) => other !== value && (normal(other).includes(normal(value)) || normal(value).includes(normal(other))),
  )
}

/** A brand and a category. */
export interface ValuePair {
  readonly brand: ChosenValue
  readonly category: ChosenValue
  /** The records that show both. */
  readonly both: ReadonlySet<string>
}

/**
 * A brand and a category for which AND, OR, the first filter alone and the last alone return four different lists.
 * @throws Conclusion `notApplicable` when the products do not take both, and `insufficientEvidence` when the records show no such pair.
 */
export async function chosenPair(session: Session): Promise<ValuePair> {
  const base = await products(session)
  const [brands, categories] = stringFilters.map((filter) =>
    [...indexBy(base, filter)]
      .filter(([value]) => value !== '')
      .slice(0, 30)
      .map(([value, ids]): ChosenValue => ({ filter, value, ids })),
  ) as [ChosenValue[], ChosenValue[]]
  const preferred = await chosenValues(session)
  const [missing] = await untaken(session)
  if (missing !== undefined) notApplicable(because.absent, phrase`the products do not take ${missing}`)
  const isPreferred = ({ filter, value }: ChosenValue) =>
    preferred.some((chosen) => chosen.filter === filter && chosen.value === value) ? 0 : 1
  const pairs = brands
    .flatMap((brand) =>
      categories.map((category): ValuePair => ({
        brand,
        category,
        both: new Set([...brand.ids].filter((id) => category.ids.has(id))),
      })),
    )
    .filter(({ brand, category, both }) => both.size < brand.ids.size && both.size < category.ids.size)
  const cost = ({ brand, category, both }: ValuePair) =>
    (both.size === 0 ? 10 : 0) + isPreferred(brand) + isPreferred(category)
  return (
    pairs.sort((left, right) => cost(left) - cost(right))[0] ??
    insufficient(
      because.data,
      phrase`no brand and category of the products tell AND from OR, or from one filter alone; it takes a brand in two categories, and a category with two brands`,
    )
  )
}
