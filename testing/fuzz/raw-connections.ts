// The bad habits of clients on sockets: half requests, pipelining, bad framing, early close, upgrades.
import fc from 'fast-check'
import type { FuzzRequest, Wire } from './fuzz-request.ts'

/** A connection: some requests, how they are framed, and how it ends. */
export interface RawConnection {
  readonly requests: readonly FuzzRequest[]
  readonly framing: Framing
  /** Where the bytes are cut off, as a fraction; 1 sends all. */
  readonly until: number
  /** In how many writes the bytes go out. */
  readonly writes: number
  readonly end: 'half-close' | 'reset' | 'wait'
}

const framings = [
  'length', 'chunked', 'no-length', 'short-length', 'long-length', 'two-lengths', 'length-and-chunked', 'bad-chunk',
  'huge-chunk', 'negative-length', 'no-host', 'two-hosts', 'foreign-host', 'absolute', 'asterisk', 'http-1.0',
  'http-0.9',
  'http-2', 'bare-newlines', 'folded', 'nul', 'huge-header', 'many-headers', 'expect', 'expect-other', 'upgrade', 'h2c',
  'connect', 'trace', 'garbage', 'tls', 'trailers', 'spaces', 'no-version',
] as const // prettier-ignore
type Framing = (typeof framings)[number]

/** Connections that send these requests, one to six each. */
export function rawConnections(requests: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<RawConnection> {
  return fc.record({
    requests: fc.array(requests, { minLength: 1, maxLength: 6 }),
    framing: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom('length' as const, 'chunked' as const) },
      { weight: 3, arbitrary: fc.constantFrom(...framings) },
    ),
    until: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
    writes: fc.constantFrom(1, 1, 1, 2, 3, 17),
    end: fc.constantFrom('half-close' as const, 'half-close' as const, 'wait' as const, 'reset' as const),
  })
}

const framed: Readonly<Partial<Record<Framing, (request: Message) => string>>> = {
  length: (message) => text(message, [['Content-Length', String(message.body.length)]]),
  chunked: (message) => text({ ...message, body: chunk(message.body) }, [['Transfer-Encoding', 'chunked']]),
  'no-length': (message) => text(message, []),
  'short-length': (message) => text(message, [['Content-Length', String(Math.floor(message.body.length / 2))]]),
  'long-length': (message) => text(message, [['Content-Length', String(message.body.length + 10)]]),
  'two-lengths': (message) => text(message, [['Content-Length', '1'], ['Content-Length', String(message.body.length)]]),
  'length-and-chunked': (message) =>
    text({ ...message, body: chunk(message.body) }, [['Content-Length', '3'], ['Transfer-Encoding', 'chunked']]),
  'bad-chunk': (message) => text({ ...message, body: `zz\r\n${message.body}\r\n0\r\n\r\n` }, [['Transfer-Encoding', 'chunked']]),
  'huge-chunk': (message) => text({ ...message, body: `fffffffffffff\r\n${message.body}` }, [['Transfer-Encoding', 'chunked']]),
  'negative-length': (message) => text(message, [['Content-Length', '-1']]),
  'no-host': (message) => text({ ...message, hosts: [] }),
  'two-hosts': (message) => text({ ...message, hosts: ['localhost', 'evil.example'] }),
  'foreign-host': (message) => text({ ...message, hosts: ['evil.example'] }),
  absolute: (message) => text({ ...message, target: `http://localhost${message.target}` }),
  asterisk: (message) => text({ ...message, method: 'OPTIONS', target: '*' }),
  'http-1.0': (message) => text({ ...message, version: 'HTTP/1.0' }, [['Content-Length', String(message.body.length)]]),
  'http-0.9': (message) => `GET ${message.target}\r\n`,
  'http-2': (message) => text({ ...message, version: 'HTTP/2.0' }),
  'bare-newlines': (message) => text(message).replaceAll('\r\n', '\n'),
  folded: (message) => text(message, [['X-Folded', 'a\r\n b']]),
  nul: (message) => text(message, [['X-Nul', 'a\0b']]),
  'huge-header': (message) => text(message, [['X-Huge', 'x'.repeat(20_000)]]),
  'many-headers': (message) => text(message, Array.from({ length: 2500 }, (_, index) => [`X-${index}`, ''] as const)),
  expect: (message) => text(message, [['Expect', '100-continue'], ['Content-Length', String(message.body.length)]]),
  'expect-other': (message) => text(message, [['Expect', 'nonsense']]),
  upgrade: (message) =>
    text(message, [['Connection', 'Upgrade'], ['Upgrade', 'websocket'], ['Sec-WebSocket-Key', 'x']]),
  h2c: (message) =>
    text(message, [['Connection', 'Upgrade, HTTP2-Settings'], ['Upgrade', 'h2c'], ['HTTP2-Settings', 'AAMAAABkAAQAAP__']]),
  connect: () => 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n',
  trace: (message) => text({ ...message, method: 'TRACE', body: '' }),
  garbage: () => '\0\u0001\u00ff\u00fe garbage \r\n\r\n',
  tls: () => '\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003',
  trailers: (message) =>
    text(
      { ...message, body: `${chunk(message.body).slice(0, -2)}X-Trailer: 1\r\n\r\n` },
      [['Transfer-Encoding', 'chunked'], ['Trailer', 'X-Trailer']],
    ),
  spaces: (message) => text(message).replace(': ', ' : '),
  'no-version': (message) => text({ ...message, version: '' }),
} // prettier-ignore

interface Message {
  readonly method: string
  readonly target: string
  readonly version: string
  readonly hosts: readonly string[]
  readonly headers: Wire['headers']
  readonly body: string
}

function text({ method, target, version, hosts, headers, body }: Message, more?: Wire['headers']): string {
  const sent = more ?? (body === '' ? [] : ([['Content-Length', String(body.length)]] as const))
  const lines = [...hosts.map((host) => ['Host', host] as const), ...headers, ...sent]
  const fields = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `${method} ${target} ${version}\r\n${fields}\r\n${body}`
}

function chunk(body: string): string {
  return body === '' ? '0\r\n\r\n' : `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
}

/** The bytes of a connection, as characters up to U+00FF. All but the last request are framed well. */
export function bytesOf({ framing, until }: RawConnection, wires: readonly Wire[]): string {
  const messages = wires.map(({ method, target, headers, body = '' }): Message => {
    const plain = (value: string) => value.replaceAll(/[^\0-\u00ff]/g, '?')
    return {
      method,
      target: plain(target),
      version: 'HTTP/1.1',
      hosts: ['localhost'],
      headers: headers.map(([name, value]) => [plain(name), plain(value)] as const),
      body: plain(body),
    }
  })
  const bytes = messages.map((message, index) =>
    (index === messages.length - 1 ? framed[framing]! : framed.length!)(message),
  )
  const all = bytes.join('')
  return all.slice(0, Math.ceil(until * all.length))
}
