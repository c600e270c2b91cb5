import { listEnvironments } from './list-environments.ts'
import type { ClientTask } from './task.ts'

/** Every task, in the order of DESIGN.md 12.3. */
export const clientTasks: readonly ClientTask[] = [listEnvironments]
