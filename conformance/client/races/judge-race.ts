// What one order of concurrent requests shows about a client.
import { textOf } from '../../wording/text.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import { answerJson, formOf } from '../evidence/read-request.ts'
import { bearerOf, isRefresh, isSame, isUnauthenticated } from '../evidence/tokens.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import type { Outcome, OutcomeRun } from '../tasks/outcome.ts'
import type { ClientTask } from '../tasks/task.ts'
import { tokenObject } from '../../reading/token-answer.ts'

/** What happens once while concurrent tasks are under way, besides their requests. */
export type RaceEvent = 'expiry' | 'revocation'

/** A request that the service served. Its moments are numbers of steps: -1 before the tasks began together. */
export interface RaceRequest {
  readonly task: ClientTask
  readonly sentAt: number
  readonly servedAt: number
  /** Infinity: the client did not get the answer. */
  readonly answeredAt: number
  readonly received: ReceivedRequest
}

/** The service does what a request asks for, the client gets the answer, or the token ends, without a request. */
export interface RaceStep {
  readonly kind: 'served' | 'answered' | 'event'
  readonly request?: RaceRequest
}

/** A task that a client did beside others. */
export interface RacedTask {
  readonly task: ClientTask
  /** The requirement that a wrong value fails where no request was refused. */
  readonly tests: ClientRequirementId
  readonly run: OutcomeRun
  readonly endedAt: number
}

/** Tasks that a client did at the same time, step by step. */
export interface RaceRun {
  readonly event: RaceEvent
  readonly steps: readonly RaceStep[]
  /** In the order in which they were served. */
  readonly requests: readonly RaceRequest[]
  readonly tasks: readonly RacedTask[]
}

/** A fault, and how many steps show it. */
export interface RaceFault {
  readonly requirement: ClientRequirementId
  readonly message: string
  readonly length: number
}

/** The faults that an order shows. Several may be of one requirement. */
export function judgeRace(race: RaceRun): readonly RaceFault[] {
  const faults = [...race.tasks.map((task) => lostTask(race, task)), doubleWrite(race), usedRefresh(race)]
  return [...faults, refreshHerd(race)].filter((fault) => fault !== undefined)
}

/** A task that ends otherwise than alone. */
function lostTask(race: RaceRun, { task, tests, run, endedAt }: RacedTask): RaceFault | undefined {
  const outcome = task.judge(run)
  const wrong = outcome.kind === 'wrong' ? (outcome.requirement ?? tests) : 'client.expired-token'
  if (outcome.kind === 'right' || wrong === 'client.writes-once') return undefined
  const answers = race.requests
    .filter(({ answeredAt }) => answeredAt < endedAt)
    .toSorted((one, other) => one.answeredAt - other.answeredAt)
  const refused = answers.findLast((one) => one.task === task && isUnauthenticated(one.received, run.dialect))
  if (refused && isNewestRefused(refused, answers, run)) return undefined
  const renewal = answers.findLast((one) => asksToken(one))
  const isRefreshRefused = refused && renewal && isRefusedRefresh(renewal) && renewal.answeredAt > refused.answeredAt
  return {
    requirement: isRefreshRefused ? 'client.refresh-refused' : refused ? 'client.expired-token' : wrong,
    message: `expected ${task.name} to succeed after the ${race.event} of the token; got ${failureOf(outcome, run)}`,
    length: Math.min(endedAt, race.steps.length),
  }
}

/**
 * Whether a request was refused with one token, and then with the newest that had come. A careful client repeats a
 * request once (clause 5.2 says no more), so this is no fault of its order of steps.
 */
function isNewestRefused(second: RaceRequest, answers: readonly RaceRequest[], { dialect }: OutcomeRun): boolean {
  const before = answers.filter(({ answeredAt }) => answeredAt < second.sentAt)
  const bearer = bearerOf(second.received)
  const isFirst = ({ task, received }: RaceRequest) =>
    isUnauthenticated(received, dialect) &&
    task === second.task &&
    isSame(received, second.received) &&
    bearerOf(received) !== bearer
  const issuing = before.filter((one) => issuedBy(one)).toSorted((one, other) => one.servedAt - other.servedAt)
  return before.some(isFirst) && issuing.length > 0 && issuedBy(issuing.at(-1)!) === bearer
}

