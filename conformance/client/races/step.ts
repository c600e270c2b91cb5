import type { TaskName } from '../tasks/names.ts'

/** What happens once while concurrent tasks are under way, besides their requests. */
export type RaceEvent = 'expiry' | 'revocation'

/**
 * A step of a schedule: the service does what a request asks for (`served`), the client gets the answer (`answered`),
 * or the event happens. Another answer may come between the two, and overtake that of the request.
 */
export type StepKind = 'event' | 'served' | 'answered'

/** A request of a concurrent task. */
export interface RaceRequest {
  /** The place of its task and its own among the requests of the task, each from 1, as `2.1`. */
  readonly name: string
  /** The task that sent it, by its place among the concurrent tasks. */
  readonly task: number
  readonly taskName: TaskName
  readonly method: string
  /** The path below the base URL, with the query. */
  readonly path: string
  /** The place of the step after which it was sent; 0 also for those that were sent before the first step. */
  readonly sentAt: number
  /** The place of the step in which it was served. */
  readonly servedAt: number
  /** `call`: it is no request for a token. */
  readonly asks: 'call' | 'token' | 'refresh'
  /** Undefined when it was not answered. */
  readonly status: number | undefined
  /** Whether it was refused as unauthenticated. */
  readonly unauthenticated: boolean
  /** The token that it carried. */
  readonly bearer: string | undefined
  /** The refresh token that it exchanges. */
  readonly exchanges: string | undefined
  /** The access token that its answer holds. */
  readonly issued: string | undefined
  /** The refresh token that its answer holds. */
  readonly issuedRefresh: string | undefined
}

/** What a step did: what the order of two steps matters for. */
export interface StepEffect {
  readonly kind: StepKind
  /** The name of the request; undefined for the event. */
  readonly request: string | undefined
  /** The task of the request. */
  readonly task: number | undefined
  /** What a served request uses up or writes to. The order of two that use the same matters. */
  readonly uses: string | undefined
  /**
   * What an answer has to do with the token that the tasks share. `brings`: it holds a new one. `asks`: the client then
   * requests one. `needs`: it is a refusal, or its task sends more. `done`: its task ends with it.
   */
  readonly token: 'brings' | 'asks' | 'needs' | 'done' | undefined
}

/** One step of a schedule. */
export interface RaceStep {
  /** Names the step in every schedule of the same tasks: `2.1 served`, `2.1 answered` or `event`. */
  readonly id: string
  /** Undefined for the event. */
  readonly request: RaceRequest | undefined
  readonly effect: StepEffect
  /** The tasks that ended after it, by their places. */
  readonly ended: readonly number[]
  /**
   * How often the client set about to get a new token since the first refusal: its requests for one, without those
   * that followed a refused refresh, and those of a task that asks for a token.
   */
  readonly renewals: number
  /** How many requests that write and are the same as another have succeeded. */
  readonly written: number
}

/** The id of a step of a request. */
export function stepId(request: string, kind: Exclude<StepKind, 'event'>): string {
  return `${request} ${kind}`
}

/** Whether the order of two steps of one schedule can matter. */
export function isDependent(one: StepEffect, other: StepEffect): boolean {
  // The client sees answers alone, and the service sees requests alone. What follows from what needs no rule.
  if (one.kind !== 'answered' && other.kind !== 'answered')
    return one.kind === 'event' || other.kind === 'event' || (one.uses !== undefined && one.uses === other.uses)
  if (one.kind !== 'answered' || other.kind !== 'answered') return false
  return one.task === other.task || changesToken(one) || changesToken(other)
}

/**
 * The same for many tasks, as all of their orders would be too many: an answer that ends its task has no order beside
 * those of other tasks. What it may overtake is tried among few tasks.
 */
export function isDependentAmongMany(one: StepEffect, other: StepEffect): boolean {
  const isEnd = one.token === 'done' || other.token === 'done'
  return isDependent(one, other) && (!isEnd || one.task === other.task)
}

/** Whether a step did the same in two schedules. The refresh token that a request uses up is another in each. */
export function isSameStep(one: StepEffect, other: StepEffect): boolean {
  return one.request === other.request && one.kind === other.kind && one.token === other.token
}

/** Whether an answer may change the token that another one finds. Two calls that are answered commute. */
function changesToken({ token }: StepEffect): boolean {
  return token === 'brings' || token === 'asks'
}
