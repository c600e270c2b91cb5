// The whole kit against servers that do to connections and bodies what only a socket can. Others are hostile in
// `testing/servers/hostile/`.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer as createSocketServer, type Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import {
  checkUrl,
  closeServers,
  expectUnproven,
  json,
  listenOnFreePort,
  joinMessages,
  serving,
} from '../../testing/conformance/hostile-target.ts'
import { selectPart } from '../../testing/sample.ts'
import type { SenderLimits } from '../send/sender.ts'

afterEach(closeServers)

it.each(selectPart(['301', '302', '303', '307', '308'], 3))(
  'sends nothing to another origin given a redirect with %s',
  async (status) => {
    const strangers: IncomingMessage[] = []
    const elsewhere = await serving((request, response) => {
      strangers.push(request)
      response.end('{}')
    })
    const baseUrl = await serving((request, response) =>
      response
        .writeHead(Number(status), {
          location: `${elsewhere}${request.url}`,
          link: `<${elsewhere}/0/?cursor=0:100:0>; rel="next"; results="true"; cursor="0:100:0"`,
        })
        .end('{}'),
    )
    expectUnproven(await checkUrl(baseUrl, { timeout: 2000 }), 'fail')
    expect(strangers).toEqual([])
  },
)

/** Writes the same again and again while the other end reads. */
function flood(stream: Writable, part: string): void {
  const more = () => {
    while (!stream.destroyed && stream.write(part));
  }
  stream.on('drain', more)
  more()
}

const bomb = gzipSync(Buffer.alloc(100_000_000))
const limited =
  (headers: Readonly<Record<string, string>>): RequestListener =>
  (_request, response) =>
    response.writeHead(429, { ...json, ...headers }).end('{}')
const drip = (response: ServerResponse) => {
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

const listeners: readonly (readonly [
  what: string,
  listener: RequestListener,
  verdict: string,
  message: RegExp,
  limits: Partial<SenderLimits>,
])[] = [
  [
    'an endless body',
    (_request, response) => flood(response.writeHead(200, json), ' '.repeat(65_536)),
    'insufficientEvidence',
    /its body has more than 200000 bytes/,
    {},
  ],
  [
    'a gzip bomb',
    (_request, response) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb),
    'insufficientEvidence',
    /its body has more than 200000 bytes/,
    {},
  ],
  [
    'a body of one byte now and then',
    (_request, response) => drip(response.writeHead(200, json)),
    'insufficientEvidence',
    /its body was not complete after 0\.15 s[^]*no longer answers/,
    { timeout: 150, concurrency: 2 },
  ],
  [
    'a body that breaks off',
    (_request, response) => {
      response.writeHead(200, { ...json, 'content-length': '1000' })
      response.write('{"data":[', () => response.socket?.destroy())
    },
    'blocked',
    /got no whole response: the body broke off after \d+ bytes/,
    {},
  ],
  [
    'an hour to wait',
    limited({ 'retry-after': '3600' }),
    'insufficientEvidence',
    /asks to wait 3600 s \(Retry-After\), longer than --max-wait allows/,
    {},
  ],
  [
    'a number of seconds beyond all numbers to wait',
    limited({ 'retry-after': '9'.repeat(400) }),
    'insufficientEvidence',
    /longer than --max-wait allows/,
    {},
  ],
  ['nothing but 429', limited({}), 'insufficientEvidence', /still answered 429/, { maxWait: 1000 }],
]

it.each(listeners)('decides nothing given %s, and says why', async (_what, listener, verdict, message, limits) => {
  const result = await checkUrl(await serving(listener), { timeout: 5000, ...limits })
  expectUnproven(result, verdict)
  expect(joinMessages(result)).toMatch(message)
})

const sockets: readonly (readonly [what: string, message: RegExp, connected: (socket: Socket) => void])[] = [
  [
    'floods it with headers',
    /got no response: .*[Hh]eader/,
    (socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n')
        flood(socket, `x-flood: ${'a'.repeat(1000)}\r\n`)
      }),
  ],
  ['never answers', /got no response: none within 0\.5 s/, () => undefined],
  ['closes every connection at once', /got no response/, (socket) => socket.destroy()],
]

it.each(sockets)('gives up on a target that %s, and says so', async (_what, message, connected) => {
  const result = await checkUrl(await listenOnFreePort(createSocketServer(connected)), { timeout: 500 })
  expectUnproven(result, 'blocked')
  expect(joinMessages(result)).toMatch(message)
})
