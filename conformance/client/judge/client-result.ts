import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import type { Level } from '../catalogue/client-requirement.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import type { TaskInput, TaskName } from '../tasks/names.ts'

/** What one check concluded of one run. */
export interface ClientResult {
  /** The id of the check. */
  readonly check: string
  /** The requirement that it decides. */
  readonly requirement: ClientRequirementId
  /** As `4.10`. */
  readonly clause: string
  /** Whether the requirement can fail a client. */
  readonly level: Level
  /** Null where a client was watched. */
  readonly task: TaskName | null
  /** What the task was given; null where a client was watched. */
  readonly input: TaskInput | null
  /** The name of the input; null where a client was watched. Reports in JSON leave it out. */
  readonly inputName: string | null
  /** Null in a plain run. */
  readonly scenario: string | null
  /** What was concluded. */
  readonly verdict: ClientVerdict
  /** `expected …; got …` for a failure. */
  readonly message: string
  /** The requests that show it. */
  readonly evidence: readonly ReceivedRequest[]
}
