// Responses that remember their text, so that the journal can show it. Reading a body would cost as much as the answer.
import { bodyOf } from './response-class.ts'

/** The answer of a request, as the journal keeps it. */
export interface NotedAnswer {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  /** True if the body is this very text. Bytes that are no UTF-8 are shown as another. */
  readonly isBody?: true
  /** The spelling of header names over HTTP/1.1, by their names in lower case. Default: lower case. */
  readonly spelling?: Readonly<Record<string, string>>
}

const note: unique symbol = Symbol('what the journal keeps of a response')

/**
 * Makes a response whose text and headers can be asked for later. A copy of it no longer knows them.
 * @param made The same headers as the Response is to take them.
 */
export function notedResponse(
  text: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  made: Headers | Readonly<Record<string, string>> = headers,
): Response {
  return withNote(new Response(bodyOf(text), { status, headers: made }), { text, headers, isBody: true })
}

/** Lets a response remember its text. */
export function withNote(response: Response & { [note]?: NotedAnswer }, noted: NotedAnswer): Response {
  response[note] = noted
  return response
}

/** The parts of a response made by `notedResponse`; undefined for any other, or when it was changed since. */
export function noteOf(response: Response & { [note]?: NotedAnswer }): NotedAnswer | undefined {
  return response[note]
}
