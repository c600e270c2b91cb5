import type { TaskName } from '../tasks/names.ts'

/** What happens once while concurrent tasks are under way, besides their requests. */
export type RaceEvent = 'expiry' | 'revocation'

/** What a step did: what the order of two steps matters for. */
export interface StepEffect {
  /** The task that sent the request, by its place among the concurrent tasks; undefined for the event. */
  readonly task: number | undefined
  /** `token`: a request to the token endpoint. `call`: any other. */
  readonly kind: 'event' | 'token' | 'call'
  /** Whether the request was refused as unauthenticated. */
  readonly refused: boolean
  /** The path that it writes to; undefined for a read. */
  readonly writes: string | undefined
  /** Whether the task sends more after the answer. */
  readonly goesOn: boolean
  /** Whether the client then sent a request to the token endpoint. */
  readonly asksToken: boolean
}

/** One step of a schedule: an answered request, or the event. */
export interface RaceStep {
  /** Names the step in every schedule of the same tasks: the place of the task and that of its request, or `event`. */
  readonly id: string
  readonly taskName: TaskName | undefined
  readonly method: string
  /** The path below the base URL, with the query. */
  readonly path: string
  readonly status: number | undefined
  readonly effect: StepEffect
  /** The tasks that ended after it, by their places. */
  readonly ended: readonly number[]
  /** How many requests to the token endpoint were sent since the event, those that wait included. */
  readonly tokensAsked: number
  /** How many requests that write and are the same as another have succeeded. */
  readonly written: number
}

/** Whether the order of two steps of one schedule can matter. Two reads that are answered commute. */
export function isDependent(one: StepEffect, other: StepEffect): boolean {
  if (one.task !== undefined && one.task === other.task) return true
  if (one.kind === 'event' || other.kind === 'event') return true
  if (one.kind === 'token' && other.kind === 'token') return true
  if (one.writes !== undefined && one.writes === other.writes) return true
  // Of refused requests, it matters which one makes the client ask for a token, and which come after it has one.
  const changesToken = (step: StepEffect) => step.kind === 'token' || step.asksToken
  // A request that was answered with success needs no token, unless its task sends another request.
  const needsToken = (step: StepEffect) => changesToken(step) || step.refused || step.goesOn
  return (changesToken(one) && needsToken(other)) || (changesToken(other) && needsToken(one))
}
