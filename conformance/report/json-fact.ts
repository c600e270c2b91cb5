import type { Cause } from '../conclusions/cause.ts'
import type { AnyExchange } from '../conclusions/exchange.ts'
import { type Fact, factKinds } from '../conclusions/fact.ts'
import { exchangesIn, type Kinds, withContents } from '../conclusions/kinds.ts'
import type { Result } from '../conclusions/result.ts'

/** A fact for programs: each exchange is its place in the evidence, from 0, or null if it was not kept. */
export type JsonFact = Readonly<Record<string, unknown>> & { readonly kind: Fact['kind']; readonly at: number | null }

/** The place where a fact was seen. */
export interface JsonPlace {
  /** The documented operation; missing for any other address. */
  readonly operation?: string
  readonly method: string
  readonly url: string
}

/** The conclusions of results, for programs. */
export interface JsonConclusion<Json = JsonFact, ItsCause = Cause> {
  /** The conclusion in a sentence. */
  readonly message: string
  /** For a failure, the value that shows it. */
  readonly fact?: Json
  /** For a failure, the places where it was seen. */
  readonly places?: readonly JsonPlace[]
  /** For an undecided check, the reason. */
  readonly cause?: ItsCause
  /** For a check that was left open although it seemed to fail, the value that shows it, and where it was seen. */
  readonly suspected?: { readonly fact: Json; readonly places: readonly JsonPlace[] }
}

type SomeFact = { readonly kind: string }

/** The conclusion of a result. @param kinds The kinds of its fact. */
export function toJsonConclusion<Json = JsonFact, ItsCause = Cause>(
  result: Pick<Result<SomeFact, ItsCause, AnyExchange>, 'message' | 'fact' | 'cause' | 'suspected' | 'evidence'>,
  kinds: Kinds = factKinds,
): JsonConclusion<Json, ItsCause> {
  const { message, fact, cause, suspected, evidence } = result
  const found = (seen: SomeFact) => ({
    fact: toJsonFact<Json>(seen, evidence, kinds),
    places: jsonPlacesOf(seen, kinds),
  })
  return {
    message,
    ...(fact ? found(fact) : {}),
    ...(cause === undefined ? {} : { cause }),
    ...(suspected ? { suspected: found(suspected.fact) } : {}),
  }
}

/** A fact for programs. @param kinds The kinds of facts. Default: those about a service. */
export function toJsonFact<Json = JsonFact>(
  fact: SomeFact,
  evidence: readonly AnyExchange[],
  kinds: Kinds = factKinds,
): Json {
  const placeOf = ({ request }: AnyExchange): number | null => {
    const index = evidence.findIndex((exchange) => exchange.request === request)
    return index < 0 ? null : index
  }
  return withContents(kinds, fact, { exchange: placeOf }) as Json
}

/** The places where a fact was seen, each once; the deciding one is the last. */
export function jsonPlacesOf(fact: SomeFact, kinds: Kinds = factKinds): readonly JsonPlace[] {
  const places = exchangesIn<AnyExchange>(kinds, fact).map(({ request: { operation, method, url } }) => ({
    ...(operation === undefined ? {} : { operation }),
    method,
    url,
  }))
  return [...new Map(places.map((place) => [`${place.method} ${place.url}`, place])).values()]
}
