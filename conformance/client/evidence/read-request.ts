// Reads the requests of a client. It is independent of the emulator's parser, so that no fault hides in both.
import type { AnyExchange, SentRequest } from '../../conclusions/exchange.ts'
import { isSuccessStatus } from '../../reading/success.ts'
import { jsonOrUndefined } from '../../send/parse-json.ts'
import type { ClientExchange } from './transcript.ts'

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
