import type { Phrase } from '../../conclusions/phrase.ts'
import type { ReportedFact } from '../conclusions/client-conclusion.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { Transcript } from '../evidence/transcript.ts'
import type { ClientCredentials, DialectFacts, WorldFacts } from '../evidence/world-facts.ts'
import type { TaskInput, TaskName } from './names.ts'

/**
 * The reports that are right in a scenario. `error`: no value can be right, only an error. `valueOrError`: the right
 * value, or an error.
 */
export type AllowedReports = 'value' | 'valueOrError' | 'error'

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

/** The report of a client about a task, or the way it ended without a report. */
export type TaskReport =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'error'
      readonly error: { readonly kind: string; readonly status?: number }
      /** The stack of an error without a status that a client in process threw: it shows the client's code. */
      readonly thrown?: string
    }
  /** It ended, and its last line is not a report. */
  | { readonly kind: 'unreadable'; readonly why: Phrase }
  /** It ended with an exit code other than 0 and 77, or by a signal. */
  | { readonly kind: 'crash'; readonly why: Phrase }
  /**
   * It sent nothing for longer than the timeout (`silence`, the default), the run reached its limits (`bounds`), or its
   * process did not end after the report was `printed`.
   */
  | { readonly kind: 'timeout'; readonly why: Phrase; readonly cause?: 'silence' | 'bounds' | 'printed' }
  /** The driver does not support the task. */
  | { readonly kind: 'notApplicable' }

/** One run of a task, with everything that its outcome is judged by. */
export interface OutcomeRun {
  readonly task: TaskName
  /** The name of the input. */
  readonly inputName: string
  readonly input: TaskInput
  /** The name of the scenario; undefined in a plain run. */
  readonly scenario: string | undefined
  readonly reported: TaskReport
  /** The status of the answer when the judge opened the address that the client reported. */
  readonly opened?: number | undefined
  readonly transcript: Transcript
  /** The world before the task and after it. */
  readonly before: WorldFacts
  readonly after: WorldFacts
  /** The base URL that the client was given. */
  readonly baseUrl: string
  readonly dialect: DialectFacts
  readonly credentials: ClientCredentials
}

/** The comparison of a value that a client reported with the world. */
export type ReportComparison =
  | { readonly kind: 'right' }
  | {
      readonly kind: 'wrong'
      readonly expected: Phrase
      readonly got: Phrase
      readonly fact: ReportedFact
      /** The broken requirement, if the value itself shows it. In a scenario, the scenario's requirement counts. */
      readonly requirement?: ClientRequirementId | undefined
      /** True if `requirement` also counts in scenarios. */
      readonly always?: boolean
    }
  /** No verdict is possible. */
  | { readonly kind: 'unknown'; readonly why: Phrase }

/** The report has a wrong value. @param requirement The requirement that it breaks, if the value shows it. */
export function wrongReport(
  expected: Phrase,
  got: Phrase,
  fact: ReportedFact,
  requirement?: ClientRequirementId,
): ReportComparison {
  return { kind: 'wrong', expected, got, fact, requirement }
}

/** The report has a value that does not have the form of its task. */
export function malformedReport(expected: Phrase, got: Phrase): ReportComparison {
  return wrongReport(expected, got, { kind: 'value', fault: 'form' }, 'client.reports')
}
