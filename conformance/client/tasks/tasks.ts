import { renameAccessToken, revokeAccessToken } from './change-access-token.ts'
import { createAccessToken } from './create-access-token.ts'
import { getConfiguration } from './get-configuration.ts'
import { getToken } from './get-token.ts'
import { listEnvironments } from './list-environments.ts'
import { listProjects } from './list-projects.ts'
import { pollEvents } from './poll-events.ts'
import { prepareConnect } from './prepare-connect.ts'
import { capabilities, invoke } from './services.ts'
import type { ClientTask } from './task.ts'
import { useAccessToken } from './use-access-token.ts'
import { walkEvents, walkGroups } from './walk-legacy.ts'
import { walkProductsBack } from './walk-products-back.ts'
import { walkProducts } from './walk-products.ts'

/** Every task, in the order of DESIGN.md 12.3. */
export const clientTasks: readonly ClientTask[] = [
  getToken,
  listEnvironments,
  walkProducts,
  walkProductsBack,
  getConfiguration,
  createAccessToken,
  renameAccessToken,
  revokeAccessToken,
  useAccessToken,
  prepareConnect,
  invoke,
  capabilities,
  listProjects,
  walkGroups,
  walkEvents,
  pollEvents,
]
