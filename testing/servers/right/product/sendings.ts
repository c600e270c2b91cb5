// The factor of sending: RFC 9110 and 9112 leave it open how an answer comes over a socket.
import { deflateSync, gzipSync } from 'node:zlib'
import { type Answer, type Send, writeHead } from '../over-socket.ts'
import type { Factor } from './factor.ts'

const turn = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** HEAD, and these statuses, have no body. */
const isBodiless = ({ method, status }: Answer): boolean => method === 'HEAD' || status === 204 || status === 304

/** Sends an answer whole, with other headers. */
const headed =
  (headersOf: (answer: Answer) => Answer['headers']): Send =>
  (answer, response) => {
    writeHead(response, { status: answer.status, headers: headersOf(answer) })
    response.end(answer.body)
  }

const sendMoreHeaders = (...more: Answer['headers']): Send => headed(({ headers }) => [...headers, ...more])

const renameHeaders = (change: (name: string) => string): Send =>
  headed((answer) => {
    const { headers, body } = answer
    const length = isBodiless(answer) ? [] : [['Content-Length', String(body.length)] as const]
    return [...headers, ...length].map(([name, value]) => [change(name), value] as const)
  })

/** Splits some headers into one line for each of their values. */
const sendInLines = (split: Readonly<Record<string, RegExp>>): Send =>
  headed(({ headers }) =>
    headers.flatMap(([name, value]) =>
      (split[name] ? value.split(split[name]) : [value]).map((part) => [name, part] as const),
    ),
  )

/** Sends bodies in a coding, where the client takes it. */
const compressed =
  (coding: string, compress: (body: Buffer) => Buffer, least = 0): Send =>
  (answer, response) => {
    const { status, headers, body, takes } = answer
    const isWhole = !takes(coding) || body.length <= least || isBodiless(answer)
    const added = [['content-encoding', coding] as const, ['vary', 'Accept-Encoding'] as const]
    writeHead(response, isWhole ? answer : { status, headers: [...headers, ...added] })
    response.end(isWhole ? body : compress(body))
  }

const sendInPieces =
  (size: number, pause?: number): Send =>
  async (answer, response) => {
    writeHead(response, answer)
    for (let at = 0; at < answer.body.length; at += size) {
      response.write(answer.body.subarray(at, at + size))
      if (pause !== undefined) await turn(pause)
    }
    response.end()
  }

/** An answer of HTTP/1.0: no length, and the end of the connection ends the body. */
const sendUntilClose: Send = (answer, { socket }) => {
  const lines = answer.headers.map(([name, value]) => `${name}: ${value}`)
  socket?.write(`HTTP/1.0 ${answer.status} OK\r\n${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n`)
  if (!isBodiless(answer)) socket?.write(answer.body)
  socket?.end()
}

const sendTrailers: Send = (answer, response) => {
  const { status, headers, body } = answer
  if (isBodiless(answer)) {
    writeHead(response, answer)
    response.end()
    return
  }
  writeHead(response, { status, headers: [...headers, ['trailer', 'x-checksum'], ['transfer-encoding', 'chunked']] })
  response.write(body)
  response.addTrailers({ 'x-checksum': String(body.length) })
  response.end()
}

const sendEarlyHints: Send = async (answer, response) => {
  response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' })
  await turn(0)
  writeHead(response, answer)
  response.end(answer.body)
}

/** How answers are sent. */
export const sendings: Factor = {
  'in process': {},
  'pieces of seven bytes': { send: sendInPieces(7) },
  'pieces a millisecond apart': { send: sendInPieces(4096, 1) },
  gzip: { send: compressed('gzip', (body) => gzipSync(body)) },
  'gzip above a kilobyte': { send: compressed('gzip', (body) => gzipSync(body), 1024) },
  deflate: { send: compressed('deflate', (body) => deflateSync(body)) },
  'HTTP/1.0': { send: sendUntilClose },
  'names in capitals': { send: renameHeaders((name) => name.toUpperCase()) },
  'names with capitals': {
    send: renameHeaders((name) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())),
  },
  'a connection for each request': { send: sendMoreHeaders(['connection', 'close']) },
  'lists in several lines': { send: sendInLines({ link: /,\s*(?=<)/, allow: /\s*,\s*/ }) },
  'headers twice': {
    send: sendMoreHeaders(
      ['cache-control', 'no-store'],
      ['cache-control', 'private'],
      ['vary', 'Accept'],
      ['vary', 'Origin'],
    ),
  },
  'early hints': { send: sendEarlyHints },
  trailers: { send: sendTrailers },
}
