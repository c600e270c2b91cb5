import { type Operations, removeParameters, everyList } from '../wrappers/intercepted-request.ts'
import { type ListedRecord } from '../wrappers/messages.ts'
import { type Filter, matchesAll, matchProducts, selectProducts } from '../wrappers/products.ts'
import type { FetchWrapper } from '../deviation.ts'
import { mapBody, mapQuery, retry } from '../wrappers/fetch-wrappers.ts'

/** The plain string filters of the products. */
export const strings: readonly string[] = ['brand', 'category']

/** Some parameters do not count, in requests that `when` is true for. */
export const drop = (
  dropped: string | readonly string[],
  when: (query: URLSearchParams) => boolean = () => true,
  operations: Operations = 'products.list',
): FetchWrapper => mapQuery(operations, (query) => (when(query) ? removeParameters(...[dropped].flat()) : undefined))

/** Ignores some parameters of the products in combination with others. */
const dropCombined = (dropped: string | readonly string[], ...others: readonly string[]): FetchWrapper =>
  drop(dropped, (query) => others.every((name) => query.has(name)))

const matchesFirstString = (record: ListedRecord, filters: readonly Filter[]) => {
  const texts = filters.filter(([name]) => strings.includes(name))
  const others = filters.filter(([name]) => !strings.includes(name))
  return matchesAll(record, others) && (texts.length === 0 || texts.some((filter) => matchesAll(record, [filter])))
}

/** The deviations of "Filters and search". */
export const filterDeviations = {
  title: 'Filters and search',
  deviations: {
    'brand-filter-ignored': ['filters.exact.pages', 'The products ignore brand.', drop('brand')],
    'filters-match-prefixes': [
      'filters.exact.pages',
      'A brand or category matches all values that begin with it.',
      matchProducts(strings, (actual, wanted) => actual.startsWith(wanted)),
    ],
    'filters-or-combined': [
      'filters.and.pages',
      'A product matches when it matches brand or category.',
      selectProducts(matchesFirstString),
    ],
    'search-case-sensitive': [
      'filters.search-case.pages',
      'search is case-sensitive.',
      matchProducts('search', (actual, wanted) => actual.includes(wanted)),
    ],
    'filter-lost-on-next-page': [
      'filters.paged.pages',
      'With starting_after, brand and category do not count.',
      dropCombined(strings, 'starting_after'),
    ],
    'status-defaults-to-active': [
      'filters.absent.pages',
      'Without status the resources are the active ones.',
      mapQuery('resources.list', (query) => (query.has('status') ? {} : { status: 'active' })),
    ],
    'enum-filter-ignored': [
      'filters.enum-filters.pages',
      'The resources accept each value of status and ignore it.',
      retry('resources.list', ({ ok }) => (ok ? { query: removeParameters('status') } : undefined)),
    ],
    'invalid-enum-ignored': [
      'filters.enum-invalid.pages',
      'An invalid status is ignored.',
      retry('resources.list', ({ status }, { query }) =>
        status === 400 && query.has('status') ? { query: removeParameters('status') } : undefined,
      ),
    ],
    'enum-options-left-out': [
      'filters.enum-options.pages',
      'The 400 for an invalid enum value names no allowed value.',
      mapBody(
        everyList,
        () => ({ error: { code: 'invalid_enum', message: 'That is not an allowed value.' } }),
        ({ status }, { query }) => status === 400 && ['status', 'kind'].some((name) => query.has(name)),
      ),
    ],
  },
} as const
