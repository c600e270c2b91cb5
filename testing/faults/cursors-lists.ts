import { without } from '../../emulator/disturb/deviations/algebra/asked.ts'
import { jsonOf, recordsIn, withJson, withRecords } from '../../emulator/disturb/deviations/algebra/messages.ts'
import { environments, resources } from '../../emulator/disturb/deviations/algebra/places.ts'
import { type Page, serveProducts } from '../../emulator/disturb/deviations/algebra/products.ts'
import { mapAnswer, mapList, mapQuery, type Way } from '../../emulator/disturb/deviations/algebra/ways.ts'
import type { Deviation } from '../../emulator/disturb/deviations/define-deviation.ts'
import { caughtBy } from './caught-by.ts'

const others = [environments, resources] as const

/** Pages of the products of another size than was asked for. */
const sized = (size: (page: Page) => number): Way =>
  serveProducts((page) => {
    const { cursor, from, to } = page
    return cursor === 'ending_before' ? [to - size(page), to] : [from, from + size(page)]
  })

/** No more than a page without limit holds, unless the most is asked for. */
const capped = (when: (cursor: Page['cursor']) => boolean): Way =>
  sized(({ cursor, limit }) => (limit < 100 && when(cursor) ? Math.min(limit, 20) : limit))

/** The resources and environments show another page. */
const turned = (
  cursor: string,
  change: (query: URLSearchParams) => Readonly<Record<string, string | undefined>>,
): Way => mapQuery(others, (query) => (query.has(cursor) ? change(query) : undefined))

/** Leaves out the first record behind a cursor. */
const loseOne = mapAnswer(
  others,
  async (response, { query, send }) => {
    const more = await send({ query: { limit: String(Number(query.get('limit')) + 1) } })
    return more.ok
      ? withJson(response, withRecords(await jsonOf(more), recordsIn(await jsonOf(more)).slice(1)))
      : response
  },
  ({ ok }, { query }) => {
    const limit = Number(query.get('limit') ?? 100)
    return ok && query.has('starting_after') && limit > 3 && limit < 100
  },
)

/** Violations of clause 4.6 beside the first pages of the products. */
export const cursorListFaults: readonly Deviation[] = [
  ...caughtBy('cursors.limit.between', {
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
  ...caughtBy('cursors.limit.lists', {
    'limit-of-other-lists-one-more': [
      'A page of environments or resources has one record more than limit.',
      mapQuery(others, (query) => {
        const limit = Number(query.get('limit') ?? 100)
        return limit < 100 ? { limit: String(limit + 1) } : undefined
      }),
    ],
  }),
  ...caughtBy('cursors.newest-first.lists', {
    'environments-oldest-first': [
      'The environments on a page come oldest first.',
      mapList(environments, (records) => records.toReversed()),
    ],
  }),
  ...caughtBy('cursors.starting-after.lists', {
    'environments-ignore-starting-after': [
      'With a small limit, the environments ignore starting_after.',
      mapQuery(environments, (query) =>
        Number(query.get('limit') ?? 100) < 5 ? without('starting_after') : undefined,
      ),
    ],
  }),
  ...caughtBy('cursors.ending-before.lists', {
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
  ...caughtBy('cursors.complete.lists', {
    'other-lists-lose-one-between-pages': [
      'Later pages of more than three environments or resources begin one too late.',
      loseOne,
    ],
  }),
]
