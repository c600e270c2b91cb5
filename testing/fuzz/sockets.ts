// One run over real sockets: bytes that may be no HTTP at all.
import { connect } from 'node:net'
import fc from 'fast-check'
import type { Emulator } from '../../emulator/create-emulator.ts'
import { type RunningServer, serve } from '../../emulator/serve/serve.ts'
import { longestRefusal } from './promises.ts'
import { requests } from './requests.ts'
import { type Property, Run } from './run.ts'
import { type Setup, setups } from './setups.ts'
import { waitUntilQuiet, withinTurns } from './turns.ts'
import { toBytes, toCommand, toWire, type Wire } from './wire.ts'

const chunked = 'Transfer-Encoding: chunked'
const chunks = (body: string) => (body === '' ? '0\r\n\r\n' : `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)

/** The ways in which a request marks the end of its body: headers, and the body. */
const endings: readonly ((body: string) => readonly [headers: string, body: string])[] = [
  (body) => [`Content-Length: ${body.length}`, body],
  (body) => [chunked, chunks(body)],
  (body) => [`${chunked}\r\nTrailer: X-Trailer`, chunks(body).replace(/\r\n$/, 'X-Trailer: 1\r\n\r\n')],
  (body) => [chunked, `zz\r\n${body}\r\n0\r\n\r\n`],
  (body) => [chunked, `fffffffffffff\r\n${body}`],
  (body) => [`Content-Length: 3\r\n${chunked}`, chunks(body)],
  (body) => ['', body],
  (body) => [`Content-Length: ${body.length >> 1}`, body],
  (body) => [`Content-Length: ${body.length + 10}`, body],
  (body) => [`Content-Length: 1\r\nContent-Length: ${body.length}`, body],
  (body) => ['Content-Length: -1', body],
]

/** Headers and bytes that few servers expect. */
const oddHeaders = [
  'Expect: 100-continue',
  'Expect: nonsense',
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x',
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  'X-Folded: a\r\n b',
  'X-Nul: a\0b',
  'X-Spaced : a',
  `X-Huge: ${'x'.repeat(20_000)}`,
  Array.from({ length: 2500 }, (_, index) => `X-${index}: `).join('\r\n'),
]
const noHttp = [
  'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n',
  'GET /0/\r\n',
  '\0\u0001\u00ff\u00fe garbage \r\n\r\n',
  '\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003',
]

const mostly = <Value>(usual: Value, ...others: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, fc.constantFrom(...others))

/** The bad habits of clients: half requests, pipelining, bad framing, upgrades, bytes that are not HTTP. */
const connections = fc.record({
  requests: fc.array(requests, { minLength: 1, maxLength: 6, size: 'max' }),
  /** The framing of the last request; those before it are framed well. */
  framing: fc.record({
    hosts: mostly('Host: localhost', '', 'Host: evil.example', 'Host: localhost\r\nHost: evil.example'),
    origin: mostly('', 'http://localhost', '*'),
    version: mostly(' HTTP/1.1', ' HTTP/1.0', ' HTTP/2.0', ''),
    ending: mostly(endings[0]!, ...endings),
    odd: mostly('', ...oddHeaders),
    newline: mostly('\r\n', '\n'),
    instead: mostly('', ...noHttp),
  }),
  /** The place where the bytes are cut off, as a fraction; 1 sends all. */
  until: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
  /** In how many writes the bytes go out. */
  writes: fc.constantFrom(1, 1, 1, 2, 3, 17),
  end: fc.constantFrom('half-close', 'half-close', 'wait', 'reset'),
})
type Connection = typeof connections extends fc.Arbitrary<infer Value> ? Value : never

/** Whatever bytes come over sockets, the server keeps its promises, and answers a good request after all of them. */
export const socketsProperty: Property = (observer) =>
  fc.asyncProperty(
    fc.tuple(setups, fc.array(connections, { minLength: 1, maxLength: 17, size: 'max' })),
    ([setup, opened]) => openConnections(new Run(setup, observer), opened),
  )

/** The bytes of a connection, as characters up to U+00FF. */
function connectionBytes({ framing, until }: Connection, wires: readonly Wire[]): string {
  const { hosts, origin, version, ending, odd, newline, instead } = framing
  const plain = wires.slice(0, -1).map((wire) => toBytes(wire, ['Host: localhost', endings[0]!(wire.body ?? '')[0]]))
  const last = wires.at(-1)!
  const [headers, body] = ending(last.body ?? '')
  const framed = toBytes({ ...last, target: `${origin}${last.target}`, body }, [hosts, headers, odd], version)
  const all = [...plain, instead || framed.replaceAll('\r\n', newline)].join('').replaceAll(/[^\0-\u00ff]/g, '?')
  return all.slice(0, Math.ceil(until * all.length))
}

/** Turns in which nothing comes before the client stops waiting. */
const quietTurns = 40
/** Turns of the event loop in which a server must close a connection that its client has closed. */
const turnsToClose = 500_000

/** Opens connections to a server, one after the other. @throws Error when a promise does not hold. */
async function openConnections(run: Run, opened: readonly Connection[]): Promise<void> {
  const { emulator, setup, placeholders } = run
  const server = await serve(emulator, { port: 0, allowedHosts: ['localhost'] })
  try {
    for (const connection of opened) {
      const wires = connection.requests.map((asked) => toWire(asked, emulator, placeholders))
      const bytes = connectionBytes(connection, wires)
      run.sends(`${toCommand(bytes)} # ${connection.end}`)
      const got = await exchangeBytes(server, bytes, connection).catch((error: unknown) => run.fail(String(error)))
      placeholders.note(connection.requests[0]!.world, got)
      run.assert(wrongWithBytes(got, bytes, setup))
      // A delayed answer would outlive the run, and a scenario that one connection began would answer another.
      everyWorld(emulator, (part) => part.reset())
    }
    emulator.deviations.clear()
    everyWorld(emulator, (part) => part.clear())
    // A good request after all the others.
    const response = await fetch(`${server.url}/0/`)
    const text = await response.text()
    if (response.status !== 200) run.fail(`GET /0/ answers ${response.status} at the end: ${text}`)
    run.assertJournals([])
  } finally {
    await server.close()
  }
}

