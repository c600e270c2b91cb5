import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { DialectFacts, WorldFacts } from '../evidence/world-facts.ts'
import type { TaskInput, TaskName } from './names.ts'
import type { OutcomeRun, ReportComparison, Reported } from './outcome.ts'

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

/** A task, and how its value is judged. */
export interface Task {
  readonly name: TaskName
  /**
   * True if the inputs are independent. Otherwise a client that fails the first one is not expected to pass the others.
   */
  readonly independent?: boolean
  /** Compares the client's report with the world. */
  readonly judge: (run: OutcomeRun) => ReportComparison
}

/** A task with its inputs. */
export interface ClientTask extends Task {
  readonly inputs: readonly InputChoice[]
}

/** A declared task. Its inputs are in `inputs.ts`. */
interface DeclaredTask extends Omit<Task, 'judge'> {
  /** Compares the value that the client reported with the world. */
  readonly judge: (value: unknown, run: OutcomeRun) => ReportComparison
}

/** Declares a task. */
export function defineTask({ judge, ...task }: DeclaredTask): Task {
  return {
    ...task,
    judge: (run) => (run.reported.kind === 'value' ? judge(run.reported.value, run) : withoutValue(run.reported)),
  }
}

function withoutValue(reported: Exclude<Reported, { readonly kind: 'value' }>): ReportComparison {
  if (reported.kind === 'error') return { kind: 'error' }
  return reported.kind === 'notApplicable' ? reported : { kind: 'unknown', why: reported.why }
}
