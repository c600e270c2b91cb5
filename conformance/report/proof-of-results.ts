import { checks } from '../checks/checks.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { clauseOf } from '../judge/check-runner.ts'
import { type Check, isPassive } from '../judge/define-check.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import { messageOf } from '../wording/text.ts'
import type { JudgedAnew, Unjudged } from './judge-anew.ts'
import { counted } from './text.ts'

/** The faults in the results of a run, by their evidence. */
export interface Proof {
  /** The contradictions, a sentence each. */
  readonly contradictions: readonly string[]
  /** The parts that nobody can work out anew, a sentence each. */
  readonly gaps: readonly string[]
}

const byId: ReadonlyMap<string, Check> = new Map(checks.map((check) => [check.id, check]))

const unjudged: Readonly<Record<Unjudged, string>> = {
  unrecorded:
    'no verdict was worked out anew: report.har does not say in which order its exchanges came, as that of a run that was ended early, or of an earlier kit',
  lost: 'no verdict was worked out anew: report.har has only the head of a response that the run depends on',
  other: 'no verdict was worked out anew: the kit asks for something else than report.har has',
}

/** The most problems of a kind that are named. */
const mostNamed = 20

/**
 * Compares the results of a run with the checks of this kit, with their evidence, with the exchanges of the run, and
 * with what comes out when these are judged again.
 */
export function proofOf(
  { results, requests, startedAt, durationMs }: RunResult,
  exchanges: readonly Exchange[],
  judged: JudgedAnew | Unjudged,
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
  const absent = requests - exchanges.length
  const isJudged = typeof judged !== 'string'
  return {
    contradictions: [
      ...contradictions,
      ...(isJudged ? deniedBy(judged, results, exchanges) : []),
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
      ...(isJudged ? [] : [unjudged[judged]]),
      // Requests that got no answer, or were told to come later, are not in the HAR.
      ...(absent > 0 && !isJudged
        ? [`report.har lacks ${counted(absent, 'exchange')} of a run with ${counted(requests, 'request')}`]
        : []),
    ],
  }
}

/** The contradictions between results and what the exchanges lead to. */
function deniedBy(
  { others, strange, hasOtherFindings }: JudgedAnew,
  results: readonly CheckResult[],
  exchanges: readonly Exchange[],
): readonly string[] {
  const found = new Map(results.map(({ check, verdict }) => [check, verdict]))
  return [
    ...others.slice(0, mostNamed).map(({ check, verdict = 'nothing' }) => {
      const said = found.get(check) ?? 'nothing'
      return `The result of ${check} cannot be: the exchanges of report.har lead to ${verdict === said ? `another ${verdict}` : `${verdict}, not ${said}`}`
    }),
    ...strange.slice(0, mostNamed).map((index) => {
      const { method, url } = exchanges[index]!.request
      return `Exchange ${index + 1} of report.har cannot be: the kit does not send this ${method} ${url} there`
    }),
    ...(hasOtherFindings ? ['The findings of the run are not those that the exchanges of report.har lead to'] : []),
  ]
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
