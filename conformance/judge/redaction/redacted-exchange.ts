import type { Exchange } from '../../conclusions/exchange.ts'
import { isUnreadable } from '../../reading/is-unreadable.ts'
import type { Redactor } from './redact.ts'

type Headers = Exchange['request']['headers']

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
