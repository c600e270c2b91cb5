import {
  jsonOf,
  type Listed,
  recordsIn,
  withJson,
  withRecords,
} from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { everyList, products, resources } from '../../emulator/disturb/deviations/wrappers/operations.ts'
import {
  type Filter,
  matchesAll,
  type Matches,
  matchProducts,
  selectProducts,
} from '../../emulator/disturb/deviations/wrappers/products.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import { mapAnswer, mapBody, mapQuery, retry } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { without } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { type Violation, violations } from './violations.ts'

const strings = ['brand', 'category']

/** Returns true if a text matches a pattern in which a mark stands for one character. */
const matchesWithMark =
  (mark: string): Matches =>
  (actual, wanted) =>
    actual.length === wanted.length &&
    Array.from(wanted).every((character, place) => character === mark || character === actual[place])

const includesWithMark =
  (mark: string): Matches =>
  (actual, wanted) =>
    Array.from({ length: Math.max(0, actual.length - wanted.length + 1) }).some((_, place) =>
      matchesWithMark(mark)(actual.slice(place, place + wanted.length).toLowerCase(), wanted.toLowerCase()),
    )

const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

const lower = (text: string) => text.toLowerCase()

const lowerAscii = (text: string) => text.replaceAll(/[A-Z]/g, lower)

const includes: Matches = (actual, wanted) => lower(actual).includes(lower(wanted))

/** Search with another comparison. */
const search = (matches: Matches): FetchWrapper => matchProducts('search', matches)

/** Percent signs stand for any text. */
const includesParts: Matches = (actual, wanted) => {
  const [first = '', ...rest] = lower(wanted).split('%')
  let place = lower(actual).indexOf(first)
  for (const part of rest) place = place < 0 ? -1 : lower(actual).indexOf(part, place)
  return place >= 0
}

/** More than three filters: the last one does not count. */
const dropFourth = selectProducts((record: Listed, filters: readonly Filter[]) =>
  matchesAll(record, filters.slice(0, 3)),
)

/** Reads a value of status otherwise; it may be refused then. */
const readStatus = (read: (status: string) => string): FetchWrapper =>
  mapQuery(everyList, (query) => {
    const status = query.get('status')
    return status === null ? {} : { status: read(status) }
  })

const statuses = ['active', 'inactive', 'archived']

/** An invalid status does not count in requests that `when` is true for. */
const ignoreInvalid = (when: (query: URLSearchParams) => boolean): FetchWrapper =>
  retry([products, resources], ({ status }, { query }) =>
    status === 400 && query.has('status') && when(query) ? { query: without('status') } : undefined,
  )

const nameFurther = mapBody(
  resources,
  () => ({ error: { code: 'invalid_enum', message: 'Not allowed.', allowed: [...statuses, 'deleted'] } }),
  ({ status }, { query }) => status === 400 && query.has('status'),
)

/** A search without status does not find what is archived. */
const hideArchived = selectProducts((record: Listed, filters: readonly Filter[]) => {
  const names = filters.map(([name]) => name)
  const isHidden = names.includes('search') && !names.includes('status') && record['status'] === 'archived'
  return matchesAll(record, filters) && !isHidden
})

/** Two letters or fewer do not count in a search. */
const dropShortSearch = mapQuery(products, (query) =>
  (query.get('search')?.length ?? 3) < 3 ? without('search') : undefined,
)

/** Two letters or fewer find nothing. */
const refuseShortSearch = mapAnswer(
  products,
  async (response) => withJson(response, withRecords(await jsonOf(response), recordsIn(undefined))),
  ({ ok }, { query }) => ok && query.has('search') && query.get('search')!.length < 3,
)

