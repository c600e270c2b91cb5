import { without } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { jsonOf, recordsIn, withJson, withRecords } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { environments, resources } from '../../emulator/disturb/deviations/wrappers/operations.ts'
import { type Page, serveProducts } from '../../emulator/disturb/deviations/wrappers/products.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import { mapAnswer, mapList, mapQuery } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { type Violation, violations } from './violations.ts'

const others = [environments, resources] as const

/** Pages of the products of another size than was asked for. */
const sized = (size: (page: Page) => number): FetchWrapper =>
  serveProducts((page) => {
    const { cursor, from, to } = page
    return cursor === 'ending_before' ? [to - size(page), to] : [from, from + size(page)]
  })

/** No more than a page without limit holds, unless the most is asked for. */
const capped = (when: (cursor: Page['cursor']) => boolean): FetchWrapper =>
  sized(({ cursor, limit }) => (limit < 100 && when(cursor) ? Math.min(limit, 20) : limit))

/** The resources and environments show another page. */
const turned = (
  cursor: string,
  change: (query: URLSearchParams) => Readonly<Record<string, string | undefined>>,
): FetchWrapper => mapQuery(others, (query) => (query.has(cursor) ? change(query) : undefined))

/** Leaves out the first record behind a cursor. */
const loseRecord = mapAnswer(
  others,
  async (response, { query, send }) => {
    const more = await send({ query: { limit: String(Number(query.get('limit')) + 1) } })
    return more.ok
      ? withJson(response, withRecords(await jsonOf(more), recordsIn(await jsonOf(more)).slice(1)))
      : response
  },
  ({ ok }, { query }) => {
    const limit = Number(query.get('limit') ?? 100)
    return ok && query.has('starting_after') && limit > 7 && limit < 12
  },
)

/** Violations of clause 4.6 beside the first pages of the products. */
export const cursorListFaults: readonly Violation[] = [
  ...violations('cursors.limit', 'cursors.limit.between', {
    'limit-capped-at-own-size': ['A limit above 20 gives 20 products, unless it is 100.', capped(() => true)],
    'limit-capped-behind-cursor': [
      'With starting_after, a limit above 20 gives 20 products, unless it is 100.',
      capped((cursor) => cursor === 'starting_after'),
    ],
    'limit-capped-before-cursor': [
      'With ending_before, a limit above 20 gives 20 products, unless it is 100.',
      capped((cursor) => cursor === 'ending_before'),
    ],
    'limit-one-short-above-own-size': [
      'A page of 21 to 99 products has one record less than limit.',
      sized(({ limit }) => (limit > 20 && limit < 100 ? limit - 1 : limit)),
    ],
    'limit-lost-on-later-pages': [
      'With starting_after, a limit of 100 gives 50 products.',
      sized(({ cursor, limit }) => (cursor === 'starting_after' && limit === 100 ? 50 : limit)),
    ],
  }),
  ...violations('cursors.limit', 'cursors.limit.lists', {
    'limit-of-other-lists-one-more': [
      'A page of environments or resources has one record more than limit.',
      mapQuery(others, (query) => {
        const limit = Number(query.get('limit') ?? 100)
        return limit < 100 ? { limit: String(limit + 1) } : undefined
      }),
    ],
  }),
  ...violations('cursors.newest-first', 'cursors.newest-first.lists', {
    'environments-oldest-first': [
      'The environments on a page come oldest first.',
      mapList(environments, (records) => records.toReversed()),
    ],
  }),
  ...violations('cursors.starting-after', 'cursors.starting-after.lists', {
    'environments-ignore-starting-after': [
      'With a small limit, the environments ignore starting_after.',
      mapQuery(environments, (query) =>
        Number(query.get('limit') ?? 100) < 5 ? without('starting_after') : undefined,
      ),
    ],
  }),
  ...violations('cursors.ending-before', 'cursors.ending-before.lists', {
    'other-lists-ignore-ending-before': [
      'The environments and resources ignore ending_before.',
      turned('ending_before', () => without('ending_before')),
    ],
    'other-lists-end-at-the-cursor': [
      'With ending_before, the environments and resources show what is behind it.',
      turned('ending_before', (query) => ({
        ...without('ending_before'),
        starting_after: query.get('ending_before') ?? undefined,
      })),
    ],
  }),
  ...violations('cursors.complete', 'cursors.complete.lists', {
    'other-lists-lose-one-between-pages': [
      'Later pages of eight to eleven environments or resources begin one too late.',
      loseRecord,
    ],
  }),
]
