// An episode over real sockets: bytes that may be no HTTP at all.
import { connect } from 'node:net'
import type { Emulator } from '../../emulator/create-emulator.ts'
import { type RunningServer, serve } from '../../emulator/serve/serve.ts'
import { toBytes } from './fuzz-request.ts'
import { Broken, type Tally } from './run-episode.ts'
import { PlaceholderPool, toWire } from './fill-placeholders.ts'
import { longestRefusal, wrongWithJournals } from './properties.ts'
import { bytesOf, type RawConnection } from './raw-connections.ts'
import { open, type Setup } from './setups.ts'
import { Stuck, untilQuiet, withinTurns } from './turns.ts'

/** Turns in which nothing comes before the client stops waiting. */
const quietTurns = 40
/** Turns of the event loop in which a server must close a connection that its client has closed. */
const turnsToClose = 500_000

/** Opens connections to a new server, one after the other. @throws Broken when a property does not hold. */
export async function runSocketEpisode(
  setup: Setup,
  connections: readonly RawConnection[],
  tally: Tally,
): Promise<void> {
  const errors: unknown[] = []
  const emulator = open(setup, (error) => errors.push(error))
  const server = await serve(emulator, { port: 0, allowedHosts: ['localhost'] })
  try {
    const pool = new PlaceholderPool(emulator)
    for (const connection of connections) {
      const wires = connection.requests.map((asked) => toWire(asked, pool, emulator.basePath))
      const bytes = bytesOf(connection, wires)
      const fail = (message: string): never => {
        throw new Broken(`${message}\n${connection.framing}, ${connection.end}: ${toScript(bytes)}`)
      }
      const got = await exchange(server, bytes, connection).catch((error: unknown) =>
        error instanceof Stuck ? fail(error.message) : fail(String(error)),
      )
      tally.requests += wires.length
      tally.bytesIn += bytes.length
      tally.bytesOut += got.length
      if (errors.length > 0) fail(`an internal error: ${String(errors[0])}`)
      pool.note(wires[0]!.world, got)
      const wrong = wrongWithBytes(got, bytes, setup, tally)
      if (wrong !== undefined) fail(`Got ${wrong}`)
      // What a fault delays would outlive the episode, and a scenario that one connection began would answer another.
      for (const name of emulator.worlds.names) {
        const { faults, scenarios } = emulator.worlds.use(name)
        faults.reset()
        scenarios.reset()
      }
    }
    await assertAlive(server, emulator)
    const wrong = wrongWithJournals(emulator, setup)
    if (wrong !== undefined) throw new Broken(wrong)
  } finally {
    await server.close()
  }
}

/** Sends bytes and returns what came back, as characters up to U+00FF. */
async function exchange(server: RunningServer, bytes: string, { writes, end }: RawConnection): Promise<string> {
  let got = ''
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.setEncoding('latin1').on('data', (chunk: string) => (got += chunk))
  // The server may reset what it cannot read.
  socket.on('error', () => {})
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()).once('close', () => resolve()))
  const size = Math.max(1, Math.ceil(bytes.length / writes))
  for (let at = 0; at < bytes.length && socket.writable; at += size) {
    socket.write(toBytes(bytes.slice(at, at + size)))
    await new Promise(setImmediate)
  }
  if (end !== 'half-close') await untilQuiet(() => got.length, quietTurns)
  if (end === 'reset') socket.resetAndDestroy()
  else socket.end()
  await untilQuiet(() => got.length, quietTurns)
  // A request under way, as one with a body that never comes whole, ends with the connection.
  if (!socket.destroyed && end === 'half-close') socket.resetAndDestroy()
  await withinTurns(closed, turnsToClose, 'The connection')
  return got
}

const head = /HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[!-9;-~]+: ?[^\r\n\0]*\r\n)*)\r\n/g

function wrongWithBytes(got: string, sent: string, setup: Setup, tally: Tally): string | undefined {
  if (got !== '' && !got.startsWith('HTTP/1.1 '))
    return `bytes that are no answer: ${JSON.stringify(got.slice(0, 200))}`
  const heads = [...got.matchAll(head)]
  const { faults = [], scenarios = [] } = setup.options
  const isFree = setup.deviations.length + faults.length + scenarios.length > 0 || sent.includes('_emulator')
  for (const [index, [all, status]] of heads.entries()) {
    tally.answers++
    tally.statuses.set(Number(status), (tally.statuses.get(Number(status)) ?? 0) + 1)
    // 501 and 505 are Node's own, for methods and versions of HTTP that it does not know.
    if (Number(status) >= 500 && !isFree && status !== '501' && status !== '505')
      return `${status}, which nothing asked for: ${got.slice(0, 500)}`
    const end = heads[index + 1]?.index ?? got.length
    const size = end - (heads[index]!.index + all.length)
    if (Number(status) >= 400 && size > longestRefusal) return `a refusal of ${size} bytes`
  }
  return undefined
}

/** A good request after all the others. */
async function assertAlive(server: RunningServer, emulator: Emulator): Promise<void> {
  emulator.deviations.clear()
  for (const name of emulator.worlds.names) {
    emulator.worlds.use(name).faults.clear()
    emulator.worlds.use(name).scenarios.clear()
  }
  const response = await fetch(`${server.url}/0/`)
  const text = await response.text()
  if (response.status !== 200) throw new Broken(`GET /0/ answers ${response.status} at the end: ${text}`)
}

/** A command that sends the bytes again. */
function toScript(bytes: string): string {
  const printed = bytes.length > 20_000 ? bytes.slice(0, 20_000) : bytes
  const escaped = [...toBytes(printed)].map((byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c && byte !== 0x25
    return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`
  })
  const rest = bytes.length > printed.length ? ` # and ${bytes.length - printed.length} bytes more` : ''
  return `printf '${escaped.join('')}' | nc -q1 127.0.0.1 4113${rest}`
}
