// Reads what a client sent. It is written apart from the emulator's own reading, so that no fault hides in both.
import type { AnyExchange, SentRequest } from '../../conclusions/exchange.ts'
import { isSuccessStatus } from '../../reading/success.ts'
import { jsonOrUndefined } from '../../send/parse-json.ts'
import type { ClientExchange } from './transcript.ts'

/** The parameters of the query, decoded, in the order in which they came. */
export function queryOf({ search }: Pick<ClientExchange, 'search'>): URLSearchParams {
  return new URLSearchParams(search)
}

/** The values of one parameter, decoded; undefined where one has a % that begins no escape: servers differ there. */
export function valuesOf({ search }: Pick<ClientExchange, 'search'>, name: string): readonly string[] | undefined {
  const pairs = search
    .slice(1)
    .split('&')
    .filter((pair) => new URLSearchParams(pair).has(name))
  if (pairs.some((pair) => /%(?![0-9a-f]{2})/i.test(pair))) return undefined
  return new URLSearchParams(pairs.join('&')).getAll(name)
}

/** Returns true if a request had a body, read or not. */
export function hasBody({ body, unread }: SentRequest): boolean {
  return body !== undefined || unread !== undefined
}

/** The parameters of a form; empty for any other body. */
export function formOf({ request }: AnyExchange): URLSearchParams {
  return new URLSearchParams(request.body ?? '')
}

/** The value of a JSON body; undefined for any other body. */
export function jsonOf({ request }: AnyExchange): unknown {
  return request.body === undefined ? undefined : jsonOrUndefined(request.body)
}

/** Returns true if a request was answered with success. */
export function isAnswered({ response }: AnyExchange): boolean {
  return response !== undefined && isSuccessStatus(response.status)
}
