// What one schedule of concurrent tasks shows about a client.
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import { bearerOf } from '../evidence/tokens.ts'
import type { Outcome, OutcomeRun } from '../tasks/outcome.ts'
import type { ClientTask } from '../tasks/task.ts'
import { lostBy } from './lost-by.ts'
import type { RaceEvent, RaceStep } from './step.ts'

/** A task that a client did beside others. */
export interface RacedTask {
  readonly task: ClientTask
  /** The requirement that a wrong value fails where no request was refused. */
  readonly tests: ClientRequirementId
  readonly run: OutcomeRun
}

/** Tasks that a client did at the same time, step by step. */
export interface RaceRun {
  readonly event: RaceEvent
  readonly steps: readonly RaceStep[]
  /** The concurrent tasks with what each reported, in their order. They share the transcript and the world. */
  readonly tasks: readonly RacedTask[]
  /** How many requests came before the first step. */
  readonly before: number
}

/** A fault that a schedule shows. */
export interface RaceFault {
  readonly requirement: ClientRequirementId
  readonly message: string
  /** How many steps show it. */
  readonly length: number
}

/** The faults that a schedule shows. Several may be of one requirement. */
export function judgeRace(race: RaceRun): readonly RaceFault[] {
  return [...lostTasks(race), doubleCreate(race), usedRefresh(race), refreshHerd(race)].filter(
    (fault) => fault !== undefined,
  )
}

/** Tasks that end otherwise than alone. */
function lostTasks({ event, steps, tasks }: RaceRun): readonly RaceFault[] {
  return tasks.flatMap(({ task, tests, run }, place) => {
    const outcome = task.judge(run)
    if (outcome.kind === 'right' || (outcome.kind === 'wrong' && outcome.requirement === 'client.writes-once'))
      return []
    const requirement = lostBy(steps, place, { outcome, tests })
    if (requirement === undefined) return []
    const end = steps.findIndex(({ ended }) => ended.includes(place))
    return [
      {
        requirement,
        message: `expected ${task.name} to succeed after the ${event} of the token; got ${textOf(outcome, run)}`,
        length: end < 0 ? steps.length : end + 1,
      },
    ]
  })
}

function textOf(outcome: Outcome, { reported }: OutcomeRun): string {
  if (reported.kind === 'error') return `the error ${JSON.stringify(reported.error)}`
  if (outcome.kind === 'wrong') return outcome.got
  return 'why' in reported ? reported.why : 'nothing'
}

/** A write that was done twice. */
function doubleCreate({ steps }: RaceRun): RaceFault | undefined {
  const last = steps.findIndex(({ written }) => written > 0)
  if (last < 0) return undefined
  const { method, path } = steps[last]!.request!
  return {
    requirement: 'client.writes-once',
    message: `expected one ${method} ${path} while a token is renewed; got two, both done`,
    length: last + 1,
  }
}

/**
 * A refresh token that is sent after its successor came and was used. Until then, a request that runs beside may still
 * send the old one.
 */
function usedRefresh({ steps }: RaceRun): RaceFault | undefined {
  const last = steps.findIndex(({ effect, request }) => {
    if (effect.kind !== 'served' || request?.exchanges === undefined) return false
    const successor = steps
      .slice(0, request.sentAt)
      .find((one) => one.effect.kind === 'answered' && one.request?.exchanges === request.exchanges)?.request
    if (successor?.issuedRefresh === undefined || successor.issuedRefresh === request.exchanges) return false
    return steps.some((one) => one.request?.bearer === successor.issued && one.request!.sentAt < request.sentAt)
  })
  if (last < 0) return undefined
  return {
    requirement: 'client.refresh-token-issued',
    message: 'expected the refresh token that was issued last; got one again whose successor was in use',
    length: last + 1,
  }
}

/** More new tokens than one, after one expiry, of a client whose tasks shared a token before. */
function refreshHerd({ event, steps, tasks, before }: RaceRun): RaceFault | undefined {
  const place = steps.findIndex(({ effect }) => effect.kind === 'event')
  if (place < 0) return undefined
  const { requests } = tasks[0]!.run.transcript
  const old = new Set([
    ...requests.slice(0, before).map(bearerOf),
    ...steps.slice(0, place).flatMap(({ request }) => request?.bearer),
  ])
  old.delete(undefined)
  const last = steps.findIndex(({ renewals }) => renewals > 1)
  if (old.size > 1 || last < 0) return undefined
  const most = Math.max(...steps.map(({ renewals }) => renewals))
  return {
    requirement: 'client.refresh-once',
    message: `expected one new token after one ${event}; got ${most} requests for one`,
    length: last + 1,
  }
}
