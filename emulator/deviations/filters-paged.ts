import { type Deviation, defineDeviation } from './define-deviation.ts'
import { dropBeside, dropParameters, hasOne, stringFilters } from './drop-parameters.ts'
import { isProductList, type ListedRecord, type ListRequest, matchesAll, serveProducts } from './product-list.ts'

/** The first page is filtered before it is cut when it is a large one, so that only small pages show it. */
function filterThePage(
  records: readonly ListedRecord[],
  { filters, limit, startingAfter, endingBefore }: ListRequest,
): readonly ListedRecord[] {
  const right = (list: readonly ListedRecord[]) => list.filter((record) => matchesAll(record, filters))
  const behind = records.filter(({ id }) => startingAfter === undefined || id < startingAfter)
  if (endingBefore !== undefined) return right(records.filter(({ id }) => id > endingBefore)).slice(-limit)
  return limit >= 10 ? right(behind).slice(0, limit) : right(behind.slice(0, limit))
}

/** Violations of clause 4.5 by filters that stand beside a cursor or a limit. */
export const pagedFilterDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'filter-lost-on-next-page',
    requirement: 'filters.paged',
    caughtBy: 'filters.paged.strings',
    description: 'With starting_after, brand and category do not count.',
    wrap: dropBeside(stringFilters, 'starting_after'),
  }),
  defineDeviation({
    name: 'category-lost-with-limit',
    requirement: 'filters.paged',
    caughtBy: 'filters.paged.strings',
    description: 'With limit, category does not count.',
    wrap: dropBeside(['category'], 'limit'),
  }),
  defineDeviation({
    name: 'filter-after-the-page',
    requirement: 'filters.paged',
    caughtBy: 'filters.paged.strings',
    description: 'The page is cut before the filter is applied.',
    wrap: serveProducts({ select: (records) => records, takePage: filterThePage }),
  }),
  defineDeviation({
    name: 'filter-lost-with-limit-1',
    requirement: 'filters.paged',
    caughtBy: 'filters.paged.one',
    description: 'With limit=1, brand and category do not count.',
    wrap: dropParameters(
      stringFilters,
      (url, request) => isProductList(request) && url.searchParams.get('limit') === '1',
    ),
  }),
  defineDeviation({
    name: 'second-filter-lost-on-next-page',
    requirement: 'filters.paged',
    caughtBy: 'filters.paged.both',
    description: 'With starting_after and a brand, category does not count.',
    wrap: dropBeside(['category'], 'starting_after', 'brand'),
  }),
  defineDeviation({
    name: 'search-lost-with-limit',
    requirement: 'filters.paged',
    caughtBy: 'filters.paged.search',
    description: 'With limit, search does not count.',
    wrap: dropBeside(['search'], 'limit'),
  }),
  defineDeviation({
    name: 'category-lost-before-cursor',
    requirement: 'filters.paged',
    caughtBy: 'filters.paged.ending-before',
    description: 'With ending_before, category does not count.',
    wrap: dropBeside(['category'], 'ending_before'),
  }),
  defineDeviation({
    name: 'search-lost-before-cursor',
    requirement: 'filters.paged',
    caughtBy: 'filters.paged.ending-before',
    description: 'With ending_before, search does not count.',
    wrap: dropBeside(['search'], 'ending_before'),
  }),
  defineDeviation({
    name: 'status-lost-before-cursor',
    requirement: 'filters.paged',
    caughtBy: 'filters.paged.ending-before',
    description: 'With ending_before, status does not count.',
    wrap: dropBeside(['status'], 'ending_before'),
  }),
  defineDeviation({
    name: 'filter-lost-before-cursor',
    requirement: 'filters.paged',
    caughtBy: 'filters.paged.ending-before',
    description: 'With ending_before, brand and category do not count.',
    wrap: dropBeside(stringFilters, 'ending_before'),
  }),
  defineDeviation({
    name: 'status-lost-on-next-page',
    requirement: 'filters.paged',
    caughtBy: 'filters.paged.enum',
    description: 'With starting_after, status does not count.',
    wrap: dropParameters(['status'], (url) => hasOne(url, ['starting_after'])),
  }),
  defineDeviation({
    name: 'search-lost-on-next-page',
    requirement: 'filters.paged',
    caughtBy: 'filters.paged.search',
    description: 'With starting_after, search does not count.',
    wrap: dropParameters(['search'], (url) => hasOne(url, ['starting_after'])),
  }),
]
