import { type InterceptedRequest, type Operations, without } from '../wrappers/intercepted-request.ts'
import { jsonOf, type Listed, recordsIn, withJson, withRecords } from '../wrappers/messages.ts'
import { everyList, products, resources } from '../wrappers/operations.ts'
import { type Filter, filtersIn, matchesAll, matchProducts, selectProducts } from '../wrappers/products.ts'
import type { FetchWrapper } from '../define-deviation.ts'
import { mapAnswer, mapBody, mapQuery, retry } from '../wrappers/fetch-wrappers.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

/** The plain string filters of the products. */
export const strings: readonly string[] = ['brand', 'category']

/** Some parameters do not count, in requests that `when` is true for. */
export const drop = (
  dropped: string | readonly string[],
  when: (query: URLSearchParams) => boolean = () => true,
  operations: Operations = products,
): FetchWrapper => mapQuery(operations, (query) => (when(query) ? without(...[dropped].flat()) : undefined))

/** Some parameters of the products do not count beside others. */
export const dropBeside = (dropped: string | readonly string[], ...others: readonly string[]): FetchWrapper =>
  drop(dropped, (query) => others.every((name) => query.has(name)))

const matchesFirstString = (record: Listed, filters: readonly Filter[]) => {
  const texts = filters.filter(([name]) => strings.includes(name))
  const others = filters.filter(([name]) => !strings.includes(name))
  return matchesAll(record, others) && (texts.length === 0 || texts.some((filter) => matchesAll(record, [filter])))
}

const filterThePage = mapAnswer(products, async (response, { query, send }) => {
  if (Number(query.get('limit') ?? 20) >= 10 || query.has('ending_before')) return response
  const filters = filtersIn(query)
  const page = await jsonOf(await send({ query: without(...filters.map(([name]) => name)) }))
  const matching = recordsIn(page).filter((record) => matchesAll(record, filters))
  return withJson(response, withRecords(page, matching))
})

/** Returns true if the resources refuse a value of status. */
const isRefused = ({ status }: Response, { query }: InterceptedRequest) => status === 400 && query.has('status')

/** The behaviour of each deviation of "Filters and search". */
export const filterBehaviours: BehavioursOf<'filters'> = {
  'brand-filter-ignored': drop('brand'),
  'filters-match-prefixes': matchProducts(strings, (actual, wanted) => actual.startsWith(wanted)),
  'category-filter-folds-case': matchProducts(
    'category',
    (actual, wanted) => actual.toLowerCase() === wanted.toLowerCase(),
  ),
  'filters-or-combined': selectProducts(matchesFirstString),
  'two-filters-match-nothing': selectProducts((record, filters) => {
    const hasBoth = strings.every((name) => filters.some(([filter]) => filter === name))
    return !hasBoth && matchesAll(record, filters)
  }),
  'search-case-sensitive': matchProducts('search', (actual, wanted) => actual.includes(wanted)),
  'search-drops-filters': dropBeside(strings, 'search'),
  'filter-lost-on-next-page': dropBeside(strings, 'starting_after'),
  'filter-after-the-page': filterThePage,
  'status-defaults-to-active': mapQuery(resources, (query) => (query.has('status') ? {} : { status: 'active' })),
  'enum-filter-ignored': retry(resources, ({ ok }) => (ok ? { query: without('status') } : undefined)),
  'invalid-enum-ignored': retry(resources, (response, intercepted) =>
    isRefused(response, intercepted) ? { query: without('status') } : undefined,
  ),
  'invalid-enum-matches-nothing': mapAnswer(resources, () => Response.json({ data: [], has_more: false }), isRefused),
  'enum-options-left-out': mapBody(
    everyList,
    () => ({ error: { code: 'invalid_enum', message: 'That is not an allowed value.' } }),
    ({ status }, { query }) => status === 400 && ['status', 'kind'].some((name) => query.has(name)),
  ),
}
