import type { OperationId } from '../catalogue/operations.ts'

/** A sent request. */
export interface SentRequest {
  /** The requested operation; undefined for other addresses, such as those of hooks. */
  readonly operation?: OperationId | undefined
  /** The HTTP method, in upper case. */
  readonly method: string
  /** The absolute URL; for a client's request to the emulator, the address below its base URL. */
  readonly url: string
  /** The headers that the kit set; for a client's request, all headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body; undefined without one. */
  readonly body?: string | undefined
  /** The reason why the body was not read. */
  readonly unread?: Unread | undefined
  /** The files of the client certificate and of the CA, in PEM. */
  readonly tls?: TlsFiles | undefined
}

/** The reason why a body was not read. */
export type Unread =
  /** It exceeds the limit of bytes per body. */
  | 'long'
  /** The limit of kept bytes in total was reached before. */
  | 'full'
  /** It has a Content-Encoding that cannot be undone. */
  | 'encoding'
  /** It is not UTF-8. */
  | 'text'
  /** The request was refused before its body was read. */
  | 'refused'

/** The files of a client certificate and of a CA, in PEM. */
export interface TlsFiles {
  readonly cert?: string
  readonly key?: string
  readonly ca?: string
}

/** A received response: whole, or cut at the limit of bytes. */
export interface ReceivedResponse {
  /** The HTTP status. */
  readonly status: number
  /** Lower-case names; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text. Evidence keeps only the beginning of a long one. */
  readonly text: string
  /** The length of the whole body in characters, if `text` is only its beginning. */
  readonly length?: number | undefined
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown
  /** The problem with reading the body: too large, too slow, not UTF-8. */
  readonly trouble?: string | undefined
  /** For a recorded response, the reason why the body was not read. */
  readonly unread?: Unread | undefined
  /** The limit of the run at which the body was cut. The target cannot be judged by such a response. */
  readonly cutShort?: string | undefined
}

/** A request with its response. */
export interface Exchange<Response extends ReceivedResponse | undefined = ReceivedResponse> {
  /** The request as it was sent. */
  readonly request: SentRequest
  /** The response as it was received. */
  readonly response: Response
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Milliseconds from the start to the end of the body. */
  readonly durationMs: number
}

/** An exchange that may have no response, because the connection was dropped or the run ended first. */
export type AnyExchange = Exchange<ReceivedResponse | undefined>

/** An exchange of a client that may overlap others. */
export interface RecordedExchange extends AnyExchange {
  /** The position of its arrival among all arrivals and answers. Exchanges overlap if these intervals do. */
  readonly arrived: number
  /** The position of its answer in the same order; undefined if it had none, or if the client did not wait for it. */
  readonly answered: number | undefined
  /** The number of the connection, from 1; undefined in process. */
  readonly connection: number | undefined
}

/** The number of characters of a body that are kept as evidence. A run may see thousands of bodies. */
const keptText = 8192

/** The part of an exchange that is kept as evidence. The body is cut to its beginning and not parsed. */
export function toEvidence<Seen extends AnyExchange>(exchange: Seen, limit: number = keptText): Seen {
  const { response } = exchange
  if (!response) return exchange
  const { text, length } = response
  if (text.length <= limit) return { ...exchange, response: { ...response, json: undefined } }
  const head = wholeWords(text, limit)
  return { ...exchange, response: { ...response, text: head, length: length ?? text.length, json: undefined } }
}

/** The beginning of a string, cut between words: half a secret would not be recognised and would stay in a report. */
export function wholeWords(text: string, limit: number): string {
  let end = limit
  while (end > 0 && !/[\s"',]/.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** The environment variable of each redacted secret. `emulator exec` exports it, and target files read it. */
const variables: Readonly<Record<string, string>> = {
  token: 'PLATFORM_TOKEN',
  integration_token: 'PLATFORM_INTEGRATION_TOKEN',
  API_KEY: 'PLATFORM_API_KEY',
  DSN: 'PLATFORM_DSN',
  client_secret: 'PLATFORM_CLIENT_SECRET',
}

const marked = new RegExp(`<(${Object.keys(variables).join('|')})>`, 'g')

/** The redacted secrets of a request that no environment variable holds, such as that of a new token. */
export function otherSecrets({ url, headers, body = '' }: SentRequest): readonly string[] {
  const sent = Object.entries(headers).flatMap(([name, value]) => (isDeclared(name, value) ? [] : [value]))
  return [url, ...sent, body].flatMap((text) => text.replaceAll(marked, '').match(/<[\w ]+>/g) ?? [])
}

/** Returns true for a redacted header that the target file declares. */
function isDeclared(name: string, value: string): boolean {
  return value.toLowerCase() === `<${name.toLowerCase()}>`
}

/**
 * A command that repeats the request. It takes redacted secrets from environment variables.
 * @param separator The text between options: a blank, or a line continuation.
 */
export function toCurl(
  { method, url, headers, body, tls = {} }: SentRequest,
  separator: ' ' | ' \\\n  ' = ' ',
): string {
  const verb = method === 'GET' ? '' : method === 'HEAD' ? '-I ' : `-X ${method} `
  // curl would expand braces and brackets to several addresses.
  const plain = /[[\]{}]/.test(url) ? '-g ' : ''
  return [
    `curl -i ${verb}${plain}${quoteWithVariables(url)}`,
    // curl itself accepts anything.
    ...Object.entries(headers)
      .filter(([name, value]) => name !== 'accept' || value !== '*/*')
      .map(([name, value]) => headerOption(name, value)),
    ...curlTls(tls).map(([option, file]) => `${option} ${quoteWithVariables(file)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoteWithVariables(body)}`]),
  ].join(separator)
}

/** The options of curl for the files of a client certificate. */
export function curlTls({ cert, key, ca }: TlsFiles): readonly (readonly [option: string, file: string])[] {
  const options = { '--cert': cert, '--key': key, '--cacert': ca }
  return Object.entries(options).filter((option): option is [string, string] => option[1] !== undefined)
}

/** The environment variable of a header that the target file declares. */
export function headerVariable(name: string): string {
  return `PLATFORM_HEADER_${name.toUpperCase().replaceAll(/\W/g, '_')}`
}

/** The user name and password of each redacted header of HTTP Basic. */
const basicUsers: Readonly<Record<string, string>> = {
  'Basic <API_KEY>': '<API_KEY>:',
  'Basic <:API_KEY>': ':<API_KEY>',
}

/** The base64 of HTTP Basic is redacted as a whole, so curl has to encode it again. A declared header has its name. */
function headerOption(name: string, value: string): string {
  if (isDeclared(name, value)) return `-H ${quoteWithVariables(`${name}: `)}"$${headerVariable(name)}"`
  const user = name.toLowerCase() === 'authorization' ? basicUsers[value] : undefined
  return user === undefined ? `-H ${quoteWithVariables(`${name}: ${value}`)}` : `-u ${quoteWithVariables(user)}`
}

/** A word for a POSIX shell: in single quotes, except for its variables. */
function quoteWithVariables(text: string): string {
  return (
    text
      .split(marked)
      .map((part, index) =>
        index % 2 === 1 ? `"$${variables[part]}"` : part === '' ? '' : `'${part.replaceAll("'", String.raw`'\''`)}'`,
      )
      .join('') || "''"
  )
}
