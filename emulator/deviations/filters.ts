import { type Deviation, defineDeviation, type FetchLike, rewriteJson, rewriteUrl } from './define-deviation.ts'
import { isProductList, itemsOf, type ListedRecord, type Matches, matchesRight, replaceItems, serveProducts } from './product-list.ts'

/** Serves the products with filters that match otherwise. */
function matching(matches: Matches): (next: FetchLike) => FetchLike {
  return serveProducts({ select: (records, { filters }) => records.filter((record) => filters.every((filter) => matches(record, filter))) })
}

/** Plain string filters that match otherwise; search and enum filters as they should. */
function matchingStrings(names: readonly string[], test: (shown: string, wanted: string) => boolean): (next: FetchLike) => FetchLike {
  return matching((record, filter) => (names.includes(filter[0]) ? test(String(record[filter[0]]), filter[1]) : matchesRight(record, filter)))
}

function matchingSearch(test: (shown: string, wanted: string) => boolean): (next: FetchLike) => FetchLike {
  return matching((record, filter) => (filter[0] === 'search' ? ['name', 'brand', 'category', 'description', 'sku'].some((member) => test(String(record[member] ?? ''), filter[1])) : matchesRight(record, filter)))
}

/** Drops parameters on their way in. */
function dropping(names: readonly string[], when: (url: URL, request: Request) => boolean): (next: FetchLike) => FetchLike {
  return rewriteUrl((url, request) => {
    if (request.method !== 'GET' || !when(url, request)) return undefined
    for (const name of names) url.searchParams.delete(name)
    return url
  })
}

