import { isObject } from '../../reading/find-list.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import { compareIds } from './compare-ids.ts'
import { listedPages } from '../evidence/pages.ts'
import type { ReportComparison, OutcomeRun } from './outcome.ts'
import { defineTask, type Task } from './task.ts'
import { stableIds } from './expected-values.ts'

/** Lists the environments: the first page, whatever its size. */
export const listEnvironments: Task = defineTask({
  name: 'list-environments',
  // A client that was given the page asked at the right path, and lost or changed what came.
  judge: (run) => judgeEnvironments(run, 'client.reports'),
})

/**
 * Compares a value with the first page of the environments. A client that walks on may report more pages.
 * @param withPage The requirement that a wrong value breaks where the page came; undefined for that of the input.
 */
export function judgeEnvironments(run: OutcomeRun, withPage?: ClientRequirementId): ReportComparison {
  const { needed: stable, allowed } = stableIds(run, ({ environments }) => environments, 'newestFirst')
  const ids = run.reported.kind === 'value' && isObject(run.reported.value) ? run.reported.value['ids'] : undefined
  const last = stable.findLastIndex((id) => Array.isArray(ids) && ids.includes(id))
  const [page] = listedPages(run, 'environments.list')
  const firstPage = page?.ids ?? stable.slice(0, 1)
  const needed = stable.filter((id, index) => index <= last || firstPage.includes(id))
  return compareIds(run, {
    needed,
    allowed,
    order: 'asListed',
    nearest: ({ kind }) => (kind === 'order' ? 'client.id-order' : page && withPage),
  })
}
