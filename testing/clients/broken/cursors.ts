import { CarefulClient } from '../careful/client.ts'
import type { ListPage } from '../careful/lists.ts'
import type { BrokenClient } from './broken-client.ts'

/** Clients that send a wrong cursor (clause 4.6). */
export const brokenCursors: readonly BrokenClient[] = [
  {
    name: 'cursor-first-id',
    wrong: 'continues after the first id of a page',
    requirement: 'client.walk-cursor',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override nextCursor({ ids, hasMore }: ListPage): string | undefined {
        return hasMore ? ids[0] : undefined
      }
    },
  },
  {
    name: 'cursor-by-arithmetic',
    wrong: 'makes the next cursor by counting the last id down (sentry-cli 1184)',
    requirement: 'client.walk-cursor',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override nextCursor(page: ListPage, cursor: string | undefined): string | undefined {
        const next = super.nextCursor(page, cursor)
        return next && next.slice(0, -1) + String.fromCodePoint(next.codePointAt(26)! - 1).replace(/[^0-9A-Za-z]/, '0')
      }
    },
  },
  {
    name: 'cursor-lower-cased',
    wrong: 'sends the cursor in lower case',
    requirement: 'client.ids-kept',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override nextCursor(page: ListPage, cursor: string | undefined): string | undefined {
        return super.nextCursor(page, cursor)?.toLowerCase()
      }
    },
  },
  {
    name: 'cursor-smallest-by-locale',
    wrong: 'continues after the smallest id of a page as localeCompare sorts them',
    requirement: 'client.id-order',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override nextCursor({ ids, hasMore }: ListPage, cursor: string | undefined): string | undefined {
        const [smallest] = ids.toSorted((left, right) => left.localeCompare(right, 'en'))
        return hasMore ? this.moved(cursor, smallest) : undefined
      }
    },
  },
  {
    name: 'cursor-last-but-one',
    wrong: 'continues after the last id but one, so that a record comes twice',
    requirement: 'client.walk-cursor',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override nextCursor({ ids, hasMore }: ListPage): string | undefined {
        return hasMore ? ids.at(-2) : undefined
      }
    },
  },
]
