import type { ClientRequirementId } from '../catalogue/requirements.ts'
import { compareIds } from './compare-ids.ts'
import { defineTask, type ClientTask, type InputChoice } from './task.ts'
import { stableIds } from './expected-values.ts'

/** Lists the projects of the legacy API with each kind of its credentials (clauses 4.9 and 5.4 to 5.6). */
export const listProjects: ClientTask = defineTask({
  name: 'list-projects',
  independent: true,
  inputs: [
    credential('integrationToken', 'client.integration-token'),
    credential('apiKey', 'client.api-key'),
    credential('dsn', 'client.dsn'),
  ],
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

function credential(name: string, tests: ClientRequirementId): InputChoice {
  return { name, tests, of: () => ({ credential: name }) }
}
