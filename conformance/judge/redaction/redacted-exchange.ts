import type { Exchange } from '../../conclusions/exchange.ts'
import type { Redactor } from './redact.ts'

type Headers = Exchange['request']['headers']

/** Characters at the beginning of a body by which it is found to be a text. */
const sample = 4096

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
      ...redactor.value({ headers: headersWithoutCookies(headers), body }),
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
export function headersWithoutCookies(headers: Headers): Headers {
  const redacted = Object.entries(headers).map(([name, value]) => [
    name,
    /^(?:set-)?cookie2?$/i.test(name) ? '<cookie>' : value,
  ])
  return Object.fromEntries(redacted) as Headers
}

/** Returns true if a body has many control characters: it could hide anything, and nobody reads it. */
export function isUnreadable(text: string): boolean {
  const head = text.slice(0, sample)
  return (head.match(/\uFFFD|(?![\s\p{Zs}])\p{Cc}/gu)?.length ?? 0) * 10 > head.length
}
