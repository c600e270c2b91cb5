// What one order of concurrent requests shows about a client.
import { phrase } from '../../conclusions/phrase.ts'
import { refreshTokenIssued } from '../checks/credentials/refresh-token-issued.ts'
import {
  bearerOf,
  isAfter,
  type IssuedTokens,
  isRefresh,
  isSame,
  issuedTokens,
  isUnauthenticated,
  tokenRequests,
} from '../evidence/tokens.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import { concludeReport, type Decision, type JudgedPair, notKept } from '../judge/conclude-report.ts'
import { isBroken } from '../judge/judge-run.ts'
import type { TaskName } from '../tasks/names.ts'
import type { RaceOrder } from './orders.ts'

/** A request of a race. It arrives when its client sends it, and is answered when the client gets the answer. */
export interface RaceRequest extends ReceivedRequest {
  /** The task that sent it; undefined for what the client sent by itself. */
  readonly task: TaskName | undefined
}

/** The service does what a request asks for, the client gets the answer, or the token ends, without a request. */
export interface RaceStep {
  readonly kind: 'served' | 'answered' | 'event'
  readonly request?: RaceRequest | undefined
}

/** Tasks that a client did at the same time. The moments of its requests rise with its steps. */
export interface RaceRun {
  readonly order: RaceOrder
  readonly steps: readonly RaceStep[]
  /** In the order in which they were served. Each task has them all as its transcript. */
  readonly requests: readonly RaceRequest[]
  readonly tasks: readonly Omit<JudgedPair, 'scenario'>[]
}

/** A requirement that was not kept, and how many steps show it. */
export interface RaceConclusion extends Decision {
  readonly length: number
}

/** The faults that an order shows. */
export function judgeRace(race: RaceRun): readonly RaceConclusion[] {
  const faults = [...race.tasks.map((task) => lostTask(race, task)), usedRefresh(race), refreshHerd(race)]
  return faults.filter((fault) => fault !== undefined)
}

/** A task that ends otherwise than alone. */
function lostTask(race: RaceRun, pair: Omit<JudgedPair, 'scenario'>): RaceConclusion | undefined {
  const { run, task } = pair
  // Another task, which got the new token, may send its request again.
  const sent = race.requests.filter((request) => request.task === task.name)
  const isAgain = (request: RaceRequest) => bearerOf(request) && sent.some((first) => isSame(first, request))
  const ofTask = race.requests.filter((request) => request.task === task.name || isAgain(request))
  const refused = ofTask.filter((request) => isUnauthenticated(request, run.dialect))
  const last = refused.at(-1)
  // A careful client repeats a request once. Nothing tells it that a token which came in between is dead, too.
  const dead = new Set(refused.map(bearerOf))
  const isLive = ({ accessToken, request }: IssuedTokens) => !dead.has(accessToken) && isAfter(last!, request)
  if (dead.size > 1 && !issuedTokens(run).some(isLive)) return undefined
  const renewal = tokenRequests(run).findLast(({ arrived }) => last && arrived > last.arrived)
  const tests = renewal && isRefresh(renewal) && !isDone(renewal) ? 'client.refresh-refused' : 'client.expired-token'
  const scenario = { name: race.order.event, tests, tasks: [], allows: 'value', happened: () => true } as const
  const conclusion = concludeReport({ ...pair, scenario: last && scenario })
  if (!isBroken(conclusion)) return undefined
  const expected = phrase`${conclusion.expected ?? phrase``} of ${task.name}`
  return { ...conclusion, expected, length: lengthTo(race, 'answered', ofTask.at(-1)) }
}

/** A refresh token that is sent although its successor is in use. */
function usedRefresh(race: RaceRun): RaceConclusion | undefined {
  const finding = refreshTokenIssued.judge(race.tasks[0]!.run)
  if (finding.kind !== 'broken') return undefined
  const { expected, got, fact, evidence } = finding
  const conclusion = notKept(refreshTokenIssued.requirement, { expected, got, fact })
  return { ...conclusion, length: lengthTo(race, 'served', evidence.at(-1)) }
}

/** More new tokens than one, where the tasks shared the refused one. */
function refreshHerd(race: RaceRun): RaceConclusion | undefined {
  const { run } = race.tasks[0]!
  const refused = race.requests.filter((request) => isUnauthenticated(request, run.dialect))
  const renewals = issuedTokens(run).filter(({ request }) => refused.some((earlier) => isAfter(request, earlier)))
  const second = renewals[1]?.request
  if (!second || new Set(refused.map(bearerOf)).size > 1) return undefined
  const conclusion = notKept('client.refresh-once', {
    expected: phrase`one new token after one ${race.order.event}`,
    got: phrase`${renewals.length} new tokens`,
    fact: { kind: 'requestExtra', at: second, count: renewals.length - 1 },
  })
  return { ...conclusion, length: lengthTo(race, 'served', second) }
}

const isDone = ({ answer }: ReceivedRequest) => answer !== undefined && answer.status < 300

/** How many steps there are to the one of a request. */
function lengthTo({ steps }: RaceRun, kind: RaceStep['kind'], request: ReceivedRequest | undefined): number {
  return steps.findLastIndex((step) => step.kind === kind && step.request === request) + 1 || steps.length
}
