import type { Exchange, ReceivedResponse } from '../conclusions/exchange.ts'
import { type Fact, factKinds } from '../conclusions/fact.ts'
import { exchangesIn, type Kinds, withContents } from '../conclusions/kinds.ts'

/** A fact for programs: each exchange is its place in the evidence, from 0, or null if it was not kept. */
export type JsonFact = Readonly<Record<string, unknown>> & { readonly kind: Fact['kind']; readonly at: number | null }

/** The place where a fact was seen. */
export interface JsonPlace {
  /** The documented operation; missing for any other address. */
  readonly operation?: string
  readonly method: string
  readonly url: string
}

type SomeFact = { readonly kind: string }
type SomeExchange = Exchange<ReceivedResponse | undefined>

/** A fact for programs. @param kinds The kinds of facts. Default: those about a service. */
export function toJsonFact<Json = JsonFact>(
  fact: SomeFact,
  evidence: readonly SomeExchange[],
  kinds: Kinds = factKinds,
): Json {
  const placeOf = ({ request }: SomeExchange): number | null => {
    const index = evidence.findIndex((exchange) => exchange.request === request)
    return index < 0 ? null : index
  }
  return withContents(kinds, fact, { exchange: placeOf }) as Json
}

/** The places where a fact was seen, each once; the deciding one is the last. */
export function jsonPlacesOf(fact: SomeFact, kinds: Kinds = factKinds): readonly JsonPlace[] {
  const places = exchangesIn<SomeExchange>(kinds, fact).map(({ request: { operation, method, url } }) => ({
    ...(operation === undefined ? {} : { operation }),
    method,
    url,
  }))
  return [...new Map(places.map((place) => [`${place.method} ${place.url}`, place])).values()]
}
