// A fault of an order of concurrent requests as callers get it: values, and the texts of them.
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import { addressOf } from '../evidence/read-request.ts'
import { bearerOf, issuedTokens } from '../evidence/tokens.ts'
import { Redaction, type RedactedFact, type RedactedStatement } from '../judge/redaction.ts'
import type { RaceFault, RaceRequest } from '../races/judge-race.ts'
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
export function toRaceFinding({ race: { order, tasks }, steps, ...fault }: RaceFault): RaceFinding {
  const { requirement, verdict } = fault
  const redaction = new Redaction()
  for (const { run } of tasks) redaction.learn(run)
  // A request that is answered at once is one line.
  const lines = steps.filter((step, index) => step !== steps[index - 1])
  const lineOf = (request: unknown) => lines.findIndex((step) => step === request) + 1
  const served = (request: RaceRequest): string => {
    const bearer = bearerOf(request)
    const issued = issuedTokens(tasks[0]!.run).find(({ accessToken }) => accessToken === bearer)
    const line = lineOf(issued?.request)
    const token = line > 0 ? `the token of step ${line}` : 'the old token'
    const what = `${request.method} ${addressOf(request)}${bearer === undefined ? '' : ` with ${token}`}`
    const delay = steps[steps.indexOf(request) + 1] === request ? '' : ', still on its way'
    return `${request.task}: ${what} → ${request.answer?.status ?? 'no answer'}${delay}`
  }
  const texts = lines.map((step, index) => {
    if (step === 'event') return eventTexts[order.event]
    const line = lineOf(step)
    return line > index ? served(step) : `${step.task}: the answer of step ${line} arrives`
  })
  return {
    requirement,
    verdict,
    ...redaction.statement(fault, lineOf),
    schedule: redaction.text(texts.map((text, index) => `${index + 1}. ${text}`).join('\n')),
    replay: order,
  }
}
