import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { DialectFacts, WorldFacts } from '../evidence/world-facts.ts'
import type { TaskInput, TaskName } from './names.ts'
import type { OutcomeRun, ReportComparison } from './outcome.ts'

/**
 * The reports that are right in a scenario. `error`: no value can be right, only an error. `valueOrError`: the right
 * value, or an error.
 */
export type Allowed = 'value' | 'valueOrError' | 'error'

/** One input of a task, chosen to show a fault. */
export interface InputChoice {
  /** A literal that grep finds, such as `two-filters`. Results name it. */
  readonly name: string
  /** The requirement that a wrong value breaks if no request shows a more specific one. */
  readonly tests: ClientRequirementId
  /** The faults that it shows, for `explain`. */
  readonly shows: string
  /** The scenarios that are also played with it. The first input of a task has all of them. */
  readonly scenarios?: readonly string[]
  readonly prepare?: Preparation
  /** `error` if the service refuses the input, so that no value can be right. Default: only the right value is. */
  readonly allows?: 'error'
  /** Chooses it from the data of a world; undefined if the world has no such data. */
  readonly of: (world: WorldFacts, dialect: DialectFacts) => TaskInput | undefined
}

/**
 * Prepares the world before the task begins, and adds to its input.
 *
 * - `eventsAfterLastPage`: the Link header of the last page of the events becomes `after`, and then more than
 *   one page of events is made.
 * - `accessToken`: a personal access token is created, and its secret becomes `secret`.
 */
export type Preparation = 'eventsAfterLastPage' | 'accessToken'

/** Compares the value that a client reported with the world. */
export type JudgeValue = (value: unknown, run: OutcomeRun) => ReportComparison

/** A task with its inputs, and how its value is judged. */
export interface ClientTask {
  readonly name: TaskName
  /**
   * True if the inputs are independent. Otherwise a client that fails the first one is not expected to pass the others.
   */
  readonly independent?: boolean
  readonly inputs: readonly InputChoice[]
  readonly judge: JudgeValue
}
