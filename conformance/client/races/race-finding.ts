// The findings about a client in one order of concurrent requests, as values and as texts.
import type { Statement } from '../../conclusions/conclusion.ts'
import { changeOutsideValues } from '../../conclusions/kinds.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import {
  type ClientVerdict,
  type ClientCause,
  type ClientFact,
  clientFactKinds,
} from '../conclusions/client-conclusion.ts'
import { refreshTokenIssued } from '../checks/token-requests.ts'
import { refreshOnce } from '../checks/token-renewal.ts'

import {
  sentBearer,
  isRefreshRequest,
  sameRequest,
  issuedTokens,
  isUnauthenticated,
  tokenRequests,
} from '../evidence/tokens.ts'
import type { ClientExchange } from '../evidence/transcript.ts'
import { concludeReport, type JudgedPair } from '../judge/conclude-report.ts'
import type { ClientResult } from '../judge/client-result.ts'
import { judgeRequests } from '../judge/judge-run.ts'
import { Redaction } from '../judge/redaction.ts'
import type { TaskName } from '../tasks/names.ts'
import type { OutcomeRun } from '../tasks/task.ts'
import type { ScenarioFacts } from '../tasks/scenarios.ts'
import type { RaceOrder } from './orders.ts'

/** A fault in one order of requests, without secrets. */
export interface RaceFinding extends Statement<ClientFact<number>, ClientCause> {
  /** The requirement that was not kept. */
  readonly requirement: ClientRequirementId
  /** `fail`, `advice` or `observed`, by the level of the requirement. */
  readonly verdict: ClientVerdict
  /** The fact that proves it. Requests are given as line numbers of `schedule`, from 1; 0 is before the first line. */
  readonly fact?: ClientFact<number> | undefined
  /** The text of the statement. */
  readonly message: string
  /** The order of the requests, as a numbered list that ends where the fault shows. */
  readonly schedule: string
}

/** A request of a race. The order of the race decides when its answer is sent. */
export interface RaceExchange extends ClientExchange {
  /** The task that sent it; undefined if the client sent it by itself. */
  readonly task: TaskName | undefined
}

/** Tasks that a client did concurrently. */
export interface Race {
  readonly order: RaceOrder
  /** The position of the expiry among all arrivals and answers; infinite if it did not happen. */
  readonly happened: number
  /** In the order of arrival. They are the transcript of each task. */
  readonly exchanges: readonly RaceExchange[]
  readonly tasks: readonly Omit<JudgedPair, 'scenario'>[]
}

/** A requirement that was not kept, or a herd. */
export interface RaceFault extends ClientResult {
  readonly race: Race
  /**
   * The steps until the fault shows: the expiry, and each request twice, when it takes effect and when it is answered.
   */
  readonly steps: readonly (RaceExchange | 'expiry')[]
}

/** The faults of a race, each with a fact. */
export function findRaceFaults(race: Race): readonly RaceFault[] {
  const sent = judgeRequests(race.tasks[0]!.run, [refreshTokenIssued, refreshOnce])
  const conclusions = [...race.tasks.map((pair) => judgeTask(race, pair)), ...sent].filter(({ fact }) => fact)
  return conclusions.map((conclusion) => {
    const last = race.exchanges.find((exchange) => exchange.task && exchange === conclusion.evidence.at(-1))
    return { ...conclusion, race, steps: raceSteps(last?.answered ?? Infinity, race) }
  })
}

/** Compares the outcome of a task with its outcome without concurrency. */
function judgeTask({ exchanges }: Race, pair: Race['tasks'][number]): ClientResult {
  const { run, task } = pair
  // Another task may repeat its request after it got the new token.
  const sent = exchanges.filter((exchange) => exchange.task === task.name)
  const isAgain = (exchange: RaceExchange) => sentBearer(exchange) && sent.some((first) => sameRequest(first, exchange))
  const evidence = exchanges.filter((exchange) => exchange.task === task.name || isAgain(exchange))
  const refused = evidence.filter((exchange) => isUnauthenticated(exchange, run.dialect))
  const conclusion = concludeReport({ ...pair, scenario: findRaceScenario(refused, run) })
  return { ...conclusion, expected: phrase`${conclusion.expected ?? phrase``} of ${task.name}`, evidence }
}

