import type { Phrase } from '../../conclusions/phrase.ts'
import { type Place, placeOf } from '../evidence/places.ts'
import { isCall } from '../evidence/tokens.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import { type Fault, type Finding, judgeEach, type WireRun } from './define-client-check.ts'

/** A place with what its path names. */
type PlaceOf<K extends Place['kind']> = Extract<Place, { readonly kind: K }>

/**
 * Judges each call of one place of the API by itself.
 * @param why What the client never did, where the run has no such call.
 * @param isJudged Which calls are judged. Default: all.
 */
export function judgeCalls<K extends Place['kind']>(
  run: WireRun,
  kind: K,
  why: Phrase,
  faultOf: (request: ReceivedRequest, place: PlaceOf<K>) => Fault | undefined,
  isJudged: (request: ReceivedRequest) => boolean = () => true,
): Finding {
  const isOfKind = (place: Place): place is PlaceOf<K> => place.kind === kind
  const places = new Map<ReceivedRequest, PlaceOf<K>>()
  for (const request of run.transcript.requests) {
    const place = placeOf(request, run.dialect)
    if (isOfKind(place) && isCall(request) && isJudged(request)) places.set(request, place)
  }
  return judgeEach([...places.keys()], why, (request) => faultOf(request, places.get(request)!))
}
