// What a client can have known when it sent a request, which tells a repetition from requests of several threads.
import { isAfter } from './tokens.ts'
import type { ClientExchange } from './transcript.ts'

/**
 * Returns true if the sender of a request can have read the answer to an earlier one. A client that has several
 * requests under way sends some of them by other connections, before it has read that answer.
 */
export function mayKnowAnswer(
  later: ClientExchange,
  earlier: ClientExchange,
  exchanges: readonly ClientExchange[],
): boolean {
  if (!isAfter(later, earlier)) return false
  if (later.connection === earlier.connection || later.connection === undefined) return true
  // One request after the other takes the connection that is free. A new one is needed where the client does not keep
  // connections, or had to close this one.
  const isKept = exchanges.some(({ connection, index }) => connection === earlier.connection && index > earlier.index)
  const wasOpen = exchanges.some(({ connection, index }) => connection === later.connection && index < earlier.index)
  return !isKept && !wasOpen
}

/**
 * Returns true if a client keeps another connection open beside that of a request, as several threads do. Its requests
 * say nothing about the order in which one thread works.
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
