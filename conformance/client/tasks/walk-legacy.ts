// The tasks that walk lists of the legacy API by the Link header (clause 4.10).
import type { OperationId } from '../../catalogue/operations.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { WorldFacts } from '../evidence/world-facts.ts'
import { compareIds, type IdsDifference } from './compare-ids.ts'
import { legacyPages } from '../evidence/links.ts'
import type { OutcomeRun } from './outcome.ts'
import { defineTask, type Task } from './task.ts'
import { stableIds } from './expected-values.ts'

/** Walks the groups of a project. */
export const walkGroups: Task = legacyWalk('walk-groups', 'projectId', 'groups.list', 'groups')

/** Walks the events of an issue. */
export const walkEvents: Task = legacyWalk('walk-events', 'issueId', 'events.list', 'events')

type LegacyWalk = Extract<OperationId, 'groups.list' | 'events.list'>

function legacyWalk(
  name: 'walk-groups' | 'walk-events',
  parent: 'projectId' | 'issueId',
  operation: LegacyWalk,
  list: 'groups' | 'events',
): Task {
  return defineTask({
    name,
    judge: (run) => {
      const idsIn = (world: WorldFacts) => world[list].get(String(run.input[parent])) ?? []
      const { needed, allowed } = stableIds(run, idsIn, 'oldestFirst')
      return compareIds(run, {
        needed,
        allowed,
        order: 'asListed',
        nearest: (fault) => nearestOfWalk(run, operation, fault),
      })
    },
  })
}

/** The requirement that a fault of a walk by the Link header breaks. */
function nearestOfWalk(
  run: OutcomeRun,
  operation: LegacyWalk,
  { kind }: IdsDifference,
): ClientRequirementId | undefined {
  if (kind === 'order') return 'client.id-order'
  if (kind !== 'missing') return 'client.link-next'
  return stoppedEarly(run, operation) ? 'client.link-results' : 'client.link-next'
}

/**
 * Returns true if a client followed a link at least once, and then stopped at a page whose next entry has
 * results="true".
 */
export function stoppedEarly(run: OutcomeRun, operation: LegacyWalk): boolean {
  const pages = legacyPages(run).filter(
    ({ exchange, count }) => exchange.request.operation === operation && count !== undefined,
  )
  return pages.length > 1 && pages.at(-1)?.next?.results === true
}
