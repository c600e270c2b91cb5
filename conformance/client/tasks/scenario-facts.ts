import type { Phrase } from '../../conclusions/phrase.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { OutcomeRun } from './outcome.ts'
import type { TaskName } from './names.ts'

/**
 * Which reports are right in a scenario. `error`: no value can be right, so that an honest error is. `valueOrError`:
 * the right value, or an error.
 */
export type Allowed = 'value' | 'valueOrError' | 'error'

/** The judge's facts about a scenario: the requirement it tests, and how to tell that it happened. */
export interface ScenarioFacts {
  /** The emulator's name of it. */
  readonly name: string
  /**
   * The settings that it is played with, one run each, from what the plain run sent and the number of orders that are
   * wanted; its name is then followed by `=` and the setting. Undefined: it has none, or its default is right.
   */
  readonly settings?: (plain: OutcomeRun, races: number) => readonly number[]
  /** The setting with which it happens as soon as it can, if that is not the default. */
  readonly soonest?: number
  /** The requirement that a client fails whose value is wrong here and right in the plain run. */
  readonly tests: ClientRequirementId
  /** A simpler scenario. A client that fails in it cannot be expected to do better here. */
  readonly buildsOn?: string
  /** A scenario whose report is compared with that of this one. It is also played where this one alone is wanted. */
  readonly comparedWith?: string
  /** The tasks that it is played in, with their first inputs. */
  readonly tasks: readonly TaskName[]
  /** Further tasks in which it is played where the plain run gives settings. */
  readonly maybeIn?: readonly TaskName[]
  readonly allows: Allowed | ((run: OutcomeRun) => Allowed)
  /** True if a client may wait for minutes in it, so that it is played in virtual time alone. */
  readonly takesMinutes?: boolean
  /** What it takes, for a client that does not do it. */
  readonly takes?: Phrase
  /** True if what was sent and answered shows that it happened. */
  readonly happened: (run: OutcomeRun) => boolean
}
