import type { ClientRequirement } from '../../../conformance/client/catalogue/client-requirement.ts'
import { clientRequirement } from '../../../conformance/client/catalogue/requirements.ts'
import { trapOf } from '../../../conformance/client/reports/findings.ts'
import type { ShownResult } from '../../../conformance/client/judge/redaction.ts'
import type { RaceFinding } from '../../../conformance/client/reports/race-finding.ts'
import type { RaceReport } from './races/explore-races.ts'
import type { ShownRequest } from '../../../conformance/client/judge/shown-request.ts'

/** How many requests the message of a failed test shows. */
const shownRequests = 5

/** The message of a failed test: what was expected, what is specified, what the check waits for, what was sent. */
export function failureText(result: ShownResult, { clause, statement, careful }: ClientRequirement): string {
  const { check, message, verdict, requirement, evidence, scenario } = result
  const more = evidence.length - shownRequests
  return [
    verdict === 'fail' ? message : `${verdict}: ${message}`,
    `requirement ${requirement} (clause ${clause}): ${statement}`,
    ...(scenario === null ? [] : [`scenario: ${scenario}`]),
    `trap: ${trapOf(check, result)}`,
    ...(evidence.length === 0 ? [] : ['sent:', ...evidence.slice(0, shownRequests).map(requestText)]),
    ...(more > 0 ? [`  and ${more} more`] : []),
    `a careful client: ${careful}`,
  ].join('\n  ')
}

/** The message of an order of requests that shows a fault. */
export function raceText({ verdict, message, requirement, schedule, replay }: RaceFinding): string {
  const { clause, statement, careful } = clientRequirement(requirement)
  return [
    verdict === 'fail' ? message : `${verdict}: ${message}`,
    `requirement ${requirement} (clause ${clause}): ${statement}`,
    'the shortest schedule:',
    ...schedule.split('\n').map((line) => `  ${line}`),
    `a careful client: ${careful}`,
    `play it again: exploreRaces(driver, { replay: ${JSON.stringify(replay)} })`,
  ].join('\n  ')
}

/** What is said where orders are left that were not played. */
export function sampledText({ orders, played }: RaceReport): readonly string[] {
  return played < orders
    ? [`${played} of ${orders} orders were played: the seed chose them, as there was no time for all.`]
    : []
}

function requestText({ request, response }: ShownRequest): string {
  const body = request.body === undefined ? '' : ` ${request.body}`
  return `  ${request.method} ${request.url}${body}: ${response ? response.status : 'no answer'}`
}
