import type { Phrase } from '../../conclusions/phrase.ts'
import { type Destination, destinationOf } from '../evidence/destinations.ts'
import { isCall } from '../evidence/tokens.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import { type WrongRequest, type ClientConclusion, judgeEach, type WireRun } from './define-client-check.ts'

/** A destination with what its path names. */
type DestinationOf<K extends Destination['kind']> = Extract<Destination, { readonly kind: K }>

/**
 * Judges each call to one destination by itself.
 * @param why What the client never did, where the run has no such call.
 * @param isJudged Which calls are judged. Default: all.
 */
export function judgeCalls<K extends Destination['kind']>(
  run: WireRun,
  kind: K,
  why: Phrase,
  faultOf: (request: ReceivedRequest, destination: DestinationOf<K>) => WrongRequest | undefined,
  isJudged: (request: ReceivedRequest) => boolean = () => true,
): ClientConclusion {
  const isOfKind = (destination: Destination): destination is DestinationOf<K> => destination.kind === kind
  const destinations = new Map<ReceivedRequest, DestinationOf<K>>()
  for (const request of run.transcript.requests) {
    const destination = destinationOf(request, run.dialect)
    if (isOfKind(destination) && isCall(request) && isJudged(request)) destinations.set(request, destination)
  }
  return judgeEach([...destinations.keys()], why, (request) => faultOf(request, destinations.get(request)!))
}