function failureOf(outcome: Outcome, { reported }: OutcomeRun): string {
  if (reported.kind === 'error') return `the error ${JSON.stringify(reported.error)}`
  if (outcome.kind === 'wrong') return textOf(outcome.got)
  return 'why' in reported ? textOf(reported.why) : 'nothing'
}

/** A write that was done twice. */
function doubleWrite({ requests }: RaceRun): RaceFault | undefined {
  const done = requests.filter(
    (one) => !asksToken(one) && !/^(GET|HEAD)$/.test(one.received.method) && statusOf(one) < 300,
  )
  const second = done.find(({ received }, index) =>
    done.slice(0, index).some((first) => isSame(first.received, received) && first.received.body === received.body),
  )
  if (!second) return undefined
  const { method, path } = second.received
  const message = `expected one ${method} ${path} while a token is renewed; got two, both done`
  return { requirement: 'client.writes-once', message, length: second.servedAt + 1 }
}

/**
 * A refresh token that is sent after its successor came and was used. Until then, a request that runs beside may still
 * send the old one.
 */
function usedRefresh({ requests }: RaceRun): RaceFault | undefined {
  const again = requests.find((request) => {
    const exchanged = exchangedBy(request)
    const first = requests.find((one) => exchanged && exchangedBy(one) === exchanged && one.answeredAt < request.sentAt)
    const { access_token: successor, refresh_token: refreshToken = exchanged } = (first && tokensOf(first)) ?? {}
    const isUsed = requests.some((one) => one.sentAt < request.sentAt && bearerOf(one.received) === successor)
    return first !== undefined && refreshToken !== exchanged && isUsed
  })
  const message = 'expected the refresh token that was issued last; got one again whose successor was in use'
  return again && { requirement: 'client.refresh-token-issued', message, length: again.servedAt + 1 }
}

/** More new tokens than one, after one expiry, of a client whose tasks shared a token before. */
function refreshHerd({ event, steps, requests, tasks }: RaceRun): RaceFault | undefined {
  const eventAt = steps.findIndex(({ kind }) => kind === 'event')
  const used = requests.flatMap((one) => (one.servedAt < eventAt ? (bearerOf(one.received) ?? []) : []))
  const { dialect } = tasks[0]!.run
  const refusedAt = Math.min(
    ...requests.map((one) => (isUnauthenticated(one.received, dialect) ? one.answeredAt : Infinity)),
  )
  const asked = requests.filter((one) => asksToken(one) && one.task.name !== 'get-token' && one.sentAt > refusedAt)
  // A client that asks anew after its refresh was refused begins no other renewal.
  const renewals = steps.map((_step, index) => {
    const refused = asked.filter((one) => isRefusedRefresh(one) && one.answeredAt <= index)
    return asked.filter(({ sentAt }) => sentAt <= index + 1).length - refused.length
  })
  const index = renewals.findIndex((count) => count > 1)
  if (new Set(used).size > 1 || index < 0) return undefined
  const message = `expected one new token after one ${event}; got ${Math.max(...renewals)} requests for one`
  return { requirement: 'client.refresh-once', message, length: index + 1 }
}

const asksToken = ({ received }: RaceRequest) => received.path === '/oauth/token'
const statusOf = ({ received }: RaceRequest) => received.answer?.status ?? Infinity
const isRefusedRefresh = (one: RaceRequest) => asksToken(one) && isRefresh(one.received) && statusOf(one) >= 400
const tokensOf = (one: RaceRequest) => (asksToken(one) ? tokenObject(answerJson(one.received)) : undefined)
const exchangedBy = (one: RaceRequest) => (asksToken(one) ? formOf(one.received).get('refresh_token') : null)

/** The access token in the answer to a request. */
export function issuedBy(request: RaceRequest): unknown {
  return tokensOf(request)?.['access_token']
}
