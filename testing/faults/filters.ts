import {
  readJson,
  listedRecords,
  replaceJsonBody,
  replaceRecords,
} from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { matchesAll, matchProducts, selectProducts } from '../../emulator/disturb/deviations/wrappers/products.ts'
import { mapAnswer, mapBody } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { drop, strings } from '../../emulator/disturb/deviations/groups/filters.ts'
import { type Violation, violations } from './violations.ts'

const mixValues = mapAnswer(
  'resources.list',
  async (response, intercepted) => {
    const body = await readJson(response)
    const others = listedRecords(await readJson(await intercepted.send({ query: { status: 'inactive' } })))
    return replaceJsonBody(response, replaceRecords(body, [...listedRecords(body), ...others.slice(0, 1)]))
  },
  ({ ok }, { query }) => ok && query.get('status') === 'active' && !query.has('limit'),
)

const nameFurther = mapBody(
  'resources.list',
  () => ({
    error: { code: 'invalid_enum', message: 'Not allowed.', allowed: ['active', 'inactive', 'archived', 'deleted'] },
  }),
  ({ status }, { query }) => status === 400 && query.has('status'),
)

const isShort = (text: string) => text.length < 3

const emptyFindsNothing = mapAnswer(
  'resources.list',
  async () => Response.json({ data: [], has_more: false }),
  (_response, { query }) => query.get('status') === '',
)

const inheritedIsTaken = mapAnswer(
  'resources.list',
  async (_response, intercepted) => await intercepted.send({ query: { status: undefined } }),
  (_response, { query }) => query.get('status') === 'constructor',
)

/** Decodes percent-encoded characters a second time. */
function decodeAgain(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const matchesPart = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

/** Reads an unlisted status of the resources as another query; undefined refuses it. */
const readStatus = (read: (status: string) => string | undefined) =>
  mapAnswer(
    'resources.list',
    (response, intercepted) => {
      const status = intercepted.query.get('status') ?? ''
      return ['all', '!', '"'].some((form) => status.startsWith(form))
        ? intercepted.send({ query: { status: read(status) } })
        : response
    },
    ({ status }) => status === 400,
  )

/** Violations of clause 4.5 by filters and search. */
export const filterFaults: readonly Violation[] = [
  ...violations('filters.enum-invalid.pages', {
    'empty-enum-value-finds-nothing': ['An empty value of an enum filter finds no records.', emptyFindsNothing],
    'enum-value-looked-up-in-an-object': [
      'The name of a member that every object inherits is accepted as a value.',
      inheritedIsTaken,
    ],
    'enum-value-all-finds-all': [
      'The status "all" of the resources counts as none.',
      readStatus((status) => (status === 'all' ? undefined : status)),
    ],
    'enum-value-negated': [
      'A status behind an exclamation mark is accepted.',
      readStatus((status) => status.replace('!', '')),
    ],
    'enum-value-in-quotes': [
      'A status in quotation marks is accepted.',
      readStatus((status) => status.replaceAll('"', '')),
    ],
  }),
  ...violations('filters.exact.pages', {
    'brand-filter-loses-records': [
      'A brand filter omits every third match.',
      selectProducts(
        (record, filters) =>
          matchesAll(record, filters) &&
          (filters.every(([name]) => name !== 'brand') || record.id.codePointAt(26)! % 3 !== 0),
      ),
    ],
  }),
  ...violations('filters.and.pages', {
    'last-of-three-filters-wins': [
      'Of three filters or more only the last counts.',
      selectProducts((record, filters) => matchesAll(record, filters.length > 2 ? filters.slice(-1) : filters)),
    ],
    'third-filter-dropped': [
      'No more than two filters count.',
      selectProducts((record, filters) => matchesAll(record, filters.slice(0, 2))),
    ],
    'fourth-filter-dropped': [
      'No more than three filters count.',
      selectProducts((record, filters) => matchesAll(record, filters.slice(0, 3))),
    ],
  }),
  ...violations('filters.enum-filters.pages', {
    'enum-filter-mixes-values': ['status=active also gives an inactive resource.', mixValues],
  }),
  ...violations('filters.exact.pages', {
    'filter-negates-behind-an-exclamation-mark': [
      'A brand or category after an exclamation mark matches all others.',
      matchProducts(strings, (actual, wanted) =>
        wanted.startsWith('!') ? actual !== wanted.slice(1) : actual === wanted,
      ),
    ],
    'filter-decodes-percent-twice': [
      'A brand or category is percent-decoded twice.',
      matchProducts(strings, (actual, wanted) => actual === wanted || actual === decodeAgain(wanted)),
    ],
    'filter-takes-a-plus-for-a-space': [
      'A + in a decoded brand or category is a space.',
      matchProducts(strings, (actual, wanted) => actual === wanted || actual === wanted.replaceAll('+', ' ')),
    ],
    'filter-removes-quotes': [
      'Quotation marks around a brand or category do not count.',
      matchProducts(strings, (actual, wanted) => actual === wanted || actual === wanted.replaceAll('"', '')),
    ],
    'filter-reads-up-to-an-ampersand': [
      'The server ignores the text after an & in a brand or category.',
      matchProducts(strings, (actual, wanted) => actual === wanted.split('&')[0]),
    ],
    'filter-finds-no-ampersand': [
      'A category with an & in it finds nothing.',
      matchProducts('category', (actual, wanted) => actual === wanted && !wanted.includes('&')),
    ],
  }),
  ...violations('filters.search-partial.pages', {
    'search-leaves-out-an-s': [
      'A search finds texts without the s at its end.',
      matchProducts('search', (text, part) => matchesPart(text, part.replace(/s$/i, ''))),
    ],
    'search-reads-ten-letters': [
      'A search uses only its first ten letters.',
      matchProducts('search', (text, part) => matchesPart(text, part.slice(0, 10))),
    ],
    'search-ignores-two-letters': [
      'A search of two letters does not count.',
      drop('search', (query) => isShort(query.get('search') ?? '')),
    ],
    'search-finds-no-two-letters': [
      'A search of two letters finds nothing.',
      selectProducts(
        (record, filters) =>
          matchesAll(record, filters) && filters.every(([name, value]) => name !== 'search' || !isShort(value)),
      ),
    ],
  }),
  ...violations('filters.enum-options.pages', {
    'enum-options-name-one-more': ['The 400 for an invalid status names a value that is refused itself.', nameFurther],
  }),
  ...violations('filters.paged.pages', {
    'filter-lost-behind-cursor-without-limit': [
      'With starting_after and no limit, brand and category do not count.',
      drop(strings, (query) => query.has('starting_after') && !query.has('limit')),
    ],
    'filter-lost-before-cursor-without-limit': [
      'With ending_before and no limit, brand and category do not count.',
      drop(strings, (query) => query.has('ending_before') && !query.has('limit')),
    ],
  }),
]
