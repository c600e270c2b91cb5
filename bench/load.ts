import { connect, type Socket } from 'node:net'

export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The number of connections, each with one request at a time. */
  readonly connections: number
  /** The status of every answer. Default: 200. */
  readonly status?: number
  /** Returns true to send another request. It is called before each one. */
  readonly more: () => boolean
  /** Called with the time of each answer in milliseconds. */
  readonly onAnswer?: (milliseconds: number) => void
}

/** Sends a number of requests over kept-alive connections and returns requests a second. @throws Error */
export async function sendLoad({
  requests,
  ...load
}: Omit<Load, 'more'> & { readonly requests: number }): Promise<number> {
  let left = requests
  const start = performance.now()
  await sendWhile({ ...load, more: () => left-- > 0 })
  return (requests * 1000) / (performance.now() - start)
}

/**
 * Sends requests over kept-alive connections. It uses sockets and only finds the end of each answer, because an HTTP
 * client would be slower than the compared servers.
 * @throws Error for any answer of another status.
 */
export async function sendWhile({ url, headers, connections, status = 200, more, onAnswer }: Load): Promise<void> {
  const { hostname, port, host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const message = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`
  await Promise.all(
    Array.from({ length: connections }, () =>
      useConnection(connect({ host: hostname, port: Number(port), noDelay: true }), {
        message,
        status,
        more,
        onAnswer,
      }),
    ),
  )
}

interface Work extends Pick<Load, 'more'> {
  readonly message: string
  readonly status: number
  readonly onAnswer: ((milliseconds: number) => void) | undefined
}

function useConnection(socket: Socket, { message, status, more, onAnswer }: Work): Promise<void> {
  return new Promise((resolve, reject) => {
    let isDone: ((chunk: Buffer) => boolean) | undefined
    let sentAt = 0
    const next = () => {
      isDone = undefined
      sentAt = performance.now()
      if (more()) socket.write(message)
      else socket.end(resolve)
    }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed a connection that it should keep alive.')))
    socket.on('data', (chunk: Buffer) => {
      try {
        isDone ??= toEnd(chunk, status)
        if (!isDone(chunk)) return
      } catch (error) {
        socket.destroy(error as Error)
        return
      }
      onAnswer?.(performance.now() - sentAt)
      next()
    })
    socket.on('connect', next)
  })
}

/** The end of a body without a declared length. */
const lastChunk = '\r\n0\r\n\r\n'

/** Returns a function that takes each chunk of an answer and returns true if it is the last. */
function toEnd(first: Buffer, status: number): (chunk: Buffer) => boolean {
  const end = first.indexOf('\r\n\r\n')
  const head = first.toString('latin1', 0, end)
  if (end < 0 || !head.startsWith(`HTTP/1.1 ${status} `))
    throw new Error(`Expected answers of status ${status}; got ${first.toString('latin1', 0, 200)}`)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) {
    let tail = ''
    return (chunk) => (tail = (tail + chunk.toString('latin1')).slice(-lastChunk.length)) === lastChunk
  }
  let missing = end + 4 + Number(length)
  return (chunk) => {
    missing -= chunk.length
    if (missing < 0) throw new Error(`Expected one answer; got more: ${chunk.toString('latin1', 0, 200)}`)
    return missing === 0
  }
}
