// The findings about a client in one order of concurrent requests: values, and the texts of them.
import type { Statement } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import type { ClientCause } from '../conclusions/client-cause.ts'
import type { ClientFact } from '../conclusions/client-fact.ts'
import { refreshTokenIssued } from '../checks/token-requests.ts'
import { refreshOnce } from '../checks/token-renewal.ts'

import { bearerOf, isRefresh, isSame, issuedTokens, isUnauthenticated, tokenRequests } from '../evidence/tokens.ts'
import type { ClientExchange } from '../evidence/transcript.ts'
import { concludeReport, type Decision, type JudgedPair } from '../judge/conclude-report.ts'
import { judgeRequests } from '../judge/judge-run.ts'
import { Redaction } from '../judge/redaction.ts'
import type { TaskName } from '../tasks/names.ts'
import type { OutcomeRun } from '../tasks/outcome.ts'
import type { ScenarioFacts } from '../tasks/scenarios.ts'
import type { RaceOrder } from './orders.ts'

/** A fault that an order of requests shows, without secrets. */
export interface RaceFinding extends Statement<ClientFact<number>, ClientCause> {
  /** The requirement that is not kept. */
  readonly requirement: ClientRequirementId
  /** `fail`, `advice` or `observed`, by the level of the requirement. */
  readonly verdict: ClientVerdict
  /** The fact that shows it. Requests are told by their lines in `schedule`, from 1; 0 is before the first. */
  readonly fact?: ClientFact<number> | undefined
  /** The text of the statement. */
  readonly message: string
  /** The order that showed it, as a numbered list up to where it shows. */
  readonly schedule: string
}

/** A request of a race. Its client gets the answer in a turn. */
export interface RaceExchange extends ClientExchange {
  /** The task that sent it; undefined for what the client sent by itself. */
  readonly task: TaskName | undefined
}

/** Tasks that a client did at the same time. */
export interface Race {
  readonly order: RaceOrder
  /** The place of the expiry among all arrivals and answers; infinite where it did not come. */
  readonly happened: number
  /** In the order of arrival. Each task has them all as its transcript. */
  readonly exchanges: readonly RaceExchange[]
  readonly tasks: readonly Omit<JudgedPair, 'scenario'>[]
}

/** A requirement that was not kept, or a herd. */
export interface RaceFault extends Decision {
  readonly race: Race
  /** The expiry, and each request of a task where it acts and again where it is answered, until the fault shows. */
  readonly steps: readonly (RaceExchange | 'expiry')[]
}

/** The faults that a race shows, each by a fact. */
export function faultsOf(race: Race): readonly RaceFault[] {
  const sent = judgeRequests(race.tasks[0]!.run, [refreshTokenIssued, refreshOnce])
  const conclusions = [...race.tasks.map((pair) => judgeTask(race, pair)), ...sent].filter(({ fact }) => fact)
  return conclusions.map((conclusion) => {
    const last = race.exchanges.find((exchange) => exchange.task && exchange === conclusion.evidence?.at(-1))
    return { ...conclusion, race, steps: stepsUntil(last?.answered ?? Infinity, race) }
  })
}

/** Compares the end of a task with the one that it has alone. */
function judgeTask({ exchanges }: Race, pair: Race['tasks'][number]): Decision {
  const { run, task } = pair
  // Another task, which got the new token, may send its request again.
  const sent = exchanges.filter((exchange) => exchange.task === task.name)
  const isAgain = (exchange: RaceExchange) => bearerOf(exchange) && sent.some((first) => isSame(first, exchange))
  const evidence = exchanges.filter((exchange) => exchange.task === task.name || isAgain(exchange))
  const refused = evidence.filter((exchange) => isUnauthenticated(exchange, run.dialect))
  const conclusion = concludeReport({ ...pair, scenario: scenarioOf(refused, run) })
  return { ...conclusion, expected: phrase`${conclusion.expected ?? phrase``} of ${task.name}`, evidence }
}

/** The scenario that a race is for a task: undefined where none of its requests was refused. */
function scenarioOf(refused: readonly RaceExchange[], run: OutcomeRun): ScenarioFacts | undefined {
  const last = refused.at(-1)
  if (!last) return undefined
  const renewal = tokenRequests(run).findLast(({ arrived }) => arrived > last.arrived)
  const isLost = renewal && isRefresh(renewal) && !(renewal.response && renewal.response.status < 300)
  // A careful client repeats a request once, with the token that it then has. Nothing tells it that this is dead, too.
  const dead = new Set(refused.map(bearerOf))
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

function stepsUntil(end: number, { happened, exchanges }: Race): RaceFault['steps'] {
  const steps: { at: number; step: RaceExchange | 'expiry' }[] = [{ at: happened, step: 'expiry' }]
  for (const step of exchanges.filter(({ task }) => task)) {
    const { arrived, answered = Infinity } = step
    // A token, or what was done before the expiry, acts before its answer, which others may overtake.
    const isAhead = step.request.operation === 'oauth.token' || arrived < happened
    steps.push({ at: isAhead || answered === Infinity ? arrived : answered, step }, { at: answered, step })
  }
  const until = steps.filter(({ at }) => at < Infinity && at <= end)
  return until.toSorted((left, right) => left.at - right.at).map(({ step }) => step)
}

/** Takes the secrets out of a fault, and makes its texts. */
export function toRaceFinding({ race: { tasks }, steps, ...fault }: RaceFault): RaceFinding {
  const { requirement, verdict } = fault
  const redaction = new Redaction()
  for (const { run } of tasks) redaction.learn(run)
  // A request that is answered at once is one line.
  const lines = steps.filter((step, index) => step !== steps[index - 1])
  const lineOf = (exchange: unknown) => lines.findIndex((step) => step === exchange) + 1
  const issued = issuedTokens(tasks[0]!.run)
  const texts = lines.map((step, index) => {
    if (step === 'expiry') return 'the access token expires'
    const line = lineOf(step)
    if (line <= index) return `${step.task}: the answer of step ${line} arrives`
    const bearer = bearerOf(step)
    const tokenLine = lineOf(issued.find(({ accessToken }) => accessToken === bearer)?.exchange)
    const token = tokenLine > 0 ? `the token of step ${tokenLine}` : 'the old token'
    const what = `${step.request.method} ${step.request.url}${bearer === undefined ? '' : ` with ${token}`}`
    const delay = steps[steps.indexOf(step) + 1] === step ? '' : ', still on its way'
    return `${step.task}: ${what} → ${step.response?.status ?? 'no answer'}${delay}`
  })
  const schedule = redaction.text(texts.map((text, index) => `${index + 1}. ${text}`).join('\n'))
  return { requirement, verdict, ...redaction.statement(fault, lineOf), schedule }
}
