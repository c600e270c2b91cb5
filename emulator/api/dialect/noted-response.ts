// Responses that remember their text, so that the journal can show it. Reading a body would take as long as making the
// answer.
import { bodyOf } from './response-class.ts'

/** The answer of a request, as the journal keeps it. */
export interface NotedAnswer {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  /** True if the body is exactly this text. Bytes that are not UTF-8 are shown as other text. */
  readonly isBody?: true
  /** The spelling of header names over HTTP/1.1, by their names in lower case. Default: lower case. */
  readonly spelling?: Readonly<Record<string, string>>
}

const note: unique symbol = Symbol('what the journal keeps of a response')

/**
 * Makes a response that remembers its text and headers. A copy does not.
 * @param made The same headers, in the form that the Response constructor gets.
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

/** The parts of a response made by `notedResponse`; undefined for any other, or for one that was changed since. */
export function noteOf(response: Response & { [note]?: NotedAnswer }): NotedAnswer | undefined {
  return response[note]
}
