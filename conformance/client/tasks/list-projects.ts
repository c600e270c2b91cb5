import { compareIds } from './compare-ids.ts'
import { defineTask, type Task } from './task.ts'
import { stableIds } from './expected-values.ts'

/** Lists the projects of the legacy API with each kind of its credentials (clauses 4.9 and 5.4 to 5.6). */
export const listProjects: Task = defineTask({
  name: 'list-projects',
  independent: true,
  judge: (run) => {
    const isBound = run.input['credential'] !== 'integrationToken'
    const { needed, allowed } = stableIds(
      run,
      ({ projects, boundProject }) => (isBound ? [boundProject] : projects),
      'oldestFirst',
    )
    return compareIds(run, { needed, allowed, order: 'any' })
  },
})
