// Filters, free text and the size of pages (clauses 4.5 and 4.6).
import { type Phrase, phrase, jsonPhrase } from '../../conclusions/phrase.ts'
import { stripPrefix } from '../../reading/id-forms.ts'
import { resolveDestination } from '../evidence/destinations.ts'
import { type FilterName, filterNames, type ListRequest, listRequests, indexPages } from '../evidence/pages.ts'
import { parameterValues } from '../evidence/transcript.ts'
import type { TaskName } from '../tasks/names.ts'
import type { ClientConclusion } from '../conclusions/client-conclusion.ts'
import { type ClientCheck, clientLaw, type ClientLaw, judgeEach, nothings, type WireRun, wrong } from './law.ts'

const tasks: readonly TaskName[] = ['walk-products']

type Filters = ReadonlyMap<FilterName, string>

/** The filters of the task's input; undefined for a watched client. */
function inputFilters({ task, input }: WireRun): Filters | undefined {
  if (task === undefined) return undefined
  const values = filterNames.map((name) => [name, input?.[name]] as const)
  return new Map(values.filter((pair): pair is [FilterName, string] => typeof pair[1] === 'string'))
}

/** Judges each list request by itself. */
function eachList(
  why: Phrase,
  isJudged: (list: ListRequest, filters: Filters | undefined, run: WireRun) => boolean,
  faultOf: (list: ListRequest, filters: Filters | undefined, run: WireRun) => ClientConclusion | undefined,
): ClientLaw['judge'] {
  return (run) => {
    const filters = inputFilters(run)
    const lists = listRequests(run).filter((list) => isConcerned(list, run) && isJudged(list, filters, run))
    return judgeEach(
      lists,
      why,
      (list) => faultOf(list, filters, run),
      ({ exchange }) => exchange,
    )
  }
}

/** A client may also list things other than the products that it walks, such as the environments. */
function isConcerned({ exchange }: ListRequest, { task, dialect }: WireRun): boolean {
  if (task !== 'walk-products') return true
  return resolveDestination(exchange, dialect).operation === 'products.list'
}

const isFirstPage = ({ startingAfter, endingBefore }: ListRequest): boolean =>
  startingAfter === undefined && endingBefore === undefined

const exactOnes = (filters: Filters | undefined): readonly (readonly [FilterName, string])[] =>
  [...(filters ?? [])].filter(([name]) => name !== 'search')

/** The names of the parameters of a request that lacks some. */
function sentNames({ query }: ListRequest): Phrase {
  const names = [...new Set(query.keys())]
  return names.length === 0 ? phrase`no query` : phrase`only ${{ list: names }}`
}

const pairsPhrase = (all: readonly (readonly [string, string])[]): Phrase =>
  phrase`${{ list: all.map(([name, value]) => `${name}=${value}`), between: ' and ' }}`

/** Each filter is sent with its value unchanged. */
export const filtersSent: ClientCheck = clientLaw({
  id: 'client.filters-sent',
  trap: 'The client lists with a filter, whose value may contain characters that must be encoded in an address.',
  tasks,
  judge: eachList(
    phrase`No list with a filter was requested`,
    ({ query }, filters) => (filters ? exactOnes(filters).length > 0 : filterNames.some((name) => query.has(name))),
    (list, filters) => {
      for (const [name, value] of exactOnes(filters)) {
        const sent = parameterValues(list.exchange, name)
        if (sent?.length === 0 || (sent?.length === 1 && sent[0] === value)) continue
        return wrong.query(
          list.exchange,
          [name],
          'value',
          phrase`${name}=${value}, encoded`,
          jsonPhrase(list.exchange.search),
        )
      }
      const lost =
        filters && isFirstPage(list) ? exactOnes(filters).filter(([name]) => isFilterLost(name, list, filters)) : []
      const names = lost.map(([name]) => name)
      return lost.length > 0
        ? wrong.query(list.exchange, names, 'missing', pairsPhrase(lost), sentNames(list))
        : undefined
    },
  ),
})

/**
 * Returns true if a filter has another name, or if no filter was sent at all. If only some filters are missing, the law
 * of combined filters judges them.
 */
function isFilterLost(name: FilterName, { query }: ListRequest, filters: Filters): boolean {
  if (query.has(name)) return false
  const value = filters.get(name)!
  const others = [...query].filter(([other]) => !filters.has(other as FilterName))
  return others.some(([, sent]) => sent === value) || ![...filters.keys()].some((filter) => query.has(filter))
}

/** A filter that was not given is not sent. */
export const filtersAbsent: ClientCheck = clientLaw({
  id: 'client.filters-absent',
  trap: 'The client lists without one of the filters.',
  tasks: ['walk-products', 'walk-products-back', 'list-environments', 'use-access-token'],
  judge: eachList(
    phrase`No list was requested`,
    (_list, filters) => filters === undefined || filters.size < filterNames.length,
    (list, filters) => {
      for (const [name, value] of list.query) {
        const isFilter = (filterNames as readonly string[]).includes(name)
        // Other laws judge the values of filters in the input.
        if (filters?.has(name as FilterName)) continue
        const isEmpty = nothings.has(value) || (isFilter && value === '')
        // A filter that was sent under the name of another one counts as missing.
        const isMoved = [...(filters ?? [])].some(([other, wanted]) => wanted === value && !list.query.has(other))
        const isOurs = isFilter && filters !== undefined && !isMoved
        if ((isEmpty && !['limit', 'starting_after', 'ending_before'].includes(name)) || isOurs)
          return wrong.query(
            list.exchange,
            [name],
            'extra',
            phrase`no parameter ${name}`,
            phrase`${name}=${jsonPhrase(value)}`,
          )
      }
      return undefined
    },
  ),
})

