// A request as a command for a shell.
import type { OpenedRequest } from './opened-request.ts'

/** Headers that curl sends by itself, and those that only a browser may send. */
const ownHeaders = /^(?:host|connection|content-length|accept-encoding|sec-.*|user-agent|transfer-encoding|keep-alive)$/

/** What stands for a secret: the variables that `emulator exec` sets. */
const secrets: Readonly<Record<string, string>> = {
  Bearer: 'Bearer $PLATFORM_TOKEN',
  Basic: 'Basic $PLATFORM_BASIC',
  DSN: 'DSN $PLATFORM_DSN',
}

/** Quotes a text for a shell. A text with a variable stands in double quotes, which expand it. */
function quoted(text: string): string {
  return text.includes('$PLATFORM_')
    ? `"${text.replaceAll(/["\\`]|\$(?!PLATFORM_)/g, String.raw`\$&`)}"`
    : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Writes a request as a `curl` command. Secrets are not kept, so variables stand for them. */
export function toCurl({ method, path, query, headers, body }: OpenedRequest['request'], baseUrl: string): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  ).toString()
  const lines = [`curl ${quoted(`${baseUrl}${path}${search === '' ? '' : `?${search}`}`)}`]
  if (method !== 'GET' || body !== null) lines.push(`--request ${method}`)
  for (const [name, value] of Object.entries(headers)) {
    if (ownHeaders.test(name)) continue
    const [, scheme] = /^(\w+) <redacted>$/.exec(value) ?? []
    lines.push(`--header ${quoted(`${name}: ${(scheme && secrets[scheme]) ?? value}`)}`)
  }
  if (body !== null) lines.push(`--data-raw ${quoted(bodyText(body, headers['content-type'] ?? ''))}`)
  return lines.join(' \\\n  ')
}

function bodyText(body: unknown, type: string): string {
  if (typeof body === 'string' && !type.includes('json')) return body
  if (!type.includes('x-www-form-urlencoded')) return JSON.stringify(body)
  return new URLSearchParams(
    Object.entries(body as Readonly<Record<string, string | readonly string[]>>).flatMap(([name, values]) =>
      [values].flat().map((value) => [name, value]),
    ),
  ).toString()
}
