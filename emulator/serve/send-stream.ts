import type { ServerResponse } from 'node:http'

type Body = ReadableStream<Uint8Array>
type Piece = Uint8Array | 'end' | 'broken'

/**
 * The body of a response when it comes as a stream. The server's lighter Response keeps what it was made of under a
 * symbol: to ask it for `body` would build a Response of Node's, which takes longer than the whole answer.
 */
export function streamOf(response: Response): Body | undefined {
  const [key] = Object.getOwnPropertySymbols(response)
  const kept: unknown = key === undefined ? undefined : (response as unknown as Readonly<Record<symbol, unknown>>)[key]
  const body: unknown = Array.isArray(kept) ? kept[1] : response.body
  return body instanceof ReadableStream ? (body as Body) : undefined
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
