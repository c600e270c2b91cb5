// A request as a command for a shell.
import type { RequestDetail } from './request-detail.ts'

/** Headers that programs set automatically, and headers that only a browser may set. */
const byItself =
  /^(?:host|connection|content-length|accept-(?:encoding|language)|sec-.*|user-agent|transfer-encoding|keep-alive)$/

/** Returns true for a header that is not written by hand: programs set it, or the console marks a request with it. */
export function isOmitted(name: string): boolean {
  return byItself.test(name) || name === 'x-emulator-again' || name === 'x-emulator-unwatched'
}

/** Options that replace the credentials, which are not kept, with the variables of `emulator exec`. */
const credentials: Readonly<Record<string, string>> = {
  Bearer: '--header "authorization: Bearer $PLATFORM_TOKEN"',
  DSN: '--header "authorization: DSN $PLATFORM_DSN"',
  Basic: '--user "$PLATFORM_API_KEY:"',
}
const clientCredentials = '--user "$PLATFORM_CLIENT_ID:$PLATFORM_CLIENT_SECRET"'

/** Quotes a text for a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The name of the variable that replaces a hidden value. */
export function variableFor(name: string): string {
  return `${name === 'client_secret' ? 'PLATFORM_' : ''}${name.toUpperCase().replaceAll(/\W/g, '_')}`
}

/** Quotes a text. Variables replace the hidden values of named members and parameters. */
function withVariables(text: string): string {
  return quoted(text).replaceAll(
    /"([\w-]+)":"<redacted>"|([\w-]+)=%3Credacted%3E/g,
    (_hidden, inJson: string | undefined, inQuery: string | undefined) =>
      inJson === undefined ? `${inQuery}='"$${variableFor(inQuery!)}"'` : `"${inJson}":"'"$${variableFor(inJson)}"'"`,
  )
}

/** The query of a request, as a client writes it. */
export function searchOf({ query }: Pick<RequestDetail['request'], 'query'>): string {
  const search = new URLSearchParams(pairsOf(query)).toString()
  return search === '' ? '' : `?${search}`
}

type NamedValues = Readonly<Record<string, string | readonly string[]>>

function pairsOf(values: NamedValues): string[][] {
  return Object.entries(values).flatMap(([name, value]) => [value].flat().map((text) => [name, text]))
}

/** Writes a request as a `curl` command. Secrets are not kept, so variables replace them. */
export function toCurl(request: RequestDetail['request'], baseUrl: string): string {
  const { method, path, headers, body } = request
  // A base URL that is a variable is not quoted as a text.
  const base = baseUrl.startsWith('$') ? `"${baseUrl}"` : ''
  const lines = [`curl ${base}${withVariables(`${base === '' ? baseUrl : ''}${path}${searchOf(request)}`)}`]
  if (method !== 'GET' || body !== null) lines.push(`--request ${method}`)
  for (const [name, value] of Object.entries(headers)) {
    if (isOmitted(name)) continue
    const [, scheme = ''] = name === 'authorization' ? (/^(\w+) <redacted>$/.exec(value) ?? []) : []
    const known = scheme === 'Basic' && path === '/oauth/token' ? clientCredentials : credentials[scheme]
    lines.push(known ?? `--header ${quoted(`${name}: ${value}`)}`)
  }
  if (body !== null) lines.push(...dataOf(body, headers['content-type'] ?? ''))
  return lines.join(' \\\n  ')
}

/** The options that send a body: a form part by part, so that a secret is encoded when it replaces its variable. */
function dataOf(body: unknown, type: string): readonly string[] {
  if (!type.includes('x-www-form-urlencoded') || typeof body === 'string')
    return [`--data-raw ${withVariables(bodyText(body, type))}`]
  return pairsOf(body as NamedValues).map(([name = '', value = '']) => {
    const encoded = encodeURIComponent(name)
    return value === '<redacted>'
      ? `--data-urlencode "${encoded}=$${variableFor(name)}"`
      : `--data-urlencode ${quoted(`${encoded}=${value}`)}`
  })
}

/** The text of a body, as it was probably sent. */
export function bodyText(body: unknown, type: string): string {
  if (typeof body === 'string' && !type.includes('json')) return body
  if (!type.includes('x-www-form-urlencoded')) return JSON.stringify(body)
  return new URLSearchParams(pairsOf(body as NamedValues)).toString()
}
