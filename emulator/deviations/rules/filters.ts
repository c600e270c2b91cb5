import { type Asked, type Place, without } from '../algebra/asked.ts'
import { jsonOf, type Listed, recordsIn, withJson, withRecords } from '../algebra/messages.ts'
import { everyList, products, resources } from '../algebra/places.ts'
import { type Filter, filtersIn, type Matches, matchesAll, matchProducts, selectProducts } from '../algebra/products.ts'
import { mapAnswer, mapBody, mapQuery, retry, type Way } from '../algebra/ways.ts'
import { type Deviation, violations } from '../define-deviation.ts'

/** The plain string filters of the products. */
const strings = ['brand', 'category']

/** Some parameters do not count, in requests that `when` is true for. */
const drop = (
  dropped: string | readonly string[],
  when: (query: URLSearchParams) => boolean = () => true,
  place: Place = products,
): Way => mapQuery(place, (query) => (when(query) ? without(...[dropped].flat()) : undefined))

/** Some parameters of the products do not count beside others. */
const dropBeside = (dropped: string | readonly string[], ...others: readonly string[]): Way =>
  drop(dropped, (query) => others.every((name) => query.has(name)))

const matchesWildcard =
  (mark: string): Matches =>
  (shown, wanted) =>
    wanted.endsWith(mark) ? shown.startsWith(wanted.slice(0, -1)) : shown === wanted

/** Of brand and category, if both are given, only one counts. */
const keepOne = (place: 0 | -1): Way =>
  mapQuery(products, (query) => {
    const given = [...query.keys()].filter((name) => strings.includes(name))
    return without(...given.filter((name) => name !== given.at(place)))
  })

const matchesOneString = (record: Listed, filters: readonly Filter[]) => {
  const given = filters.filter(([name]) => strings.includes(name))
  const others = filters.filter(([name]) => !strings.includes(name))
  return matchesAll(record, others) && (given.length === 0 || given.some((filter) => matchesAll(record, [filter])))
}

const filterThePage = mapAnswer(products, async (response, { query, send }) => {
  if (Number(query.get('limit') ?? 20) >= 10 || query.has('ending_before')) return response
  const filters = filtersIn(query)
  const page = await jsonOf(await send({ query: without(...filters.map(([name]) => name)) }))
  const matching = recordsIn(page).filter((record) => matchesAll(record, filters))
  return withJson(response, withRecords(page, matching))
})

const words = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** Reads a value of status otherwise. */
const readStatus = (read: (status: string) => string, place: Place = everyList): Way =>
  mapQuery(place, (query) => {
    const status = query.get('status')
    return status === null ? {} : { status: read(status) }
  })

/** A value of status that the resources refuse is answered otherwise. */
const isRefused = ({ status }: Response, { query }: Asked) => status === 400 && query.has('status')
const instead = (make: () => Response): Way => mapAnswer(resources, make, isRefused)
const ignoreInvalid = (when: (query: URLSearchParams) => boolean): Way =>
  retry(resources, (response, asked) =>
    isRefused(response, asked) && when(asked.query) ? { query: without('status') } : undefined,
  )

const mixValues = mapAnswer(
  resources,
  async (response, asked) => {
    const body = await jsonOf(response)
    const others = recordsIn(await jsonOf(await asked.send({ query: { status: 'inactive' } })))
    return withJson(response, withRecords(body, [...recordsIn(body), ...others.slice(0, 1)]))
  },
  ({ ok }, { query }) => ok && query.get('status') === 'active' && !query.has('limit'),
)

/** Refuses an invalid enum value in other words. */
const refusal = (error: object): Way =>
  mapBody(
    everyList,
    () => ({ error: { code: 'invalid_enum', ...error } }),
    ({ status }, { query }) => status === 400 && ['status', 'kind'].some((name) => query.has(name)),
  )

