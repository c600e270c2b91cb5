import { renameAccessToken, revokeAccessToken } from './change-access-token.ts'
import { createAccessToken } from './create-access-token.ts'
import { getConfiguration } from './get-configuration.ts'
import { getToken } from './get-token.ts'
import { taskInputs } from './inputs.ts'
import { listEnvironments } from './list-environments.ts'
import { listProjects } from './list-projects.ts'
import { pollEvents } from './poll-events.ts'
import { prepareConnect } from './prepare-connect.ts'
import { capabilities, invoke } from './services.ts'
import { type TaskName, taskNames } from './names.ts'
import type { ClientTask, Task } from './task.ts'
import { useAccessToken } from './use-access-token.ts'
import { walkEvents, walkGroups } from './walk-legacy.ts'
import { walkProductsBack } from './walk-products-back.ts'
import { walkProducts } from './walk-products.ts'

const declared: Readonly<Record<TaskName, Task>> = {
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
  ...declared[name],
  inputs: taskInputs[name],
}))
