import { CarefulClient, type ProductFilters } from '../careful/client.ts'
import type { Query } from '../careful/wire.ts'
import type { BrokenClient } from './broken-client.ts'

/** Clients that filter wrongly (clause 4.5). */
export const brokenFilters: readonly BrokenClient[] = [
  {
    name: 'filters-dropped-on-page-2',
    wrong: 'sends the filters with the first page alone',
    requirement: 'client.filters-on-every-page',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override forward(query: Query, cursor: string | undefined): Query {
        return cursor === undefined ? query : { limit: query['limit'], starting_after: cursor }
      }
    },
  },
  {
    name: 'filters-last-only',
    wrong: 'sends only the last of several filters',
    requirement: 'client.filters-combined',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override productQuery(filters: ProductFilters, pageSize?: number): Query {
        return super.productQuery(Object.fromEntries(Object.entries(filters).slice(-1)), pageSize)
      }
    },
  },
  {
    name: 'filters-joined-locally',
    wrong: 'walks once for each filter and returns the union',
    requirement: 'client.filters-combined',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      override async walkProducts(catalog: string, filters: ProductFilters, size?: number): Promise<readonly string[]> {
        const each = Object.entries(filters).map(([name, value]) => ({ [name]: value }) as ProductFilters)
        if (each.length < 2) return super.walkProducts(catalog, filters, size)
        const found = await Promise.all(each.map((filter) => super.walkProducts(catalog, filter, size)))
        return [...new Set(found.flat())].sort().toReversed()
      }
    },
  },
  {
    name: 'filters-lower-cased',
    wrong: 'sends the values of filters in lower case',
    requirement: 'client.filters-sent',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override productQuery({ search, ...filters }: ProductFilters, pageSize?: number): Query {
        const lower = Object.entries(filters).map(([name, value]) => [name, value.toLowerCase()])
        return { ...super.productQuery(Object.fromEntries(lower) as ProductFilters, pageSize), search }
      }
    },
  },
  {
    name: 'filters-ampersand-bare',
    wrong: 'writes an & in a value without encoding it',
    requirement: 'client.filters-sent',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override queryText(query: Query): string {
        return super.queryText(query).replaceAll('%26', '&')
      }
    },
  },
  {
    name: 'filters-encoded-twice',
    wrong: 'encodes the values of filters twice',
    requirement: 'client.filters-sent',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override queryText(query: Query): string {
        return super.queryText(query).replaceAll('%', '%25')
      }
    },
  },
  {
    name: 'filters-space-as-encoded-plus',
    wrong: 'writes a space as a plus sign and encodes that',
    requirement: 'client.filters-sent',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override queryText(query: Query): string {
        return super.queryText(query).replaceAll('%20', '%2B')
      }
    },
  },
  {
    name: 'filters-as-search',
    wrong: 'sends the brand as free text',
    requirement: 'client.filters-sent',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override productQuery({ brand, search, ...filters }: ProductFilters, pageSize?: number): Query {
        return { ...super.productQuery(filters, pageSize), search: search ?? brand }
      }
    },
  },
  {
    name: 'filters-empty-sent',
    wrong: 'sends filters that were not given with an empty value',
    requirement: 'client.filters-absent',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override productQuery(filters: ProductFilters, pageSize?: number): Query {
        return { brand: '', category: '', ...super.productQuery(filters, pageSize) }
      }
    },
  },
  {
    name: 'filters-undefined-sent',
    wrong: 'sends the text undefined for filters that were not given',
    requirement: 'client.filters-absent',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override productQuery(filters: ProductFilters, pageSize?: number): Query {
        return { brand: 'undefined', ...super.productQuery(filters, pageSize) }
      }
    },
  },
  {
    name: 'filters-default-status',
    wrong: 'asks for active products where no status was given',
    requirement: 'client.filters-absent',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override productQuery(filters: ProductFilters, pageSize?: number): Query {
        return { status: 'active', ...super.productQuery(filters, pageSize) }
      }
    },
  },
  {
    name: 'search-parameter-misnamed',
    wrong: 'sends free text as the parameter q',
    requirement: 'client.search',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override productQuery({ search, ...filters }: ProductFilters, pageSize?: number): Query {
        return { ...super.productQuery(filters, pageSize), q: search }
      }
    },
  },
  {
    name: 'search-filtered-again',
    wrong: 'keeps only the found records whose name has the text in the same case',
    requirement: 'client.search',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      private wanted = ''
      protected override productQuery(filters: ProductFilters, pageSize?: number): Query {
        this.wanted = filters.search ?? ''
        return super.productQuery(filters, pageSize)
      }
      override async walkProducts(...args: Parameters<CarefulClient['walkProducts']>): Promise<readonly string[]> {
        const ids = await super.walkProducts(...args)
        return ids.filter((id) => this.names.get(id)?.includes(this.wanted))
      }
      private readonly names = new Map<string, string>()
      protected override idOf(item: unknown): string {
        const id = super.idOf(item)
        this.names.set(id, String((item as { name?: unknown }).name))
        return id
      }
    },
  },
  {
    name: 'search-as-brand',
    wrong: 'sends free text as an exact filter of the brand',
    requirement: 'client.search',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override productQuery({ search, ...filters }: ProductFilters, pageSize?: number): Query {
        return { brand: search, ...super.productQuery(filters, pageSize) }
      }
    },
  },
  {
    name: 'page-size-misnamed',
    wrong: 'sends the page size as per_page',
    requirement: 'client.limit-parameter',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override productQuery(filters: ProductFilters, pageSize?: number): Query {
        return { ...filters, per_page: pageSize }
      }
    },
  },
  {
    name: 'page-size-ignored',
    wrong: 'sends no page size',
    requirement: 'client.page-size',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override productQuery(filters: ProductFilters): Query {
        return filters as Query
      }
    },
  },
]
