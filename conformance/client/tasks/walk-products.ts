import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { DialectFacts, ProductFacts, WorldFacts } from '../evidence/world-facts.ts'
import { compareIds, type IdsDifference } from './compare-ids.ts'
import { type ListedPage, listedPages } from './listed-pages.ts'
import type { TaskInput } from './names.ts'
import type { OutcomeRun } from './outcome.ts'
import { defineTask, type ClientTask, type InputChoice } from './task.ts'
import { filtersOf, matchingProducts, stableIds } from './expected-values.ts'

/** The page size of inputs that have one, unless the largest is smaller. */
const smallPage = 3

/** Walks all products of a catalog forward, by id cursors (clauses 4.5 and 4.6). */
export const walkProducts: ClientTask = defineTask({
  name: 'walk-products',
  inputs: [
    { name: 'all', tests: 'client.walk-complete', of: (world) => catalogOf(world, 'walked') },
    {
      name: 'page-size',
      tests: 'client.walk-complete',
      // Only a client that knows the page size can take a short page for the last one.
      scenarios: ['short-pages'],
      of: (world, dialect) => pagesOf(world, dialect, 3),
    },
    { name: 'one-full-page', tests: 'client.walk-ends', of: (world, dialect) => pagesOf(world, dialect, 1) },
    // Clause 7: an invalid enum value is refused with 400.
    filtered('unknown-status', 'client.errors-reported', () => ({ status: 'no-such-status' }), { allows: 'error' }),
    {
      name: 'unknown-catalog',
      tests: 'client.errors-reported',
      allows: 'error',
      of: () => ({ catalogId: '0'.repeat(27) }),
    },
    { name: 'no-products', tests: 'client.walk-ends', of: (world) => catalogOf(world, 'none') },
    filtered('brand-with-twins', 'client.filters-sent', () => ({ brand: 'Acme' })),
    filtered('twin-brand', 'client.filters-sent', () => ({ brand: 'acme' })),
    filtered('brand-to-encode', 'client.filters-sent', (world) => ({ brand: oddest(world, 'brand') })),
    filtered('category-with-ampersand', 'client.filters-sent', () => ({ category: 'Chairs & Tables' })),
    filtered('status', 'client.filters-sent', () => ({ status: 'draft' }), { paged: true }),
    filtered('no-match', 'client.filters-sent', () => ({ brand: 'None such' })),
    filtered('two-filters', 'client.filters-combined', () => ({ brand: 'Acme', category: 'Chairs' }), { paged: true }),
    filtered('search-in-words', 'client.search', () => ({ search: 'COMPASS' }), { paged: true }),
    filtered('search-beyond-ascii', 'client.search', () => ({ search: 'éMAILLÉ' })),
    filtered('search-to-encode', 'client.search', () => ({ search: 'c++ & 50%' })),
    filtered(
      'search-and-filters',
      'client.filters-combined',
      () => ({
        search: 'acme',
        category: 'Tables',
        status: 'draft',
      }),
      { paged: true },
    ),
  ],
  judge: (run) => {
    const { needed, allowed } = stableIds(run, (world) => matchingProducts(world, run.input).map(idOf), 'newestFirst')
    return compareIds(run, { needed, allowed, order: 'asListed', nearest: (fault) => nearest(run, fault) })
  },
})

const idOf = ({ id }: ProductFacts): string => id

/** The catalogs of the world: the largest two are those to be walked and to be filtered. */
function catalogOf({ catalogs }: WorldFacts, kind: 'walked' | 'filtered' | 'none'): TaskInput | undefined {
  const isFiltered = (products: readonly ProductFacts[]) => products.some(({ brand }) => brand === 'Acme')
  const fits = (products: readonly ProductFacts[]) =>
    kind === 'none' ? products.length === 0 : isFiltered(products) === (kind === 'filtered')
  const [found] = [...catalogs]
    .filter(([, products]) => fits(products))
    .toSorted(([, left], [, right]) => right.length - left.length)
  return found && { catalogId: found[0] }
}

/** The catalog of exactly one page without `limit`, in so many pages or more. */
function pagesOf({ catalogs }: WorldFacts, { pageSize }: DialectFacts, pages: number): TaskInput | undefined {
  const [found] = [...catalogs].find(([, products]) => products.length === pageSize.default) ?? []
  const size = pages === 1 ? pageSize.default : Math.min(7, Math.max(1, Math.floor(pageSize.default / pages)))
  return found === undefined ? undefined : { catalogId: found, pageSize: size }
}

function filtered(
  name: string,
  tests: ClientRequirementId,
  filters: (world: WorldFacts) => TaskInput,
  { paged = false, ...choice }: Pick<InputChoice, 'allows'> & { readonly paged?: boolean } = {},
): InputChoice {
  return {
    name,
    tests,
    ...choice,
    of: (world, { pageSize }) => {
      const catalog = catalogOf(world, 'filtered')
      const size = paged ? { pageSize: Math.min(smallPage, pageSize.largest) } : {}
      return catalog && { ...catalog, ...filters(world), ...size }
    },
  }
}

/** The value with the most kinds of characters that must be encoded. */
function oddest(world: WorldFacts, member: 'brand'): string {
  const products = world.catalogs.get(String(catalogOf(world, 'filtered')?.['catalogId'])) ?? []
  const oddness = (text: string) => new Set(text.match(/[^A-Za-z0-9]/g)).size
  return products.map((product) => product[member]).toSorted((left, right) => oddness(right) - oddness(left))[0] ?? ''
}

/** The requirement that a fault of a walk breaks. */
function nearest(run: OutcomeRun, { kind, ids }: IdsDifference): ClientRequirementId | undefined {
  const pages = listedPages(run, 'products.list')
  switch (kind) {
    case 'order':
      return 'client.id-order'
    case 'repeated': {
      const cursors = pages.map(({ query }) => query.get('starting_after')).filter((cursor) => cursor !== null)
      return new Set(cursors).size < cursors.length ? 'client.walk-ends' : 'client.walk-cursor'
    }
    case 'foreign':
      return filterFault(run, pages)
    case 'missing': {
      const fault = filterFault(run, pages)
      if (fault) return fault
      // The client left out records of the first page, as when it filters once more itself. Later pages may have been
      // fetched ahead.
      const came = new Set(pages[0]?.ids)
      if (filtersOf(run.input).length === 0 || !ids.some((id) => came.has(id))) return 'client.walk-complete'
      return run.input['search'] === undefined ? undefined : 'client.search'
    }
  }
}

/** The requirement that the filters of the requests break; undefined where all were sent as given. */
function filterFault({ input }: OutcomeRun, pages: readonly ListedPage[]): ClientRequirementId | undefined {
  const filters = filtersOf(input)
  const isKept = (page: ListedPage, [name, value]: (typeof filters)[number]) => page.query.get(name) === value
  const [first, ...others] = pages
  if (!first) return undefined
  const lost = filters.filter((filter) => !isKept(first, filter))
  if (lost.length === 0)
    return others.some((page) => !filters.every((filter) => isKept(page, filter)))
      ? 'client.filters-on-every-page'
      : undefined
  if (lost.length < filters.length && lost.every(([name]) => !first.query.has(name))) return 'client.filters-combined'
  return lost.some(([name]) => name !== 'search') ? 'client.filters-sent' : 'client.search'
}
