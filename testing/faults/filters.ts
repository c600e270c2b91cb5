import { type Operations, without } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { jsonOf, recordsIn, withJson, withRecords } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { everyList, products, resources } from '../../emulator/disturb/deviations/wrappers/operations.ts'
import {
  type Matches,
  matchesAll,
  matchProducts,
  selectProducts,
} from '../../emulator/disturb/deviations/wrappers/products.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import { mapAnswer, mapQuery } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import {
  drop,
  strings,
  dropBeside,
  instead,
  ignoreInvalid,
  refusal,
} from '../../emulator/disturb/deviations/behaviours/filters.ts'
import { type Violation, violations } from './violations.ts'

const matchesWildcard =
  (mark: string): Matches =>
  (actual, wanted) =>
    wanted.endsWith(mark) ? actual.startsWith(wanted.slice(0, -1)) : actual === wanted

/** Of brand and category, if both are given, only one counts. */
const keepSingle = (position: 0 | -1): FetchWrapper =>
  mapQuery(products, (query) => {
    const filters = [...query.keys()].filter((name) => strings.includes(name))
    return without(...filters.filter((name) => name !== filters.at(position)))
  })

const words = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** Reads a value of status otherwise. */
const readStatus = (read: (status: string) => string, operations: Operations = everyList): FetchWrapper =>
  mapQuery(operations, (query) => {
    const status = query.get('status')
    return status === null ? {} : { status: read(status) }
  })

const mixValues = mapAnswer(
  resources,
  async (response, intercepted) => {
    const body = await jsonOf(response)
    const others = recordsIn(await jsonOf(await intercepted.send({ query: { status: 'inactive' } })))
    return withJson(response, withRecords(body, [...recordsIn(body), ...others.slice(0, 1)]))
  },
  ({ ok }, { query }) => ok && query.get('status') === 'active' && !query.has('limit'),
)