/** Several filters are sent in one request. */
export const filtersCombined: ClientCheck = clientLaw({
  id: 'client.filters-combined',
  trap: 'The client lists with two or more filters.',
  tasks,
  judge: eachList(
    phrase`No list with two filters was requested`,
    (list, filters) =>
      isFirstPage(list) && (filters?.size ?? filterNames.filter((name) => list.query.has(name)).length) > 1,
    (list, filters) => {
      const names = [...(filters?.keys() ?? [])]
      const missing = names.filter((name) => !list.query.has(name) && !isFilterLost(name, list, filters!))
      const all = { list: names, between: ' and ' } as const
      return missing.length > 0
        ? wrong.query(list.exchange, missing, 'missing', phrase`${all} in one request`, sentNames(list))
        : undefined
    },
  ),
})

/** The pages that the cursor of a request may be from. */
function possiblePages(list: ListRequest, run: WireRun): readonly ListRequest[] {
  return indexPages(listRequests(run)).holding(stripPrefix(list.startingAfter ?? list.endingBefore!), list)
}

/** Every page is requested with the filters of the first page. */
export const filtersOnEveryPage: ClientCheck = clientLaw({
  id: 'client.filters-on-every-page',
  trap: 'The client asks for a further page of a list with a filter.',
  tasks,
  judge: eachList(
    phrase`No further page of a list with a filter was requested`,
    (list, _filters, run) => !isFirstPage(list) && possiblePages(list, run).some(({ walk }) => !walk.endsWith('?')),
    (list, _filters, run) => {
      // Any page that has the cursor may be the previous one.
      const before = possiblePages(list, run)
      if (before.some(({ walk }) => walk === list.walk)) return undefined
      const page = before[0]!
      const lost = filterNames.filter((name) => page.query.has(name) && !list.query.has(name))
      const all = { list: lost, between: ' and ' } as const
      return lost.length > 0
        ? {
            ...wrong.query(list.exchange, lost, 'missing', phrase`${all} on every page`, sentNames(list)),
            evidence: [page.exchange, list.exchange],
          }
        : undefined
    },
  ),
})

/** Free text is sent in `search`. */
export const search: ClientCheck = clientLaw({
  id: 'client.search',
  trap: 'The client lists records that match free text.',
  tasks,
  judge: eachList(
    phrase`No list with free text was requested`,
    (list, filters) => (filters ? filters.has('search') && isFirstPage(list) : list.query.has('search')),
    (list, filters) => {
      const wanted = filters?.get('search')
      if (filters === undefined || wanted === undefined) return undefined
      // The match is case-insensitive, so the case does not matter.
      const sent = parameterValues(list.exchange, 'search')
      const isOther = sent?.length !== 0 && !(sent?.length === 1 && sent[0]!.toLowerCase() === wanted.toLowerCase())
      return isOther || isFilterLost('search', list, filters)
        ? wrong.query(
            list.exchange,
            ['search'],
            sent?.length === 0 ? 'missing' : 'value',
            phrase`search=${wanted}, encoded`,
          )
        : undefined
    },
  ),
})

/** Names of the page size in other services. */
const otherNames = new Set(
  'per_page perPage per-page page_size pageSize page-size pagesize page[size] max_results maxResults count size'.split(
    ' ',
  ),
)

/** The page size of the task; undefined without one. */
const requestedPageSize = ({ task, input }: WireRun): unknown => (task === undefined ? undefined : input?.['pageSize'])

/**
 * Returns true if a request sends the page size under another name: a common one, or any whose value is the wanted
 * size.
 */
function isMisnamed({ query }: ListRequest, run: WireRun): boolean {
  const wanted = requestedPageSize(run)
  const isFree = (name: string) => !(filterNames as readonly string[]).includes(name)
  return [...query].some(
    ([name, value]) => otherNames.has(name) || (wanted !== undefined && value === String(wanted) && isFree(name)),
  )
}

/** The page size is not sent under a name other than `limit`. */
export const limitParameter: ClientCheck = clientLaw({
  id: 'client.limit-parameter',
  trap: 'The client requests pages of a given size.',
  tasks,
  judge: eachList(
    phrase`No page size was requested`,
    (list, _filters, run) => list.query.has('limit') || isMisnamed(list, run),
    ({ query, exchange }) =>
      query.has('limit') ? undefined : wrong.query(exchange, ['limit'], 'missing', phrase`limit=<number>`),
  ),
})

/** The page size is sent in `limit`. */
export const pageSize: ClientCheck = clientLaw({
  id: 'client.page-size',
  trap: 'The client walks with a requested page size.',
  tasks,
  input: (input) => input['pageSize'] !== undefined,
  judge: eachList(
    phrase`No page size was requested`,
    ({ query }, _filters, run) => run.task !== undefined || query.has('limit'),
    ({ query, exchange }, _filters, run) => {
      const sent = query.get('limit')
      const wanted = run.task === undefined ? undefined : String(requestedPageSize(run))
      const isRight = wanted === undefined ? !nothings.has(sent ?? '') && sent !== '' : sent === wanted
      const fault = sent === null ? 'missing' : 'value'
      return isRight ? undefined : wrong.query(exchange, ['limit'], fault, phrase`limit=${wanted ?? phrase`<number>`}`)
    },
  ),
})
