import { CarefulClient, type ProductFilters } from '../careful/client.ts'
import type { Query } from '../careful/wire.ts'
import { breaking, type BrokenClient } from './broken-client.ts'

type Filters = Readonly<Record<string, string>>

/** Asks for products with another query. */
const changeProductQuery = (
  query: (filters: ProductFilters, limit: number | undefined) => Query,
): typeof CarefulClient =>
  class extends CarefulClient {
    protected override productQuery(filters: ProductFilters, pageSize?: number): Query {
      return query(filters, pageSize)
    }
  }

/** Writes a query in another form. */
const writing = (from: string, to: string): typeof CarefulClient =>
  class extends CarefulClient {
    protected override queryText(query: Query): string {
      return super.queryText(query).replaceAll(from, to)
    }
  }

/** Clients that filter wrongly (clause 4.5). */
export const brokenFilters: readonly BrokenClient[] = [
  ...breaking(
    'client.filters-on-every-page',
    ['walk-products'],
    [
      'filters-dropped-on-page-2',
      'sends the filters only with the first page',
      class extends CarefulClient {
        protected override forward(query: Query, cursor: string | undefined): Query {
          return cursor === undefined ? query : { limit: query['limit'], starting_after: cursor }
        }
      },
    ],
  ),
  ...breaking(
    'client.filters-combined',
    ['walk-products'],
    [
      'filters-last-only',
      'sends only the last of several filters',
      changeProductQuery((filters, limit) => ({ ...Object.fromEntries(Object.entries(filters).slice(-1)), limit })),
    ],
    [
      'filters-joined-locally',
      'walks once for each filter and returns the union',
      class extends CarefulClient {
        override async walkProducts(
          catalog: string,
          filters: ProductFilters,
          size?: number,
        ): Promise<readonly string[]> {
          const each = Object.entries(filters).map(([name, value]) => ({ [name]: value }) as ProductFilters)
          if (each.length < 2) return super.walkProducts(catalog, filters, size)
          const found = await Promise.all(each.map((filter) => super.walkProducts(catalog, filter, size)))
          return [...new Set(found.flat())].sort().toReversed()
        }
      },
    ],
  ),
  ...breaking(
    'client.filters-sent',
    ['walk-products'],
    [
      'filters-lower-cased',
      'sends the values of filters in lower case',
      changeProductQuery(({ search, ...filters }, limit) => ({
        ...Object.fromEntries(Object.entries(filters as Filters).map(([name, value]) => [name, value.toLowerCase()])),
        limit,
        search,
      })),
    ],
    [
      'filters-zero-dropped',
      'leaves out filters whose value is 0, which is false in its language',
      changeProductQuery((filters, limit) => ({
        ...Object.fromEntries(Object.entries(filters as Filters).filter(([, value]) => Number(value) !== 0)),
        limit,
      })),
    ],
    [
      'filters-category-unsent',
      'never sends category',
      changeProductQuery(({ category: _category, ...filters }, limit) => ({ ...filters, limit })),
    ],
    [
      'filters-trimmed',
      'takes the spaces at both ends of a value away',
      changeProductQuery((filters, limit) => ({
        ...Object.fromEntries(Object.entries(filters as Filters).map(([name, value]) => [name, value.trim()])),
        limit,
      })),
    ],
    ['filters-ampersand-bare', 'writes an & in a value without encoding it', writing('%26', '&')],
    ['filters-encoded-twice', 'encodes the values of filters twice', writing('%', '%25')],
    ['filters-space-as-encoded-plus', 'writes a space as a plus sign and encodes that', writing('%20', '%2B')],
    [
      'filters-as-search',
      'sends the brand as free text',
      changeProductQuery(({ brand, search = brand, ...filters }, limit) => ({ ...filters, limit, search })),
    ],
  ),
  ...breaking(
    'client.filters-absent',
    ['walk-products'],
    [
      'filters-empty-sent',
      'sends filters that were not given with an empty value',
      changeProductQuery((filters, limit) => ({ brand: '', category: '', ...filters, limit })),
    ],
    [
      'filters-undefined-sent',
      'sends the text undefined for filters that were not given',
      changeProductQuery((filters, limit) => ({ brand: 'undefined', ...filters, limit })),
    ],
    [
      'filters-default-status',
      'asks for active products where no status was given',
      changeProductQuery((filters, limit) => ({ status: 'active', ...filters, limit })),
    ],
  ),
  ...breaking(
    'client.search',
    ['walk-products'],
    [
      'search-parameter-misnamed',
      'sends free text as the parameter q',
      changeProductQuery(({ search, ...filters }, limit) => ({ ...filters, limit, q: search })),
    ],
    [
      'search-filtered-again',
      'keeps only the found records whose name has the text in the same case',
      class extends CarefulClient {
        override async walkProducts(...args: Parameters<CarefulClient['walkProducts']>): Promise<readonly string[]> {
          const [, { search = '' }] = args
          const ids = await super.walkProducts(...args)
          return ids.filter((id) => this.names.get(id)?.includes(search))
        }
        private readonly names = new Map<string, string>()
        protected override idOf(item: unknown): string {
          const id = super.idOf(item)
          this.names.set(id, String((item as { name?: unknown }).name))
          return id
        }
      },
    ],
    [
      'search-as-brand',
      'sends free text as an exact filter of the brand',
      changeProductQuery(({ search, ...filters }, limit) => ({ brand: search, ...filters, limit })),
    ],
  ),
  ...breaking(
    'client.limit-parameter',
    ['walk-products'],
    [
      'page-size-misnamed',
      'sends the page size as per_page',
      changeProductQuery((filters, limit) => ({ ...filters, per_page: limit })),
    ],
  ),
  ...breaking(
    'client.page-size',
    ['walk-products'],
    ['page-size-ignored', 'sends no page size', changeProductQuery((filters) => ({ ...filters }))],
  ),
]
