/** One request as it went out. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** One response as it came: whole, or cut at the limit of bytes. */
export interface ReceivedResponse {
  readonly status: number
  /** Lower-case names; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown
  /** What was wrong with reading it: too large, too slow, not UTF-8. */
  readonly trouble?: string | undefined
  /** The limit of the run that ended the body before its end: then there is nothing to judge the target by. */
  readonly cutShort?: string | undefined
}

/** A request as it went out, with the response that came. */
export interface Exchange {
  readonly request: SentRequest
  readonly response: ReceivedResponse
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
}

/** How much of a body is kept as evidence, in characters: a run may see thousands. */
const keptText = 8192

/** What is kept of an exchange once a check is done with it: the body's head, unparsed. */
export function toEvidence(exchange: Exchange, limit: number = keptText): Exchange {
  const { text } = exchange.response
  const head = text.length > limit ? wholeWords(text, limit) : text
  const kept = head.length < text.length ? `${head}… (cut: ${head.length} of ${text.length} characters)` : text
  return { ...exchange, response: { ...exchange.response, text: kept, json: undefined } }
}

/** The longest part of a word that is dropped with a cut, in characters. */
const longestWord = 200

/**
 * The head of a text without the word that the cut would fall into: half a secret could not be told from another
 * word, and would stay in a report. Longer heads of secrets are known for what they are.
 */
function wholeWords(text: string, limit: number): string {
  let end = limit
  while (end > Math.max(0, limit - longestWord) && !/[\s"',]/.test(text[end - 1]!)) end--
  return text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '')
}

/** Where a redacted secret stands in a request: the variable that `emulator exec` exports it by, and that target files take it from. */
const variables: Readonly<Record<string, string>> = {
  token: 'PLATFORM_TOKEN',
  integration_token: 'PLATFORM_INTEGRATION_TOKEN',
  API_KEY: 'PLATFORM_API_KEY',
  DSN: 'PLATFORM_DSN',
  client_secret: 'PLATFORM_CLIENT_SECRET',
}

const marked = new RegExp(`<(${Object.keys(variables).join('|')})>`, 'g')

/**
 * A command that sends the same request again; in place of a redacted secret it takes the variable of the environment.
 * @param separator What stands between its options: a blank, or the end of a line that goes on.
 */
export function toCurl({ method, url, headers, body }: SentRequest, separator: ' ' | ' \\\n  ' = ' '): string {
  const verb = method === 'GET' ? '' : method === 'HEAD' ? '-I ' : `-X ${method} `
  return [
    `curl -i ${verb}${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => headerOption(name, value)),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(separator)
}

/** The base64 of HTTP Basic is redacted as a whole, so curl has to make it again. */
function headerOption(name: string, value: string): string {
  return name.toLowerCase() === 'authorization' && value === 'Basic <API_KEY>'
    ? `-u ${quoted('<API_KEY>:')}`
    : `-H ${quoted(`${name}: ${value}`)}`
}

/** A word of a POSIX shell: in single quotes, save where a variable is to be put in. */
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

/** How much of a body a message repeats. */
const repeated = 120

/** What came, in a few words, for a message. */
export function summary({ response }: Exchange): string {
  const whole = response.text.replaceAll(/\s+/g, ' ')
  const body = whole.length <= repeated ? whole : `${wholeWords(whole, repeated)}…`
  return `${response.status}${response.trouble ? ` (${response.trouble})` : ''}${body === '' ? '' : ` ${body}`}`
}

/** An exchange as one line, without its bodies. */
export function exchangeLine({ request, response, durationMs }: Exchange): string {
  const trouble = response.trouble === undefined ? '' : ` (${response.trouble})`
  return `${request.method} ${request.url} ${response.status}${trouble} ${Math.round(durationMs)} ms`
}
