// Responses that remember their text, so that the journal can show it. Reading a body would take as long as making the
// answer.

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
  return attachNote(new Response(toBodyInit(text), { status, headers: made }), { text, headers, isBody: true })
}

/** Lets a response remember its text. */
export function attachNote(response: Response & { [note]?: NotedAnswer }, noted: NotedAnswer): Response {
  response[note] = noted
  return response
}

/** The parts of a response made by `notedResponse`; undefined for any other, or for one that was changed since. */
export function readNote(response: Response & { [note]?: NotedAnswer }): NotedAnswer | undefined {
  return response[note]
}

interface ResponseClass {
  readonly classes: readonly unknown[]
  /** True if the class copies the Headers that it is given. A server's lighter class keeps them. */
  readonly copiesHeaders: boolean
  /** True if the class turns a text into a stream at once, and accepts a stream instead. */
  readonly takesStreams: boolean
}

let known: ResponseClass | undefined

/** The behaviour of the current global Response. */
export function responseClass(): ResponseClass {
  const { Response, Headers, ReadableStream, TextEncoder } = globalThis
  const classes = known?.classes
  if (
    classes?.[0] !== Response ||
    classes[1] !== Headers ||
    classes[2] !== ReadableStream ||
    classes[3] !== TextEncoder
  )
    known = { classes: [Response, Headers, ReadableStream, TextEncoder], ...examineResponseClass() }
  return known!
}

/** One response for both checks: a second one would slow down the first answer. */
function examineResponseClass(): Omit<ResponseClass, 'classes'> {
  const headers = new Headers()
  try {
    const response = new Response(new ReadableStream(), { headers })
    const copiesHeaders = response.headers !== headers
    const takesStreams = copiesHeaders && response.body instanceof ReadableStream
    return { copiesHeaders, takesStreams: takesStreams && ArrayBuffer.isView(new TextEncoder().encode('x')) }
  } catch {
    // A replacement for Node's class may not accept streams, and ReadableStream may not exist.
    return { copiesHeaders: new Response(null, { headers }).headers !== headers, takesStreams: false }
  }
}

/** The body of a Response for a text. Node would encode a text twice, at once. */
function toBodyInit(text: string): BodyInit {
  return responseClass().takesStreams ? streamOfText(text) : text
}

/** A stream that encodes a text when it is read. @param beforeReading Throws if it cannot be read any more. */
export function streamOfText(text: string, beforeReading?: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      beforeReading?.()
      if (text !== '') controller.enqueue(new TextEncoder().encode(text))
      controller.close()
      controller.byobRequest?.respond(0)
    },
  })
}
