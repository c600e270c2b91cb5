// The answers that a client can have read when it sent a request. It distinguishes a repetition from requests of several
// threads.
import { arrivedAfterAnswer } from './tokens.ts'
import type { ClientExchange } from './transcript.ts'

/**
 * Returns true if the sender of a request can have read the answer to an earlier one. A client with several requests in
 * flight sends some of them over other connections before it has read that answer.
 */
export function mayKnowAnswer(
  later: ClientExchange,
  earlier: ClientExchange,
  exchanges: readonly ClientExchange[],
): boolean {
  if (!arrivedAfterAnswer(later, earlier)) return false
  if (later.connection === earlier.connection || later.connection === undefined) return true
  // A client that sends one request at a time may still have several open connections, and use any of them. The fetch of
  // Node does so.
  const isAlone = exchanges.every(
    (other) =>
      other === later ||
      other === earlier ||
      other.arrived > later.arrived ||
      (other.answered !== undefined && other.answered < earlier.arrived),
  )
  if (isAlone) return true
  // Otherwise, a thread reuses its free connection. It opens a new one if it does not keep connections, or had to close
  // this one.
  const isKept = exchanges.some(({ connection, index }) => connection === earlier.connection && index > earlier.index)
  const wasOpen = exchanges.some(({ connection, index }) => connection === later.connection && index < earlier.index)
  return !isKept && !wasOpen
}

/**
 * Returns true if a client keeps another connection open besides that of a request, as several threads do. Its requests
 * do not show the order in which one thread works.
 */
export function hasSeveralConnections(exchange: ClientExchange, exchanges: readonly ClientExchange[]): boolean {
  const kept = Map.groupBy(exchanges, ({ connection }) => connection)
  const beside = kept.get(exchange.connection) ?? []
  return [...kept].some(
    ([connection, others]) =>
      connection !== exchange.connection &&
      others.length > 1 &&
      others[0]!.index < beside.at(-1)!.index &&
      others.at(-1)!.index > beside[0]!.index,
  )
}
