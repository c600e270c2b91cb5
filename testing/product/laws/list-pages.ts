import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import { type ConditionName, findCondition, during } from '../condition.ts'
import type { Condition } from '../condition.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/deviation.ts'
import { type Fault, lawFaults } from '../law.ts'
import { type DocumentedList, documentedLists, type ListRules, type Page, serveList } from '../listed.ts'

const conditions = [
  'always',
  'with-starting-after',
  'with-ending-before',
  'with-filter',
  'with-filter-and-cursor',
] as const satisfies readonly ConditionName[]
type When = (typeof conditions)[number]

/** Sizes of pages by the parts of a range in which servers have limits of their own. */
const sizes: Readonly<Record<string, readonly [least: number, most: number]>> = {
  '1': [1, 1],
  '2': [2, 2],
  'below-10': [3, 9],
  'below-default': [10, 19],
  default: [20, 20],
  'below-maximum': [21, 99],
  maximum: [100, 100],
}

const isOfSize = ({ limit }: Page, [least, most]: readonly [number, number]) => limit >= least && limit <= most

const resized = ({ cursor, from, to }: Page, by: number): readonly [number, number] =>
  cursor === 'ending_before' ? [from - by, to] : [from, to + by]

const cutting = (list: DocumentedList, condition: ConditionName | Condition, rules: ListRules): FetchWrapper =>
  during(list, condition, (intercepted) => serveList(list, intercepted, rules))

/** The environments and resources are fewer than large pages hold. */
const canHold = (list: DocumentedList, size: string) =>
  list === 'products.list' || (size !== 'maximum' && (list === 'resources.list' || size !== 'below-maximum'))

/** The fewest records that an enum filter leaves of a list. Larger pages are not full. */
const filteredAtLeast: Readonly<Record<DocumentedList, number>> = {
  'products.list': 80,
  'resources.list': 15,
  'environments.list': 7,
}

/** A page of one that is one too short is empty: after a cursor, that says that nothing is there. */
const limitRule = (by: 1 | -1, size: string, condition: When): RequirementId => {
  if (by === 1 || size !== '1') return 'cursors.limit'
  if (condition === 'with-starting-after') return 'cursors.starting-after'
  return condition === 'with-ending-before' ? 'cursors.ending-before' : 'cursors.limit'
}

const limitLaw = (by: 1 | -1, breaks: string, id: string): readonly Fault[] =>
  Object.entries(sizes).flatMap(([size, range]) =>
    lawFaults<DocumentedList, When>({
      id: `limit-${id}`,
      way: size,
      requirement: (_list, condition) => limitRule(by, size, condition),
      breaks: `${breaks} It does so with a limit from ${range[0]} to ${range[1]}.`,
      places: documentedLists.filter((list) => canHold(list, size)),
      conditions,
      fault(list, condition) {
        if (condition.startsWith('with-filter') && range[0] >= filteredAtLeast[list]) return undefined
        return during(list, condition, (intercepted) =>
          intercepted.query.has('limit')
            ? serveList(list, intercepted, { cut: (page) => (isOfSize(page, range) ? resized(page, by) : undefined) })
            : intercepted.send(),
        )
      },
    }),
  )

/** limit is the page size (clause 4.6). */
export const limits: readonly Fault[] = [
  ...limitLaw(1, 'A page has one record too many.', 'one-more'),
  ...limitLaw(-1, 'A page has one record too few.', 'one-less'),
]

type Cut = NonNullable<ListRules['cut']>
type Direction = 'starting_after' | 'ending_before'

const shiftPage = ({ from, to }: Page, by: number): readonly [number, number] => [from + by, to + by]

