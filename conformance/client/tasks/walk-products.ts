import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { ProductFacts } from '../evidence/world-facts.ts'
import { compareIds, type IdsDifference } from './compare-ids.ts'
import { type ListedPage, listedPages } from '../evidence/pages.ts'
import type { OutcomeRun } from './outcome.ts'
import { defineTask, type Task } from './task.ts'
import { filtersOf, matchingProducts, stableIds } from './expected-values.ts'

/** Walks all products of a catalog forward, by id cursors (clauses 4.5 and 4.6). */
export const walkProducts: Task = defineTask({
  name: 'walk-products',
  judge: (run) => {
    const { needed, allowed } = stableIds(run, (world) => matchingProducts(world, run.input).map(idOf), 'newestFirst')
    return compareIds(run, { needed, allowed, order: 'asListed', nearest: (fault) => nearest(run, fault) })
  },
})

const idOf = ({ id }: ProductFacts): string => id

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
