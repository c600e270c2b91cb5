// Responses that remember more than their constructor takes: their text, so that the journal can show it (reading a
// body would take as long as making the answer), and the facts about their request.
import { statusText } from '../../tools/status-texts.ts'

/** The answer of a request, as the journal keeps it. */
export interface NotedAnswer {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  /** True if the body is exactly this text. Bytes that are not UTF-8 are shown as other text. */
  readonly isBody?: true
  /** Throws if the body can no longer be read. */
  readonly beforeReading?: () => void
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
  /** True if the class turns a string into a stream at once, and accepts a stream instead. */
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

/** The body of a Response for a string. Node would encode a string twice, at once. */
function toBodyInit(text: string): BodyInit {
  return responseClass().takesStreams ? streamOfText(text) : text
}

/** A stream that encodes a string when it is read. */
export function streamOfText(
  text: string,
  beforeReading?: NotedAnswer['beforeReading'],
): ReadableStream<Uint8Array<ArrayBuffer>> {
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

/** The read-only members of a response that derive from its request, which only a network can set. */
export interface ResponseFacts {
  readonly url: string
  readonly redirected: boolean
  readonly type: ResponseType
}

const facts: unique symbol = Symbol('what a response says of its request')

type DescribedResponse = Response & { [facts]: ResponseFacts }

/**
 * The prototypes of described responses, by those of plain ones. Properties on each response would take a microsecond.
 */
const prototypes = new WeakMap<object, object>()

/** Sets the facts about their request on a response and its clones. */
export function describeResponse(response: Response, its: ResponseFacts): Response {
  if (!(facts in response))
    Object.setPrototypeOf(response, describedPrototype(Object.getPrototypeOf(response) as Response))
  // A substitute for the platform's class may have own properties, which hide those of a prototype.
  for (const name of ['url', 'redirected', 'type'])
    if (Object.hasOwn(response, name)) Reflect.deleteProperty(response, name)
  if (Object.hasOwn(response, 'statusText') && response.statusText === '')
    Reflect.deleteProperty(response, 'statusText')
  ;(response as DescribedResponse)[facts] = its
  return response
}

function describedPrototype(plain: Response): object {
  const known = prototypes.get(plain)
  if (known) return known
  const made: Partial<Response> & ThisType<DescribedResponse> = {
    get url() {
      return this[facts].url
    },
    get redirected() {
      return this[facts].redirected
    },
    get type() {
      return this[facts].type
    },
    get statusText() {
      return (Reflect.get(plain, 'statusText', this) as string | undefined) || statusText(this.status)
    },
    async text() {
      return takeText(this) ?? (await plain.text.call(this))
    },
    async json() {
      const text = takeText(this)
      return text === undefined ? await plain.json.call(this) : JSON.parse(text)
    },
    clone() {
      const copy = describeResponse(plain.clone.call(this), this[facts])
      // A body that a clone has read is there for the response, too, even after an abort.
      Reflect.deleteProperty(this, note)
      return copy
    },
  }
  prototypes.set(plain, Object.setPrototypeOf(made, plain) as object)
  return made
}

/** Texts that decoding would change: with the mark of a byte order, or half of a surrogate pair. */
const changedByDecoding = /^\uFEFF|\p{Surrogate}/u

/**
 * The noted text of an unread body, which then counts as read. Encoding it, reading it as a stream and decoding it would
 * take nearly as long as the whole answer.
 */
function takeText(response: DescribedResponse): string | undefined {
  const noted = readNote(response)
  // A server's lighter class reads a string as fast, and makes a stream only when it is asked for the body.
  if (!noted?.isBody || !responseClass().takesStreams) return undefined
  if (response.bodyUsed || !response.body || response.body.locked) return undefined
  if (changedByDecoding.test(noted.text)) return undefined
  void response.body
    .getReader()
    .cancel()
    .catch(() => {})
  noted.beforeReading?.()
  return noted.text
}

/** The address of a response: that of its request without the fragment. */
export function withoutFragment(url: string): string {
  const end = url.indexOf('#')
  return end < 0 ? url : url.slice(0, end)
}
