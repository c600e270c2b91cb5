import type { ServerResponse } from 'node:http'
// From the module, as Jest's jsdom hides the global one.
import { setImmediate } from 'node:timers'

type ByteStream = ReadableStream<Uint8Array>
type Piece = Uint8Array | 'end' | 'broken'

/** Returns the body of a response that must be streamed, and undefined for any other response. */
export type StreamOf = (response: Response) => ByteStream | undefined

/** Handles Node's own Response, whose body is always a stream. */
export const streamOfBody: StreamOf = (response) => (response.body as ByteStream | null) ?? undefined

/**
 * Makes the global Response remember the stream that it is constructed with. Reading `body` instead would make the
 * server's lighter Response construct a Response of Node's, which takes longer than the whole answer.
 */
export function rememberStreams(): StreamOf {
  const Lighter = globalThis.Response
  const streams = new WeakMap<object, ByteStream>()
  class Response extends Lighter {
    constructor(...args: ConstructorParameters<typeof Lighter>) {
      super(...args)
      if (args[0] instanceof ReadableStream) streams.set(this, args[0] as ByteStream)
    }
  }
  // In Deno, the lighter Response cannot be replaced by assignment.
  Object.defineProperty(globalThis, 'Response', { value: Response, configurable: true, writable: true })
  return (response) => {
    const stream = streams.get(response)
    // A clone takes the stream, and leaves the response another one.
    if (stream) return stream.locked ? streamOfBody(response) : stream
    // `fetch` returns responses of Node's own class, which this one has not seen.
    return response instanceof Lighter ? undefined : streamOfBody(response)
  }
}

/**
 * Streams a response, each piece as soon as it is available. When the body fails, the pieces before are sent and the
 * connection is destroyed, so that the client does not treat the body as complete. A client that disconnects cancels
 * the body.
 */
export async function sendStream(
  { status, headers }: Response,
  body: ByteStream,
  outgoing: ServerResponse,
): Promise<void> {
  const reader = body.getReader()
  const closed = new Promise<void>((resolve) => outgoing.once('close', resolve))
  void closed.then(() => reader.cancel('The client has disconnected.')).catch(() => {})
  const read = (): Promise<Piece> =>
    reader.read().then(
      ({ value }) => value ?? 'end',
      () => 'broken',
    )
  const first = read()
  const second = first.then(read)
  const fields = [...headers].flat()
  // A complete body, such as the text of Node's own Response, is sent with its length.
  if ((await Promise.race([second, new Promise(setImmediate)])) === 'end') {
    const bytes = toBytes(await first)
    outgoing
      .writeHead(status, headers.has('content-length') ? fields : [...fields, 'content-length', String(bytes.length)])
      .end(bytes)
    return
  }
  // `writeHead` does not set what `getHeader` returns, which identifies an endless stream when the server closes.
  const type = headers.get('content-type')
  if (type !== null) outgoing.setHeader('content-type', type)
  outgoing.writeHead(status, fields).flushHeaders()
  let piece = await first
  // Bytes may be of another realm, as in a test runner's sandbox.
  for (let ahead = second; typeof piece !== 'string'; ahead = read()) {
    const bytes = piece
    await Promise.race([new Promise<void>((resolve) => outgoing.write(bytes, () => resolve())), closed])
    piece = await ahead
  }
  if (piece === 'end') outgoing.end()
  else outgoing.destroy()
}

function toBytes(piece: Piece): Uint8Array {
  return typeof piece === 'string' ? new Uint8Array() : piece
}
