// The requirement that a wrong page breaks.
import type { CursorParameter } from '../../catalogue/operations.ts'
import type { RequirementId } from '../../catalogue/requirements.ts'
import { requirementOfCursor, requirementOfFilter } from './covering-set.ts'
import type { Query } from './fewest-parameters.ts'
import { isProducts } from './list-filters.ts'
import { type Difference, filterValue, isPaging, type ListModel, queryCursor } from './list-model.ts'
import { producesPage, lateFilters, type WrongPage } from './mistakes.ts'
import type { SentPage } from './paging.ts'
import { searchTexts, textWith } from './search-terms.ts'

/** A wrong page, and other pages of its list. */
interface Observed extends WrongPage {
  readonly model: ListModel
  readonly ask: (query: Query) => Promise<SentPage>
  readonly filters: readonly string[]
  readonly cursor: CursorParameter | undefined
}

/** The requirement that a wrong page breaks, which a few other pages decide in some cases. */
export async function pageRequirement(model: ListModel, page: WrongPage, ask: Observed['ask']): Promise<RequirementId> {
  const filters = Object.keys(page.query).filter((name) => !isPaging(name))
  return await byKind[page.difference.kind]({ ...page, model, ask, filters, cursor: queryCursor(page.query) })
}

const byKind: Record<Difference['kind'], (observed: Observed) => RequirementId | Promise<RequirementId>> = {
  order: () => 'cursors.newest-first',
  long: () => 'cursors.limit',
  repeated: () => 'cursors.complete',
  async stray(observed) {
    const near = nearFilter(observed)
    const isExact = near !== undefined && (observed.filters.length < 2 || !(await leavesOut(observed, near)))
    return isExact ? 'filters.exact' : ofFilters(observed)
  },
  async unknown(observed) {
    if (observed.filters.length === 0) return (await isStray(observed)) ? 'products.list' : 'cursors.complete'
    return isHidden(observed) ? 'filters.absent' : 'products.list'
  },
  beyond({ model, query, filters, cursor }) {
    const isAtEnd = query['starting_after'] === model.list.ids.at(-1)
    return isAtEnd && filters.length === 0 ? 'cursors.complete' : requirementOfCursor[cursor!]
  },
  refused: (observed) =>
    observed.filters.some((name) => observed.model.filter(name)?.kind === 'enum')
      ? 'filters.enum-filters'
      : ofPlace(observed),
  async missing(observed) {
    if (isShort(observed)) return 'cursors.limit'
    if (await isFoundByEnum(observed)) return 'filters.absent'
    return (await ofSearch(observed)) ?? (isFilteredLate(observed) ? 'filters.paged' : ofPlace(observed))
  },
}

function ofFilters({ model, query, filters: [name = '', ...others] }: Observed): RequirementId {
  if (others.length > 0) return 'filters.and'
  return Object.keys(query).length > 1 ? 'filters.paged' : requirementOfFilter[model.filter(name)?.kind ?? 'string']
}

function ofPlace(observed: Observed): RequirementId {
  const { query, filters, cursor, difference } = observed
  if (cursor !== undefined && (filters.length < 2 || difference.met.length > 0)) return requirementOfCursor[cursor]
  if (filters.length > 0) return ofFilters(observed)
  return 'limit' in query ? 'cursors.limit' : 'filters.absent'
}

/** The records that show the difference. */
const wrongItems = ({ sent: { page }, difference: { ids } }: Observed) =>
  ids.map((id) => page!.items[page!.ids.indexOf(id)])

/**
 * The string filter whose requested value is contained in that of all strays, or contains it; undefined if there is
 * none.
 */
function nearFilter(observed: Observed): string | undefined {
  const { model, query } = observed
  const normal = (text: string) => text.trim().toLowerCase()
  return model.filters.find(({ name, kind }) => {
    if (kind !== 'string' || !(name in query)) return false
    const wanted = String(query[name])
    return wrongItems(observed).every((item) => {
      const value = filterValue(item, name)
      if (value === undefined || value === wanted) return false
      return normal(value).includes(normal(wanted)) || normal(wanted).includes(normal(value))
    })
  })?.name
}

