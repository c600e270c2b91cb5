import type { Exchange } from '../../conclusions/exchange.ts'
import type { PhraseChange } from '../../conclusions/phrase.ts'
import { isUnreadable } from '../../reading/is-unreadable.ts'
import type { Redactor } from './redact.ts'

type Headers = Exchange['request']['headers']

/** Takes the secrets that are known now out of values from outside. An exchange that stands in several is copied once. */
export function withoutSecrets(redactor: Redactor): PhraseChange {
  const copies = new Map<Exchange, Exchange>()
  return {
    text: (text) => redactor.text(text),
    json: (value) => redactor.value(value),
    exchange: (exchange) => {
      let copy = copies.get(exchange)
      if (!copy) copies.set(exchange, (copy = redactedExchange(exchange, redactor)))
      return copy
    },
  }
}

/** An exchange without secrets. */
export function redactedExchange({ request, response, ...rest }: Exchange, redactor: Redactor): Exchange {
  const { url, headers, body } = request
  const { text, length = text.length } = response
  const isReadable = !isUnreadable(text)
  return {
    ...rest,
    request: {
      ...request,
      url: redactor.address(url),
      ...redactor.value({ headers: headersWithoutCookies(headers), body }, (text) => redactor.known(text)),
    },
    response: {
      ...response,
      ...redactor.value({ headers: headersWithoutCookies(response.headers), json: response.json }),
      text: isReadable ? redactor.text(text) : `(not shown: ${length} characters that are no text to read)`,
      ...(isReadable ? {} : { length: undefined }),
    },
  }
}

/** Headers without cookies, which are of a session: a balancer may send another one with each answer. */
function headersWithoutCookies(headers: Headers): Headers {
  const redacted = Object.entries(headers).map(([name, value]) => [
    name,
    /^(?:set-)?cookie2?$/i.test(name) ? '<cookie>' : value,
  ])
  return Object.fromEntries(redacted) as Headers
}
