import type { Listed } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { products } from '../../emulator/disturb/deviations/wrappers/operations.ts'
import { mapList, mapQuery, refuse } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import { sized, sorted, shift, behind, newest, before } from '../../emulator/disturb/deviations/behaviours/cursors.ts'
import { type Violation, violations } from './violations.ts'

const byName = (left: Listed, right: Listed) =>
  `${String(left['name'])} ${left.id}` < `${String(right['name'])} ${right.id}` ? -1 : 1

/** Products that are created later than the first that were listed are on no page. */
const listedAsBefore: FetchWrapper = (next, operationOf) => {
  let newest: string | undefined
  const list = mapList(products, (records, { query }) => {
    if ([...query.keys()].every((name) => name === 'limit')) newest ??= records[0]?.id
    return records.filter(({ id }) => newest === undefined || id <= newest)
  })
  return list(next, operationOf)
}

/** Violations of clause 4.6. */
export const cursorFaults: readonly Violation[] = [
  ...violations('cursors.limit', 'cursors.limit.size', {
    'page-of-ten-too-long': [
      'A page of six to nineteen products has one record more than limit.',
      sized((limit) => (limit > 5 && limit < 20 ? limit + 1 : limit)),
    ],
    'page-of-a-hundred-too-long': [
      'A page of a hundred products has one record more than limit.',
      sized((limit) => (limit === 100 ? limit + 1 : limit)),
    ],
    'limit-refused': ['The products are refused with limit.', refuse(products, 400, ({ query }) => query.has('limit'))],
    'small-limit-raised': ['A page of products has at least 10 records.', sized((limit) => Math.max(10, limit))],
  }),
  ...violations('cursors.complete', 'cursors.complete.created', {
    'new-products-on-no-page': [
      'The list of products has those alone that there were when it was first asked for.',
      listedAsBefore,
    ],
  }),
  ...violations('cursors.newest-first', 'cursors.newest-first.falling', {
    'page-in-rising-order': ['The products come by name.', sorted((records) => records.toSorted(byName))],
  }),
  ...violations('cursors.starting-after', 'cursors.starting-after.alone', {
    'starting-after-inclusive-without-limit': [
      'Without limit a page begins with the record of starting_after.',
      behind((page) => (page.isLimited ? undefined : shift(page, -1))),
    ],
    'starting-after-empty-without-limit': [
      'Without limit no records come with starting_after.',
      behind(({ isLimited, from }) => (isLimited ? undefined : [from, from])),
    ],
  }),
  ...violations('cursors.starting-after', 'cursors.starting-after.large', {
    'starting-after-inclusive-on-large-pages': [
      'A page of fifty or more begins with the record of starting_after.',
      behind((page) => (page.limit >= 50 ? shift(page, -1) : undefined)),
    ],
  }),
  ...violations('cursors.starting-after', 'cursors.starting-after.next', {
    'starting-after-goes-back': [
      'starting_after gives the records before the cursor.',
      mapQuery(products, (query) => {
        const cursor = query.get('starting_after')
        return cursor === null ? undefined : { starting_after: undefined, ending_before: cursor }
      }),
    ],
  }),
  ...violations('cursors.ending-before', 'cursors.ending-before.alone', {
    'ending-before-first-page-without-limit': [
      'Without limit ending_before gives the newest records.',
      before((page) => (page.isLimited ? undefined : newest(page))),
    ],
    'ending-before-empty-without-limit': [
      'Without limit no records come with ending_before.',
      before(({ isLimited, to }) => (isLimited ? undefined : [to, to])),
    ],
  }),
  ...violations('cursors.ending-before', 'cursors.ending-before.adjacent', {
    'ending-before-first-page-from-afar': [
      'With more than ten records before it, ending_before gives the newest.',
      before((page) => (page.to > 10 ? newest(page) : undefined)),
    ],
    'ending-before-first-of-larger-pages': [
      'With a limit above three, ending_before gives the newest records.',
      before((page) => (page.limit > 3 ? newest(page) : undefined)),
    ],
    'ending-before-skips-one': [
      'A page leaves out the record before that of ending_before.',
      before((page) => shift(page, -1)),
    ],
    'ending-before-one-page': ['ending_before gives all records before the cursor.', before(({ to }) => [0, to])],
  }),
  ...violations('cursors.ending-before', 'cursors.ending-before.first', {
    'ending-before-fills-up': [
      'With too few records before the cursor, the page is filled up.',
      before(({ to, limit }) => (to > 0 && to < limit ? [0, limit] : undefined)),
    ],
    'ending-before-newest-gives-first-page': [
      'With no records before the cursor, ending_before gives the first page.',
      before(({ to, limit }) => (to === 0 ? [0, limit] : undefined)),
    ],
  }),
  ...violations('cursors.complete', 'cursors.complete.own-pages', {
    'own-pages-leave-one-out': [
      'Without limit one record is left out between later pages.',
      behind((page) => (page.isLimited || page.from <= 10 ? undefined : shift(page, 1))),
    ],
  }),
  ...violations('cursors.complete', 'cursors.complete.walks', {
    'next-page-repeats-one': [
      'Pages of three or more records begin with the last of the page before.',
      behind((page) => (page.limit >= 3 ? shift(page, -1) : undefined)),
    ],
    'page-of-a-hundred-repeats-one': [
      'Pages of a hundred begin with the last of the page before.',
      behind((page) => (page.limit === 100 ? shift(page, -1) : undefined)),
    ],
    'page-ends-at-the-hundredth': [
      'A page ends at the hundredth record of the list.',
      behind(({ from, to, filters }) => (filters.length === 0 && from < 100 && to > 100 ? [from, 100] : undefined)),
    ],
    'walk-ends-early': [
      'Pages of three end after the eighth record.',
      behind(({ from, to, limit }) => (limit === 3 ? [from, Math.min(to, 8)] : undefined)),
    ],
  }),
  ...violations('cursors.complete', 'cursors.complete.end', {
    'last-of-two-left-out': [
      'A last page of two leaves out the last record.',
      behind(({ from, to, limit, filters, records: { length } }) =>
        filters.length === 0 && limit === 2 && to === length ? [from, to - 1] : undefined,
      ),
    ],
    'last-alone-left-out': [
      'With a limit of 1, the last record does not come.',
      behind(({ from, limit, records }) => (limit === 1 && from === records.length - 1 ? [from, from] : undefined)),
    ],
  }),
]
