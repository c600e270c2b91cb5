import type { ServerResponse } from 'node:http'

type Body = ReadableStream<Uint8Array>
type Piece = Uint8Array | 'end' | 'broken'

/** Tells the body of a response when it has to be streamed. */
export type StreamOf = (response: Response) => Body | undefined

/** For Node's own Response, whose body is always a stream. */
export const streamOfBody: StreamOf = (response) => (response.body as Body | null) ?? undefined

/**
 * Makes the process's Response remember each stream that it is made of, so that nobody has to ask for its `body`: the
 * server's lighter Response would build one of Node's for that, which takes longer than the whole answer.
 */
export function rememberStreams(): StreamOf {
  const Lighter = globalThis.Response
  const streams = new WeakMap<Response, Body>()
  globalThis.Response = new Proxy(Lighter, {
    construct(target, args: ConstructorParameters<typeof Response>, newTarget) {
      const response = Reflect.construct(target, args, newTarget) as Response
      if (args[0] instanceof ReadableStream) streams.set(response, args[0] as Body)
      return response
    },
  })
  // A response of Node's own, as `fetch` gives it, never passed through here.
  return (response) => streams.get(response) ?? (response instanceof Lighter ? undefined : streamOfBody(response))
}

/**
 * Sends a response piece by piece, each as soon as it is there. A body that breaks off takes the connection with it,
 * once all before is sent: the client must not take it for whole. A client that goes away cancels the body.
 */
export async function sendStream({ status, headers }: Response, body: Body, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader()
  const closed = new Promise<void>((resolve) => outgoing.once('close', resolve))
  void closed.then(() => reader.cancel('The client has gone away.')).catch(() => {})
  const read = (): Promise<Piece> =>
    reader.read().then(
      ({ value }) => value ?? 'end',
      () => 'broken',
    )
  const first = read()
  const second = first.then(read)
  const fields = [...headers].flat()
  // A body that is all there, as Node's own Response has it of a text, goes out with its length.
  if ((await Promise.race([second, new Promise(setImmediate)])) === 'end') {
    const bytes = toBytes(await first)
    outgoing
      .writeHead(status, headers.has('content-length') ? fields : [...fields, 'content-length', String(bytes.length)])
      .end(bytes)
    return
  }
  outgoing.writeHead(status, fields).flushHeaders()
  let piece = await first
  for (let ahead = second; piece instanceof Uint8Array; ahead = read()) {
    const bytes = piece
    await Promise.race([new Promise<void>((resolve) => outgoing.write(bytes, () => resolve())), closed])
    piece = await ahead
  }
  if (piece === 'end') outgoing.end()
  else outgoing.destroy()
}

function toBytes(piece: Piece): Uint8Array {
  return piece instanceof Uint8Array ? piece : new Uint8Array()
}
