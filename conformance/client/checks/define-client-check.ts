import type { Phrase } from '../../conclusions/phrase.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { ClientCause } from '../conclusions/client-cause.ts'
import type { ClientFact } from '../conclusions/client-fact.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import type { TaskName } from '../tasks/names.ts'
import type { OutcomeRun } from '../tasks/outcome.ts'

/** The conclusion of a check about one run. */
export type ClientConclusion =
  /** The client never did what the check waits for. */
  | { readonly kind: 'neverDone'; readonly why: Phrase }
  /** The client takes another way that is equally right, or the service does not offer this one. */
  | { readonly kind: 'declined'; readonly cause: ClientCause; readonly why: Phrase }
  | { readonly kind: 'kept' }
  | Broken
  /** The client's behaviour, for a silent requirement. */
  | {
      readonly kind: 'observed'
      readonly remark: Phrase
      readonly fact?: ClientFact | undefined
      readonly evidence?: readonly ReceivedRequest[]
    }

/** A requirement was not kept. */
export interface Broken {
  readonly kind: 'broken'
  readonly expected: Phrase
  readonly got: Phrase
  readonly fact: ClientFact
  /** The requests that show the fault. */
  readonly evidence: readonly ReceivedRequest[]
}

/** A judgement of the requests of a run that decides one requirement. */
export interface ClientCheck {
  /** A literal for `grep`. It is the requirement's id, or that and a further word, as `client.bearer.scheme`. */
  readonly id: string
  readonly requirement: ClientRequirementId
  /** The situation that a client must meet before it can be judged, in a sentence. */
  readonly trap: string
  /** Requirements whose failure in the same run explains a failure of this check, which is then blocked. */
  readonly consequenceOf?: readonly ClientRequirementId[]
  /** True if a client may meet that situation in the run. A watched client does no task: `run.task` is undefined. */
  readonly concerns: (run: WireRun) => boolean
  /**
   * The runs in which a client can be expected to meet it. A selection asks for no others. Default: all it concerns.
   */
  readonly met?: MeetingRuns
  readonly judge: (run: WireRun) => ClientConclusion
}

/** Runs by their tasks and scenarios. */
export interface MeetingRuns {
  readonly tasks?: readonly TaskName[]
  /** The first one is the plainest. */
  readonly scenarios?: readonly string[]
}

/** A run as checks of requests see it. */
export type WireRun = Omit<OutcomeRun, OfTasks> & Partial<Pick<OutcomeRun, OfTasks>>

/** The members of a run that only a run with a task has. */
type OfTasks = 'task' | 'inputName' | 'input' | 'reported' | 'before' | 'after' | 'baseUrl'

/** Declares a check. */
export function defineClientCheck(check: ClientCheck): ClientCheck {
  return check
}

/** Nothing was wrong. */
export const kept: ClientConclusion = { kind: 'kept' }

/** The client never did what the check waits for. @param why As `no token was requested`. */
export function neverDone(why: Phrase): ClientConclusion {
  return { kind: 'neverDone', why }
}

/** A request that is not as the requirement says. */
export interface WrongRequest {
  readonly expected: Phrase
  readonly got: Phrase
  readonly fact: ClientFact
  /** The requests that show it, where it is not this one alone. */
  readonly evidence?: readonly ReceivedRequest[]
}

/** Judges each request by itself. @param why What the client never did, if the list is empty. */
export function judgeEach(
  requests: readonly ReceivedRequest[],
  why: Phrase,
  faultOf: (request: ReceivedRequest) => WrongRequest | undefined,
): ClientConclusion {
  if (requests.length === 0) return neverDone(why)
  for (const request of requests) {
    const fault = faultOf(request)
    if (fault) return { kind: 'broken', evidence: [request], ...fault }
  }
  return kept
}

/** Concerns runs of these tasks, and watched clients. */
export function during(...names: readonly TaskName[]): ClientCheck['concerns'] {
  return ({ task }) => task === undefined || names.includes(task)
}

/** Concerns runs of other tasks, and watched clients. */
export function except(...names: readonly TaskName[]): ClientCheck['concerns'] {
  return ({ task }) => task === undefined || !names.includes(task)
}
