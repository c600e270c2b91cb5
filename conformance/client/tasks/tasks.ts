import { createAccessToken, renameAccessToken, revokeAccessToken } from './access-tokens.ts'
import { capabilities, getConfiguration, getToken, invoke, prepareConnect } from './calls.ts'
import { taskInputs } from './inputs.ts'
import {
  listEnvironments,
  listProjects,
  pollEvents,
  useAccessToken,
  walkEvents,
  walkGroups,
  walkProducts,
  walkProductsBack,
} from './lists.ts'
import { type TaskName, taskNames } from './names.ts'
import type { ClientTask, JudgeValue } from './task.ts'

const judges: Readonly<Record<TaskName, JudgeValue>> = {
  'get-token': getToken,
  'list-environments': listEnvironments,
  'walk-products': walkProducts,
  'walk-products-back': walkProductsBack,
  'get-configuration': getConfiguration,
  'create-access-token': createAccessToken,
  'rename-access-token': renameAccessToken,
  'revoke-access-token': revokeAccessToken,
  'use-access-token': useAccessToken,
  'prepare-connect': prepareConnect,
  invoke,
  capabilities,
  'list-projects': listProjects,
  'walk-groups': walkGroups,
  'walk-events': walkEvents,
  'poll-events': pollEvents,
}

/** Every task, in the order of `taskNames`. */
export const clientTasks: readonly ClientTask[] = taskNames.map((name) => ({
  name,
  // Each input of this task is for another credential.
  independent: name === 'list-projects',
  inputs: taskInputs[name],
  judge: judges[name],
}))
