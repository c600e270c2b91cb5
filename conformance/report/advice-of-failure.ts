import { type Advice, adviceFor } from '../catalogue/advice.ts'
import { type OperationId, operationOf } from '../catalogue/operations.ts'
import { type Offer, offerNames, offers } from '../catalogue/profiles.ts'
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
  const exchanges = all.flatMap(({ evidence }) => evidence)
  if (isUnserved(fact) && !exchanges.some((other) => isServedLike(other, fact.at)))
    return {
      cause: hasSample(fact.at.request.operation!)
        ? 'No route serves this method at this path, or a sample of the target file is not there.'
        : 'No route serves this method at this path.',
      remedy: `Serve ${[placeText(fact.at), ...declarations(fact.at.request.operation!, exchanges)].join(', or declare ')}.`,
    }
  return adviceFor(requirement)
}

/** Whether the documented path of an operation has a place for a sample. */
function hasSample(operation: OperationId): boolean {
  return operationOf(operation).path.includes('{')
}

/** What a target file may declare where an operation is served elsewhere, or not at all. */
function declarations(operation: OperationId, exchanges: readonly Exchange[]): readonly string[] {
  const part = partOf(operation)
  const isOfPart = ({ request }: Exchange) => request.operation !== undefined && partOf(request.operation) === part
  const hasPart = exchanges.some((exchange) => isOfPart(exchange) && exchange.response.status < 300)
  return [
    ...(part === 'personalAccessTokens' ? ['paths.accessTokens'] : []),
    ...(part === 'mcp' ? ['paths.mcp'] : []),
    ...(hasSample(operation) ? ['samples that are there'] : []),
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
