// What one order of concurrent requests shows about a client.
import { phrase } from '../../conclusions/phrase.ts'
import { refreshTokenIssued } from '../checks/credentials/refresh-token-issued.ts'
import { refreshOnce } from '../checks/credentials/token-economy.ts'
import {
  bearerOf,
  isAfter,
  isRefresh,
  isSame,
  issuedTokens,
  isUnauthenticated,
  tokenRequests,
} from '../evidence/tokens.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import { concludeReport, type Decision, type JudgedPair } from '../judge/conclude-report.ts'
import { judgeRequests } from '../judge/judge-run.ts'
import type { TaskName } from '../tasks/names.ts'
import type { OutcomeRun } from '../tasks/outcome.ts'
import type { ScenarioFacts } from '../tasks/scenario-facts.ts'
import type { RaceOrder } from './orders.ts'

/** A request of a race. It arrives when its client sends it, and is answered when the client gets the answer. */
export interface RaceRequest extends ReceivedRequest {
  /** The task that sent it; undefined for what the client sent by itself. */
  readonly task: TaskName | undefined
}

/** Tasks that a client did at the same time. The moments of its requests rise with its steps. */
export interface RaceRun {
  readonly order: RaceOrder
  /** The end of the token, and the requests of the tasks: each where it is served, and again where it is answered. */
  readonly steps: readonly (RaceRequest | 'event')[]
  /** In the order in which they were served. Each task has them all as its transcript. */
  readonly requests: readonly RaceRequest[]
  readonly tasks: readonly Omit<JudgedPair, 'scenario'>[]
}

/** A requirement that was not kept, or a herd. */
export interface RaceFault extends Decision {
  readonly race: RaceRun
  /** What happened until it showed. */
  readonly steps: RaceRun['steps']
}

/** The faults that an order shows, each by a fact. */
export function judgeRace(race: RaceRun): readonly RaceFault[] {
  const sent = judgeRequests(race.tasks[0]!.run, [refreshTokenIssued, refreshOnce])
  const found = [...race.tasks.map((pair) => judgeTask(race, pair)), ...sent].filter(({ fact }) => fact)
  return found.map((decision) => {
    const last = race.steps.findLastIndex((step) => step === decision.evidence.at(-1))
    return { ...decision, race, steps: last < 0 ? race.steps : race.steps.slice(0, last + 1) }
  })
}

/** Compares the end of a task with the one that it has alone. */
function judgeTask(
  { order, requests }: RaceRun,
  pair: Omit<JudgedPair, 'scenario'>,
): Decision & Pick<Required<Decision>, 'evidence'> {
  const { run, task } = pair
  // Another task, which got the new token, may send its request again.
  const sent = requests.filter((request) => request.task === task.name)
  const isAgain = (request: RaceRequest) => bearerOf(request) && sent.some((first) => isSame(first, request))
  const evidence = requests.filter((request) => request.task === task.name || isAgain(request))
  const refused = evidence.filter((request) => isUnauthenticated(request, run.dialect))
  const conclusion = concludeReport({ ...pair, scenario: scenarioOf(order, refused, run) })
  return { ...conclusion, expected: phrase`${conclusion.expected ?? phrase``} of ${task.name}`, evidence }
}

/** The scenario that an order is for a task: undefined where none of its requests was refused. */
function scenarioOf({ event }: RaceOrder, refused: readonly RaceRequest[], run: OutcomeRun): ScenarioFacts | undefined {
  const last = refused.at(-1)
  if (!last) return undefined
  const renewal = tokenRequests(run).findLast(({ arrived }) => arrived > last.arrived)
  const isLost = renewal && isRefresh(renewal) && !(renewal.answer && renewal.answer.status < 300)
  // A careful client repeats a request once. Nothing tells it that a token which came in between is dead, too.
  const dead = new Set(refused.map(bearerOf))
  const hasLive = issuedTokens(run).some(({ accessToken, request }) => !dead.has(accessToken) && isAfter(last, request))
  return {
    name: event,
    tests: isLost ? 'client.refresh-refused' : 'client.expired-token',
    tasks: [],
    allows: dead.size > 1 && !hasLive ? 'valueOrError' : 'value',
    happened: () => true,
  }
}
