// Requests and answers as a report shows them: without secrets, and cut.
import { cut, toBodyHead } from '../../report/text.ts'
import { withNames } from '../../reading/with-names.ts'
import type { Redactor } from '../../judge/redaction/redact.ts'
import { redactedExchange } from '../../judge/redaction/redacted-exchange.ts'
import type { OperationId } from '../../catalogue/operations.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { jsonOf } from '../evidence/read-request.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'

/** A request, and how it was answered, as it is evidence in a report. */
export interface RedactedRequest {
  /** The request as it was sent. */
  readonly request: {
    /** The documented operation; missing for any other address. */
    readonly operation?: OperationId
    /** The HTTP method, as it was received. */
    readonly method: string
    /** The path below the base URL, with the query. */
    readonly url: string
    /** By the names that were sent. */
    readonly headers: Readonly<Record<string, string>>
    /** Missing where none was sent, and the head of a long one. */
    readonly body?: string
    /** The characters of the whole body, where only its head is here. */
    readonly length?: number | undefined
  }
  /** Null when the connection was dropped, or no answer was given before the run ended. */
  readonly response: {
    /** The HTTP status. */
    readonly status: number
    /** Names in lower case. */
    readonly headers: Readonly<Record<string, string>>
    /** The head of a long body. */
    readonly body: string
    /** The characters of the whole body, where only its head is here. */
    readonly length?: number | undefined
  } | null
}

/** Any origin: paths are shown without it. */
const origin = 'http://emulator.test'

/** A request as the redaction of the kit takes it. */
export function toKitExchange({
  operation,
  method,
  path,
  search,
  headers,
  body,
  answer,
  at,
}: ReceivedRequest): Exchange {
  return {
    request: {
      operation,
      method,
      url: `${origin}${path}${search}`,
      headers: withNames(headers),
      ...(body === undefined || body === '' ? {} : { body }),
    },
    response: {
      status: answer?.status ?? 0,
      headers: answer?.headers ?? {},
      text: answer?.body ?? '',
      json: jsonOf({ body: answer?.body }),
    },
    startedAt: at,
    durationMs: 0,
  }
}

/** A request without secrets. */
export function redactedRequest(received: ReceivedRequest, redactor: Redactor): RedactedRequest {
  const exchange = toKitExchange(received)
  const { request, response } = redactedExchange(
    { ...exchange, response: { ...exchange.response, json: undefined } },
    redactor,
  )
  const { method, url, headers, body } = request
  return {
    request: {
      ...(received.operation === undefined ? {} : { operation: received.operation }),
      method,
      url: cut(url.slice(origin.length)),
      headers,
      ...(body === undefined ? {} : toBodyHead(body)),
    },
    response: received.answer
      ? { status: response.status, headers: response.headers, ...toBodyHead(response.text) }
      : null,
  }
}