const strings = ['brand', 'category']
const has = (url: URL, names: readonly string[]) => names.some((name) => url.searchParams.has(name))
const words = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** Violations of clause 4.5 by plain filters and search. */
export const filterDeviations: readonly Deviation[] = [
  defineDeviation({ name: 'brand-filter-ignored', requirement: 'filters.exact', caughtBy: 'filters.exact.value', description: 'The products ignore brand.', wrap: dropping(['brand'], (_url, request) => isProductList(request)) }),
  defineDeviation({ name: 'category-filter-ignored', requirement: 'filters.exact', caughtBy: 'filters.exact.value', description: 'The products ignore category.', wrap: dropping(['category'], (_url, request) => isProductList(request)) }),
  defineDeviation({ name: 'brand-filter-loses-records', requirement: 'filters.exact', caughtBy: 'filters.exact.value', description: 'A brand leaves out every third product that has it.', wrap: matching((record, filter) => matchesRight(record, filter) && (filter[0] !== 'brand' || record.id.codePointAt(26)! % 3 !== 0)) }),
  defineDeviation({ name: 'filters-match-prefixes', requirement: 'filters.exact', caughtBy: 'filters.exact.partial', description: 'A brand or category matches all values that begin with it.', wrap: matchingStrings(strings, (shown, wanted) => shown.startsWith(wanted)) }),
  defineDeviation({ name: 'brand-filter-matches-parts', requirement: 'filters.exact', caughtBy: 'filters.exact.partial', description: 'A brand matches all values that it is a part of.', wrap: matchingStrings(['brand'], (shown, wanted) => shown.includes(wanted)) }),
  defineDeviation({ name: 'category-filter-matches-ends', requirement: 'filters.exact', caughtBy: 'filters.exact.partial', description: 'A category matches all values that end with it.', wrap: matchingStrings(['category'], (shown, wanted) => shown.endsWith(wanted)) }),
  defineDeviation({ name: 'category-filter-folds-case', requirement: 'filters.exact', caughtBy: 'filters.exact.case', description: 'A category matches in any case.', wrap: matchingStrings(['category'], (shown, wanted) => shown.toLowerCase() === wanted.toLowerCase()) }),
  defineDeviation({ name: 'category-filter-matches-middles', requirement: 'filters.exact', caughtBy: 'filters.exact.partial', description: 'A category matches all values that have it in their middle.', wrap: matchingStrings(['category'], (shown, wanted) => shown === wanted || (wanted.length > 1 && shown.slice(1, -1).includes(wanted))) }),
  defineDeviation({ name: 'brand-filter-takes-lower-case', requirement: 'filters.exact', caughtBy: 'filters.exact.case', description: 'A brand matches in lower case too.', wrap: matchingStrings(['brand'], (shown, wanted) => shown === wanted || shown.toLowerCase() === wanted) }),
  defineDeviation({ name: 'brand-filter-is-a-pattern', requirement: 'filters.exact', caughtBy: 'filters.exact.pattern', description: 'A % in a brand stands for anything.', wrap: matchingStrings(['brand'], (shown, wanted) => (wanted.endsWith('%') ? shown.startsWith(wanted.slice(0, -1)) : shown === wanted)) }),
  defineDeviation({ name: 'category-filter-takes-asterisks', requirement: 'filters.exact', caughtBy: 'filters.exact.pattern', description: 'A * in a category stands for anything.', wrap: matchingStrings(['category'], (shown, wanted) => (wanted.endsWith('*') ? shown.startsWith(wanted.slice(0, -1)) : shown === wanted)) }),
  defineDeviation({ name: 'filters-trim', requirement: 'filters.exact', caughtBy: 'filters.exact.space', description: 'A brand or category matches without the spaces around it.', wrap: matchingStrings(strings, (shown, wanted) => shown === wanted.trim()) }),
  defineDeviation({ name: 'filters-trim-ends', requirement: 'filters.exact', caughtBy: 'filters.exact.space', description: 'A brand or category matches without the spaces behind it.', wrap: matchingStrings(strings, (shown, wanted) => shown === wanted.trimEnd()) }),
  defineDeviation({ name: 'filters-or-combined', requirement: 'filters.and', caughtBy: 'filters.and.intersection', description: 'A product matches when it matches one of brand and category.', wrap: serveProducts({ select: orOfStrings }) }),
  defineDeviation({ name: 'first-filter-wins', requirement: 'filters.and', caughtBy: 'filters.and.intersection', description: 'Of brand and category the first counts alone.', wrap: oneOfStrings((given) => given[0]!) }),
  defineDeviation({ name: 'last-filter-wins', requirement: 'filters.and', caughtBy: 'filters.and.intersection', description: 'Of brand and category the last counts alone.', wrap: oneOfStrings((given) => given.at(-1)!) }),
  defineDeviation({ name: 'brand-wins-over-category', requirement: 'filters.and', caughtBy: 'filters.and.intersection', description: 'With a brand, category does not count.', wrap: dropping(['category'], (url, request) => isProductList(request) && has(url, ['brand'])) }),
  defineDeviation({ name: 'two-filters-match-nothing', requirement: 'filters.and', caughtBy: 'filters.and.intersection', description: 'A brand and a category together match nothing.', wrap: serveProducts({ select: (records, { filters }) => (strings.every((name) => filters.some(([given]) => given === name)) ? [] : records.filter((record) => filters.every((filter) => matchesRight(record, filter)))) }) }),
  defineDeviation({ name: 'enum-filter-wins', requirement: 'filters.and', caughtBy: 'filters.and.enum', description: 'With status, brand and category do not count.', wrap: dropping(strings, (url, request) => isProductList(request) && has(url, ['status'])) }),
  defineDeviation({ name: 'category-drops-status', requirement: 'filters.and', caughtBy: 'filters.and.enum', description: 'With a category, status does not count.', wrap: dropping(['status'], (url, request) => isProductList(request) && has(url, ['category'])) }),
  defineDeviation({ name: 'last-of-three-filters-wins', requirement: 'filters.and', caughtBy: 'filters.and.three', description: 'Of three filters or more the last counts alone.', wrap: serveProducts({ select: (records, { filters }) => records.filter((record) => (filters.length > 2 ? filters.slice(-1) : filters).every((filter) => matchesRight(record, filter))) }) }),
  defineDeviation({ name: 'third-filter-dropped', requirement: 'filters.and', caughtBy: 'filters.and.three', description: 'No more than two filters count.', wrap: serveProducts({ select: (records, { filters }) => records.filter((record) => filters.slice(0, 2).every((filter) => matchesRight(record, filter))) }) }),
  defineDeviation({ name: 'search-drops-status', requirement: 'filters.and', caughtBy: 'filters.and.search-enum', description: 'With search, status does not count.', wrap: dropping(['status'], (url, request) => isProductList(request) && has(url, ['search'])) }),
  defineDeviation({ name: 'search-drops-filters', requirement: 'filters.and', caughtBy: 'filters.and.search', description: 'With search, brand and category do not count.', wrap: dropping(strings, (url, request) => isProductList(request) && has(url, ['search'])) }),
  defineDeviation({ name: 'filters-drop-search', requirement: 'filters.and', caughtBy: 'filters.and.search', description: 'With a brand or category, search does not count.', wrap: dropping(['search'], (url, request) => isProductList(request) && has(url, strings)) }),
  defineDeviation({ name: 'drafts-hidden-without-filter', requirement: 'filters.absent', caughtBy: 'filters.absent.strings', description: 'Without any filter the products leave out those that are not active.', wrap: serveProducts({ select: (records, { filters }) => records.filter((record) => (filters.length === 0 ? record['status'] === 'active' : filters.every((filter) => matchesRight(record, filter)))) }) }),
  defineDeviation({ name: 'status-defaults-to-active', requirement: 'filters.absent', caughtBy: 'filters.absent.enum', description: 'Without status the resources are the active ones.', wrap: rewriteUrl(activeByDefault) }),
  defineDeviation({ name: 'search-case-sensitive', requirement: 'filters.search-case', caughtBy: 'filters.search-case.name', description: 'search tells upper case from lower case.', wrap: matchingSearch((shown, wanted) => shown.includes(wanted)) }),
  defineDeviation({ name: 'search-folds-query-only', requirement: 'filters.search-case', caughtBy: 'filters.search-case.name', description: 'search finds what is written in lower case or as it was asked for.', wrap: matchingSearch((shown, wanted) => shown.includes(wanted) || shown.includes(wanted.toLowerCase())) }),
  defineDeviation({ name: 'search-case-sensitive-in-words', requirement: 'filters.search-case', caughtBy: 'filters.search-case.middle', description: 'search tells upper case from lower case where it is a part of a text.', wrap: matchingSearch((shown, wanted) => shown.includes(wanted) || shown.toLowerCase() === wanted.toLowerCase()) }),
  defineDeviation({ name: 'search-at-word-starts', requirement: 'filters.search-partial', caughtBy: 'filters.search-partial.middle', description: 'search finds words that begin with it.', wrap: matchingSearch((shown, wanted) => shown.toLowerCase().startsWith(wanted.toLowerCase()) || words(shown).some((word) => word.startsWith(wanted.toLowerCase()))) }),
  defineDeviation({ name: 'search-whole-words', requirement: 'filters.search-partial', caughtBy: 'filters.search-partial.middle', description: 'search finds whole words.', wrap: matchingSearch((shown, wanted) => ` ${words(shown).join(' ')} `.includes(` ${words(wanted).join(' ')} `)) }),
  defineDeviation({ name: 'filter-lost-on-next-page', requirement: 'filters.paged', caughtBy: 'filters.paged.strings', description: 'With starting_after, brand and category do not count.', wrap: dropping(strings, (url, request) => isProductList(request) && has(url, ['starting_after'])) }),
  defineDeviation({ name: 'category-lost-with-limit', requirement: 'filters.paged', caughtBy: 'filters.paged.strings', description: 'With limit, category does not count.', wrap: dropping(['category'], (url, request) => isProductList(request) && has(url, ['limit'])) }),
  defineDeviation({ name: 'filter-after-the-page', requirement: 'filters.paged', caughtBy: 'filters.paged.strings', description: 'The page is cut before the filter is applied.', wrap: serveProducts({ select: (records) => records, takePage: filterThePage }) }),
  defineDeviation({ name: 'filter-lost-with-limit-1', requirement: 'filters.paged', caughtBy: 'filters.paged.one', description: 'With limit=1, brand and category do not count.', wrap: dropping(strings, (url, request) => isProductList(request) && url.searchParams.get('limit') === '1') }),
  defineDeviation({ name: 'second-filter-lost-on-next-page', requirement: 'filters.paged', caughtBy: 'filters.paged.both', description: 'With starting_after and a brand, category does not count.', wrap: dropping(['category'], (url, request) => isProductList(request) && has(url, ['starting_after']) && has(url, ['brand'])) }),
  defineDeviation({ name: 'search-lost-with-limit', requirement: 'filters.paged', caughtBy: 'filters.paged.search', description: 'With limit, search does not count.', wrap: dropping(['search'], (url, request) => isProductList(request) && has(url, ['limit'])) }),
  defineDeviation({ name: 'category-lost-before-cursor', requirement: 'filters.paged', caughtBy: 'filters.paged.ending-before', description: 'With ending_before, category does not count.', wrap: dropping(['category'], (url, request) => isProductList(request) && has(url, ['ending_before'])) }),
  defineDeviation({ name: 'search-lost-before-cursor', requirement: 'filters.paged', caughtBy: 'filters.paged.ending-before', description: 'With ending_before, search does not count.', wrap: dropping(['search'], (url, request) => isProductList(request) && has(url, ['ending_before'])) }),
  defineDeviation({ name: 'status-lost-before-cursor', requirement: 'filters.paged', caughtBy: 'filters.paged.ending-before', description: 'With ending_before, status does not count.', wrap: dropping(['status'], (url, request) => isProductList(request) && has(url, ['ending_before'])) }),
  defineDeviation({ name: 'filter-lost-before-cursor', requirement: 'filters.paged', caughtBy: 'filters.paged.ending-before', description: 'With ending_before, brand and category do not count.', wrap: dropping(strings, (url, request) => isProductList(request) && has(url, ['ending_before'])) }),
  defineDeviation({ name: 'status-lost-on-next-page', requirement: 'filters.paged', caughtBy: 'filters.paged.enum', description: 'With starting_after, status does not count.', wrap: dropping(['status'], (url) => has(url, ['starting_after'])) }),
  defineDeviation({ name: 'search-lost-on-next-page', requirement: 'filters.paged', caughtBy: 'filters.paged.search', description: 'With starting_after, search does not count.', wrap: dropping(['search'], (url) => has(url, ['starting_after'])) }),
]

