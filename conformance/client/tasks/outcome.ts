import type { Phrase } from '../../conclusions/phrase.ts'
import type { ReportedFact } from '../conclusions/client-fact.ts'
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
  /** It ended, and its last line is no report. */
  | { readonly kind: 'unreadable'; readonly why: Phrase }
  /** It ended with another exit code than 0 and 77, or by a signal. */
  | { readonly kind: 'crash'; readonly why: Phrase }
  /**
   * It sent nothing for longer than the timeout (`silence`, the default), the run came to its bounds, or its report was
   * `printed` and the process had not ended.
   */
  | { readonly kind: 'timeout'; readonly why: Phrase; readonly cause?: 'silence' | 'bounds' | 'printed' }
  /** It has no such thing. */
  | { readonly kind: 'notApplicable' }

/** One run of a task, as its outcome is judged. */
export interface OutcomeRun {
  readonly task: TaskName
  /** The name of the input. */
  readonly inputName: string
  readonly input: TaskInput
  /** The name of the scenario; undefined in a plain run. */
  readonly scenario: string | undefined
  readonly reported: Reported
  /** The status that the address which the client reported was answered with, when the judge opened it. */
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

/** The comparison of a client's report with the world. */
export type ReportComparison =
  | { readonly kind: 'right' }
  /** An error, where the task could not be done or might not be: whether that was right is the scenario's to say. */
  | { readonly kind: 'error' }
  | {
      readonly kind: 'wrong'
      readonly expected: Phrase
      readonly got: Phrase
      readonly fact: ReportedFact
      /** The requirement, where the value itself shows which one was broken. In a scenario, the scenario's counts. */
      readonly requirement?: ClientRequirementId | undefined
      /** True if `requirement` counts in scenarios, too. */
      readonly always?: boolean
    }
  /** Nothing can be said, for example about an endless run that still makes progress. */
  | { readonly kind: 'unknown'; readonly why: Phrase }
  | { readonly kind: 'notApplicable' }

/** A value that is not the right one. @param requirement The requirement that it breaks, if it shows one. */
export function wrongReport(
  expected: Phrase,
  got: Phrase,
  fact: ReportedFact,
  requirement?: ClientRequirementId,
): ReportComparison {
  return { kind: 'wrong', expected, got, fact, requirement }
}

/** A value that is not of the form of its task. */
export function malformedReport(expected: Phrase, got: Phrase): ReportComparison {
  return wrongReport(expected, got, { kind: 'value', fault: 'form' }, 'client.reports')
}
