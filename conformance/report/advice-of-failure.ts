import { type OperationId, findOperation } from '../catalogue/operations.ts'
import { type Offer, offerNames, offers, findOmittedOffer } from '../catalogue/profiles.ts'
import { findRequirement, type RequirementId } from '../catalogue/requirements.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { Fact } from '../conclusions/fact.ts'
import type { CheckResult } from '../judge/result.ts'
import { documentedPlace } from './findings.ts'
import { firstNames } from '../conclusions/cut-text.ts'

/** The remedy and the cause of a failure. */
export interface Advice {
  readonly remedy: string
  /** The cause, if this run shows more of it than the failure says. */
  readonly cause?: string | undefined
}

/**
 * The cause and the remedy of a failure. A status that explains more than the requirement takes precedence: an error of
 * the service, or a missing route.
 * @param all The results of the run: a route that served another request exists.
 */
export function failureAdvice(
  { requirement, fact }: Pick<CheckResult, 'requirement' | 'fact'>,
  all: readonly CheckResult[] = [],
): Advice | undefined {
  const stock = stockAdvice(requirement, fact)
  if (!fact) return stock
  const { status } = fact.at.response
  if ('ignored' in fact && fact.ignored !== undefined)
    return { remedy: `Apply ${fact.ignored} at ${documentedPlace(fact.at)}.` }
  if (fact.kind === 'repeated' && requirement === 'ids.unique' && fact.pages?.length === 1)
    return { remedy: 'Show each record once on a page, with its own id.' }
  if (fact.kind === 'missing' && fact.members)
    return { remedy: `Leave out no records by their ${firstNames(fact.members, 3)}.` }
  // 501 means that the operation is not implemented yet.
  if (status >= 500 && status !== 501)
    return {
      cause: 'The service fails while it answers; its log has the reason.',
      remedy: 'Find this request in the log of the service, and fix that error first.',
    }
  if (fact.kind === 'effect')
    return {
      cause: 'The service did its work before it refused the request.',
      remedy: 'Check the credentials and the request before any of the work.',
    }
  if (shownCauses.has(requirement)) return { ...stock!, cause: findRequirement(requirement)!.advice!.cause }
  const exchanges = all.flatMap(({ evidence }) => evidence)
  if (isUnserved(fact) && isNothingServed(all))
    return {
      cause: 'No documented path is served at this base URL.',
      remedy: 'Check baseUrl, such as for a base path that is missing.',
    }
  if (isUnserved(fact) && isUnservedToAll(fact, all) && !exchanges.some((other) => isServedLike(other, fact.at))) {
    const { method, operation } = fact.at.request
    // Only the method is missing: the path exists.
    const isOptions = method === 'OPTIONS' && status !== 404
    const declarations = isOptions ? [] : adviceDeclarations(operation!, all, status === 404)
    return { remedy: `Serve ${[documentedPlace(fact.at), ...declarations].join(', or declare ')}.` }
  }
  return stock
}

/** Requirements that fail only if the run has seen their usual cause: here, the same answer under a version. */
const shownCauses: ReadonlySet<string> = new Set<RequirementId>(['services.unversioned', 'oauth.unversioned'])

/** The remedy of the catalogue. A served answer shows that the route is not missing. */
function stockAdvice(requirement: string, fact?: Fact): Advice | undefined {
  const advice = findRequirement(requirement)?.advice
  if (!advice) return undefined
  const { remedy, servedRemedy = remedy, byFact = {} } = advice
  const narrow = fact && byFact[fact.kind]
  return { remedy: narrow ?? (fact && fact.at.response.status < 300 ? servedRemedy : remedy) }
}

/** Returns true if the documented path of an operation has an id. */
function hasId(operation: OperationId): boolean {
  return findOperation(operation).path.replace('{version}', '').includes('{')
}

/** Declarations for an operation that is served at another path, or not at all. */
function adviceDeclarations(
  operation: OperationId,
  all: readonly CheckResult[],
  isNotFound: boolean,
): readonly string[] {
  const part = offeredPart(operation)
  const isOfPart = ({ request }: Exchange) => request.operation !== undefined && offeredPart(request.operation) === part
  // A check that passed keeps no evidence.
  const hasPart = all.some(
    ({ verdict, requirement, evidence }) =>
      (verdict === 'pass' && findOmittedOffer(requirement, [part]) !== undefined) ||
      evidence.some((exchange) => isOfPart(exchange) && exchange.response.status < 300),
  )
  return [
    // An answer at the same path shows that the path is right.
    ...(part === 'personalAccessTokens' && !hasPart ? ['paths.accessTokens'] : []),
    ...(part === 'mcp' && !hasPart ? ['paths.mcp'] : []),
    // The object in the path may not exist. The run creates its own tokens.
    ...(isNotFound && hasId(operation) && part !== 'personalAccessTokens' ? ['samples that exist'] : []),
    ...(hasPart ? [] : [`without: [${part}] if the service does not offer ${offerNames[part]}`]),
  ]
}

/** The part of a service that an operation belongs to. */
function offeredPart(operation: OperationId): Offer {
  const { part } = findOperation(operation)
  if (part !== 'tokens' && part !== 'services') return part
  const [group] = operation.split('.')
  if (group === 'access-tokens') return 'personalAccessTokens'
  return offers.find((offer) => offer === group)!
}

/** The minimum number of missing parts that makes the base URL doubtful. */
const fewestParts = 3

/** Returns true if a run saw no success, and several parts of the service are missing. */
function isNothingServed(all: readonly CheckResult[]): boolean {
  const isServed = ({ verdict, evidence }: CheckResult) =>
    verdict === 'pass' || evidence.some(({ response }) => response.status < 300)
  const unserved = all.flatMap(({ fact }) =>
    fact && isUnserved(fact) ? [offeredPart(fact.at.request.operation!)] : [],
  )
  return new Set(unserved).size >= fewestParts && !all.some(isServed)
}

/** Returns true if an exchange shows that the operation of another one is served. */
function isServedLike({ request, response }: Exchange, { request: other }: Exchange): boolean {
  const isSame = request.operation !== undefined && request.operation === other.operation
  return isSame && request.method === other.method && response.status < 300
}

/** Returns true if a missing route is no matter of the credential: another kind of failure shows it as well. */
function isUnservedToAll({ kind, at }: Fact, all: readonly CheckResult[]): boolean {
  return (
    kind !== 'credential' ||
    all.some(
      ({ fact }) => fact?.kind === 'status' && fact.at.request.operation === at.request.operation && isUnserved(fact),
    )
  )
}

/** Returns true if nothing is served where a documented request should succeed. */
function isUnserved(fact: Fact): boolean {
  const { status } = fact.at.response
  if (fact.at.request.operation === undefined || ![404, 405, 501].includes(status)) return false
  if (fact.kind === 'credential') return !fact.works
  return fact.kind === 'status' && (fact.wanted === 'success' || fact.wanted === 200)
}
