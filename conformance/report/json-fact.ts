import type { Exchange } from '../conclusions/exchange.ts'
import { exchangesOf, type Fact, factKinds } from '../conclusions/fact.ts'
import { withContents } from '../conclusions/kinds.ts'

/** A fact for programs: each exchange is its place in the evidence, from 0, or null if it was not kept. */
export type JsonFact = Readonly<Record<string, unknown>> & { readonly kind: Fact['kind']; readonly at: number | null }

/** The place where a fact was seen. */
export interface JsonPlace {
  /** The documented operation; missing for any other address. */
  readonly operation?: string
  readonly method: string
  readonly url: string
}

/** A fact for programs. */
export function toJsonFact(fact: Fact, evidence: readonly Exchange[]): JsonFact {
  const placeOf = (exchange: Exchange): number | null => {
    const index = evidence.findIndex(({ request }) => request === exchange.request)
    return index < 0 ? null : index
  }
  return withContents(factKinds, fact, { exchange: placeOf }) as JsonFact
}

/** The places where a fact was seen, each once; the deciding one is the last. */
export function jsonPlacesOf(fact: Fact): readonly JsonPlace[] {
  return eachPlaceOf(exchangesOf(fact).map(({ request }) => request))
}

/** The places of some requests, each once. */
export function eachPlaceOf(
  requests: readonly { readonly operation?: string | undefined; readonly method: string; readonly url: string }[],
): readonly JsonPlace[] {
  const places = requests.map(({ operation, method, url }) => ({
    ...(operation === undefined ? {} : { operation }),
    method,
    url,
  }))
  return [...new Map(places.map((place) => [`${place.method} ${place.url}`, place])).values()]
}