/** The wrong behaviours of a server with a cursor. */
const cursorFaults: Readonly<Record<string, readonly [breaks: string, cut: (direction: Direction) => Cut]>> = {
  inclusive: [
    'The page has the record of the cursor.',
    (direction) => (page) => shiftPage(page, direction === 'starting_after' ? -1 : 1),
  ],
  'skips-one': [
    'The page leaves out the record next to the cursor.',
    (direction) => (page) => shiftPage(page, direction === 'starting_after' ? 1 : -1),
  ],
  ignored: [
    'The cursor does not count.',
    () =>
      ({ limit }) => [0, limit],
  ],
  'other-way': [
    'The page lies on the other side of the cursor.',
    (direction) =>
      ({ from, to, limit }) =>
        direction === 'starting_after' ? [from - 1 - limit, from - 1] : [to + 1, to + 1 + limit],
  ],
  'from-the-end': [
    'The page holds the records that are farthest from the cursor.',
    (direction) =>
      ({ limit, from, to, records }) =>
        direction === 'starting_after'
          ? [Math.max(from, records.length - limit), records.length]
          : [0, Math.min(limit, to)],
  ],
  'limit-ignored': [
    'The page has twenty records, whatever limit says.',
    (direction) =>
      ({ from, to }) =>
        direction === 'starting_after' ? [from, from + 20] : [to - 20, to],
  ],
  'nothing-comes': ['The page is empty.', () => () => [0, 0]],
}

const cursorConditions = [
  'always',
  'with-limit',
  'with-cursor-alone',
  'with-filter',
  'with-enum',
  'with-search',
] as const satisfies readonly ConditionName[]
type CursorCondition = (typeof cursorConditions)[number]

const toward = (direction: Direction, condition: ConditionName): Condition => {
  const { says, begin } = findCondition(condition)
  return {
    says,
    begin() {
      const holds = begin()
      return async (request) => request.query.has(direction) && (await holds(request))
    },
  }
}

const directions: readonly Direction[] = ['starting_after', 'ending_before']

/** starting_after continues after an id, ending_before pages before it (clause 4.6). */
export const cursors: readonly Fault[] = directions.flatMap((direction) =>
  Object.entries(cursorFaults).flatMap(([kind, [breaks, cut]]) =>
    lawFaults<DocumentedList, CursorCondition>({
      id: direction.replace('_', '-'),
      way: kind,
      requirement: direction === 'starting_after' ? 'cursors.starting-after' : 'cursors.ending-before',
      breaks,
      places: documentedLists,
      conditions: cursorConditions,
      fault(list, condition) {
        // Without limit, pages have as many records as the server likes.
        if (kind === 'limit-ignored' && condition === 'with-cursor-alone') return undefined
        return cutting(list, toward(direction, condition), {
          cut: (page) => (kind === 'limit-ignored' && page.limit === 20 ? undefined : cut(direction)(page)),
        })
      },
    }),
  ),
)

/** The place in a list where a wrongly cut page begins or ends. */
const places: Readonly<Record<string, readonly [says: string, isThere: (page: Page) => boolean]>> = {
  'behind-the-newest': ['behind the newest record', ({ cursor, from }) => cursor === 'starting_after' && from === 1],
  'behind-the-last-but-one': [
    'behind the last record but one',
    ({ cursor, from, records }) => cursor === 'starting_after' && records.length > 1 && from === records.length - 1,
  ],
  'behind-the-last': [
    'behind the last record',
    ({ cursor, from, records }) => cursor === 'starting_after' && records.length > 0 && from === records.length,
  ],
  'before-the-newest': ['before the newest record', ({ cursor, to }) => cursor === 'ending_before' && to === 0],
  'before-the-second': ['before the second record', ({ cursor, to }) => cursor === 'ending_before' && to === 1],
  'before-the-last': [
    'before the last record',
    ({ cursor, to, records }) => cursor === 'ending_before' && records.length > 1 && to === records.length - 1,
  ],
  'on-the-last-page': [
    'on a last page that is not full',
    ({ cursor, from, to, records }) => cursor === 'starting_after' && from < records.length && to > records.length,
  ],
  'on-a-last-page-that-is-full': [
    'on a last page that is full',
    ({ cursor, from, to, records }) => cursor === 'starting_after' && from < to && to === records.length,
  ],
}

