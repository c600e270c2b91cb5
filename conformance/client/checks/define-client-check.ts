import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import type { TaskName } from '../tasks/names.ts'
import type { OutcomeRun } from '../tasks/outcome.ts'

/** What a check concludes of one run. */
export type Finding =
  /** What the check waits for did not happen in this run. */
  | { readonly kind: 'notSprung'; readonly why: string }
  /** The client takes another way that is as right, or the service does not offer this one. */
  | { readonly kind: 'declined'; readonly why: string }
  | { readonly kind: 'kept'; readonly remark?: string }
  | {
      readonly kind: 'broken'
      readonly expected: string
      readonly got: string
      /** The requests that show it. */
      readonly evidence: readonly ReceivedRequest[]
    }
  /** Of a silent requirement: what the client does. */
  | { readonly kind: 'observed'; readonly remark: string; readonly evidence?: readonly ReceivedRequest[] }

/** Something that the judge looks at in the requests of a run to decide one requirement. */
export interface ClientCheck {
  /** A literal that grep finds. It is the requirement's id, or that and a further word, as `client.bearer.scheme`. */
  readonly id: string
  readonly requirement: ClientRequirementId
  /** What springs it: what a client must meet before it can be judged, in a sentence. */
  readonly trap: string
  /** Where one of these fails in the same run, a failure of this check is its consequence, and is blocked by it. */
  readonly consequenceOf?: readonly ClientRequirementId[]
  /** Whether the trap may be sprung in the run. A watched client does no task: then `run.task` is undefined. */
  readonly concerns: (run: WireRun) => boolean
  readonly judge: (run: WireRun) => Finding
}

/** A run as checks of requests see it. */
export type WireRun = Omit<OutcomeRun, OfTasks> & Partial<Pick<OutcomeRun, OfTasks>>

/** What is known only of a run with a task. */
type OfTasks = 'task' | 'inputName' | 'input' | 'reported' | 'before' | 'after' | 'baseUrl'

/** Declares a check. */
export function defineClientCheck(check: ClientCheck): ClientCheck {
  return check
}

/** Nothing was wrong. */
export const kept: Finding = { kind: 'kept' }

/** The trap was not sprung. @param why As `no token was requested`. */
export function notSprung(why: string): Finding {
  return { kind: 'notSprung', why }
}

/** A request that is not as the requirement says. */
export interface Fault {
  readonly expected: string
  readonly got: string
  /** The requests that show it, where it is not this one alone. */
  readonly evidence?: readonly ReceivedRequest[]
}

/** Judges each request by itself. @param why Why the trap was not sprung, if the list is empty. */
export function judgeEach(
  requests: readonly ReceivedRequest[],
  why: string,
  faultOf: (request: ReceivedRequest) => Fault | undefined,
): Finding {
  if (requests.length === 0) return notSprung(why)
  for (const request of requests) {
    const fault = faultOf(request)
    if (fault) return { kind: 'broken', evidence: [request], ...fault }
  }
  return kept
}

/** Whether a run is one of these tasks, or a client was watched. */
export function during(...names: readonly TaskName[]): ClientCheck['concerns'] {
  return ({ task }) => task === undefined || names.includes(task)
}

/** Whether a run does another task, or a client was watched. */
export function except(...names: readonly TaskName[]): ClientCheck['concerns'] {
  return ({ task }) => task === undefined || !names.includes(task)
}
