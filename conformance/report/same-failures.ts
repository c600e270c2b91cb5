// Failures for one reason are one entry of a report, with the places where they were seen.
import { operationOf } from '../catalogue/operations.ts'
import { namedIn } from '../conclusions/cause.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { type Fact, factMembers } from '../conclusions/fact.ts'
import type { CheckResult } from '../judge/result.ts'
import type { RequirementOutcome } from './outcomes.ts'
import { isUndecided } from './score.ts'

/** The failures among some results, those for one reason together. */
export function sameFailures(results: readonly CheckResult[]): readonly (readonly CheckResult[])[] {
  const failed = results.filter(({ verdict }) => verdict === 'fail')
  return [...Map.groupBy(failed, ({ fact, check }) => (fact ? reasonOf(fact) : check)).values()]
}

/**
 * Identifies a reason: a kind of fact with the part of it that does not depend on the place, and the status that came.
 */
function reasonOf(fact: Fact): string {
  return JSON.stringify([fact.kind, detailOf(fact), factMembers(fact), fact.at.response.status])
}

function detailOf(fact: Fact): unknown {
  switch (fact.kind) {
    case 'status':
      return fact.wanted
    case 'header':
      return fact.name
    case 'link':
      return fact.relation
    case 'credential':
      return fact.works
    default:
      return undefined
  }
}

/** The place of an exchange: its method, and the path as it is documented. */
export function placeText({ request: { method, url, operation } }: Exchange): string {
  return `${method} ${operation === undefined ? new URL(url).pathname : operationOf(operation).path}`
}

/** The results that wait for a failed requirement: they name it, or one of its failed checks, as their cause. */
export function waitingFor(
  { requirement, results }: RequirementOutcome,
  all: readonly CheckResult[],
): readonly CheckResult[] {
  const names = new Set<string>([
    requirement.id,
    ...results.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check),
  ])
  return all.filter(
    ({ verdict, cause }) =>
      isUndecided(verdict) && cause !== undefined && namedIn(cause).some((name) => names.has(name)),
  )
}
