import type { Phrase } from '../../conclusions/phrase.ts'
import type { ReportedFact } from '../conclusions/client-conclusion.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { Transcript } from '../evidence/transcript.ts'
import type { ClientCredentials, DialectFacts, WorldFacts } from '../evidence/world-facts.ts'
import type { TaskInput, TaskName } from './names.ts'

/** The report of a client about a task, or the way it ended without a report. */
export type Reported =
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
  readonly reported: Reported
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
