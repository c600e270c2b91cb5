import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/deviation.ts'
import type { ListedRecord } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { type ConditionName, during } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'
import {
  type DocumentedList,
  type Filter,
  type ListRules,
  otherEnums,
  parametersOf,
  sendReduced,
  serveList,
  documentedLists,
} from '../listed.ts'

/** Two filters of a list. */
interface Pair {
  readonly list: DocumentedList
  readonly first: string
  readonly second: string
}

const listFilterNames = (list: DocumentedList): readonly string[] => {
  const { strings, enums } = parametersOf[list]
  return [...strings, ...Object.keys(enums), 'search']
}

const pairs: ReadonlyMap<string, Pair> = new Map(
  documentedLists.flatMap((list) =>
    listFilterNames(list).flatMap((first, index) =>
      listFilterNames(list)
        .slice(index + 1)
        .map((second): [string, Pair] => [`${list}?${first}&${second}`, { list, first, second }]),
    ),
  ),
)

const paging = [
  'always',
  'with-limit',
  'with-starting-after',
  'with-ending-before',
] as const satisfies readonly ConditionName[]
type Paging = (typeof paging)[number]

type Select = NonNullable<ListRules['select']>

/** How a server combines two filters that are both given. */
const combinations: Readonly<Record<string, readonly [breaks: string, select: (pair: Pair) => Select]>> = {
  or: [
    'A record matches by one of two filters.',
    ({ first, second }) =>
      (_record, filters, right) => {
        const isOfPair = ([name]: Filter) => name === first || name === second
        return (
          filters.some((filter) => isOfPair(filter) && right(filter)) &&
          filters.every((filter) => isOfPair(filter) || right(filter))
        )
      },
  ],
  'first-only': [
    'Of two filters, the second does not count.',
    ({ second }) =>
      (_record, filters, right) =>
        filters.every((filter) => filter[0] === second || right(filter)),
  ],
  'second-only': [
    'Of two filters, the first does not count.',
    ({ first }) =>
      (_record, filters, right) =>
        filters.every((filter) => filter[0] === first || right(filter)),
  ],
  nothing: ['Two filters together find nothing.', () => () => false],
}

const together = ({ list, first, second }: Pair, condition: ConditionName, select: Select): FetchWrapper =>
  during(list, condition, (intercepted) =>
    intercepted.query.has(first) && intercepted.query.has(second)
      ? serveList(list, intercepted, { select })
      : intercepted.send(),
  )

/** Several filters are AND-combined (clause 4.5, rule 6). */
export const filtersAnd: readonly Fault[] = Object.entries(combinations).flatMap(([kind, [breaks, select]]) =>
  lawFaults<string, Paging>({
    id: 'filters-and',
    way: kind,
    requirement: 'filters.and',
    breaks,
    places: [...pairs.keys()],
    conditions: paging,
    fault(place, condition) {
      const pair = pairs.get(place)!
      return together(pair, condition, select(pair))
    },
  }),
)

/** A filter of a list, also of those lists beyond clause 4.4 that the target file declares. */
const single: ReadonlyMap<string, readonly [list: Parameters<typeof during>[0], name: string]> = new Map([
  ...documentedLists.flatMap((list) => listFilterNames(list).map((name) => [`${list}?${name}`, [list, name]] as const)),
  ...otherEnums.map(({ list, parameter }) => [`${String(list)}?${parameter}`, [list, parameter]] as const),
])

const pagedConditions = [
  'with-limit',
  'with-limit-1',
  'with-starting-after',
  'with-ending-before',
  'with-cursor-alone',
] as const satisfies readonly ConditionName[]

const isDocumented = (list: unknown): list is DocumentedList => documentedLists.includes(list as DocumentedList)