/** Violations of clause 4.5 by filters and search. */
export const filterFaults: readonly Violation[] = [
  ...violations('filters.exact', 'filters.exact.value', {
    'category-filter-ignored': ['The products ignore category.', drop('category')],
    'brand-filter-loses-records': [
      'A brand leaves out every third product that has it.',
      selectProducts(
        (record, filters) =>
          matchesAll(record, filters) &&
          (filters.every(([name]) => name !== 'brand') || record.id.codePointAt(26)! % 3 !== 0),
      ),
    ],
  }),
  ...violations('filters.exact', 'filters.exact.partial', {
    'brand-filter-matches-parts': [
      'A brand matches all values that contain it.',
      matchProducts('brand', (actual, wanted) => actual.includes(wanted)),
    ],
    'category-filter-matches-ends': [
      'A category matches all values that end with it.',
      matchProducts('category', (actual, wanted) => actual.endsWith(wanted)),
    ],
    'category-filter-matches-middles': [
      'A category matches all values that have it in their middle.',
      matchProducts(
        'category',
        (actual, wanted) => actual === wanted || (wanted.length > 1 && actual.slice(1, -1).includes(wanted)),
      ),
    ],
  }),
  ...violations('filters.exact', 'filters.exact.case', {
    'brand-filter-takes-lower-case': [
      'A brand also matches in lower case.',
      matchProducts('brand', (actual, wanted) => actual === wanted || actual.toLowerCase() === wanted),
    ],
  }),
  ...violations('filters.exact', 'filters.exact.pattern', {
    'brand-filter-is-a-pattern': ['A % in a brand stands for anything.', matchProducts('brand', matchesWildcard('%'))],
    'category-filter-takes-asterisks': [
      'A * in a category stands for anything.',
      matchProducts('category', matchesWildcard('*')),
    ],
  }),
  ...violations('filters.exact', 'filters.exact.space', {
    'filters-trim': [
      'Spaces around a brand or category do not count.',
      matchProducts(strings, (actual, wanted) => actual === wanted.trim()),
    ],
    'filters-trim-ends': [
      'Spaces at the end of a brand or category do not count.',
      matchProducts(strings, (actual, wanted) => actual === wanted.trimEnd()),
    ],
  }),
  ...violations('filters.and', 'filters.and.intersection', {
    'first-filter-wins': ['Of brand and category only the first counts.', keepSingle(0)],
    'last-filter-wins': ['Of brand and category only the last counts.', keepSingle(-1)],
    'brand-wins-over-category': ['With a brand, category does not count.', dropBeside('category', 'brand')],
  }),
  ...violations('filters.and', 'filters.and.enum', {
    'enum-filter-wins': ['With status, brand and category do not count.', dropBeside(strings, 'status')],
    'category-drops-status': ['With a category, status does not count.', dropBeside('status', 'category')],
  }),
  ...violations('filters.and', 'filters.and.three', {
    'last-of-three-filters-wins': [
      'Of three filters or more only the last counts.',
      selectProducts((record, filters) => matchesAll(record, filters.length > 2 ? filters.slice(-1) : filters)),
    ],
    'third-filter-dropped': [
      'No more than two filters count.',
      selectProducts((record, filters) => matchesAll(record, filters.slice(0, 2))),
    ],
  }),
  ...violations('filters.and', 'filters.and.search-enum', {
    'search-drops-status': ['With search, status does not count.', dropBeside('status', 'search')],
  }),
  ...violations('filters.and', 'filters.and.search', {
    'filters-drop-search': [
      'With a brand or category, search does not count.',
      drop('search', (query) => strings.some((name) => query.has(name))),
    ],
  }),
  ...violations('filters.absent', 'filters.absent.strings', {
    'drafts-hidden-without-filter': [
      'Without any filter, products that are not active are left out.',
      selectProducts((record, filters) => matchesAll(record, filters.length === 0 ? [['status', 'active']] : filters)),
    ],
  }),
  ...violations('filters.search-case', 'filters.search-case.name', {
    'search-folds-query-only': [
      'search finds its value only as it was given or in lower case.',
      matchProducts('search', (actual, wanted) => actual.includes(wanted) || actual.includes(wanted.toLowerCase())),
    ],
  }),
  ...violations('filters.search-case', 'filters.search-case.middle', {
    'search-case-sensitive-in-words': [
      'search is case-sensitive, unless its value is the whole text.',
      matchProducts(
        'search',
        (actual, wanted) => actual.includes(wanted) || actual.toLowerCase() === wanted.toLowerCase(),
      ),
    ],
  }),
  ...violations('filters.search-partial', 'filters.search-partial.middle', {
    'search-at-word-starts': [
      'search finds only the beginnings of words.',
      matchProducts('search', (actual, wanted) =>
        [actual.toLowerCase(), ...words(actual)].some((text) => text.startsWith(wanted.toLowerCase())),
      ),
    ],
    'search-whole-words': [
      'search finds only whole words.',
      matchProducts('search', (actual, wanted) =>
        ` ${words(actual).join(' ')} `.includes(` ${words(wanted).join(' ')} `),
      ),
    ],
  }),
  ...violations('filters.paged', 'filters.paged.strings', {
    'category-lost-with-limit': ['With limit, category does not count.', dropBeside('category', 'limit')],
  }),
  ...violations('filters.paged', 'filters.paged.one', {
    'filter-lost-with-limit-1': [
      'With limit=1, brand and category do not count.',
      drop(strings, (query) => query.get('limit') === '1'),
    ],
  }),
  ...violations('filters.paged', 'filters.paged.both', {
    'second-filter-lost-on-next-page': [
      'With starting_after and a brand, category does not count.',
      dropBeside('category', 'starting_after', 'brand'),
    ],
  }),
  ...violations('filters.paged', 'filters.paged.search', {
    'search-lost-with-limit': ['With limit, search does not count.', dropBeside('search', 'limit')],
    'search-lost-on-next-page': [
      'With starting_after, search does not count.',
      drop('search', (query) => query.has('starting_after'), everyList),
    ],
  }),
  ...violations('filters.paged', 'filters.paged.ending-before', {
    'category-lost-before-cursor': [
      'With ending_before, category does not count.',
      dropBeside('category', 'ending_before'),
    ],
    'search-lost-before-cursor': ['With ending_before, search does not count.', dropBeside('search', 'ending_before')],
    'status-lost-before-cursor': ['With ending_before, status does not count.', dropBeside('status', 'ending_before')],
    'filter-lost-before-cursor': [
      'With ending_before, brand and category do not count.',
      dropBeside(strings, 'ending_before'),
    ],
  }),
  ...violations('filters.paged', 'filters.paged.enum', {
    'status-lost-on-next-page': [
      'With starting_after, status does not count.',
      drop('status', (query) => query.has('starting_after'), everyList),
    ],
  }),
  ...violations('filters.enum-filters', 'filters.enum-filters.values', {
    'enum-value-refused': [
      'The resources refuse one of the values of status.',
      readStatus((status) => (status === 'archived' ? 'no-such-status' : status), resources),
    ],
    'enum-filter-mixes-values': ['status=active also gives an inactive resource.', mixValues],
  }),
  ...violations('filters.enum-invalid', 'filters.enum-invalid.unlisted', {
    'invalid-enum-unprocessable': [
      'An invalid status gives 422.',
      instead(() => Response.json({ message: 'status must be one of active, inactive, archived' }, { status: 422 })),
    ],
  }),
  ...violations('filters.enum-invalid', 'filters.enum-invalid.near', {
    'enum-filter-folds-case': [
      'status is accepted in upper case.',
      readStatus((status) => (status === status.toUpperCase() ? status.toLowerCase() : status)),
    ],
    'enum-filter-trims': ['status is accepted with spaces around it.', readStatus((status) => status.trim())],
    'enum-filter-takes-capitals': [
      'status is accepted with a capital letter.',
      readStatus((status) => status.charAt(0).toLowerCase() + status.slice(1)),
    ],
    'enum-filter-takes-more': [
      'The products accept status with one letter more.',
      readStatus((status) => status.replace(/^(active|draft|archived).$/, '$1'), products),
    ],
  }),
  ...violations('filters.enum-invalid', 'filters.enum-invalid.paged', {
    'invalid-enum-ignored-with-limit': [
      'With limit, an invalid status is ignored.',
      ignoreInvalid((query) => query.has('limit')),
    ],
  }),
  ...violations('filters.enum-options', 'filters.enum-options.all', {
    'enum-options-first-only': [
      'The 400 for an invalid enum value names one of the allowed values.',
      refusal({ message: 'Use active, or inactive or another value.', details: ['active', 'production'] }),
    ],
  }),
]
