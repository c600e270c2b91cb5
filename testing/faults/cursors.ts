import {
  readJson,
  listedRecords,
  replaceJsonBody,
  replaceRecords,
} from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { removeParameters } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import {
  mapAnswer,
  mapList,
  mapQuery,
  refuseRequests,
} from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/deviation.ts'
import { shift, cutForwardPages, cutBackwardPages } from '../../emulator/disturb/deviations/groups/cursors.ts'
import { type Violation, violations } from './violations.ts'
import type { Page } from '../../emulator/disturb/deviations/wrappers/products.ts'

/** The first page, up to the cursor of `ending_before`. */
const firstPageToCursor = ({ to, limit }: Page): readonly [number, number] => [0, Math.min(limit, to)]

/** Products that are created later than the first that were listed are on no page. */
const hideNewProducts: FetchWrapper = (next, operationOf) => {
  let newest: string | undefined
  const list = mapList('products.list', (records, { query }) => {
    if ([...query.keys()].every((name) => name === 'limit')) newest ??= records[0]?.id
    return records.filter(({ id }) => newest === undefined || id <= newest)
  })
  return list(next, operationOf)
}

/** Leaves out the first record after a cursor. */
const loseRecord = mapAnswer(
  ['environments.list', 'resources.list'],
  async (response, { query, send }) => {
    const more = await send({ query: { limit: String(Number(query.get('limit')) + 1) } })
    return more.ok
      ? replaceJsonBody(response, replaceRecords(await readJson(more), listedRecords(await readJson(more)).slice(1)))
      : response
  },
  ({ ok }, { query }) => {
    const limit = Number(query.get('limit') ?? 100)
    return ok && query.has('starting_after') && limit > 7 && limit < 12
  },
)

/** Violations of clause 4.6. */
export const cursorFaults: readonly Violation[] = [
  ...violations('cursors.limit.pages', {
    'walk-ends-early': [
      'Pages of three end after the eighth record.',
      cutForwardPages(({ from, to, limit }) => (limit === 3 ? [from, Math.min(to, 8)] : undefined)),
    ],
    'limit-of-ten-ignored': [
      'A limit of 10 does not count.',
      mapQuery('products.list', (query) => (query.get('limit') === '10' ? { limit: undefined } : undefined)),
    ],
    'limit-refused': [
      'The products are refused with limit.',
      refuseRequests('products.list', 400, ({ query }) => query.has('limit')),
    ],
  }),
  ...violations('cursors.complete.created', {
    'new-products-on-no-page': [
      'The list of products never shows products created after the first request.',
      hideNewProducts,
    ],
  }),
  ...violations('cursors.ending-before.pages', {
    'ending-before-first-page-from-afar': [
      'With more than ten records before it, ending_before gives the newest.',
      cutBackwardPages((page) => (page.to > 10 ? firstPageToCursor(page) : undefined)),
    ],
    'ending-before-first-of-larger-pages': [
      'With a limit above three, ending_before gives the newest records.',
      cutBackwardPages((page) => (page.limit > 3 ? firstPageToCursor(page) : undefined)),
    ],
  }),
  ...violations('cursors.starting-after.pages', {
    'own-pages-leave-one-out': [
      'Without limit one record is left out between later pages.',
      cutForwardPages((page) => (page.isLimited || page.from <= 10 ? undefined : shift(page, 1))),
    ],
    'page-of-a-hundred-repeats-one': [
      'Pages of a hundred begin with the last of the page before.',
      cutForwardPages((page) => (page.limit === 100 ? shift(page, -1) : undefined)),
    ],
    'page-ends-at-the-hundredth': [
      'A page ends at the hundredth record of the list.',
      cutForwardPages(({ from, to, filters }) =>
        filters.length === 0 && from < 100 && to > 100 ? [from, 100] : undefined,
      ),
    ],
    'last-of-two-left-out': [
      'A last page of two leaves out the last record.',
      cutForwardPages(({ from, to, limit, filters, records: { length } }) =>
        filters.length === 0 && limit === 2 && to === length ? [from, to - 1] : undefined,
      ),
    ],
    'only-the-last-missing': [
      'With a limit of 1, the last record is missing.',
      cutForwardPages(({ from, limit, records }) =>
        limit === 1 && from === records.length - 1 ? [from, from] : undefined,
      ),
    ],
    'environments-ignore-starting-after': [
      'With a small limit, the environments ignore starting_after.',
      mapQuery('environments.list', (query) =>
        Number(query.get('limit') ?? 100) < 5 ? removeParameters('starting_after') : undefined,
      ),
    ],
    'other-lists-lose-one-between-pages': [
      'Later pages of eight to eleven environments or resources begin one too late.',
      loseRecord,
    ],
  }),
]
