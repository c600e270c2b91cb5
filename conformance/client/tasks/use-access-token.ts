import { judgeEnvironments } from './list-environments.ts'
import { defineTask, type Task } from './task.ts'

/** Lists the environments with a personal access token (clause 5.3). */
export const useAccessToken: Task = defineTask({
  name: 'use-access-token',
  judge: (run) => judgeEnvironments(run),
})
