// Filters of lists (clause 4.5).
import type { ClientFact } from '../../conclusions/client-fact.ts'
import { queryText } from '../query-text.ts'
import { type Phrase, phrase, quoted } from '../../../conclusions/phrase.ts'
import { bareOf } from '../../../reading/id-forms.ts'
import { type FilterName, filterNames, type ListRequest, listRequests, pagesIn } from '../../evidence/pages.ts'
import { destinationOf } from '../../evidence/destinations.ts'
import { valuesOf } from '../../evidence/read-request.ts'
import {
  type ClientCheck,
  defineClientCheck,
  during,
  type WrongRequest,
  type ClientConclusion,
  judgeEach,
  type WireRun,
} from '../define-client-check.ts'

const concerns = during('walk-products')

/** The filters that the task gives. Undefined where a client was watched. */
function inputFilters({ task, input }: WireRun): ReadonlyMap<FilterName, string> | undefined {
  if (task === undefined) return undefined
  return new Map(
    filterNames.flatMap((name) => {
      const value = input?.[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    }),
  )
}

/** Judges list requests each for itself. */
export function judgeLists(
  run: WireRun,
  why: Phrase,
  isJudged: (list: ListRequest) => boolean,
  faultOf: (list: ListRequest) => WrongRequest | undefined,
): ClientConclusion {
  const lists = new Map(
    listRequests(run)
      .filter((list) => isConcerned(list, run) && isJudged(list))
      .map((list) => [list.request, list]),
  )
  return judgeEach([...lists.keys()], why, (request) => faultOf(lists.get(request)!))
}

/** Beside the products that it walks, a client may list what it likes, as the environments. */
function isConcerned({ request }: ListRequest, { task, dialect }: WireRun): boolean {
  if (task !== 'walk-products') return true
  const place = destinationOf(request, dialect)
  return place.kind === 'list' && place.resource === 'products'
}

const isFirstPage = ({ startingAfter, endingBefore }: ListRequest): boolean =>
  startingAfter === undefined && endingBefore === undefined

/** Each filter is sent with its value as given. */
export const filtersSent: ClientCheck = defineClientCheck({
  id: 'client.filters-sent',
  requirement: 'client.filters-sent',
  trap: 'The client lists with a filter; its value may hold characters that an address needs encoded.',
  concerns,
  judge(run) {
    const filters = inputFilters(run)
    const exact = [...(filters ?? [])].filter(([name]) => name !== 'search')
    return judgeLists(
      run,
      phrase`No list with a filter was asked for`,
      filters ? () => exact.length > 0 : ({ query }) => filterNames.some((name) => query.has(name)),
      (list) => {
        for (const [name, value] of exact) {
          const sent = valuesOf(list.request, name)
          if (sent?.length !== 0 && !(sent?.length === 1 && sent[0] === value))
            return {
              expected: phrase`${name}=${value}, encoded`,
              got: quoted(list.request.search),
              fact: parameterFact(list, [name], 'value'),
            }
        }
        const lost = filters && isFirstPage(list) ? exact.filter(([name]) => isLost(name, list, filters)) : []
        return lost.length > 0
          ? {
              expected: phrase`${{ list: lost.map(([name, value]) => `${name}=${value}`), between: ' and ' }}`,
              got: queryText(list.request),
              fact: parameterFact(
                list,
                lost.map(([name]) => name),
                'missing',
              ),
            }
          : undefined
      },
    )
  },
})

/**
 * Returns true if a filter is missing for a reason of its own: it has another name, or no filter came at all. A filter
 * that is missing among others is judged by the check of combined filters.
 */
function isLost(name: FilterName, { query }: ListRequest, filters: ReadonlyMap<FilterName, string>): boolean {
  if (query.has(name)) return false
  const value = filters.get(name)!
  const others = [...query].filter(([other]) => !filters.has(other as FilterName))
  return others.some(([, sent]) => sent === value) || ![...filters.keys()].some((filter) => query.has(filter))
}

/** Texts of missing values in several languages. */
export const nothings: ReadonlySet<string> = new Set(['undefined', 'null', 'None', 'nil', 'NaN', '[object Object]'])

/** A filter that was not given is not sent. */
export const filtersAbsent: ClientCheck = defineClientCheck({
  id: 'client.filters-absent',
  requirement: 'client.filters-absent',
  trap: 'The client lists without one of the filters.',
  concerns: during('walk-products', 'walk-products-back', 'list-environments', 'use-access-token'),
  judge(run) {
    const filters = inputFilters(run)
    return judgeLists(
      run,
      phrase`No list was asked for`,
      () => filters === undefined || filters.size < filterNames.length,
      (list) => {
        for (const [name, value] of list.query) {
          const isFilter = (filterNames as readonly string[]).includes(name)
          // Whether a filter that was given has its value, other checks judge.
          if (filters?.has(name as FilterName)) continue
          const isEmpty = nothings.has(value) || (isFilter && value === '')
          // A filter under the name of another one is judged as the one that is missing.
          const isMoved = [...(filters ?? [])].some(([other, wanted]) => wanted === value && !list.query.has(other))
          const isOurs = isFilter && filters !== undefined && !filters.has(name as FilterName) && !isMoved
          if ((isEmpty && !['limit', 'starting_after', 'ending_before'].includes(name)) || isOurs)
            return {
              expected: phrase`no parameter ${name}`,
              got: phrase`${name}=${quoted(value)}`,
              fact: parameterFact(list, [name], 'extra'),
            }
        }
        return undefined
      },
    )
  },
})

/** Several filters go into one request. */
export const filtersCombined: ClientCheck = defineClientCheck({
  id: 'client.filters-combined',
  requirement: 'client.filters-combined',
  trap: 'The client lists with two filters or more.',
  concerns,
  judge(run) {
    const filters = inputFilters(run)
    return judgeLists(
      run,
      phrase`No list with two filters was asked for`,
      (list) =>
        isFirstPage(list) &&
        (filters ? filters.size > 1 : filterNames.filter((name) => list.query.has(name)).length > 1),
      (list) => {
        const names = [...(filters?.keys() ?? [])]
        const missing = names.filter((name) => !list.query.has(name) && !isLost(name, list, filters!))
        return missing.length > 0
          ? {
              expected: phrase`${{ list: names, between: ' and ' }} in one request`,
              got: queryText(list.request),
              fact: parameterFact(list, missing, 'missing'),
            }
          : undefined
      },
    )
  },
})

/** The filters of the first page are on every page. */
export const filtersOnEveryPage: ClientCheck = defineClientCheck({
  id: 'client.filters-on-every-page',
  requirement: 'client.filters-on-every-page',
  trap: 'The client asks for a further page of a list with a filter.',
  concerns,
  judge(run) {
    const all = listRequests(run)
    const pagesOf = (list: ListRequest) => pagesIn(all).holding(bareOf(list.startingAfter ?? list.endingBefore!), list)
    return judgeLists(
      run,
      phrase`No further page of a list with a filter was asked for`,
      (list) => !isFirstPage(list) && pagesOf(list).some(({ walk }) => !walk.endsWith('?')),
      (list) => {
        // Any page with the cursor may be the one before.
        const before = pagesOf(list)
        if (before.some(({ walk }) => walk === list.walk)) return undefined
        const page = before[0]!
        const lost = filterNames.filter((name) => page.query.has(name) && !list.query.has(name))
        return lost.length > 0
          ? {
              expected: phrase`${{ list: lost, between: ' and ' }} on every page`,
              got: queryText(list.request),
              fact: parameterFact(list, lost, 'missing'),
              evidence: [page.request, list.request],
            }
          : undefined
      },
    )
  },
})

/** Free text goes into `search`. */
export const search: ClientCheck = defineClientCheck({
  id: 'client.search',
  requirement: 'client.search',
  trap: 'The client lists what matches a free text.',
  concerns,
  judge(run) {
    const filters = inputFilters(run) ?? new Map<FilterName, string>()
    const wanted = filters.get('search')
    return judgeLists(
      run,
      phrase`No list with a free text was asked for`,
      (list) => (run.task === undefined ? list.query.has('search') : wanted !== undefined && isFirstPage(list)),
      (list) => {
        if (wanted === undefined) return undefined
        // The match is case-insensitive, so that the case says nothing.
        const sent = valuesOf(list.request, 'search')
        const isOther = sent?.length !== 0 && !(sent?.length === 1 && sent[0]!.toLowerCase() === wanted.toLowerCase())
        return isOther || isLost('search', list, filters)
          ? {
              expected: phrase`search=${wanted}, encoded`,
              got: queryText(list.request),
              fact: parameterFact(list, ['search'], sent?.length === 0 ? 'missing' : 'value'),
            }
          : undefined
      },
    )
  },
})

/** The fact of a fault in the parameters of a list. */
export function parameterFact(
  { request }: ListRequest,
  names: readonly string[],
  fault: 'missing' | 'extra' | 'value',
): ClientFact {
  return { kind: 'parameter', at: request, in: 'query', names, fault }
}