function orOfStrings(records: readonly ListedRecord[], { filters }: { filters: readonly (readonly [string, string])[] }): readonly ListedRecord[] {
  const given = filters.filter(([name]) => strings.includes(name))
  const others = filters.filter(([name]) => !strings.includes(name))
  return records.filter((record) => others.every((filter) => matchesRight(record, filter)) && (given.length === 0 || given.some((filter) => matchesRight(record, filter))))
}

function oneOfStrings(choose: (given: readonly string[]) => string): (next: FetchLike) => FetchLike {
  return rewriteUrl((url, request) => {
    const given = [...url.searchParams.keys()].filter((name) => strings.includes(name))
    if (given.length < 2 || !isProductList(request)) return undefined
    for (const name of given) if (name !== choose(given)) url.searchParams.delete(name)
    return url
  })
}

function activeByDefault(url: URL, request: Request): URL | undefined {
  if (request.method !== 'GET' || !url.pathname.endsWith('/resources') || url.searchParams.has('status')) return undefined
  url.searchParams.set('status', 'active')
  return url
}

/** The first page is filtered before it is cut when it is a large one, so that only small pages show it. */
function filterThePage(records: readonly ListedRecord[], { filters, limit, startingAfter, endingBefore }: { filters: readonly (readonly [string, string])[]; limit: number; startingAfter: string | undefined; endingBefore: string | undefined }): readonly ListedRecord[] {
  const right = (list: readonly ListedRecord[]) => list.filter((record) => filters.every((filter) => matchesRight(record, filter)))
  const behind = records.filter(({ id }) => startingAfter === undefined || id < startingAfter)
  if (endingBefore !== undefined) return right(records.filter(({ id }) => id > endingBefore)).slice(-limit)
  return limit >= 10 ? right(behind).slice(0, limit) : right(behind.slice(0, limit))
}

