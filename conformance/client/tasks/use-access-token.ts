import { judgeEnvironments } from './list-environments.ts'
import { defineTask, type ClientTask } from './task.ts'

/** Lists the environments with a personal access token (clause 5.3). */
export const useAccessToken: ClientTask = defineTask({
  name: 'use-access-token',
  inputs: [{ name: 'plain', tests: 'client.access-token-use', prepare: 'accessToken', of: () => ({}) }],
  judge: (run) => judgeEnvironments(run),
})
