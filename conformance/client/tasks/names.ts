/** The tasks that a client may be asked to do. Drivers rely on their names and inputs: see `bin/docs/client.md`. */
export const taskNames = [
  'get-token',
  'list-environments',
  'walk-products',
  'walk-products-back',
  'get-configuration',
  'create-access-token',
  'rename-access-token',
  'revoke-access-token',
  'use-access-token',
  'prepare-connect',
  'invoke',
  'capabilities',
  'list-projects',
  'walk-groups',
  'walk-events',
  'poll-events',
] as const

/** The name of a task. */
export type TaskName = (typeof taskNames)[number]

/** The input of a task as JSON, as PLATFORM_TASK_INPUT carries it. */
export type TaskInput = Readonly<Record<string, unknown>>
