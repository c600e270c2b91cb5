import { connect } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import type { Fault } from '../disturb/faults/fault.ts'
import { type RunningServer, serve } from './serve.ts'

const running: RunningServer[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
})

async function start(...faults: readonly Fault[]) {
  const errors: unknown[] = []
  const emulator = createEmulator({ faults, onError: (error) => errors.push(error) })
  const server = await serve(emulator, { port: 0 })
  running.push(server)
  const init = { headers: { authorization: `Bearer ${emulator.credentials.token}` } }
  const url = `${server.url}/1.13/environments`
  const whole = await (await createEmulator().fetch(new Request(url, init))).text()
  return { emulator, errors, server, url, init, whole }
}

/** Sends a request over a plain socket and returns everything received until it closes. */
function raw({ server, init }: Awaited<ReturnType<typeof start>>): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write(
        `GET /1.13/environments HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${init.headers.authorization}\r\n\r\n`,
      ),
    )
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    socket.on('error', () => {}).on('close', () => resolve(text))
  })
}

it.each(['before', 'after'] as const)(
  'closes the connection without a byte given drop: %s, and serves the next request',
  async (drop) => {
    const started = await start({ operation: 'environments.list', drop, times: 2 })
    expect(await raw(started)).toBe('')
    await expect(fetch(started.url, started.init)).rejects.toThrow('fetch failed')
    expect((await fetch(started.url, started.init)).status).toBe(200)
  },
)

it('sends half of the announced body and closes the connection given truncate', async () => {
  const started = await start({ operation: 'environments.list', truncate: true, times: 2 })
  const { whole } = started
  const length = Buffer.byteLength(whole)
  const [head = '', body = ''] = (await raw(started)).split('\r\n\r\n')
  expect(head.toLowerCase()).toContain(`content-length: ${length}`)
  expect(Buffer.byteLength(body)).toBe(Math.floor(length / 2))
  expect(whole.startsWith(body)).toBe(true)
  await expect(fetch(started.url, started.init).then((response) => response.text())).rejects.toThrow('terminated')
})

it('sends the whole body in pieces given drip', async () => {
  const { url, init, whole } = await start({ operation: 'environments.list', drip: { bytes: 1000, interval: 1 } })
  const pieces: number[] = []
  const text = new TextDecoder()
  let got = ''
  for await (const piece of (await fetch(url, init)).body!) {
    pieces.push(piece.length)
    got += text.decode(piece, { stream: true })
  }
  expect(pieces.length).toBeGreaterThan(1)
  expect(got).toBe(whole)
})

it.each<[string, Partial<Fault>]>([
  ['a delayed answer', { delay: '1h' }],
  ['a dripping body', { drip: { bytes: 1, interval: '1h' } }],
])('reports no error when a client disconnects from %s', async (_what, fault) => {
  const { url, init, errors, emulator } = await start({ operation: 'environments.list', ...fault })
  const printed = vi.spyOn(console, 'error')
  const controller = new AbortController()
  const pending = fetch(url, { ...init, signal: controller.signal }).then((response) => response.text())
  await expect.poll(() => emulator.faults.isEmpty).toBe(true)
  controller.abort()
  await expect(pending).rejects.toThrow('abort')
  expect((await fetch(url, init)).status).toBe(200)
  expect([errors, printed.mock.calls]).toEqual([[], []])
  printed.mockRestore()
})