/** The scenario of a task in a race; undefined if none of its requests was refused. */
function findRaceScenario(refused: readonly RaceExchange[], run: OutcomeRun): ScenarioFacts | undefined {
  const last = refused.at(-1)
  if (!last) return undefined
  const renewal = tokenRequests(run).findLast(({ arrived }) => arrived > last.arrived)
  const isLost = renewal && isRefreshRequest(renewal) && !(renewal.response && renewal.response.status < 300)
  // A careful client repeats a request once, with its current token. It cannot know that this token has also expired.
  const dead = new Set(refused.map(sentBearer))
  const told = (refused.at(-2) ?? last).answered ?? 0
  const hadLive = issuedTokens(run).some(
    ({ accessToken, exchange: { answered = Infinity } }) => !dead.has(accessToken) && answered < told,
  )
  return {
    name: 'expiry',
    tests: isLost ? 'client.refresh-refused' : 'client.expired-token',
    tasks: [],
    allows: dead.size > 1 && !hadLive ? 'valueOrError' : 'value',
    happened: () => true,
  }
}

function raceSteps(end: number, { happened, exchanges }: Race): RaceFault['steps'] {
  const steps: { at: number; step: RaceExchange | 'expiry' }[] = [{ at: happened, step: 'expiry' }]
  for (const step of exchanges.filter(({ task }) => task)) {
    const { arrived, answered = Infinity } = step
    // A token request, or a request before the expiry, takes effect before its answer, and others may be answered in
    // between.
    const isAhead = step.request.operation === 'oauth.token' || arrived < happened
    steps.push({ at: isAhead || answered === Infinity ? arrived : answered, step }, { at: answered, step })
  }
  const until = steps.filter(({ at }) => at < Infinity && at <= end)
  return until.toSorted((left, right) => left.at - right.at).map(({ step }) => step)
}

/** Removes secrets from a fault and writes its texts. */
export function toRaceFinding({ race: { tasks }, steps, ...fault }: RaceFault): RaceFinding {
  const { requirement, verdict } = fault
  const redaction = new Redaction()
  for (const { run } of tasks) redaction.learn(run)
  // A request that is answered immediately takes one line.
  const lines = steps.filter((step, index) => step !== steps[index - 1])
  const lineOf = (exchange: unknown) => lines.findIndex((step) => step === exchange) + 1
  const issued = issuedTokens(tasks[0]!.run)
  const texts = lines.map((step, index) => {
    if (step === 'expiry') return 'the access token expires'
    const line = lineOf(step)
    if (line <= index) return `${step.task}: the answer of step ${line} arrives`
    const bearer = sentBearer(step)
    const tokenLine = lineOf(issued.find(({ accessToken }) => accessToken === bearer)?.exchange)
    const token = tokenLine > 0 ? `the token of step ${tokenLine}` : 'the old token'
    const what = `${step.request.method} ${step.request.url}${bearer === undefined ? '' : ` with ${token}`}`
    const delay = steps[steps.indexOf(step) + 1] === step ? '' : ', still on its way'
    return `${step.task}: ${what} → ${step.response?.status ?? 'no answer'}${delay}`
  })
  const schedule = redaction.text(texts.map((text, index) => `${index + 1}. ${text}`).join('\n'))
  const { expected, got, message } = redaction.show(fault)
  const change = { exchange: lineOf, text: (text: string) => redaction.text(text) }
  return {
    requirement,
    verdict,
    expected,
    got,
    fact: fault.fact && (changeOutsideValues(clientFactKinds, fault.fact, change) as ClientFact<number>),
    message,
    schedule,
  }
}
