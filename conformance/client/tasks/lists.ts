// The tasks that list ids: lists and walks of the versioned and the legacy API (clauses 4.4 to 4.6, 4.9 and 4.10).
import type { OperationId } from '../../catalogue/operations.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { isObject } from '../../reading/find-list.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import { legacyPages, parseLinks, pollsPrevious } from '../evidence/links.ts'
import { type ListedPage, listedPages } from '../evidence/pages.ts'
import type { WorldFacts } from '../evidence/world-facts.ts'
import { compareIds, type IdsDifference } from './compare-ids.ts'
import { filterEntries, matchingProducts, productIds, stableIds } from './expected-values.ts'
import type { JudgeValue, OutcomeRun, ReportComparison } from './task.ts'

/**
 * Lists the environments: the first page, whatever its size. A client that received the page requested the right path,
 * so it lost or changed the ids itself.
 */
export const listEnvironments: JudgeValue = (value, run) => judgeEnvironments(value, run, 'client.reports')

/** Lists the environments with a personal access token (clause 5.3). */
export const useAccessToken: JudgeValue = judgeEnvironments

/**
 * Compares a value with the first page of the environments. A client that continues to walk may report more pages.
 * @param withPage The requirement that a wrong value breaks if the page was returned; undefined for the requirement of
 * the input.
 */
function judgeEnvironments(value: unknown, run: OutcomeRun, withPage?: ClientRequirementId): ReportComparison {
  const { needed: stable, allowed } = stableIds(run, ({ environments }) => environments, 'newestFirst')
  const ids = isObject(value) ? value['ids'] : undefined
  const last = stable.findLastIndex((id) => Array.isArray(ids) && ids.includes(id))
  const [page] = listedPages(run, 'environments.list')
  const firstPage = page?.ids ?? stable.slice(0, 1)
  return compareIds(value, run, {
    needed: stable.filter((id, index) => index <= last || firstPage.includes(id)),
    allowed,
    order: 'asListed',
    nearest: ({ kind }) => (kind === 'order' ? 'client.id-order' : page && withPage),
  })
}

/** Walks all products of a catalog forward, by id cursors. */
export const walkProducts: JudgeValue = (value, run) =>
  compareIds(value, run, {
    ...stableIds(run, (world) => matchingProducts(world, run.input).map(({ id }) => id), 'newestFirst'),
    order: 'asListed',
    nearest: (fault) => nearestOfProducts(run, fault),
  })

/** The requirement that a fault of a walk of products breaks. */
function nearestOfProducts(run: OutcomeRun, { kind, ids }: IdsDifference): ClientRequirementId | undefined {
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
      // The client dropped records of the first page, for example because it filters again itself. Later pages may have
      // been prefetched.
      const came = new Set(pages[0]?.ids)
      if (filterEntries(run.input).length === 0 || !ids.some((id) => came.has(id))) return 'client.walk-complete'
      return run.input['search'] === undefined ? undefined : 'client.search'
    }
  }
}

/** The requirement that the filters of the requests break; undefined if all were sent unchanged. */
function filterFault({ input }: OutcomeRun, pages: readonly ListedPage[]): ClientRequirementId | undefined {
  const filters = filterEntries(input)
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

/** Walks back from a product to the newest one, by `ending_before`. */
export const walkProductsBack: JudgeValue = (value, run) => {
  const newer = (world: WorldFacts) => productIds(world, run.input).filter((id) => id > String(run.input['from']))
  return compareIds(value, run, { ...stableIds(run, newer, 'newestFirst'), order: 'any' })
}

/** Lists the projects of the legacy API with each kind of its credentials (clauses 5.4 to 5.6). */
export const listProjects: JudgeValue = (value, run) => {
  const isBound = run.input['credential'] !== 'integrationToken'
  const idsIn = ({ projects, boundProject }: WorldFacts) => (isBound ? [boundProject] : projects)
  return compareIds(value, run, { ...stableIds(run, idsIn, 'oldestFirst'), order: 'any' })
}

/** Walks the groups of a project. */
export const walkGroups: JudgeValue = legacyWalk('projectId', 'groups')

/** Walks the events of an issue. */
export const walkEvents: JudgeValue = legacyWalk('issueId', 'events')

type LegacyWalk = Extract<OperationId, 'groups.list' | 'events.list'>

function legacyWalk(parent: 'projectId' | 'issueId', list: 'groups' | 'events'): JudgeValue {
  return (value, run) => {
    const idsIn = (world: WorldFacts) => world[list].get(String(run.input[parent])) ?? []
    return compareIds(value, run, {
      ...stableIds(run, idsIn, 'oldestFirst'),
      order: 'asListed',
      nearest: ({ kind }) => {
        if (kind === 'order') return 'client.id-order'
        const isShort = kind === 'missing' && stoppedEarly(run, `${list}.list`)
        return isShort ? 'client.link-results' : 'client.link-next'
      },
    })
  }
}

/**
 * Returns true if a client followed at least one link, and then stopped at a page whose next entry has results="true".
 */
function stoppedEarly(run: OutcomeRun, operation: LegacyWalk): boolean {
  const pages = legacyPages(run).filter(
    ({ exchange, count }) => exchange.request.operation === operation && count !== undefined,
  )
  return pages.length > 1 && pages.at(-1)?.next?.results === true
}

/** Polls for events that were created after the last page. */
export const pollEvents: JudgeValue = (value, run) => {
  const next = parseLinks(String(run.input['after']), '/').find(({ rel }) => rel === 'next')
  const offset = Number(next?.cursor?.split(':')[1])
  const since = (world: WorldFacts) => (world.events.get(String(run.input['issueId'])) ?? []).slice(offset)
  const compared = compareIds(value, run, {
    ...stableIds(run, since, 'oldestFirst'),
    order: 'asListed',
    nearest: ({ kind }) => {
      if (kind === 'order') return 'client.id-order'
      return kind === 'missing' && stoppedEarly(run, 'events.list') ? 'client.link-results' : undefined
    },
  })
  return compared.kind === 'wrong' && pollsPrevious(run)
    ? { kind: 'unknown', why: phrase`The client polls rel=previous, which shows other events.` }
    : compared
}
