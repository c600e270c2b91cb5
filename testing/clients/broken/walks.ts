import { CarefulClient } from '../careful/client.ts'
import type { ListPage } from '../careful/lists.ts'
import { PlatformError, type Query } from '../careful/wire.ts'
import type { BrokenClient } from './broken-client.ts'

/** Clients that walk wrongly by id cursors: too far, too short or back (clause 4.6). */
export const brokenWalks: readonly BrokenClient[] = [
  {
    name: 'walk-by-page-number',
    wrong: 'asks for page=2, page=3, and for ever gets the first page',
    requirement: 'client.walk-cursor',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      private number = 1
      protected override forward(query: Query): Query {
        return { ...query, page: this.number++ }
      }
      protected override moved(_cursor: string | undefined, next: string | undefined): string | undefined {
        return next
      }
    },
  },
  {
    name: 'walk-by-offset',
    wrong: 'asks for offset=20, offset=40, until it has as many records as it expects of a page',
    requirement: 'client.walk-cursor',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      private offset = 0
      protected override forward(query: Query): Query {
        return { ...query, offset: this.offset }
      }
      protected override nextCursor({ ids, hasMore }: ListPage): string | undefined {
        this.offset += ids.length
        return hasMore ? ids.at(-1) : undefined
      }
    },
  },
  {
    name: 'walk-stops-at-short-page',
    wrong: 'takes a page that is shorter than its limit for the last one',
    requirement: 'client.walk-complete',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      private size = 20
      protected override forward(query: Query, cursor: string | undefined): Query {
        this.size = Number(query['limit'] ?? 20)
        return super.forward(query, cursor)
      }
      protected override nextCursor(page: ListPage, cursor: string | undefined): string | undefined {
        return page.ids.length < this.size ? undefined : super.nextCursor(page, cursor)
      }
    },
  },
  {
    name: 'walk-stops-after-page-1',
    wrong: 'returns the first page for the whole',
    requirement: 'client.walk-complete',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override nextCursor(): undefined {
        return undefined
      }
    },
  },
  {
    name: 'walk-stops-after-page-3',
    wrong: 'asks for three pages at most',
    requirement: 'client.walk-complete',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      private pages = 0
      protected override nextCursor(page: ListPage, cursor: string | undefined): string | undefined {
        return ++this.pages < 3 ? super.nextCursor(page, cursor) : undefined
      }
    },
  },
  {
    name: 'walk-loses-last-page',
    wrong: 'drops the page that has no more behind it',
    requirement: 'client.walk-complete',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override async page(path: string, plural: string, query?: Query): Promise<ListPage> {
        const page = await super.page(path, plural, query)
        return page.hasMore || query?.['starting_after'] === undefined ? page : { ids: [], hasMore: false }
      }
    },
  },
  {
    name: 'walk-drops-first-of-page',
    wrong: 'takes cursors for inclusive and drops the first record of each further page',
    requirement: 'client.walk-complete',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override async page(path: string, plural: string, query?: Query): Promise<ListPage> {
        const page = await super.page(path, plural, query)
        return query?.['starting_after'] === undefined ? page : { ...page, ids: page.ids.slice(1) }
      }
    },
  },
  {
    name: 'walk-never-stops',
    wrong: 'ignores has_more and asks for the same empty page for ever (sentry-patrol 9)',
    requirement: 'client.walk-ends',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override nextCursor({ ids }: ListPage, cursor: string | undefined): string | undefined {
        return ids.at(-1) ?? cursor
      }
    },
  },
  {
    name: 'walk-starts-over',
    wrong: 'sends no cursor after an empty page, and so begins again',
    requirement: 'client.walk-ends',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override nextCursor({ ids }: ListPage): string {
        return ids.at(-1) ?? ''
      }
      protected override forward(query: Query, cursor: string | undefined): Query {
        return super.forward(query, cursor === '' ? undefined : cursor)
      }
    },
  },
  {
    name: 'walk-repeats-last-page',
    wrong: 'asks for the last page twice and returns it twice',
    requirement: 'client.walk-ends',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      private repeated = false
      protected override nextCursor(page: ListPage, cursor: string | undefined): string | undefined {
        if (page.hasMore || this.repeated) return super.nextCursor(page, cursor)
        this.repeated = true
        return cursor
      }
    },
  },
  {
    name: 'walk-ends-at-any-error',
    wrong: 'ignores has_more, walks until something fails, and swallows that',
    requirement: 'client.errors-reported',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override async page(path: string, plural: string, query?: Query): Promise<ListPage> {
        const first = query?.['starting_after'] === undefined
        return super.page(path, plural, query).catch((error: unknown) => {
          if (first) throw error
          return { ids: [], hasMore: false }
        })
      }
    },
  },
  {
    name: 'walk-wants-its-cursor',
    wrong: 'ends a walk where the record of its cursor is gone, and returns what it has',
    requirement: 'client.walk-stable',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
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
  },
  {
    name: 'walk-back-oldest-of-page',
    wrong: 'continues backwards with the oldest id of a page',
    requirement: 'client.walk-back',
    tasks: ['walk-products-back'],
    client: class extends CarefulClient {
      protected override nextBack({ ids }: ListPage): string | undefined {
        return ids.at(-1)
      }
    },
  },
  {
    name: 'walk-back-one-page',
    wrong: 'asks for one page before the id alone',
    requirement: 'client.walk-back',
    tasks: ['walk-products-back'],
    client: class extends CarefulClient {
      protected override nextBack(): undefined {
        return undefined
      }
    },
  },
  {
    name: 'walk-back-forward',
    wrong: 'sends starting_after where it walks backwards',
    requirement: 'client.walk-back',
    tasks: ['walk-products-back'],
    client: class extends CarefulClient {
      protected override back(cursor: string): Query {
        return { starting_after: cursor }
      }
    },
  },
  {
    name: 'walk-back-from-the-top',
    wrong: 'walks from the newest until it meets the id, and keeps that too',
    requirement: 'client.walk-back',
    tasks: ['walk-products-back'],
    client: class extends CarefulClient {
      protected override async walkBack(path: string, plural: string, from: string): Promise<readonly string[]> {
        const ids = await this.walk(path, plural, {})
        if (!ids.includes(from)) throw new PlatformError('unknown', `${from} is not in the list.`)
        return ids.slice(0, ids.indexOf(from) + 1)
      }
    },
  },
]
