import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { OutcomeRun } from './outcome.ts'
import type { TaskName } from './names.ts'

/** What the judge knows of a scenario: what it tests, and how to tell that it happened. */
export interface ScenarioFacts {
  /** The emulator's name of it. */
  readonly name: string
  /**
   * The settings that it is played with, one run each, from what the plain run sent; its name is then followed by
   * `=` and the setting. Undefined: it has none.
   */
  readonly settings?: (plain: OutcomeRun) => readonly number[]
  /** The requirement that a client fails whose value is wrong here and right in the plain run. */
  readonly tests: ClientRequirementId
  /** The tasks that it can happen in. */
  readonly tasks: readonly TaskName[]
  /** Which reports are right beside the right value: `error` where the scenario may be answered by an honest error. */
  readonly allows: 'value' | 'valueOrError' | 'error'
  /** Whether what was sent and answered shows that it happened. */
  readonly sprung: (run: OutcomeRun) => boolean
}
