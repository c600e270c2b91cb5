import { connect, type Socket } from 'node:net'

export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** How many connections, each with one request at a time. */
  readonly connections: number
  readonly requests: number
  /** The status of every answer. Default: 200. */
  readonly status?: number
}

/**
 * Sends a number of requests over kept-alive connections and returns requests a second. It works on sockets and reads
 * only the length of each answer: an HTTP client would take longer than the servers that are compared.
 * @throws Error for any answer of another status.
 */
export async function sendLoad({ url, headers, connections, requests, status = 200 }: Load): Promise<number> {
  const { hostname, port, host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const message = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`
  let left = requests
  const start = performance.now()
  await Promise.all(
    Array.from({ length: connections }, () =>
      useConnection(connect({ host: hostname, port: Number(port), noDelay: true }), message, status, () => left-- > 0),
    ),
  )
  return (requests * 1000) / (performance.now() - start)
}

function useConnection(socket: Socket, message: string, status: number, more: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let missing = -1
    const next = () => {
      missing = -1
      if (more()) socket.write(message)
      else socket.end(resolve)
    }
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      if (missing < 0) missing = lengthOf(chunk, status)
      missing -= chunk.length
      if (missing === 0) next()
      else if (missing < 0)
        socket.destroy(
          new Error(
            `Expected answers of status ${status} with a Content-Length; got ${chunk.toString('latin1', 0, 200)}`,
          ),
        )
    })
    socket.on('connect', next)
  })
}

/** The length of an answer in bytes, read from its first chunk. */
function lengthOf(chunk: Buffer, status: number): number {
  const end = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  return end > 0 && head.startsWith(`HTTP/1.1 ${status} `) && length !== undefined ? end + 4 + Number(length) : 0
}