const atPlaces: Readonly<Record<string, readonly [breaks: string, cut: Cut]>> = {
  'begins-again': [
    'The first page comes.',
    ({ limit, from, records }) => (from === 0 && records.length >= limit ? undefined : [0, limit]),
  ],
  'record-of-the-cursor': [
    'The record of the cursor comes.',
    ({ cursor, from, to }) => (cursor === 'starting_after' ? [from - 1, to] : [from, to + 1]),
  ],
  'one-lost': [
    'The record farthest from the cursor is left out.',
    ({ cursor, from, to, records }) =>
      cursor === 'starting_after' ? [from, Math.min(to, records.length) - 1] : [Math.max(0, from) + 1, to],
  ],
}

const edgeConditions = [
  'always',
  'with-filter',
  'with-cursor-alone',
  'with-limit',
] as const satisfies readonly ConditionName[]
const emptyPlaces = new Set(['behind-the-last', 'before-the-newest'])

/** A plain walk ends after the last record: a page there that has records makes the walk visit them again. */
const edgeRule = (place: string, condition: (typeof edgeConditions)[number]): RequirementId => {
  if (place.startsWith('before')) return 'cursors.ending-before'
  const isOfWalk = condition === 'always' || condition === 'with-limit'
  return place === 'behind-the-last' && isOfWalk ? 'cursors.complete' : 'cursors.starting-after'
}

/** A walk visits each record once, to its end (clause 4.6). */
export const pageEdges: readonly Fault[] = Object.entries(places).flatMap(([place, [says, isThere]]) =>
  Object.entries(atPlaces).flatMap(([kind, [breaks, cut]]) =>
    kind === 'one-lost' && emptyPlaces.has(place)
      ? []
      : lawFaults<DocumentedList, (typeof edgeConditions)[number]>({
          id: `page-${place}`,
          way: kind,
          requirement: (_list, condition) => edgeRule(place, condition),
          breaks: `${breaks} It does so ${says}.`,
          places: documentedLists,
          conditions: edgeConditions,
          fault: (list, condition) =>
            cutting(list, condition, { cut: (page) => (isThere(page) ? cut(page) : undefined) }),
        }),
  ),
)

type Records = Parameters<NonNullable<ListRules['show']>>[0]

const swapped = (records: Records, at: number): Records => {
  const [left, right] = [records.at(at), records.at(at + 1)]
  if (records.length < 2 || left === undefined || right === undefined) return records
  return records.with(at, right).with(at + 1, left)
}

/** Orders of the records of a page that is not newest first. */
const orders: Readonly<Record<string, readonly [breaks: string, show: (records: Records) => Records]>> = {
  'first-two': ['The first two records of a page are in the wrong order.', (records) => swapped(records, 0)],
  'last-two': [
    'The last two records of a page are in the wrong order.',
    (records) => (records.length < 2 ? records : swapped(records, records.length - 2)),
  ],
  reversed: ['The records of a page stand oldest first.', (records) => records.toReversed()],
  'by-name': [
    'The records of a page stand by name.',
    (records) => records.toSorted((left, right) => String(left['name']).localeCompare(String(right['name']), 'en')),
  ],
  'newest-last': [
    'The newest record of a page stands last.',
    (records) => [...records.slice(1), ...records.slice(0, 1)],
  ],
}

const orderConditions = [
  'always',
  'without-query',
  'with-limit',
  'with-starting-after',
  'with-filter',
  'with-brand',
  'with-enum',
  'with-search',
  'with-filter-and-limit',
  'with-filter-and-cursor',
] as const satisfies readonly ConditionName[]

/** Paging forward goes backwards through time (clause 4.6). Which way a page before a cursor goes is not stated. */
export const newestFirst: readonly Fault[] = Object.entries(orders).flatMap(([kind, [breaks, show]]) =>
  lawFaults<DocumentedList, (typeof orderConditions)[number]>({
    id: 'newest-first',
    way: kind,
    requirement: 'cursors.newest-first',
    breaks,
    places: documentedLists,
    conditions: orderConditions,
    fault: (list, condition) =>
      condition === 'with-brand' && list !== 'products.list'
        ? undefined
        : cutting(list, condition, {
            show: (records, { cursor }) => (cursor === 'ending_before' ? records : show(records)),
          }),
  }),
)
