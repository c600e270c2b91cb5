import { defineDeviation, type Deviation, type FetchWrapper, rewriteUrl } from './define-deviation.ts'
import { dropBeside, dropParameters, hasOne, stringFilters } from './drop-parameters.ts'
import {
  isProductList,
  type ListedRecord,
  type ListRequest,
  matchesAll,
  matchesRight,
  matchProducts,
  serveProducts,
} from './product-list.ts'

/** Plain string filters that match otherwise; search and enum filters as they should. */
function matchingStrings(names: readonly string[], test: (shown: string, wanted: string) => boolean): FetchWrapper {
  return matchProducts((record, filter) =>
    names.includes(filter[0]) ? test(String(record[filter[0]]), filter[1]) : matchesRight(record, filter),
  )
}

/** Violations of clause 4.5 by plain string filters, alone and together. */
export const filterDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'brand-filter-ignored',
    requirement: 'filters.exact',
    caughtBy: 'filters.exact.value',
    description: 'The products ignore brand.',
    wrap: dropParameters(['brand'], (_url, request) => isProductList(request)),
  }),
  defineDeviation({
    name: 'category-filter-ignored',
    requirement: 'filters.exact',
    caughtBy: 'filters.exact.value',
    description: 'The products ignore category.',
    wrap: dropParameters(['category'], (_url, request) => isProductList(request)),
  }),
  defineDeviation({
    name: 'brand-filter-loses-records',
    requirement: 'filters.exact',
    caughtBy: 'filters.exact.value',
    description: 'A brand leaves out every third product that has it.',
    wrap: matchProducts(
      (record, filter) =>
        matchesRight(record, filter) && (filter[0] !== 'brand' || record.id.codePointAt(26)! % 3 !== 0),
    ),
  }),
  defineDeviation({
    name: 'filters-match-prefixes',
    requirement: 'filters.exact',
    caughtBy: 'filters.exact.partial',
    description: 'A brand or category matches all values that begin with it.',
    wrap: matchingStrings(stringFilters, (shown, wanted) => shown.startsWith(wanted)),
  }),
  defineDeviation({
    name: 'brand-filter-matches-parts',
    requirement: 'filters.exact',
    caughtBy: 'filters.exact.partial',
    description: 'A brand matches all values that it is a part of.',
    wrap: matchingStrings(['brand'], (shown, wanted) => shown.includes(wanted)),
  }),
  defineDeviation({
    name: 'category-filter-matches-ends',
    requirement: 'filters.exact',
    caughtBy: 'filters.exact.partial',
    description: 'A category matches all values that end with it.',
    wrap: matchingStrings(['category'], (shown, wanted) => shown.endsWith(wanted)),
  }),
  defineDeviation({
    name: 'category-filter-folds-case',
    requirement: 'filters.exact',
    caughtBy: 'filters.exact.case',
    description: 'A category matches in any case.',
    wrap: matchingStrings(['category'], (shown, wanted) => shown.toLowerCase() === wanted.toLowerCase()),
  }),
  defineDeviation({
    name: 'category-filter-matches-middles',
    requirement: 'filters.exact',
    caughtBy: 'filters.exact.partial',
    description: 'A category matches all values that have it in their middle.',
    wrap: matchingStrings(
      ['category'],
      (shown, wanted) => shown === wanted || (wanted.length > 1 && shown.slice(1, -1).includes(wanted)),
    ),
  }),
  defineDeviation({
    name: 'brand-filter-takes-lower-case',
    requirement: 'filters.exact',
    caughtBy: 'filters.exact.case',
    description: 'A brand matches in lower case too.',
    wrap: matchingStrings(['brand'], (shown, wanted) => shown === wanted || shown.toLowerCase() === wanted),
  }),
  defineDeviation({
    name: 'brand-filter-is-a-pattern',
    requirement: 'filters.exact',
    caughtBy: 'filters.exact.pattern',
    description: 'A % in a brand stands for anything.',
    wrap: matchingStrings(['brand'], (shown, wanted) =>
      wanted.endsWith('%') ? shown.startsWith(wanted.slice(0, -1)) : shown === wanted,
    ),
  }),
  defineDeviation({
    name: 'category-filter-takes-asterisks',
    requirement: 'filters.exact',
    caughtBy: 'filters.exact.pattern',
    description: 'A * in a category stands for anything.',
    wrap: matchingStrings(['category'], (shown, wanted) =>
      wanted.endsWith('*') ? shown.startsWith(wanted.slice(0, -1)) : shown === wanted,
    ),
  }),
  defineDeviation({
    name: 'filters-trim',
    requirement: 'filters.exact',
    caughtBy: 'filters.exact.space',
    description: 'A brand or category matches without the spaces around it.',
    wrap: matchingStrings(stringFilters, (shown, wanted) => shown === wanted.trim()),
  }),
  defineDeviation({
    name: 'filters-trim-ends',
    requirement: 'filters.exact',
    caughtBy: 'filters.exact.space',
    description: 'A brand or category matches without the spaces behind it.',
    wrap: matchingStrings(stringFilters, (shown, wanted) => shown === wanted.trimEnd()),
  }),
  defineDeviation({
    name: 'filters-or-combined',
    requirement: 'filters.and',
    caughtBy: 'filters.and.intersection',
    description: 'A product matches when it matches one of brand and category.',
    wrap: serveProducts({ select: orOfStrings }),
  }),
  defineDeviation({
    name: 'first-filter-wins',
    requirement: 'filters.and',
    caughtBy: 'filters.and.intersection',
    description: 'Of brand and category the first counts alone.',
    wrap: oneOfStrings((given) => given[0]!),
  }),
  defineDeviation({
    name: 'last-filter-wins',
    requirement: 'filters.and',
    caughtBy: 'filters.and.intersection',
    description: 'Of brand and category the last counts alone.',
    wrap: oneOfStrings((given) => given.at(-1)!),
  }),
  defineDeviation({
    name: 'brand-wins-over-category',
    requirement: 'filters.and',
    caughtBy: 'filters.and.intersection',
    description: 'With a brand, category does not count.',
    wrap: dropBeside(['category'], 'brand'),
  }),
  defineDeviation({
    name: 'two-filters-match-nothing',
    requirement: 'filters.and',
    caughtBy: 'filters.and.intersection',
    description: 'A brand and a category together match nothing.',
    wrap: serveProducts({
      select: (records, { filters }) => {
        const hasBoth = stringFilters.every((name) => filters.some(([given]) => given === name))
        return hasBoth ? [] : records.filter((record) => matchesAll(record, filters))
      },
    }),
  }),
  defineDeviation({
    name: 'enum-filter-wins',
    requirement: 'filters.and',
    caughtBy: 'filters.and.enum',
    description: 'With status, brand and category do not count.',
    wrap: dropBeside(stringFilters, 'status'),
  }),
  defineDeviation({
    name: 'category-drops-status',
    requirement: 'filters.and',
    caughtBy: 'filters.and.enum',
    description: 'With a category, status does not count.',
    wrap: dropBeside(['status'], 'category'),
  }),
  defineDeviation({
    name: 'last-of-three-filters-wins',
    requirement: 'filters.and',
    caughtBy: 'filters.and.three',
    description: 'Of three filters or more the last counts alone.',
    wrap: serveProducts({
      select: (records, { filters }) =>
        records.filter((record) => matchesAll(record, filters.length > 2 ? filters.slice(-1) : filters)),
    }),
  }),
  defineDeviation({
    name: 'third-filter-dropped',
    requirement: 'filters.and',
    caughtBy: 'filters.and.three',
    description: 'No more than two filters count.',
    wrap: serveProducts({
      select: (records, { filters }) => records.filter((record) => matchesAll(record, filters.slice(0, 2))),
    }),
  }),
  defineDeviation({
    name: 'search-drops-status',
    requirement: 'filters.and',
    caughtBy: 'filters.and.search-enum',
    description: 'With search, status does not count.',
    wrap: dropBeside(['status'], 'search'),
  }),
  defineDeviation({
    name: 'search-drops-filters',
    requirement: 'filters.and',
    caughtBy: 'filters.and.search',
    description: 'With search, brand and category do not count.',
    wrap: dropBeside(stringFilters, 'search'),
  }),
  defineDeviation({
    name: 'filters-drop-search',
    requirement: 'filters.and',
    caughtBy: 'filters.and.search',
    description: 'With a brand or category, search does not count.',
    wrap: dropParameters(['search'], (url, request) => isProductList(request) && hasOne(url, stringFilters)),
  }),
  defineDeviation({
    name: 'drafts-hidden-without-filter',
    requirement: 'filters.absent',
    caughtBy: 'filters.absent.strings',
    description: 'Without any filter the products leave out those that are not active.',
    wrap: serveProducts({
      select: (records, { filters }) =>
        records.filter((record) =>
          filters.length === 0 ? record['status'] === 'active' : matchesAll(record, filters),
        ),
    }),
  }),
  defineDeviation({
    name: 'status-defaults-to-active',
    requirement: 'filters.absent',
    caughtBy: 'filters.absent.enum',
    description: 'Without status the resources are the active ones.',
    wrap: rewriteUrl(activeByDefault),
  }),
]

function orOfStrings(records: readonly ListedRecord[], { filters }: ListRequest): readonly ListedRecord[] {
  const given = filters.filter(([name]) => stringFilters.includes(name))
  const others = filters.filter(([name]) => !stringFilters.includes(name))
  const matchesOne = (record: ListedRecord) =>
    given.length === 0 || given.some((filter) => matchesRight(record, filter))
  return records.filter((record) => matchesAll(record, others) && matchesOne(record))
}

function oneOfStrings(choose: (given: readonly string[]) => string): FetchWrapper {
  return rewriteUrl((url, request) => {
    const given = [...url.searchParams.keys()].filter((name) => stringFilters.includes(name))
    if (given.length < 2 || !isProductList(request)) return undefined
    for (const name of given) if (name !== choose(given)) url.searchParams.delete(name)
    return url
  })
}

function activeByDefault(url: URL, request: Request): URL | undefined {
  if (request.method !== 'GET' || !url.pathname.endsWith('/resources') || url.searchParams.has('status'))
    return undefined
  url.searchParams.set('status', 'active')
  return url
}