/** Filters combine with pagination parameters (clause 4.5, rule 7). */
export const filtersPaged: readonly Fault[] = [
  ...lawFaults<string, (typeof pagedConditions)[number]>({
    id: 'filters-paged-lost',
    requirement: 'filters.paged',
    breaks: 'A filter does not count.',
    places: [...single.keys()],
    conditions: pagedConditions,
    fault(place, condition) {
      const [list, name] = single.get(place)!
      // Lists beyond clause 4.4 have no stated paging.
      if (!isDocumented(list) && condition !== 'with-limit') return undefined
      return during(list, condition, (intercepted) => sendReduced(intercepted, name))
    },
  }),
  ...lawFaults<string, (typeof pagedConditions)[number]>({
    id: 'filters-paged-after-the-page',
    requirement: 'filters.paged',
    breaks: 'A filter takes records out of the page that comes without it.',
    places: [...single.keys()].filter((place) => isDocumented(single.get(place)![0])),
    conditions: pagedConditions,
    fault(place, condition) {
      const [list, name] = single.get(place)!
      if (!isDocumented(list)) return undefined
      return during(list, condition, (intercepted) => {
        if (!intercepted.query.has(name)) return intercepted.send()
        let isIn: ((record: ListedRecord) => boolean) | undefined
        return serveList(list, intercepted, {
          select(_record, filters, right) {
            return filters.every((filter) => filter[0] === name || right(filter))
          },
          show: (records, { filters }) => {
            isIn = createMatcher(
              list,
              filters.filter((filter) => filter[0] === name),
            )
            return records.filter(isIn)
          },
        })
      })
    },
  }),
]

function createMatcher(list: DocumentedList, filters: readonly Filter[]): (record: ListedRecord) => boolean {
  const { searched } = parametersOf[list]
  return (record) =>
    filters.every(([name, wanted]) =>
      name === 'search'
        ? searched.some((member) =>
            String(record[member] ?? '')
              .toLowerCase()
              .includes(wanted.toLowerCase()),
          )
        : String(record[name]) === wanted,
    )
}

/** The parameters whose absence may be taken for a value, with that value. */
const assumed: ReadonlyMap<string, readonly [list: DocumentedList, name: string, value: string]> = new Map(
  documentedLists.flatMap((list) =>
    Object.entries(parametersOf[list].enums).map(
      ([name, values]) => [`${list}?${name}`, [list, name, values[0]!]] as const,
    ),
  ),
)

const absentConditions = [
  'always',
  'without-query',
  'with-limit',
  'with-starting-after',
  'with-ending-before',
  'with-brand',
  'with-category',
  'with-search',
] as const satisfies readonly ConditionName[]

/** A page before a cursor that leaves records out breaks the promise of the cursor. */
const absentRule = (_place: string, condition: (typeof absentConditions)[number]): RequirementId =>
  condition === 'with-ending-before' ? 'cursors.ending-before' : 'filters.absent'

/** Absent filter parameters apply no filtering (clause 4.5, rule 5). */
export const filtersAbsent: readonly Fault[] = [
  ...lawFaults<string, (typeof absentConditions)[number]>({
    id: 'filters-absent-assumed',
    requirement: absentRule,
    breaks: 'An enum filter that is absent counts as its first value.',
    places: [...assumed.keys()],
    conditions: absentConditions,
    fault(place, condition) {
      const [list, name, value] = assumed.get(place)!
      if (list !== 'products.list' && (condition === 'with-brand' || condition === 'with-category')) return undefined
      return during(list, condition, (intercepted) =>
        intercepted.send(intercepted.query.has(name) ? undefined : { query: { [name]: value } }),
      )
    },
  }),
  ...lawFaults<DocumentedList, (typeof absentConditions)[number]>({
    id: 'filters-absent-hidden',
    requirement: absentRule,
    breaks: 'Without an enum filter, records of its last value do not come.',
    places: documentedLists,
    conditions: absentConditions,
    fault(list, condition) {
      if (list !== 'products.list' && (condition === 'with-brand' || condition === 'with-category')) return undefined
      const [[name, values]] = Object.entries(parametersOf[list].enums) as [[string, readonly string[]]]
      return during(list, condition, (intercepted) =>
        intercepted.query.has(name)
          ? intercepted.send()
          : serveList(list, intercepted, {
              select: (record, filters, right) => record[name] !== values.at(-1) && filters.every(right),
            }),
      )
    },
  }),
]
