// A request as a command for a shell.
import type { RequestDetail } from './request-detail.ts'

/** Headers that curl sends by itself, and those that only a browser may send. */
const omittedHeaders =
  /^(?:host|connection|content-length|accept-encoding|sec-.*|user-agent|transfer-encoding|keep-alive)$/

/** Options in place of credentials, which are not kept: with the variables that `emulator exec` sets. */
const credentials: Readonly<Record<string, string>> = {
  Bearer: '--header "authorization: Bearer $PLATFORM_TOKEN"',
  DSN: '--header "authorization: DSN $PLATFORM_DSN"',
  Basic: '--user "$PLATFORM_API_KEY:"',
}
const clientCredentials = '--user "$PLATFORM_CLIENT_ID:$PLATFORM_CLIENT_SECRET"'

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Writes a request as a `curl` command. Secrets are not kept, so variables stand for them. */
export function toCurl({ method, path, query, headers, body }: RequestDetail['request'], baseUrl: string): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  ).toString()
  const lines = [`curl ${quoted(`${baseUrl}${path}${search === '' ? '' : `?${search}`}`)}`]
  if (method !== 'GET' || body !== null) lines.push(`--request ${method}`)
  for (const [name, value] of Object.entries(headers)) {
    if (omittedHeaders.test(name)) continue
    const [, scheme = ''] = name === 'authorization' ? (/^(\w+) <redacted>$/.exec(value) ?? []) : []
    const known = scheme === 'Basic' && path === '/oauth/token' ? clientCredentials : credentials[scheme]
    lines.push(known ?? `--header ${quoted(`${name}: ${value}`)}`)
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
