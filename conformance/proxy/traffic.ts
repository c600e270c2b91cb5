// The traffic between a client and a service. Secrets are included: they are replaced when a report is written.
import type { ReceivedResponse, RecordedExchange, SentRequest, Unread } from '../conclusions/exchange.ts'
import { parseJson } from '../send/parse-json.ts'

/** A name and a value, unchanged from the wire. */
export type NameAndValue = readonly [name: string, value: string]

/** A body of the traffic. */
export interface PassedBody {
  /** Empty without a body, and if it was not read. */
  readonly text: string
  readonly unread?: Unread
}

/** The traffic of a proxy. */
export interface Traffic {
  /** In the order of arrival. */
  readonly exchanges: readonly RecordedExchange[]
  /** The number of requests that were forwarded but not kept, because the limit was reached. */
  readonly unkept: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
}

/** The head of a request, and its body. */
export function recordedRequest(
  { method, url, headers }: Pick<SentRequest, 'method' | 'url'> & { readonly headers: readonly NameAndValue[] },
  { text, unread }: PassedBody,
): SentRequest {
  const body = unread ? { unread } : text === '' ? {} : { body: text }
  return { method, url, headers: joinHeaders(headers), ...body }
}

const notRead: Readonly<Record<Unread, string>> = {
  long: 'the body passed, and is too long to be judged',
  full: 'the body passed, and was not kept, as too many had been kept before',
  encoding: 'the body passed, and has a Content-Encoding that the kit cannot undo',
  text: 'the body is not UTF-8',
  refused: 'the body was refused',
}

/** The head of a response, and its body. @param isWhole False if the connection ended before the body did. */
export function recordedResponse(
  { status, headers }: Pick<ReceivedResponse, 'status'> & { readonly headers: readonly NameAndValue[] },
  { text, unread }: PassedBody,
  isWhole = true,
): ReceivedResponse {
  const response = { status, headers: joinHeaders(headers), text, json: parseJson(text) }
  if (!isWhole) return { ...response, trouble: 'the connection ended before the body did' }
  return unread ? { ...response, trouble: notRead[unread], unread } : response
}

/** Headers by their names in lower case; the values of a repeated one are joined by a comma. */
function joinHeaders(headers: readonly NameAndValue[]): Readonly<Record<string, string>> {
  const joined = new Map<string, string>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const before = joined.get(key)
    joined.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(joined)
}
