import type { AnyExchange, Exchange, ReceivedResponse } from '../../conclusions/exchange.ts'
import type { Kinds } from '../../conclusions/kinds.ts'
import type { PhraseChange } from '../../conclusions/phrase.ts'
import { type AnyResult, changeResult } from '../../conclusions/result.ts'
import { statementText } from '../../wording/text.ts'
import type { Redactor } from './redact.ts'

type Headers = Exchange['request']['headers']

/**
 * Removes the currently known secrets from external values. An exchange that occurs in several of them is copied once.
 */
export function withoutSecrets(redactor: Redactor): PhraseChange {
  const copies = new Map<AnyExchange, AnyExchange>()
  return {
    text: (text) => redactor.text(text),
    json: (value) => redactor.value(value),
    exchange: (exchange) => {
      let copy = copies.get(exchange)
      if (!copy) copies.set(exchange, (copy = redactedExchange(exchange, redactor)))
      return copy as typeof exchange
    },
  }
}

/** A result of any judge without secrets, with its text. @param kinds The kinds of its fact. */
export function redactResult<Told extends AnyResult>(result: Told, kinds: Kinds, change: PhraseChange): Told {
  const redacted = changeResult(result, kinds, change)
  return { ...redacted, message: statementText(redacted) }
}

/** An exchange without secrets. */
export function redactedExchange<Response extends ReceivedResponse | undefined>(
  { request, response, ...rest }: Exchange<Response>,
  redactor: Redactor,
): Exchange<Response> {
  const { url, headers, body } = request
  return {
    ...rest,
    request: {
      ...request,
      url: redactor.address(url),
      ...redactor.value({ headers: headersWithoutCookies(headers), body }, (text) => redactor.known(text)),
    },
    response: (response && redactedResponse(response, redactor)) as Response,
  }
}

function redactedResponse(response: ReceivedResponse, redactor: Redactor): ReceivedResponse {
  const { headers, json, text, length = text.length } = response
  const isReadable = !isUnreadable(text)
  return {
    ...response,
    ...redactor.value({ headers: headersWithoutCookies(headers), json }),
    text: isReadable ? redactor.text(text) : `(not shown: ${length} characters that are not readable text)`,
    ...(isReadable ? {} : { length: undefined }),
  }
}

/** Headers without session cookies: a load balancer may send a different one with each answer. */
function headersWithoutCookies(headers: Headers): Headers {
  const redacted = Object.entries(headers).map(([name, value]) => [
    name,
    /^(?:set-)?cookie2?$/i.test(name) ? '<cookie>' : value,
  ])
  return Object.fromEntries(redacted) as Headers
}

/** The number of characters at the beginning of a body that are examined. */
const sample = 4096

/** Returns true if a body has many control characters. It is binary and may hide anything. */
function isUnreadable(text: string): boolean {
  const head = text.slice(0, sample)
  return (head.match(/\uFFFD|(?![\s\p{Zs}])\p{Cc}/gu)?.length ?? 0) * 10 > head.length
}