/** Alters the 400 for an invalid enum value. */
function refusal(change: (body: unknown) => unknown): (next: FetchLike) => FetchLike {
  return rewriteJson((request, response) => response.status === 400 && request.method === 'GET' && ['status', 'kind'].some((name) => new URL(request.url).searchParams.has(name)), change)
}

/** The address with another status, as it is read. */
function withStatus(url: URL, read: (status: string) => string): URL | undefined {
  const status = url.searchParams.get('status')
  if (status === null) return undefined
  url.searchParams.set('status', read(status))
  return url
}

/** Answers a refused enum value on the resources as `then` says. */
function instead(then: (url: URL, request: Request, next: FetchLike) => Response | Promise<Response>): (next: FetchLike) => FetchLike {
  return (next) => async (request) => {
    const copy = request.clone()
    const response = await next(request)
    const url = new URL(copy.url)
    return response.status === 400 && copy.method === 'GET' && url.pathname.endsWith('/resources') && url.searchParams.has('status') ? then(url, copy, next) : response
  }
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** Violations of clause 4.5 by enum filters. */
export const enumFilterDeviations: readonly Deviation[] = [
  defineDeviation({ name: 'enum-filter-ignored', requirement: 'filters.enum-filters', caughtBy: 'filters.enum-filters.values', description: 'The resources take each value of status, and answer all of them.', wrap: (next) => async (request) => {
    const url = new URL(request.url)
    const response = await next(request.clone())
    if (request.method !== 'GET' || !url.pathname.endsWith('/resources') || !url.searchParams.has('status') || response.status !== 200) return response
    url.searchParams.delete('status')
    return next(new Request(url, request))
  } }),
  defineDeviation({ name: 'enum-value-refused', requirement: 'filters.enum-filters', caughtBy: 'filters.enum-filters.values', description: 'The resources refuse one of the values of status that they list.', wrap: (next) => (request) => {
    const url = new URL(request.url)
    if (!url.pathname.endsWith('/resources') || url.searchParams.get('status') !== 'archived') return next(request)
    url.searchParams.set('status', 'no-such-status')
    return next(new Request(url, request))
  } }),
  defineDeviation({ name: 'enum-filter-mixes-values', requirement: 'filters.enum-filters', caughtBy: 'filters.enum-filters.values', description: 'status=active answers an inactive resource too.', wrap: (next) => async (request) => {
    const url = new URL(request.url)
    const response = await next(request.clone())
    if (!url.pathname.endsWith('/resources') || url.searchParams.get('status') !== 'active' || url.searchParams.has('limit') || response.status !== 200) return response
    const body: unknown = JSON.parse(await response.text())
    url.searchParams.set('status', 'inactive')
    const others = itemsOf(JSON.parse(await (await next(new Request(url, { headers: request.headers }))).text()))
    return json(200, replaceItems(body, [...itemsOf(body), ...others.slice(0, 1)]))
  } }),
  defineDeviation({ name: 'invalid-enum-matches-nothing', requirement: 'filters.enum-invalid', caughtBy: 'filters.enum-invalid.unlisted', description: 'A value of status that is not listed gives an empty list.', wrap: instead(() => json(200, { data: [], has_more: false })) }),
  defineDeviation({ name: 'invalid-enum-ignored', requirement: 'filters.enum-invalid', caughtBy: 'filters.enum-invalid.unlisted', description: 'A value of status that is not listed is ignored.', wrap: instead((url, request, next) => {
    url.searchParams.delete('status')
    return next(new Request(url, request))
  }) }),
  defineDeviation({ name: 'invalid-enum-unprocessable', requirement: 'filters.enum-invalid', caughtBy: 'filters.enum-invalid.unlisted', description: 'A value of status that is not listed gives 422.', wrap: instead(() => json(422, { message: 'status must be one of active, inactive, archived' })) }),
  defineDeviation({ name: 'enum-filter-folds-case', requirement: 'filters.enum-invalid', caughtBy: 'filters.enum-invalid.near', description: 'status is taken in upper case too.', wrap: rewriteUrl((url) => {
    const status = url.searchParams.get('status')
    if (status === null || status !== status.toUpperCase()) return undefined
    url.searchParams.set('status', status.toLowerCase())
    return url
  }) }),
  defineDeviation({ name: 'enum-filter-trims', requirement: 'filters.enum-invalid', caughtBy: 'filters.enum-invalid.near', description: 'status is taken with spaces around it.', wrap: rewriteUrl((url) => withStatus(url, (status) => status.trim())) }),
  defineDeviation({ name: 'enum-filter-takes-capitals', requirement: 'filters.enum-invalid', caughtBy: 'filters.enum-invalid.near', description: 'status is taken with a capital letter.', wrap: rewriteUrl((url) => withStatus(url, (status) => status.charAt(0).toLowerCase() + status.slice(1))) }),
  defineDeviation({ name: 'enum-filter-takes-more', requirement: 'filters.enum-invalid', caughtBy: 'filters.enum-invalid.near', description: 'Of the products, status is taken with a letter more.', wrap: rewriteUrl((url, request) => (isProductList(request) ? withStatus(url, (status) => status.replace(/^(active|draft|archived).$/, '$1')) : undefined)) }),
  defineDeviation({ name: 'invalid-enum-ignored-with-limit', requirement: 'filters.enum-invalid', caughtBy: 'filters.enum-invalid.paged', description: 'With limit, a value of status that is not listed is ignored.', wrap: instead((url, request, next) => {
    if (url.searchParams.has('limit')) url.searchParams.delete('status')
    return next(new Request(url, request))
  }) }),
  defineDeviation({ name: 'enum-options-left-out', requirement: 'filters.enum-options', caughtBy: 'filters.enum-options.all', description: 'The 400 for an invalid enum value does not say which are allowed.', wrap: refusal(() => ({ error: { code: 'invalid_enum', message: 'That is not an allowed value.' } })) }),
  defineDeviation({ name: 'enum-options-first-only', requirement: 'filters.enum-options', caughtBy: 'filters.enum-options.all', description: 'The 400 for an invalid enum value names one of those that are allowed.', wrap: refusal(() => ({ error: { code: 'invalid_enum', message: 'Use active, or inactive or another value.', details: ['active', 'production'] } })) }),
]
