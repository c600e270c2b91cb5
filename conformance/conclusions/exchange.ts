import type { OperationId } from '../catalogue/operations.ts'

/** A request as it was sent. */
export interface SentRequest {
  /** The requested operation; undefined for other addresses, such as those of hooks. */
  readonly operation?: OperationId | undefined
  /** The HTTP method, in upper case. */
  readonly method: string
  /** The absolute URL; of a client's request to the emulator the address below its base URL. */
  readonly url: string
  /** The headers that the kit set; of a client all of them, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body; undefined when there was none. */
  readonly body?: string | undefined
  /** The reason why there is no body here, where it was not read. */
  readonly unread?: Unread | undefined
  /** The files of the client certificate and of the CA, in PEM. */
  readonly tls?: TlsFiles | undefined
}

/** The reason why a body was not read. */
export type Unread =
  /** It has more bytes than are kept of one body. */
  | 'long'
  /** As many bytes were kept before as are kept in all. */
  | 'full'
  /** It has a Content-Encoding that cannot be undone. */
  | 'encoding'
  /** It is not UTF-8. */
  | 'text'
  /** The request was refused before. */
  | 'refused'

/** The files of a client certificate and of a CA, in PEM. */
export interface TlsFiles {
  readonly cert?: string
  readonly key?: string
  readonly ca?: string
}

/** A response as it came: whole, or cut at the limit of bytes. */
export interface ReceivedResponse {
  /** The HTTP status. */
  readonly status: number
  /** Lower-case names; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text; evidence keeps the head of a long one. */
  readonly text: string
  /** The characters of the whole body, where the text is only its head. */
  readonly length?: number | undefined
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown
  /** The trouble with reading the body: too large, too slow, not UTF-8. */
  readonly trouble?: string | undefined
  /** For a recorded response, the reason why the body was not read. */
  readonly unread?: Unread | undefined
  /** The limit of the run that cut the body off. The target cannot be judged by such a response. */
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

/** An exchange that may have no response: the connection was dropped, or the run ended before. */
export type AnyExchange = Exchange<ReceivedResponse | undefined>

/** An exchange of a client, which had others under way at the same time. */
export interface RecordedExchange extends AnyExchange {
  /** The place of its arrival among all arrivals and answers. Exchanges overlap as these intervals do. */
  readonly arrived: number
  /** The place of its answer in the same order; undefined where it had none, or where the client did not wait for it. */
  readonly answered: number | undefined
  /** The connection, by a number from 1; undefined in process. */
  readonly connection: number | undefined
}

/** Characters of one body that are kept as evidence. A run may see thousands of bodies. */
const keptText = 8192

/** The part of an exchange that is kept as evidence: the body is cut to its head, and not parsed. */
export function toEvidence(exchange: Exchange, limit: number = keptText): Exchange {
  const { response } = exchange
  const { text, length } = response
  if (text.length <= limit) return { ...exchange, response: { ...response, json: undefined } }
  const head = wholeWords(text, limit)
  return { ...exchange, response: { ...response, text: head, length: length ?? text.length, json: undefined } }
}

/** The head of a text, cut between words: half a secret would look like any other word, and would stay in a report. */
export function wholeWords(text: string, limit: number): string {
  let end = limit
  while (end > 0 && !/[\s"',]/.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

/**
 * The environment variable of each redacted secret: `emulator exec` exports it, and target files take it from there.
 */
const variables: Readonly<Record<string, string>> = {
  token: 'PLATFORM_TOKEN',
  integration_token: 'PLATFORM_INTEGRATION_TOKEN',
  API_KEY: 'PLATFORM_API_KEY',
  DSN: 'PLATFORM_DSN',
  client_secret: 'PLATFORM_CLIENT_SECRET',
}

const marked = new RegExp(`<(${Object.keys(variables).join('|')})>`, 'g')

/**
 * A command that sends the same request again. It takes redacted secrets from environment variables.
 * @param separator Goes between the options: a blank, or the end of a line that is continued.
 */
export function toCurl(
  { method, url, headers, body, tls = {} }: SentRequest,
  separator: ' ' | ' \\\n  ' = ' ',
): string {
  const verb = method === 'GET' ? '' : method === 'HEAD' ? '-I ' : `-X ${method} `
  // Braces and brackets would stand for several addresses.
  const plain = /[[\]{}]/.test(url) ? '-g ' : ''
  return [
    `curl -i ${verb}${plain}${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => headerOption(name, value)),
    ...curlTls(tls).map(([option, file]) => `${option} ${quoted(file)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(separator)
}

/** The options of curl for the files of a certificate. */
export function curlTls({ cert, key, ca }: TlsFiles): readonly (readonly [option: string, file: string])[] {
  const options = { '--cert': cert, '--key': key, '--cacert': ca }
  return Object.entries(options).filter((option): option is [string, string] => option[1] !== undefined)
}

/** The environment variable of a header that the target file declares. */
export function headerVariable(name: string): string {
  return `PLATFORM_HEADER_${name.toUpperCase().replaceAll(/\W/g, '_')}`
}

/** The base64 of HTTP Basic is redacted as a whole, so curl has to encode it again. A declared header has its name. */
function headerOption(name: string, value: string): string {
  if (value.toLowerCase() === `<${name.toLowerCase()}>`) return `-H ${quoted(`${name}: `)}"$${headerVariable(name)}"`
  return name.toLowerCase() === 'authorization' && value === 'Basic <API_KEY>'
    ? `-u ${quoted('<API_KEY>:')}`
    : `-H ${quoted(`${name}: ${value}`)}`
}

/** A word of a POSIX shell: in single quotes, except for the variables in it. */
function quoted(text: string): string {
  return (
    text
      .split(marked)
      .map((part, index) =>
        index % 2 === 1 ? `"$${variables[part]}"` : part === '' ? '' : `'${part.replaceAll("'", String.raw`'\''`)}'`,
      )
      .join('') || "''"
  )
}