function everyWorld({ worlds }: Emulator, act: (part: { reset(): void; clear(): void }) => void): void {
  for (const name of worlds.names) {
    act(worlds.use(name).faults)
    act(worlds.use(name).scenarios)
  }
}

/** Sends bytes and returns what came back, as characters up to U+00FF. */
async function exchangeBytes(server: RunningServer, bytes: string, { writes, end }: Connection): Promise<string> {
  let got = ''
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.setEncoding('latin1').on('data', (chunk: string) => (got += chunk))
  // The server may reset what it cannot read.
  socket.on('error', () => {})
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()).once('close', () => resolve()))
  const size = Math.max(1, Math.ceil(bytes.length / writes))
  for (let at = 0; at < bytes.length && socket.writable; at += size) {
    socket.write(Buffer.from(bytes.slice(at, at + size), 'latin1'))
    await new Promise(setImmediate)
  }
  if (end !== 'half-close') await waitUntilQuiet(() => got.length, quietTurns)
  if (end === 'reset') socket.resetAndDestroy()
  else socket.end()
  await waitUntilQuiet(() => got.length, quietTurns)
  // A request under way, as one with a body that never comes whole, ends with the connection.
  if (!socket.destroyed && end === 'half-close') socket.resetAndDestroy()
  await withinTurns(closed, turnsToClose, 'The connection')
  return got
}

const head = /HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[!-9;-~]+: ?[^\r\n\0]*\r\n)*)\r\n/g

function wrongWithBytes(got: string, sent: string, { options }: Setup): string | undefined {
  if (got !== '' && !got.startsWith('HTTP/1.1 '))
    return `bytes that are not an answer: ${JSON.stringify(got.slice(0, 200))}`
  const { faults = [], scenarios = [], deviations = [] } = options
  const isSpoilt = faults.length + scenarios.length + deviations.length > 0 || sent.includes('_emulator')
  const heads = [...got.matchAll(head)]
  for (const [index, { 0: all, 1: code, index: at }] of heads.entries()) {
    const status = Number(code)
    const size = (heads[index + 1]?.index ?? got.length) - at - all.length
    // 501 and 505 are Node's own, for methods and versions of HTTP that it does not know.
    if (status >= 500 && !isSpoilt && status !== 501 && status !== 505)
      return `${status}, which nothing asked for: ${got.slice(0, 500)}`
    if (status >= 400 && size > longestRefusal) return `a refusal of ${size} bytes`
  }
  return undefined
}
