import type { Exchange, ReceivedResponse, SentRequest } from '../conclusions/exchange.ts'
import { withoutLongWords } from './long-words.ts'
import { type Redactor, withNames } from './redact.ts'

/** Headers whose values are secrets of a session. A balancer may send another one with each answer. */
const hiddenHeaders: ReadonlySet<string> = new Set(['set-cookie', 'set-cookie2', 'cookie'])

/** Characters at the beginning of a body by which it is found to be a text. */
const sample = 4096

/** An exchange without secrets. What the kit itself wrote of it stays: methods, and the names that it sends. */
export function redactedExchange(exchange: Exchange, redactor: Redactor): Exchange {
  const { request, response } = exchange
  return { ...exchange, request: redactedRequest(request, redactor), response: redactedResponse(response, redactor) }
}

function redactedRequest({ operation, method, url, headers, body }: SentRequest, redactor: Redactor): SentRequest {
  return {
    ...(operation === undefined ? {} : { operation }),
    method,
    url: redactedAddress(url, redactor),
    headers: withNames(
      Object.entries(headers).map(([name, value]) => [redactor.name(name), sentHeader(name, value, redactor)]),
    ),
    ...(body === undefined ? {} : { body: sentBody(withoutLongWords(body), redactor) }),
  }
}

function redactedResponse(response: ReceivedResponse, redactor: Redactor): ReceivedResponse {
  const { headers, text, json, trouble, cutShort } = response
  return {
    ...response,
    headers: withNames(
      Object.entries(headers).map(([name, value]) => [
        hiddenHeaders.has(name.toLowerCase()) ? name : redactor.name(name),
        hiddenHeaders.has(name.toLowerCase()) ? '<cookie>' : redactor.text(withoutLongWords(value)),
      ]),
    ),
    text: isText(text)
      ? redactor.text(withoutLongWords(text))
      : `(not shown: ${text.length} characters that are no text to read)`,
    json: json === undefined ? undefined : redactor.value(json),
    ...(trouble === undefined ? {} : { trouble: redactor.own(withoutLongWords(trouble)) }),
    ...(cutShort === undefined ? {} : { cutShort: redactor.own(withoutLongWords(cutShort)) }),
  }
}

/** An address without secrets. Its origin, and the documented words in it, are no secrets. */
export function redactedAddress(address: string, redactor: Redactor): string {
  const url = withoutLongWords(address)
  const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#@]*(?=[/?#]|$)/i.exec(url)?.[0].length ?? 0
  const query = url.indexOf('?') < 0 ? url.length : url.indexOf('?')
  return redactor.text(url, (start, end) => {
    if (end <= origin) return true
    const isName = /[?&]/.test(url[start - 1] ?? '') && /^(?:=|&|$)/.test(url.slice(end, end + 1))
    return (end <= query || isName) && start >= origin && redactor.isReadable(url, start, end)
  })
}

function sentHeader(name: string, value: string, redactor: Redactor): string {
  const [, scheme, credential] = /^(Bearer|Basic|DSN) (.*)$/s.exec(value) ?? []
  if (scheme !== undefined && credential !== undefined) {
    const whole = redactor.markOf(credential)
    return `${scheme} ${whole ?? redactor.text(withoutLongWords(credential))}`
  }
  if (hiddenHeaders.has(name.toLowerCase())) return '<cookie>'
  return /^(?:accept|content-type)$/i.test(name)
    ? redactor.own(withoutLongWords(value))
    : redactor.text(withoutLongWords(value))
}

/** A form or a JSON text. Of what the kit wrote in it, names and the kind of a grant are no secrets. */
function sentBody(body: string, redactor: Redactor): string {
  return redactor.text(body, (start, end) => {
    const before = body.slice(Math.max(0, start - 12), start)
    const after = body.slice(end, end + 4)
    const isMember = before.endsWith('"') && /^"\s*:/.test(after)
    const isParameter = /(?:^|&)$/.test(before) && after.startsWith('=')
    const isGrant = before.endsWith('grant_type=')
    return (isMember || isParameter || isGrant) && redactor.isReadable(body, start, end)
  })
}

/** Whether a body has hardly any control characters. Others could hide anything, and nobody reads them. */
function isText(text: string): boolean {
  const head = text.slice(0, sample)
  return (head.match(/\uFFFD|(?![\s\p{Zs}])\p{Cc}/gu)?.length ?? 0) * 10 <= head.length
}
