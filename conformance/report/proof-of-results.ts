import { checks } from '../checks/checks.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { clauseOf } from '../judge/to-result.ts'
import { type Check, isPassive } from '../judge/define-check.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import { messageOf } from '../wording/text.ts'
import { counted } from './text.ts'

/** The faults in the results of a run, by what the kit writes and by their evidence. */
export interface Proof {
  /** The contradictions, a sentence each. */
  readonly contradictions: readonly string[]
  /** The parts of a whole run that are missing, a sentence each. */
  readonly gaps: readonly string[]
}

const byId: ReadonlyMap<string, Check> = new Map(checks.map((check) => [check.id, check]))

/** Compares the results of a run with the checks of this kit, with their evidence, and with the exchanges of the run. */
export function proofOf(
  { results, requests, startedAt, durationMs }: RunResult,
  exchanges: readonly Exchange[],
): Proof {
  const seen = new Set(exchanges.map(keyOf))
  const found = new Set<string>()
  const contradictions = results.flatMap((result) => {
    const problems = found.has(result.check) ? ['it is there twice'] : problemsOf(result, seen)
    found.add(result.check)
    return problems.map((problem) => `The result of ${result.check} cannot be: ${problem}`)
  })
  const strange = exchanges.filter(
    (exchange) => exchange.startedAt < startedAt || exchange.startedAt > startedAt + durationMs,
  ).length
  const missing = checks.filter(({ id }) => !found.has(id)).length
  return {
    contradictions: [
      ...contradictions,
      ...(exchanges.length > requests
        ? [`report.har has ${counted(exchanges.length, 'exchange')} of a run with ${counted(requests, 'request')}`]
        : []),
      ...(strange > 0 ? [`${counted(strange, 'exchange')} of report.har began before the run or after it`] : []),
    ],
    gaps: [
      ...(missing > 0
        ? [`${missing} of the ${counted(checks.length, 'check')} of this kit have no result: the run asked a choice`]
        : []),
      ...(requests === 0 ? ['the run sent no request, so none of its verdicts is about an answer of the target'] : []),
    ],
  }
}

/** The reasons why no run of this kit can have made a result. */
function problemsOf(result: CheckResult, seen: ReadonlySet<string>): readonly string[] {
  const { check, requirement, clause, verdict, message, fact, cause, suspected, reproduce, evidence } = result
  const known = byId.get(check)
  if (!known) return ['this kit has no such check']
  const isOpen = verdict !== 'pass' && verdict !== 'fail' && verdict !== 'observed' && verdict !== 'error'
  const inBrowser = !isPassive(known) && known.inBrowser === true
  const lost = evidence.filter((exchange) => !seen.has(keyOf(exchange))).length
  return [
    ...(requirement === known.requirement ? [] : [`the check decides ${known.requirement}, not ${requirement}`]),
    ...(clause === clauseOf(requirement)
      ? []
      : [`its requirement is in clause ${clauseOf(requirement)}, not ${clause}`]),
    ...(message === messageOf(result) ? [] : ['its message is not what it says']),
    ...(verdict === 'fail' && !fact ? ['a failure has a fact'] : []),
    ...(verdict !== 'fail' && verdict !== 'observed' && fact ? [`${verdict} has no fact`] : []),
    ...(verdict === 'pass' && (cause ?? suspected ?? reproduce) !== undefined ? ['pass has no cause'] : []),
    ...(verdict === 'pass' && evidence.length > 0 ? ['pass keeps no evidence'] : []),
    ...(isOpen && !cause ? [`${verdict} has a cause`] : []),
    ...(verdict === 'fail' && fact && !inBrowser && evidence.at(-1)?.request !== fact.at.request
      ? ['its evidence does not end with the exchange that decided']
      : []),
    ...(lost > 0 ? [`${counted(lost, 'exchange')} of its evidence are not in report.har`] : []),
  ]
}

/** An exchange by what every part of a bundle says about it. */
function keyOf({ request, response, startedAt, durationMs }: Exchange): string {
  return JSON.stringify([request.method, request.url, response.status, startedAt, durationMs])
}
