import type { OperationId } from '../../catalogue/operations.ts'
import { operationAt, pathAt, pathOf } from '../../catalogue/operation-paths.ts'
import { pathNamesOf } from '../../target/path-names.ts'
import { undeclared } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Target } from '../../target/target-file.ts'
import { pageOf, walkForward } from '../lists/pages.ts'
import { plainList, type WalkedList, walkedList } from '../lists/walked-list.ts'
import { answerTo } from '../shared-answers.ts'
import { type FilteredList, filteredList, indexBy } from './filter-values.ts'
import { memberText } from '../lists/record-filters.ts'

/** An enum filter of a list. */
export interface EnumFilter {
  readonly path: string
  readonly parameter: string
  readonly values: readonly string[]
}

/** How many filters are tried value by value, and how many in a quick run. A target file may declare any number. */
const triedFilters = { full: 20, quick: 2 } as const
/** How many values of one filter are tried. */
const triedValues = 4

/**
 * The enum filters to check: the declared ones, documented lists first, or else the one of clause 4.4 with its value.
 */
export function enumFilters(target: Target): readonly EnumFilter[] {
  const { enumFilters: declared = [], without = [] } = target
  if (declared.length === 0 && (without.includes('enumFilters') || without.includes('resources'))) return []
  const names = pathNamesOf(target)
  if (declared.length === 0) return [{ path: pathOf('resources.list', names), parameter: 'status', values: ['active'] }]
  const documented: readonly (OperationId | undefined)[] = ['resources.list', 'products.list', 'environments.list']
  const rank = ({ path }: EnumFilter) =>
    (documented.indexOf(operationAt('GET', path, names)) + documented.length + 1) % (documented.length + 1)
  return [...declared].sort((left, right) => rank(left) - rank(right))
}

/** Whether a filter is of a list of clause 4.4, for which paging is known. */
export function isDocumented({ run }: Session, { path }: Pick<EnumFilter, 'path'>): boolean {
  return operationAt('GET', path, run.names) !== undefined
}

/** An enum filter with the lists of its values. */
export interface TriedFilter extends EnumFilter {
  readonly base: WalkedList
  /** The list of each value that was tried; of a list beyond clause 4.4, with limit=1 for one of the values. */
  readonly lists: readonly { readonly value: string; readonly list: FilteredList; readonly newest?: FilteredList }[]
}

/** Some enum filters with the lists of their values, asked for once in a run. */
export const triedEnumFilters: Once<[], readonly TriedFilter[]> = once(async (session) => {
  const isDeclared = (session.run.target.enumFilters ?? []).length > 0
  const { quick, target } = session.run
  const tried: TriedFilter[] = []
  for (const filter of enumFilters(target).slice(0, quick ? triedFilters.quick : triedFilters.full)) {
    const path = pathAt('GET', filter.path, session.run.names)
    const base = isDocumented(session, filter) ? await walkedList(session, path) : await plainList(session, path)
    const values = isDeclared
      ? filter.values
      : [...new Set([...filter.values, ...indexBy(base, filter.parameter).keys()])].slice(0, triedValues)
    const limited = isDocumented(session, filter) ? undefined : tellingValue(base, filter)
    const lists = await Promise.all(
      values.slice(0, triedValues).map(async (value): Promise<TriedFilter['lists'][number]> => {
        const query = { [filter.parameter]: value }
        if (value === limited) {
          const newest = await newestOf(session, base, query)
          const items = newest.walk?.items ?? []
          const isOfValue = items.every((item) => memberText(item, filter.parameter) === value)
          const list = items.length > 0 && isOfValue ? newest : await filteredList(session, base, query)
          return { value, list, newest }
        }
        return { value, list: await filteredList(session, base, query) }
      }),
    )
    // The values in records are a guess. Those that are accepted are known to be listed.
    const accepted = lists.filter(({ list }) => list.walk !== undefined)
    tried.push(
      isDeclared || accepted.length === 0
        ? { ...filter, base, lists }
        : { ...filter, base, lists: accepted, values: accepted.map(({ value }) => value) },
    )
  }
  return tried
})

/** The value of a record before which another one stands: with limit=1, it comes only if the filter counts. */
function tellingValue({ items }: WalkedList, { parameter, values }: EnumFilter): string | undefined {
  const texts = [...items.values()].map((item) => memberText(item, parameter))
  return texts.find((text) => text !== undefined && text !== texts[0] && values.includes(text))
}

/** The records that come with limit=1. A list beyond clause 4.4 need not take it. */
async function newestOf(
  session: Session,
  { path }: WalkedList,
  filter: Readonly<Record<string, string>>,
): Promise<FilteredList> {
  const query = { ...filter, limit: '1' }
  const exchange = await answerTo(session, { path, query })
  const page = pageOf(session, exchange)
  const walk = page && (await walkForward(session, { call: { path, query }, maxPages: 1, first: page }))
  return { query, walk, exchange }
}

/**
 * The values of a filter that the records of a list show; empty when they do not show it. A member of that name without
 * any of the values is about something else.
 */
export function listedValues({ base, parameter, values }: TriedFilter): ReturnType<typeof indexBy> {
  const listed = indexBy(base, parameter)
  return values.some((value) => listed.has(value)) ? listed : new Map()
}

/** The filters with a value that returned a list. @throws Conclusion `insufficientEvidence` when no filter did. */
export async function acceptedEnumFilters(session: Session): Promise<readonly TriedFilter[]> {
  const accepted = (await triedEnumFilters(session)).filter(({ lists }) =>
    lists.some(({ list }) => list.walk !== undefined),
  )
  return accepted.length > 0
    ? accepted
    : insufficient(
        undeclared('enumFilters'),
        phrase`no value of an enum filter was accepted; declare enumFilters with its values`,
      )
}
