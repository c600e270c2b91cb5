import { type Advice, adviceFor } from '../catalogue/advice.ts'
import { operationOf } from '../catalogue/operations.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { Fact } from '../conclusions/fact.ts'
import type { CheckResult } from '../judge/result.ts'
import { placeText } from './same-failures.ts'

/**
 * The usual cause of a failure, and its remedy. A status that says more than the requirement comes first: a service
 * that fails by itself, or a route that is not there.
 * @param all The results of the run: a route that served another request is there.
 */
export function adviceOf(
  { requirement, fact }: Pick<CheckResult, 'requirement' | 'fact'>,
  all: readonly CheckResult[] = [],
): Advice | undefined {
  if (!fact) return adviceFor(requirement)
  const { status } = fact.at.response
  if (status >= 500)
    return {
      cause: 'The service fails while it answers; its log has the reason.',
      remedy: 'Find this request in the log of the service, and mend that error first.',
    }
  if (isUnserved(fact) && !all.some(({ evidence }) => evidence.some((other) => isServedLike(other, fact.at))))
    return {
      cause: hasSample(fact.at)
        ? 'No route serves this method at this path, or a sample of the target file is not there.'
        : 'No route serves this method at this path.',
      remedy: `Serve ${placeText(fact.at)}, or declare the path and the samples that are there.`,
    }
  return adviceFor(requirement)
}

/** Whether the documented path of a request has a place for a sample. */
function hasSample({ request: { operation } }: Exchange): boolean {
  return operation !== undefined && operationOf(operation).path.includes('{')
}

/** Whether an exchange shows that the operation of another one is served. */
function isServedLike({ request, response }: Exchange, { request: other }: Exchange): boolean {
  const isSame = request.operation !== undefined && request.operation === other.operation
  return isSame && request.method === other.method && response.status < 300
}

/** Whether nothing answers where the documented request should succeed. */
function isUnserved(fact: Fact): boolean {
  const { status } = fact.at.response
  if (fact.at.request.operation === undefined || (status !== 404 && status !== 405)) return false
  if (fact.kind === 'credential') return !fact.works
  return fact.kind === 'status' && (fact.wanted === 'success' || fact.wanted === 200)
}
