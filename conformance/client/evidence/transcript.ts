// The exchanges of a client during one task. Secrets are included: they are replaced when a report is written.
import type { RecordedExchange, AnyExchange, SentRequest } from '../../conclusions/exchange.ts'
import { isSuccessStatus } from '../../reading/success.ts'
import { jsonOrUndefined } from '../../send/parse-json.ts'

/** An exchange of a client. The URL of its request is the address below the base URL, as it was received. */
export interface ClientExchange extends RecordedExchange {
  /** From 1, in the order of arrival. */
  readonly index: number
  /** Milliseconds since the run began, by real time. `startedAt` is the time of the world. */
  readonly afterMs: number
  /** The path of the URL. It begins with a slash. */
  readonly path: string
  /** The query of the URL, with its question mark; empty without one. */
  readonly search: string
  /** True if the emulator serves the path by this method, documented or not. */
  readonly isServed: boolean
  /** The operation by which the dialect of the service may differ, documented or not; undefined if it is unknown. */
  readonly servedAs: string | undefined
  /** The accepted credential, such as `oauth#2`; undefined if none was accepted. */
  readonly credential: string | undefined
}

/** All requests of a client during one run. */
export interface Transcript {
  /** In the order of arrival. */
  readonly exchanges: readonly ClientExchange[]
  /** Exchanges whose requests lost the path of the base URL and so reached no world or another one. */
  readonly outside: readonly ClientExchange[]
  /** True if exchanges are missing. Then nothing is concluded from the absence of a request. */
  readonly cut: boolean
}

// The readers are independent of the emulator's parser, so that no fault hides in both.

/** The decoded parameters of the query, in the order of the request. */
export function queryParameters({ search }: Pick<ClientExchange, 'search'>): URLSearchParams {
  return new URLSearchParams(search)
}

/**
 * The decoded values of one parameter; undefined if one has a % that does not begin an escape, which servers treat
 * differently.
 */
export function parameterValues(
  { search }: Pick<ClientExchange, 'search'>,
  name: string,
): readonly string[] | undefined {
  const pairs = search
    .slice(1)
    .split('&')
    .filter((pair) => new URLSearchParams(pair).has(name))
  if (pairs.some((pair) => /%(?![0-9a-f]{2})/i.test(pair))) return undefined
  return new URLSearchParams(pairs.join('&')).getAll(name)
}

/** Returns true if a request had a body, even if it was not read. */
export function hasBody({ body, unread }: SentRequest): boolean {
  return body !== undefined || unread !== undefined
}

/** The parameters of a form; empty for any other body. */
export function formParameters({ request }: AnyExchange): URLSearchParams {
  return new URLSearchParams(request.body ?? '')
}

/** The value of a JSON body; undefined for any other body. */
export function bodyJson({ request }: AnyExchange): unknown {
  return request.body === undefined ? undefined : jsonOrUndefined(request.body)
}

/** Returns true if a request was answered with success. */
export function isAnswered({ response }: AnyExchange): boolean {
  return response !== undefined && isSuccessStatus(response.status)
}
