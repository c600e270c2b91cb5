// What one schedule of concurrent tasks shows about a client.
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import { bearerOf } from '../evidence/tokens.ts'
import type { Outcome, OutcomeRun } from '../tasks/outcome.ts'
import type { ClientTask } from '../tasks/task.ts'
import type { RaceEvent, RaceStep } from './step.ts'

/** Tasks that a client did at the same time, step by step. */
export interface RaceRun {
  readonly event: RaceEvent
  readonly steps: readonly RaceStep[]
  /** The concurrent tasks with what each reported, in their order. They share the transcript and the world. */
  readonly tasks: readonly { readonly task: ClientTask; readonly run: OutcomeRun }[]
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

/** The faults that a schedule shows, one for each requirement. */
export function judgeRace(race: RaceRun): readonly RaceFault[] {
  return [lostRetry(race), doubleCreate(race), refreshHerd(race)].filter((fault) => fault !== undefined)
}

/** A task that ends otherwise than alone, as its request was refused and not repeated with a new token. */
function lostRetry({ event, steps, tasks }: RaceRun): RaceFault | undefined {
  for (const [place, { task, run }] of tasks.entries()) {
    const outcome = task.judge(run)
    if (outcome.kind === 'right' || (outcome.kind === 'wrong' && outcome.requirement === 'client.writes-once')) continue
    const end = steps.findIndex(({ ended }) => ended.includes(place))
    return {
      requirement: 'client.expired-token',
      message: `expected ${task.name} to succeed after the ${event} of the token; got ${textOf(outcome, run)}`,
      length: end < 0 ? steps.length : end + 1,
    }
  }
  return undefined
}

function textOf(outcome: Outcome, { reported }: OutcomeRun): string {
  if (reported.kind === 'error') return `the error ${JSON.stringify(reported.error)}`
  if (outcome.kind === 'wrong') return outcome.got
  return 'why' in reported ? reported.why : 'nothing'
}

/** A write that was done twice. */
function doubleCreate({ event, steps }: RaceRun): RaceFault | undefined {
  const last = steps.findIndex(({ written }) => written > 0)
  if (last < 0) return undefined
  const { method, path } = steps[last]!
  return {
    requirement: 'client.writes-once',
    message: `expected one ${method} ${path} around the ${event} of a token; got two, both done`,
    length: last + 1,
  }
}

/** More new tokens than one, after one expiry, of a client whose tasks shared a token before. */
function refreshHerd({ event, steps, tasks, before }: RaceRun): RaceFault | undefined {
  const { requests } = tasks[0]!.run.transcript
  // The event is no request.
  const place = steps.findIndex(({ effect }) => effect.kind === 'event')
  if (place < 0) return undefined
  const old = new Set(
    requests
      .slice(0, before + place)
      .map(bearerOf)
      .filter(isText),
  )
  const refused = steps.filter(({ effect }) => effect.refused && effect.kind === 'call').length
  if (old.size > 1 || refused === 0) return undefined
  // A refused refresh is followed by a request with the client's credentials.
  const isHerd = ({ tokensAsked }: RaceStep) => tokensAsked > (event === 'expiry' ? 1 : 2)
  const last = steps.findIndex(isHerd)
  if (last < 0) return undefined
  return {
    requirement: 'client.refresh-once',
    message: `expected one new token after one ${event}; got ${steps.at(-1)!.tokensAsked} requests for one`,
    length: last + 1,
  }
}

function isText(value: string | undefined): value is string {
  return value !== undefined
}
