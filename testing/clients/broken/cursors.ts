import { CarefulClient } from '../careful/client.ts'
import type { ListPage } from '../careful/lists.ts'
import { breaking, type BrokenClient } from './broken-client.ts'

/** Continues elsewhere. `right` is the id of the last record where more follow. */
const continuing = (next: (page: ListPage, right: string | undefined) => string | undefined): typeof CarefulClient =>
  class extends CarefulClient {
    protected override nextCursor(page: ListPage, cursor: string | undefined): string | undefined {
      return page.hasMore ? next(page, super.nextCursor(page, cursor)) : undefined
    }
  }

/** Clients that send a wrong cursor (clause 4.6). */
export const brokenCursors: readonly BrokenClient[] = [
  ...breaking(
    'client.walk-cursor',
    ['walk-products'],
    ['cursor-first-id', 'continues after the first id of a page', continuing(({ ids }) => ids[0])],
    [
      'cursor-by-arithmetic',
      'makes the next cursor by counting the last id down (sentry-cli 1184)',
      continuing(
        (_page, id) =>
          id && id.slice(0, -1) + String.fromCodePoint(id.codePointAt(26)! - 1).replace(/[^0-9A-Za-z]/, '0'),
      ),
    ],
    [
      'cursor-last-but-one',
      'continues after the last id but one, so that a record comes twice',
      continuing(({ ids }) => ids.at(-2)),
    ],
  ),
  ...breaking(
    'client.ids-kept',
    ['walk-products'],
    ['cursor-lower-cased', 'sends the cursor in lower case', continuing((_page, id) => id?.toLowerCase())],
  ),
  ...breaking(
    'client.id-order',
    ['walk-products'],
    [
      'cursor-smallest-by-locale',
      'continues after the smallest id of a page as localeCompare sorts them',
      class extends CarefulClient {
        protected override nextCursor({ ids, hasMore }: ListPage, cursor: string | undefined): string | undefined {
          const [smallest] = ids.toSorted((left, right) => left.localeCompare(right, 'en'))
          return hasMore ? this.moved(cursor, smallest) : undefined
        }
      },
    ],
  ),
]
