import { type Place, placeOf } from '../evidence/places.ts'
import { isCall } from '../evidence/tokens.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import { type Fault, type Finding, judgeEach, type WireRun } from './define-client-check.ts'

/** A place with what its path names. */
type PlaceOf<K extends Place['kind']> = Extract<Place, { readonly kind: K }>

/**
 * Judges each call of one place of the API by itself.
 * @param why Why the trap was not sprung, where the run has no such call.
 * @param isTrap Which calls are judged. Default: all.
 */
export function judgeCalls<K extends Place['kind']>(
  run: WireRun,
  kind: K,
  why: string,
  faultOf: (request: ReceivedRequest, place: PlaceOf<K>) => Fault | undefined,
  isTrap: (request: ReceivedRequest) => boolean = () => true,
): Finding {
  const isOfKind = (place: Place): place is PlaceOf<K> => place.kind === kind
  const places = new Map<ReceivedRequest, PlaceOf<K>>()
  for (const request of run.transcript.requests) {
    const place = placeOf(request, run.dialect)
    if (isOfKind(place) && isCall(request) && isTrap(request)) places.set(request, place)
  }
  return judgeEach([...places.keys()], why, (request) => faultOf(request, places.get(request)!))
}
