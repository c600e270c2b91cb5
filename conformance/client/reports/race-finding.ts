// A fault of an order of concurrent requests as callers get it: values, and the texts of them.
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import { addressOf } from '../evidence/read-request.ts'
import { bearerOf, issuedTokens } from '../evidence/tokens.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import { Redaction, type RedactedFact, type RedactedStatement } from '../judge/redaction.ts'
import type { RaceConclusion, RaceRun, RaceStep } from '../races/judge-race.ts'
import type { RaceEvent, RaceOrder } from '../races/orders.ts'

/** A fault that an order of requests shows, without secrets. */
export interface RaceFinding extends RedactedStatement {
  /** The requirement that is not kept. */
  readonly requirement: ClientRequirementId
  /** `fail`, `advice` or `observed`, by the level of the requirement. */
  readonly verdict: ClientVerdict
  /** The fact that shows it. Requests are told by their lines in `schedule`, from 1; 0 is before the first. */
  readonly fact?: RedactedFact | undefined
  /** The shortest order that showed it, as a numbered list up to where it shows. */
  readonly schedule: string
  /** The order, to play it again: `exploreRaces(driver, { replay })`. */
  readonly replay: RaceOrder
}

const eventTexts: Readonly<Record<RaceEvent, string>> = {
  expiry: 'the access token expires',
  revocation: 'the access token and its refresh token are revoked',
}

/** Takes the secrets out of a fault, and makes its texts. */
export function toRaceFinding({ order, steps, tasks }: RaceRun, { length, ...fault }: RaceConclusion): RaceFinding {
  const redaction = new Redaction()
  for (const { run } of tasks) redaction.learn(run)
  // A request that is answered at once is one line.
  const isAtOnce = (step: RaceStep | undefined, next: RaceStep | undefined) =>
    next?.kind === 'answered' && next.request === step?.request
  const printed = steps.slice(0, isAtOnce(steps[length - 1], steps[length]) ? length + 1 : length)
  const lines = printed.filter((step, index) => !isAtOnce(printed[index - 1], step))
  const lineOf = (request: ReceivedRequest) => lines.findIndex((step) => step.request === request) + 1
  const textOf = (step: RaceStep): string => {
    const { kind, request } = step
    if (!request) return eventTexts[order.event]
    if (kind === 'answered') return `${request.task}: the answer of step ${lineOf(request)} arrives`
    const bearer = bearerOf(request)
    const issued = issuedTokens(tasks[0]!.run).find(({ accessToken }) => accessToken === bearer)
    const line = issued ? lineOf(issued.request) : 0
    const token = line > 0 ? `the token of step ${line}` : 'the old token'
    const what = `${request.method} ${addressOf(request)}${bearer === undefined ? '' : ` with ${token}`}`
    const delay = isAtOnce(step, printed[printed.indexOf(step) + 1]) ? '' : ', still on its way'
    return `${request.task}: ${what} → ${request.answer?.status ?? 'no answer'}${delay}`
  }
  const { requirement, verdict } = fault
  return {
    requirement,
    verdict,
    ...redaction.statement(fault, lineOf),
    schedule: redaction.text(lines.map((step, index) => `${index + 1}. ${textOf(step)}`).join('\n')),
    replay: order,
  }
}
