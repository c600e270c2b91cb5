import type { ClientRequirementId } from '../../../conformance/client/catalogue/requirements.ts'
import type { TaskName } from '../../../conformance/client/tasks/names.ts'
import type { CarefulClient } from '../careful/client.ts'

/** The careful client with one bug. */
export interface BrokenClient {
  /** A literal that grep finds. */
  readonly name: string
  /** Its bug, in a sentence without subject. A bug of a public tracker is named with its issue. */
  readonly wrong: string
  /** The requirement that it breaks. */
  readonly requirement: ClientRequirementId
  /** The check that is meant to catch it. Default: that of the requirement. */
  readonly caughtBy?: string
  /** The tasks that show it. */
  readonly tasks: readonly TaskName[]
  readonly client: typeof CarefulClient
}

/** Clients that break the same requirement in the same tasks. */
export const breaking = (
  requirement: ClientRequirementId,
  tasks: readonly TaskName[],
  ...clients: readonly (readonly [name: string, wrong: string, client: typeof CarefulClient])[]
): readonly BrokenClient[] => clients.map(([name, wrong, client]) => ({ name, wrong, requirement, tasks, client }))