/** Violations of clause 4.5 by values that are near a right one. */
export const nearFilterFaults: readonly Violation[] = [
  ...violations('filters.exact', 'filters.exact.pattern', {
    'filter-takes-underscores': [
      'A _ in a brand or category stands for any character.',
      matchProducts(strings, matchesWithMark('_')),
    ],
    'filter-takes-dots': [
      'A dot in a brand or category stands for any character.',
      matchProducts(strings, matchesWithMark('.')),
    ],
    'filter-negates-behind-an-exclamation-mark': [
      'A brand or category behind an exclamation mark stands for all others.',
      matchProducts(strings, (actual, wanted) =>
        wanted.startsWith('!') ? actual !== wanted.slice(1) : actual === wanted,
      ),
    ],
  }),
  ...violations('filters.exact', 'filters.exact.list', {
    'filter-splits-at-commas': [
      'A brand or category with commas stands for several.',
      matchProducts(strings, (actual, wanted) => actual === wanted || wanted.split(',').includes(actual)),
    ],
    'filter-reads-up-to-a-comma': [
      'Of a category, what follows a comma does not count.',
      matchProducts('category', (actual, wanted) => actual === wanted.split(',')[0]),
    ],
  }),
  ...violations('filters.exact', 'filters.exact.unusual', {
    'filter-reads-up-to-an-ampersand': [
      'Of a brand or category, what follows an & does not count.',
      matchProducts(strings, (actual, wanted) => actual === wanted.split('&')[0]),
    ],
    'filter-finds-no-ampersand': [
      'A category with an & in it finds nothing.',
      matchProducts('category', (actual, wanted) => actual === wanted && !wanted.includes('&')),
    ],
  }),
  ...violations('filters.exact', 'filters.exact.case', {
    'filter-ignores-accents': [
      'Accents in a brand or category do not count.',
      matchProducts(strings, (actual, wanted) => withoutAccents(actual) === withoutAccents(wanted)),
    ],
  }),
  ...violations('filters.and', 'filters.and.three', {
    'fourth-filter-dropped': ['No more than three filters count.', dropFourth],
  }),
  ...violations('filters.search-partial', 'filters.search-partial.every', {
    'search-hides-archived': ['Without status, a search leaves out what is archived.', hideArchived],
  }),
  ...violations('filters.search-partial', 'filters.search-partial.excess', {
    'search-finds-any-word': [
      'search finds what has any one of its words.',
      search((actual, wanted) => wanted.split(' ').some((word) => includes(actual, word))),
    ],
    'search-takes-underscores': ['A _ in search stands for any character.', search(includesWithMark('_'))],
    'search-takes-percent-signs': ['A % in search stands for any text.', search(includesParts)],
    'search-reads-eight-letters': [
      'Of search, only the first eight letters count.',
      search((actual, wanted) => includes(actual, wanted.length > 12 ? wanted.slice(0, 6) : wanted)),
    ],
  }),
  ...violations('filters.search-partial', 'filters.search-partial.two-letters', {
    'search-ignores-two-letters': ['A search of two letters does not count.', dropShortSearch],
    'search-finds-no-two-letters': ['A search of two letters finds nothing.', refuseShortSearch],
  }),
  ...violations('filters.search-case', 'filters.search-case.beyond-ascii', {
    'search-folds-ascii-only': [
      'search is case-sensitive beyond ASCII.',
      search((actual, wanted) => lowerAscii(actual).includes(lowerAscii(wanted))),
    ],
  }),
  ...violations('filters.enum-invalid', 'filters.enum-invalid.near', {
    'enum-filter-takes-lists': [
      'Of a status with commas, the first value counts.',
      readStatus((status) => status.split(',')[0]!),
    ],
    'enum-filter-takes-last-of-list': [
      'Of a status with commas, the last value counts.',
      readStatus((status) => status.split(',').at(-1)!),
    ],
    'enum-filter-takes-numbers': [
      'The resources accept the number of a status.',
      readStatus((status) => statuses[/^\d$/.test(status) ? Number(status) : -1] ?? status),
    ],
    'enum-filter-trims-start': ['status is accepted behind a space.', readStatus((status) => status.trimStart())],
  }),
  ...violations('filters.enum-invalid', 'filters.enum-invalid.paged', {
    'invalid-enum-ignored-behind-a-cursor': [
      'With starting_after, an invalid status is ignored.',
      ignoreInvalid((query) => query.has('starting_after')),
    ],
  }),
  ...violations('filters.enum-invalid', 'filters.enum-invalid.beside-others', {
    'invalid-enum-ignored-beside-others': [
      'With a brand or category, an invalid status is ignored.',
      ignoreInvalid((query) => strings.some((name) => query.has(name))),
    ],
  }),
  ...violations('filters.enum-options', 'filters.enum-options.taken', {
    'enum-options-name-one-more': ['The 400 for an invalid status names a value that is refused itself.', nameFurther],
  }),
  ...violations('filters.paged', 'filters.paged.cursor-alone', {
    'filter-lost-behind-cursor-without-limit': [
      'With starting_after and no limit, brand and category do not count.',
      mapQuery(products, (query) =>
        query.has('starting_after') && !query.has('limit') ? without(...strings) : undefined,
      ),
    ],
    'filter-lost-before-cursor-without-limit': [
      'With ending_before and no limit, brand and category do not count.',
      mapQuery(products, (query) =>
        query.has('ending_before') && !query.has('limit') ? without(...strings) : undefined,
      ),
    ],
  }),
]