/** Violations of clause 4.5 by filters and search. */
export const filterDeviations: readonly Deviation[] = violations`
  filters.exact.value
    brand-filter-ignored: The products ignore brand. ${drop('brand')}
    category-filter-ignored: The products ignore category. ${drop('category')}
    brand-filter-loses-records: A brand leaves out every third product that has it.
      ${selectProducts(
        (record, filters) =>
          matchesAll(record, filters) &&
          (filters.every(([name]) => name !== 'brand') || record.id.codePointAt(26)! % 3 !== 0),
      )}
  filters.exact.partial
    filters-match-prefixes: A brand or category matches all values that begin with it.
      ${matchProducts(strings, (shown, wanted) => shown.startsWith(wanted))}
    brand-filter-matches-parts: A brand matches all values that contain it.
      ${matchProducts('brand', (shown, wanted) => shown.includes(wanted))}
    category-filter-matches-ends: A category matches all values that end with it.
      ${matchProducts('category', (shown, wanted) => shown.endsWith(wanted))}
    category-filter-matches-middles: A category matches all values that have it in their middle.
      ${matchProducts(
        'category',
        (shown, wanted) => shown === wanted || (wanted.length > 1 && shown.slice(1, -1).includes(wanted)),
      )}
  filters.exact.case
    category-filter-folds-case: A category matches in any case.
      ${matchProducts('category', (shown, wanted) => shown.toLowerCase() === wanted.toLowerCase())}
    brand-filter-takes-lower-case: A brand also matches in lower case.
      ${matchProducts('brand', (shown, wanted) => shown === wanted || shown.toLowerCase() === wanted)}
  filters.exact.pattern
    brand-filter-is-a-pattern: A % in a brand stands for anything. ${matchProducts('brand', matchesWildcard('%'))}
    category-filter-takes-asterisks: A * in a category stands for anything.
      ${matchProducts('category', matchesWildcard('*'))}
  filters.exact.space
    filters-trim: Spaces around a brand or category do not count.
      ${matchProducts(strings, (shown, wanted) => shown === wanted.trim())}
    filters-trim-ends: Spaces at the end of a brand or category do not count.
      ${matchProducts(strings, (shown, wanted) => shown === wanted.trimEnd())}
  filters.and.intersection
    filters-or-combined: A product matches when it matches brand or category. ${selectProducts(matchesOneString)}
    first-filter-wins: Of brand and category only the first counts. ${keepOne(0)}
    last-filter-wins: Of brand and category only the last counts. ${keepOne(-1)}
    brand-wins-over-category: With a brand, category does not count. ${dropBeside('category', 'brand')}
    two-filters-match-nothing: A brand and a category together match nothing.
      ${selectProducts((record, filters) => {
        const hasBoth = strings.every((name) => filters.some(([given]) => given === name))
        return !hasBoth && matchesAll(record, filters)
      })}
  filters.and.enum
    enum-filter-wins: With status, brand and category do not count. ${dropBeside(strings, 'status')}
    category-drops-status: With a category, status does not count. ${dropBeside('status', 'category')}
  filters.and.three
    last-of-three-filters-wins: Of three filters or more only the last counts.
      ${selectProducts((record, filters) => matchesAll(record, filters.length > 2 ? filters.slice(-1) : filters))}
    third-filter-dropped: No more than two filters count.
      ${selectProducts((record, filters) => matchesAll(record, filters.slice(0, 2)))}
  filters.and.search-enum
    search-drops-status: With search, status does not count. ${dropBeside('status', 'search')}
  filters.and.search
    search-drops-filters: With search, brand and category do not count. ${dropBeside(strings, 'search')}
    filters-drop-search: With a brand or category, search does not count.
      ${drop('search', (query) => strings.some((name) => query.has(name)))}
  filters.absent.strings
    drafts-hidden-without-filter: Without any filter, products that are not active are left out.
      ${selectProducts((record, filters) =>
        matchesAll(record, filters.length === 0 ? [['status', 'active']] : filters),
      )}
  filters.search-case.name
    search-case-sensitive: search is case-sensitive.
      ${matchProducts('search', (shown, wanted) => shown.includes(wanted))}
    search-folds-query-only: search finds its value only as it was given or in lower case.
      ${matchProducts('search', (shown, wanted) => shown.includes(wanted) || shown.includes(wanted.toLowerCase()))}
  filters.search-case.middle
    search-case-sensitive-in-words: search is case-sensitive, unless its value is the whole text.
      ${matchProducts(
        'search',
        (shown, wanted) => shown.includes(wanted) || shown.toLowerCase() === wanted.toLowerCase(),
      )}
  filters.search-partial.middle
    search-at-word-starts: search finds only the beginnings of words.
      ${matchProducts('search', (shown, wanted) =>
        [shown.toLowerCase(), ...words(shown)].some((text) => text.startsWith(wanted.toLowerCase())),
      )}
    search-whole-words: search finds only whole words.
      ${matchProducts('search', (shown, wanted) =>
        ` ${words(shown).join(' ')} `.includes(` ${words(wanted).join(' ')} `),
      )}
  filters.paged.strings
    filter-lost-on-next-page: With starting_after, brand and category do not count.
      ${dropBeside(strings, 'starting_after')}
    category-lost-with-limit: With limit, category does not count. ${dropBeside('category', 'limit')}
    filter-after-the-page: The page is cut before the filter is applied. ${filterThePage}
  filters.paged.one
    filter-lost-with-limit-1: With limit=1, brand and category do not count.
      ${drop(strings, (query) => query.get('limit') === '1')}
  filters.paged.both
    second-filter-lost-on-next-page: With starting_after and a brand, category does not count.
      ${dropBeside('category', 'starting_after', 'brand')}
  filters.paged.search
    search-lost-with-limit: With limit, search does not count. ${dropBeside('search', 'limit')}
    search-lost-on-next-page: With starting_after, search does not count.
      ${drop('search', (query) => query.has('starting_after'), everyList)}
  filters.paged.ending-before
    category-lost-before-cursor: With ending_before, category does not count. ${dropBeside('category', 'ending_before')}
    search-lost-before-cursor: With ending_before, search does not count. ${dropBeside('search', 'ending_before')}
    status-lost-before-cursor: With ending_before, status does not count. ${dropBeside('status', 'ending_before')}
    filter-lost-before-cursor: With ending_before, brand and category do not count.
      ${dropBeside(strings, 'ending_before')}
  filters.paged.enum
    status-lost-on-next-page: With starting_after, status does not count.
      ${drop('status', (query) => query.has('starting_after'), everyList)}
  filters.absent.enum
    status-defaults-to-active: Without status the resources are the active ones.
      ${mapQuery(resources, (query) => (query.has('status') ? {} : { status: 'active' }))}
  filters.enum-filters.values
    enum-filter-ignored: The resources accept each value of status and ignore it.
      ${retry(resources, ({ ok }) => (ok ? { query: without('status') } : undefined))}
    enum-value-refused: The resources refuse one of the values of status.
      ${readStatus((status) => (status === 'archived' ? 'no-such-status' : status), resources)}
    enum-filter-mixes-values: status=active also gives an inactive resource. ${mixValues}
  filters.enum-invalid.unlisted
    invalid-enum-matches-nothing: An invalid status gives an empty list.
      ${instead(() => Response.json({ data: [], has_more: false }))}
    invalid-enum-ignored: An invalid status is ignored. ${ignoreInvalid(() => true)}
    invalid-enum-unprocessable: An invalid status gives 422.
      ${instead(() => Response.json({ message: 'status must be one of active, inactive, archived' }, { status: 422 }))}
  filters.enum-invalid.near
    enum-filter-folds-case: status is accepted in upper case.
      ${readStatus((status) => (status === status.toUpperCase() ? status.toLowerCase() : status))}
    enum-filter-trims: status is accepted with spaces around it. ${readStatus((status) => status.trim())}
    enum-filter-takes-capitals: status is accepted with a capital letter.
      ${readStatus((status) => status.charAt(0).toLowerCase() + status.slice(1))}
    enum-filter-takes-more: The products accept status with one letter more.
      ${readStatus((status) => status.replace(/^(active|draft|archived).$/, '$1'), products)}
  filters.enum-invalid.paged
    invalid-enum-ignored-with-limit: With limit, an invalid status is ignored.
      ${ignoreInvalid((query) => query.has('limit'))}
  filters.enum-options.all
    enum-options-left-out: The 400 for an invalid enum value names no allowed value.
      ${refusal({ message: 'That is not an allowed value.' })}
    enum-options-first-only: The 400 for an invalid enum value names one of the allowed values.
      ${refusal({ message: 'Use active, or inactive or another value.', details: ['active', 'production'] })}
`
