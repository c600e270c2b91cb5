import type { Cause } from '../conclusions/cause.ts'
import type { OperationId } from '../catalogue/operations.ts'
import type { AnyExchange, Exchange, ReceivedResponse } from '../conclusions/exchange.ts'
import { type Fact, factKinds } from '../conclusions/fact.ts'
import { uniqueExchanges, type Kinds, type OfKind, changeContents } from '../conclusions/kinds.ts'
import type { AnyResult } from '../conclusions/result.ts'
import { cutBody } from './text.ts'

/** A fact for programs: each exchange is its index in the evidence, from 0, or null if it was not kept. */
export type JsonFact = Readonly<Record<string, unknown>> & { readonly kind: Fact['kind']; readonly at: number | null }

/** The place where a fact was seen. */
export interface JsonPlace {
  /** The documented operation; missing for any other address. */
  readonly operation?: string
  readonly method: string
  readonly url: string
}

/** An exchange of the evidence, for programs. */
export interface JsonEvidence {
  readonly request: {
    /** The documented operation; missing for any other address. */
    readonly operation?: OperationId
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly trouble?: string
  }
  readonly curl: string
}

/** The conclusion of a result, for programs. */
export interface JsonConclusion<Json = JsonFact, ItsCause = Cause> {
  /** The conclusion in one sentence. */
  readonly message: string
  /** For a failure, the fact that proves it. */
  readonly fact?: Json
  /** For a failure, the places where it was seen. */
  readonly places?: readonly JsonPlace[]
  /** For an undecided check, its cause. */
  readonly cause?: ItsCause
  /** For a check that was left open although it seemed to fail, the suspected fact and its places. */
  readonly suspected?: { readonly fact: Json; readonly places: readonly JsonPlace[] }
}

/**
 * A result of any judge for programs: first the members that identify it, then the conclusion.
 * @param head The members after the clause, including the verdict.
 * @param kinds The kinds of its fact.
 */
export function toJsonResult<Told extends AnyResult, Head, Kept, Json = JsonFact>(
  result: Told,
  head: Head,
  toEvidence: (exchange: Told['evidence'][number]) => Kept,
  kinds: Kinds = factKinds,
): Pick<Told, 'check' | 'requirement' | 'clause'> &
  Head &
  JsonConclusion<Json, NonNullable<Told['cause']>> & { readonly evidence: readonly Kept[] } {
  const { check, requirement, clause, message, fact, cause, suspected, evidence } = result
  const found = (seen: OfKind) => ({
    fact: toJsonFact<Json>(seen, evidence, kinds),
    places: toJsonPlaces(seen, kinds),
  })
  return {
    check,
    requirement,
    clause,
    ...head,
    message,
    ...(fact ? found(fact) : {}),
    ...(cause === undefined ? {} : { cause }),
    ...(suspected ? { suspected: found(suspected.fact) } : {}),
    evidence: evidence.map(toEvidence),
  }
}

/** A fact for programs. @param kinds The kinds of facts. Default: those about a service. */
export function toJsonFact<Json = JsonFact>(
  fact: OfKind,
  evidence: readonly AnyExchange[],
  kinds: Kinds = factKinds,
): Json {
  const placeOf = ({ request }: AnyExchange): number | null => {
    const index = evidence.findIndex((exchange) => exchange.request === request)
    return index < 0 ? null : index
  }
  return changeContents(kinds, fact, { exchange: placeOf }) as Json
}

/** The places where a fact was seen, without duplicates; the deciding one is last. */
export function toJsonPlaces(fact: OfKind, kinds: Kinds = factKinds): readonly JsonPlace[] {
  const places = uniqueExchanges<AnyExchange>(kinds, fact).map(({ request: { operation, method, url } }) => ({
    ...(operation === undefined ? {} : { operation }),
    method,
    url,
  }))
  return [...new Map(places.map((place) => [`${place.method} ${place.url}`, place])).values()]
}

type JsonResponse<Response> = Response extends undefined ? null : JsonEvidence['response']

/** An exchange for programs. A long body is cut, and its length is given. */
export function toJsonExchange<Response extends ReceivedResponse | undefined>({
  request: { operation, method, url, headers, body },
  response,
}: Exchange<Response>): Pick<JsonEvidence, 'request'> & { readonly response: JsonResponse<Response> } {
  return {
    request: {
      ...(operation === undefined ? {} : { operation }),
      method,
      url,
      headers,
      ...(body === undefined ? {} : { body: cutBody(body) }),
    },
    response: (response
      ? {
          status: response.status,
          headers: response.headers,
          body: cutBody(response.text, undefined, response.length),
          ...(response.trouble === undefined ? {} : { trouble: response.trouble }),
        }
      : null) as JsonResponse<Response>,
  }
}
