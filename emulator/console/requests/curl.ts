// A request as it is sent again, and as a command for a shell.
import type { OpenedRequest } from '../../journal/request-schemas.ts'

type Request = OpenedRequest['request']

/** Headers that programs set automatically, and headers that only a browser may set. */
const byItself =
  /^(?:host|connection|content-length|accept-(?:encoding|language)|sec-.*|user-agent|transfer-encoding|keep-alive)$/

/** Returns true for a header that is not written by hand: programs set it, or the console marks a request with it. */
export function isOmitted(name: string): boolean {
  return byItself.test(name) || name === 'x-emulator-again' || name === 'x-emulator-unwatched'
}

/** A piece of a text: secrets are not kept, so variables replace them. */
export type Part = string | { readonly variable: string }

const secretVariable = (name: string): Part => ({
  variable: `${name === 'client_secret' ? 'PLATFORM_' : ''}${name.toUpperCase().replaceAll(/\W/g, '_')}`,
})

/** A credential that every world refuses. */
const neverIssued = 'never-issued'

/** The piece for a hidden secret. Where the request was refused for it, one that is refused as well. */
function secretPart(name: string, { credentials, refusal }: Request): Part {
  const isRefused =
    credentials === 'refused' || (name === 'refresh_token' && credentials === 'oauthClient' && refusal !== null)
  return isRefused ? neverIssued : secretVariable(name)
}

/** The pieces of a text that hides secrets under names, in JSON or in a form. */
function splitSecrets(text: string, request: Request): readonly Part[] {
  const hidden = /(?<="([\w-]+)":\s*")<redacted>|(?<=([\w-]+)=)%3Credacted%3E/g
  const parts: Part[] = []
  let from = 0
  for (const found of text.matchAll(hidden)) {
    parts.push(text.slice(from, found.index), secretPart(found[1] ?? found[2]!, request))
    from = found.index + found[0].length
  }
  return [...parts, text.slice(from)].filter((part) => part !== '')
}

/** A header to send. `isPair`: its parts are a user and a password, to be encoded. */
type SentHeader = readonly [name: string, parts: readonly Part[], isPair: boolean]

/** The headers to send, with the variables of `emulator exec` for credentials that were not refused. */
export function sentHeaders({ headers, path, credentials }: Request): readonly SentHeader[] {
  const sent = (variable: string): Part => (credentials === 'refused' ? neverIssued : { variable })
  return Object.entries(headers).flatMap(([name, value]): readonly SentHeader[] => {
    if (isOmitted(name) || value === '*/*') return []
    const [, scheme = ''] = name === 'authorization' ? (/^(\w+) <redacted>$/.exec(value) ?? []) : []
    if (scheme === 'Bearer')
      return [
        [
          name,
          ['Bearer ', sent(credentials === 'integrationToken' ? 'PLATFORM_INTEGRATION_TOKEN' : 'PLATFORM_TOKEN')],
          false,
        ],
      ]
    if (scheme === 'DSN') return [[name, ['DSN ', sent('PLATFORM_DSN')], false]]
    if (scheme !== 'Basic') return [[name, [value], false]]
    const pair: readonly Part[] =
      path === '/oauth/token'
        ? [{ variable: 'PLATFORM_CLIENT_ID' }, ':', sent('PLATFORM_CLIENT_SECRET')]
        : [sent('PLATFORM_API_KEY'), ':']
    return [[name, pair, true]]
  })
}

/** The variable of `emulator exec` with the address of the API. */
export const baseVariable: Part = { variable: 'PLATFORM_BASE_URL' }

/** The pieces of the address of a request. */
export function addressParts(request: Request, base: Part): readonly Part[] {
  return [base, request.path, ...splitSecrets(queryString(request), request)]
}

/** The query of a request, as a client writes it. */
export function queryString({ query }: Pick<Request, 'query'>): string {
  const search = new URLSearchParams(toParameterPairs(query)).toString()
  return search === '' ? '' : `?${search}`
}

type NamedValues = Readonly<Record<string, string | readonly string[]>>

function toParameterPairs(values: NamedValues): string[][] {
  return Object.entries(values).flatMap(([name, value]) => [value].flat().map((text) => [name, text]))
}

const isFormType = (type: string): boolean => type.includes('x-www-form-urlencoded')

/** The text of a body, as it was probably sent. */
export function sentBodyText(body: unknown, type: string): string {
  if (typeof body === 'string' && !type.includes('json')) return body
  return isFormType(type) ? new URLSearchParams(toParameterPairs(body as NamedValues)).toString() : JSON.stringify(body)
}

/** The pieces of a body. */
export function bodyParts(request: Request): readonly Part[] {
  const { body, headers } = request
  return splitSecrets(sentBodyText(body, headers['content-type'] ?? ''), request)
}

/** Quotes a text for a shell. */
export function quoteShellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Quotes a text with variables. Texts that follow each other have the same quotes. */
function quoteParts(parts: readonly Part[]): string {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (typeof last === 'string' && typeof part === 'string') joined.splice(-1, 1, `${last}${part}`)
    else joined.push(part)
  }
  return joined.map((part) => (typeof part === 'string' ? quoteShellText(part) : `"$${part.variable}"`)).join('')
}

/** Writes a request as a `curl` command. */
export function toCurl(request: Request, base: Part): string {
  const { method, headers, body } = request
  const lines = [`curl ${quoteParts(addressParts(request, base))}`]
  if (method !== 'GET' || body !== null) lines.push(`--request ${method}`)
  for (const [name, parts, isPair] of sentHeaders(request))
    lines.push(isPair ? `--user ${quoteParts(parts)}` : `--header ${quoteParts([`${name}: `, ...parts])}`)
  // A form is sent part by part, so that a secret is encoded when it replaces its variable.
  if (isFormType(headers['content-type'] ?? '') && typeof body === 'object' && body !== null)
    for (const [name = '', value = ''] of toParameterPairs(body as NamedValues))
      lines.push(
        `--data-urlencode ${quoteParts([`${encodeURIComponent(name)}=`, value === '<redacted>' ? secretPart(name, request) : value])}`,
      )
  else if (body !== null) lines.push(`--data-raw ${quoteParts(bodyParts(request))}`)
  return lines.join(' \\\n  ')
}
