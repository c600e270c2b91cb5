import { compareIds } from './compare-ids.ts'
import { defineTask, type ClientTask } from './task.ts'

/** Lists the environments: the first page, whatever its size. */
export const listEnvironments: ClientTask = defineTask({
  name: 'list-environments',
  inputs: [{ name: 'plain', tests: 'client.versioned-paths', of: () => ({}) }],
  judge: (run) =>
    compareIds(run, { needed: [], allowed: run.before.environments, order: 'newestFirst', firstPage: true }),
})
