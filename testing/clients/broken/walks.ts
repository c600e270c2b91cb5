import { CarefulClient } from '../careful/client.ts'
import type { ListPage } from '../careful/lists.ts'
import { PlatformError, type Query } from '../careful/wire.ts'
import { breaking, type BrokenClient } from './broken-client.ts'

/** Reads a page in another way. `cursor` is undefined for the first page. */
const paging = (change: (page: ListPage, cursor: unknown) => ListPage): typeof CarefulClient =>
  class extends CarefulClient {
    protected override async page(path: string, plural: string, query?: Query): Promise<ListPage> {
      return change(await super.page(path, plural, query), query?.['starting_after'])
    }
  }

/** Goes back from another id. */
const goingBack = (next: (page: ListPage) => string | undefined): typeof CarefulClient =>
  class extends CarefulClient {
    protected override nextBack(page: ListPage): string | undefined {
      return next(page)
    }
  }

/** Asks for so many pages at most. */
const readAtMost = (most: number): typeof CarefulClient =>
  class extends CarefulClient {
    private pages = 0
    protected override nextCursor(page: ListPage, cursor: string | undefined): string | undefined {
      return ++this.pages < most ? super.nextCursor(page, cursor) : undefined
    }
  }

/** Clients that walk wrongly by id cursors: too far, too short or back (clause 4.6). */
export const brokenWalks: readonly BrokenClient[] = [
  ...breaking(
    'client.walk-cursor',
    ['walk-products'],
    [
      'walk-by-page-number',
      'asks for page=2, page=3, and for ever gets the first page',
      class extends CarefulClient {
        private number = 1
        protected override forward(query: Query): Query {
          return { ...query, page: this.number++ }
        }
        protected override moved(_cursor: string | undefined, next: string | undefined): string | undefined {
          return next
        }
      },
    ],
    [
      'walk-by-offset',
      'asks for offset=20, offset=40, until it has as many records as it expects of a page',
      class extends CarefulClient {
        private offset = 0
        protected override forward(query: Query): Query {
          return { ...query, offset: this.offset }
        }
        protected override nextCursor({ ids, hasMore }: ListPage): string | undefined {
          this.offset += ids.length
          return hasMore ? ids.at(-1) : undefined
        }
      },
    ],
  ),
  ...breaking(
    'client.walk-complete',
    ['walk-products'],
    [
      'walk-stops-at-short-page',
      'takes a page that is shorter than its limit for the last one',
      class extends CarefulClient {
        private size = 20
        protected override forward(query: Query, cursor: string | undefined): Query {
          this.size = Number(query['limit'] ?? 20)
          return super.forward(query, cursor)
        }
        protected override nextCursor(page: ListPage, cursor: string | undefined): string | undefined {
          return page.ids.length < this.size ? undefined : super.nextCursor(page, cursor)
        }
      },
    ],
    ['walk-stops-after-page-1', 'returns the first page for the whole', readAtMost(1)],
    ['walk-stops-after-page-3', 'asks for three pages at most', readAtMost(3)],
    [
      'walk-loses-last-page',
      'drops the page that has no more behind it',
      paging((page, cursor) => (page.hasMore || cursor === undefined ? page : { ids: [], hasMore: false })),
    ],
    [
      'walk-drops-first-of-page',
      'takes cursors for inclusive and drops the first record of each further page',
      paging((page, cursor) => (cursor === undefined ? page : { ...page, ids: page.ids.slice(1) })),
    ],
  ),
  ...breaking(
    'client.walk-ends',
    ['walk-products'],
    [
      'walk-never-stops',
      'ignores has_more and asks for the same empty page for ever (sentry-patrol 9)',
      class extends CarefulClient {
        protected override nextCursor({ ids }: ListPage, cursor: string | undefined): string | undefined {
          return ids.at(-1) ?? cursor
        }
      },
    ],
    [
      'walk-starts-over',
      'sends no cursor after an empty page, and so begins again',
      class extends CarefulClient {
        protected override nextCursor({ ids }: ListPage): string {
          return ids.at(-1) ?? ''
        }
        protected override forward(query: Query, cursor: string | undefined): Query {
          return super.forward(query, cursor === '' ? undefined : cursor)
        }
      },
    ],
    [
      'walk-repeats-last-page',
      'asks for the last page twice and returns it twice',
      class extends CarefulClient {
        private repeated = false
        protected override nextCursor(page: ListPage, cursor: string | undefined): string | undefined {
          if (page.hasMore || this.repeated) return super.nextCursor(page, cursor)
          this.repeated = true
          return cursor
        }
      },
    ],
  ),
  ...breaking(
    'client.errors-reported',
    ['walk-products'],
    [
      'walk-ends-at-any-error',
      'ignores has_more, walks until something fails, and swallows that',
      class extends CarefulClient {
        protected override async page(path: string, plural: string, query?: Query): Promise<ListPage> {
          const first = query?.['starting_after'] === undefined
          return super.page(path, plural, query).catch((error: unknown) => {
            if (first) throw error
            return { ids: [], hasMore: false }
          })
        }
      },
    ],
  ),
  ...breaking(
    'client.walk-stable',
    ['walk-products'],
    [
      'walk-wants-its-cursor',
      'ends a walk where the record of its cursor is gone, and returns what it has',
      class extends CarefulClient {
        protected override async page(path: string, plural: string, query: Query = {}): Promise<ListPage> {
          const { starting_after: cursor } = query
          const page = await super.page(path, plural, query)
          if (cursor === undefined) return page
          const record = { method: 'GET', url: this.address(this.versioned(`/catalog-products/${cursor}`)) }
          return this.call(record).then(
            () => page,
            () => ({ ids: [], hasMore: false }),
          )
        }
      },
    ],
  ),
  ...breaking(
    'client.walk-back',
    ['walk-products-back'],
    [
      'walk-back-oldest-of-page',
      'continues backwards with the oldest id of a page',
      goingBack(({ ids }) => ids.at(-1)),
    ],
    ['walk-back-one-page', 'asks for only one page before the id', goingBack(() => undefined)],
    [
      'walk-back-forward',
      'sends starting_after where it walks backwards',
      class extends CarefulClient {
        protected override back(cursor: string): Query {
          return { starting_after: cursor }
        }
      },
    ],
    [
      'walk-back-from-the-top',
      'walks from the newest until it meets the id, and keeps that too',
      class extends CarefulClient {
        protected override async walkBack(path: string, plural: string, from: string): Promise<readonly string[]> {
          const ids = await this.walk(path, plural, {})
          if (!ids.includes(from)) throw new PlatformError('unknown', `${from} is not in the list.`)
          return ids.slice(0, ids.indexOf(from) + 1)
        }
      },
    ],
  ),
]
