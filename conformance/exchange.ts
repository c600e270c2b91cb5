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
}

export interface Exchange {
  readonly request: SentRequest
  readonly response: ReceivedResponse
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
}

/** A command that sends the same request again. */
export function toCurl({ method, url, headers, body }: SentRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const parts = ['curl', '-i', ...(method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', method]), quoted(url), ...Object.entries(headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)])]
  if (body !== undefined) parts.push('--data-raw', quoted(body))
  return parts.join(' ')
}

/** What came, in a few words, for a message. */
export function summary({ response }: Exchange): string {
  const body = response.text.replaceAll(/\s+/g, ' ').slice(0, 120)
  return `${response.status}${response.trouble ? ` (${response.trouble})` : ''}${body === '' ? '' : ` ${body}`}`
}
