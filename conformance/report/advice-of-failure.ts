import { type OperationId, operationOf } from '../catalogue/operations.ts'
import { type Offer, offerNames, offers, omittedFor } from '../catalogue/profiles.ts'
import { type Advice as StockAdvice, findRequirement } from '../catalogue/requirements.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { Fact } from '../conclusions/fact.ts'
import type { CheckResult } from '../judge/result.ts'
import { placeOf } from './findings.ts'

/** The remedy of a failure, and its usual cause. */
export interface Advice extends StockAdvice {
  /** True if this run shows the cause. Otherwise it is what is common. */
  readonly isShown: boolean
}

/**
 * The cause of a failure, and its remedy. A status that says more than the requirement comes first: a service
 * that fails by itself, or a route that is not there.
 * @param all The results of the run: a route that served another request is there.
 */
export function adviceOf(
  { requirement, fact }: Pick<CheckResult, 'requirement' | 'fact'>,
  all: readonly CheckResult[] = [],
): Advice | undefined {
  if (!fact) return stockAdvice(requirement)
  const { status } = fact.at.response
  // 501 says that nothing is there yet.
  if (status >= 500 && status !== 501)
    return {
      cause: 'The service fails while it answers; its log has the reason.',
      remedy: 'Find this request in the log of the service, and mend that error first.',
      isShown: true,
    }
  const exchanges = all.flatMap(({ evidence }) => evidence)
  if (isUnserved(fact) && isNothingServed(all))
    return {
      cause: 'No documented path is served at this base URL.',
      remedy: 'Check baseUrl, such as for a base path that is missing.',
      isShown: true,
    }
  if (isUnserved(fact) && !exchanges.some((other) => isServedLike(other, fact.at))) {
    const { method, operation } = fact.at.request
    // Only the method is missing: the path is there.
    const isOptions = method === 'OPTIONS' && status !== 404
    const mayLack = hasId(operation!) && !isOptions
    return {
      cause: mayLack
        ? 'No route serves this method at this path, or what the path names is not there.'
        : 'No route serves this method at this path.',
      remedy: `Serve ${[placeOf(fact.at), ...(isOptions ? [] : declarations(operation!, all))].join(', or declare ')}.`,
      isShown: !mayLack || status !== 404,
    }
  }
  return stockAdvice(requirement)
}

function stockAdvice(requirement: string): Advice | undefined {
  const advice = findRequirement(requirement)?.advice
  return advice && { ...advice, isShown: false }
}

/** Whether the documented path of an operation names something by its id. */
function hasId(operation: OperationId): boolean {
  return operationOf(operation).path.replace('{version}', '').includes('{')
}

/** Declarations for an operation that is served elsewhere, or not at all. */
function declarations(operation: OperationId, all: readonly CheckResult[]): readonly string[] {
  const part = partOf(operation)
  const isOfPart = ({ request }: Exchange) => request.operation !== undefined && partOf(request.operation) === part
  // A check that passed keeps no evidence.
  const hasPart = all.some(
    ({ verdict, requirement, evidence }) =>
      (verdict === 'pass' && omittedFor(requirement, [part]) !== undefined) ||
      evidence.some((exchange) => isOfPart(exchange) && exchange.response.status < 300),
  )
  return [
    ...(part === 'personalAccessTokens' ? ['paths.accessTokens'] : []),
    ...(part === 'mcp' ? ['paths.mcp'] : []),
    // The run makes its own tokens.
    ...(hasId(operation) && part !== 'personalAccessTokens' ? ['samples that are there'] : []),
    ...(hasPart ? [] : [`without: [${part}] if the service does not offer ${offerNames[part]}`]),
  ]
}

/** The part of a service that an operation belongs to. */
function partOf(operation: OperationId): Offer {
  const { part } = operationOf(operation)
  if (part !== 'tokens' && part !== 'services') return part
  const [group] = operation.split('.')
  if (group === 'access-tokens') return 'personalAccessTokens'
  return offers.find((offer) => offer === group)!
}

/** The number of parts that are not served before the base URL is doubted. */
const fewestParts = 3

/** Whether a run saw no success at all, and several parts of the service that are not there. */
function isNothingServed(all: readonly CheckResult[]): boolean {
  const isServed = ({ verdict, evidence }: CheckResult) =>
    verdict === 'pass' || evidence.some(({ response }) => response.status < 300)
  const unserved = all.flatMap(({ fact }) => (fact && isUnserved(fact) ? [partOf(fact.at.request.operation!)] : []))
  return new Set(unserved).size >= fewestParts && !all.some(isServed)
}

/** Whether an exchange shows that the operation of another one is served. */
function isServedLike({ request, response }: Exchange, { request: other }: Exchange): boolean {
  const isSame = request.operation !== undefined && request.operation === other.operation
  return isSame && request.method === other.method && response.status < 300
}

/** Whether nothing answers where the documented request should succeed. */
function isUnserved(fact: Fact): boolean {
  const { status } = fact.at.response
  if (fact.at.request.operation === undefined || ![404, 405, 501].includes(status)) return false
  if (fact.kind === 'credential') return !fact.works
  return fact.kind === 'status' && (fact.wanted === 'success' || fact.wanted === 200)
}
