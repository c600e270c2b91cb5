// Right servers that send their answers otherwise. SPEC.md says nothing about HTTP below its methods, statuses and
// headers, so whatever RFC 9110 and RFC 9112 allow is right.
import { deflateSync, gzipSync } from 'node:zlib'
import { overSocket, type Send, writeHead } from './over-socket.ts'
import { mostDecided, type RightServer } from './right-server.ts'

const sent = (name: string, description: string, send: Send): RightServer => ({
  name,
  description,
  make: () => overSocket(send),
  decided: mostDecided,
})

const turn = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Statuses and methods whose answers have no body. */
const isBodiless = (method: string, status: number): boolean => method === 'HEAD' || status === 204 || status === 304

/** Sends bodies in a coding, where the client takes it. */
export const compressed =
  (coding: string, compress: (body: Buffer) => Buffer, least = 0): Send =>
  (answer, response) => {
    const { method, status, headers, body, takes } = answer
    if (!takes(coding) || body.length <= least || isBodiless(method, status)) {
      writeHead(response, answer)
      response.end(body)
      return
    }
    writeHead(response, { status, headers: [...headers, ['content-encoding', coding], ['vary', 'Accept-Encoding']] })
    response.end(compress(body))
  }

/** Sends bodies in pieces of so many bytes. */
export const inPieces =
  (size: number, pause?: number): Send =>
  async (answer, response) => {
    writeHead(response, answer)
    for (let at = 0; at < answer.body.length; at += size) {
      response.write(answer.body.subarray(at, at + size))
      if (pause !== undefined) await turn(pause)
    }
    response.end()
  }

/** Sends header names in another form. */
export const named =
  (change: (name: string) => string): Send =>
  (answer, response) => {
    const headers = answer.headers.map(([name, value]) => [change(name), value] as const)
    const length = ['Content-Length', String(answer.body.length)] as const
    const written = isBodiless(answer.method, answer.status)
      ? headers
      : [...headers, [change(length[0]), length[1]] as const]
    writeHead(response, { status: answer.status, headers: written })
    response.end(answer.body)
  }

/** Splits some headers into one line for each of their values. */
export const inLines =
  (split: Readonly<Record<string, RegExp>>): Send =>
  (answer, response) => {
    const headers = answer.headers.flatMap(([name, value]) =>
      (split[name] ? value.split(split[name]) : [value]).map((part) => [name, part] as const),
    )
    writeHead(response, { status: answer.status, headers })
    response.end(answer.body)
  }

const withHeaders =
  (...more: readonly (readonly [string, string])[]): Send =>
  ({ status, headers, body }, response) => {
    writeHead(response, { status, headers: [...headers, ...more] })
    response.end(body)
  }

/** An answer of HTTP/1.0: no length, and the end of the connection ends the body. */
export const untilClose: Send = ({ status, headers, body, method }, { socket }) => {
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  socket?.write(`HTTP/1.0 ${status} OK\r\n${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n`)
  if (!isBodiless(method, status)) socket?.write(body)
  socket?.end()
}

/** Right servers that send their answers otherwise. */
export const transportServers: readonly RightServer[] = [
  sent('bodies in chunks of seven bytes', 'Frameworks that stream. The chunks cut characters in two.', inPieces(7)),
  sent('bodies that trickle', 'A proxy that hands on what it has, a millisecond apart.', inPieces(4096, 1)),
  sent(
    'bodies in gzip',
    'nginx with gzip on.',
    compressed('gzip', (body) => gzipSync(body)),
  ),
  sent(
    'bodies in gzip above a kilobyte',
    'nginx with gzip_min_length.',
    compressed('gzip', (body) => gzipSync(body), 1024),
  ),
  sent(
    'bodies in deflate',
    'Older application servers.',
    compressed('deflate', (body) => deflateSync(body)),
  ),
  sent('answers of HTTP/1.0', 'Small servers and old proxies: the body ends with the connection.', untilClose),
  sent(
    'lower-case header names',
    'Gateways that speak HTTP/2 to the service.',
    named((name) => name.toLowerCase()),
  ),
  sent(
    'upper-case header names',
    'Mainframes. RFC 9110: names are the same in any case.',
    named((name) => name.toUpperCase()),
  ),
  sent(
    'Title-Case header names',
    'Most servers.',
    named((name) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())),
  ),
  sent('a connection for each request', 'Servers without keep-alive.', withHeaders(['connection', 'close'])),
  sent(
    'Allow in several lines',
    'RFC 9110, 5.3: a list may be sent as several headers.',
    inLines({ allow: /\s*,\s*/ }),
  ),
  sent(
    'Link in several lines',
    'Middleware that adds one header for each entry; RFC 8288 allows both.',
    inLines({ link: /,\s*(?=<)/ }),
  ),
  sent(
    'headers twice',
    'A service and its gateway both send them.',
    withHeaders(['cache-control', 'no-store'], ['cache-control', 'private'], ['vary', 'Accept'], ['vary', 'Origin']),
  ),
  sent(
    'early hints before each answer',
    'Informational answers of content delivery networks.',
    async (answer, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' })
      await turn(0)
      writeHead(response, answer)
      response.end(answer.body)
    },
  ),
  sent('trailers behind each body', 'Gateways of gRPC send checksums behind the body.', (answer, response) => {
    const { method, status, headers, body } = answer
    if (isBodiless(method, status)) {
      writeHead(response, answer)
      response.end()
      return
    }
    writeHead(response, { status, headers: [...headers, ['trailer', 'x-checksum'], ['transfer-encoding', 'chunked']] })
    response.write(body)
    response.addTrailers({ 'x-checksum': String(body.length) })
    response.end()
  }),
]