/** Resolves to true if a filter by itself leaves out a stray, on a page that passes its place. */
async function leavesOut({ model, query, ask, difference }: Observed, name: string): Promise<boolean> {
  const { list, usual } = model
  const [id = ''] = difference.ids
  const { page, ids } = await ask({ [name]: query[name]! })
  const isPassed = ids.length < usual || ids.some((other) => list.placeOf(other) > list.placeOf(id))
  return page !== undefined && isPassed && !ids.includes(id)
}

/** Resolves to true if a record that a page shows is not at its place in the list, so that the walk did not skip it. */
async function isStray({ model: { list, limits }, ask, difference }: Observed): Promise<boolean> {
  const [id = ''] = difference.ids
  const before = list.ids[Math.min(list.placeOf(id), list.ids.length) - 1]
  const [limit] = limits
  if (before === undefined || !isProducts(list.path)) return false
  const { page } = await ask({ ...(limit === undefined ? {} : { limit }), starting_after: before })
  return !page?.ids.includes(id)
}

/** Returns true if no known record has the value that unknown records show: the list hides all of them. */
function isHidden(observed: Observed): boolean {
  const { model, query } = observed
  if (!isProducts(model.list.path)) return true
  return model.filters.some(
    ({ name, values }) =>
      name !== 'search' &&
      wrongItems(observed).every((item) => !values.get(filterValue(item, name) ?? String(query[name]))?.size),
  )
}

/** Returns true if a page has fewer records than its limit, although more follow. */
function isShort({ model, query, cursor, difference: { met, wanted } }: Observed): boolean {
  const { from, to, size, all } = model.expected(query)
  const isBackward = cursor === 'ending_before'
  const near = isBackward ? wanted.slice(-met.length) : wanted.slice(0, met.length)
  const isFurther = isBackward ? from > 0 : to < all.length
  const isPart = met.length > 0 && near.every((id) => met.includes(id)) && wanted.length === size
  return isPart && isFurther && 'limit' in query
}

/** Resolves to true if a page with an enum filter has a lacking record whose value no record of the page has. */
async function isFoundByEnum({ model, query, ask, cursor, difference: { ids, met } }: Observed): Promise<boolean> {
  const [first = ''] = ids
  if (cursor === 'ending_before') return false
  for (const { name, kind, values } of model.filters) {
    if (kind !== 'enum' || name in query) continue
    const valueOf = (id: string) => [...values].find(([, holders]) => holders.has(id))?.[0]
    const seen = new Set(met.map(valueOf))
    const value = valueOf(first)
    if (value === undefined || ids.some((id) => seen.has(valueOf(id)))) continue
    if ((await ask({ ...query, [name]: value })).ids.includes(first)) return true
  }
  return false
}

/** Returns true if a page has the records that match, of those that its place has without the filter. */
function isFilteredLate({ model, filters, ...page }: Observed): boolean {
  const {
    query,
    difference: { met, wanted },
  } = page
  if (filters.length > 1 || Object.keys(query).length < 2 || met.length === wanted.length) return false
  return lateFilters(model, page).some((mistake) => producesPage(mistake, model, query, met))
}

/**
 * The requirement of a search that does not find a record, although a search for the whole text with the term does;
 * undefined otherwise.
 */
async function ofSearch({ model, query, sent, ask, difference }: Observed): Promise<RequirementId | undefined> {
  const {
    ids: [id = ''],
    met,
    wanted,
  } = difference
  if (!('search' in query) || !sent.page || !met.every((other) => wanted.includes(other))) return undefined
  const term = String(query['search'])
  const whole = textWith(model.list.items.get(id), term)
  const isFound = async (search: string) => (await ask({ ...query, search })).ids.includes(id)
  if (whole === undefined || !(await isFound(whole))) return undefined
  const [asIs] = searchTexts(whole, term)
  return asIs !== term && (await isFound(asIs)) ? 'filters.search-case' : 'filters.search-partial'
}
