import { connect } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { type RunningServer, serve } from './serve.ts'

const running: RunningServer[] = []

afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(running.splice(0).map((server) => server.close()))
})

const NodeResponse = globalThis.Response

/** Runs a test with Node's own Response, as in a caller's process, and with the command line's lighter one. */
const both = it.each([false, true])
type Responder = (request: Request, make: typeof Response) => Promise<Response>

async function start(respond: Responder, overrideGlobalObjects: boolean): Promise<RunningServer> {
  const emulator = Object.assign(createEmulator(), {
    respond: (request: Request) => respond(request, overrideGlobalObjects ? Response : NodeResponse),
  })
  const server = await serve(emulator, { port: 0, overrideGlobalObjects })
  running.push(server)
  return server
}

/** Opens a plain socket that records what it receives and when it closes. */
function get(server: RunningServer, path = '/') {
  const socket = connect(server.port, '127.0.0.1', () =>
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
  )
  const got = { text: '' }
  const closed = new Promise<void>((resolve) => socket.on('error', () => {}).on('close', resolve))
  socket.setEncoding('utf8').on('data', (text: string) => (got.text += text))
  return {
    socket,
    got,
    closed,
    received: (text: string) => expect.poll(() => got.text, { interval: 2 }).toContain(text),
  }
}

const bytes = (text: string) => new TextEncoder().encode(text)

function streamOfPieces(
  pieces: readonly string[],
  end: (controller: ReadableStreamDefaultController) => void,
): ReadableStream {
  const left = [...pieces]
  return new ReadableStream(
    {
      pull: (controller) => {
        const piece = left.shift()
        if (piece === undefined) end(controller)
        else controller.enqueue(bytes(piece))
      },
    },
    { highWaterMark: 0 },
  )
}

both('sends the pieces before a body fails, and then closes the connection (lighter Response: %s)', async (lighter) => {
  const printed = [vi.spyOn(console, 'error'), vi.spyOn(console, 'info')]
  const server = await start(
    (_request, Made) =>
      Promise.resolve(
        new Made(
          streamOfPieces(['{"da'], (controller) => controller.error(new TypeError('terminated'))),
          { headers: { 'content-length': '40' } },
        ),
      ),
    lighter,
  )
  const { got, closed } = get(server)
  await closed
  expect(got.text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*content-length: 40\r\n.*\r\n\r\n\{"da$/is)
  await expect(fetch(server.url).then((response) => response.text())).rejects.toThrow('terminated')
  for (const print of printed) expect(print).not.toHaveBeenCalled()
})

both('sends each piece as soon as it is there (lighter Response: %s)', async (lighter) => {
  let release = () => {}
  const pieces = ['one', 'two', 'three']
  const stream = new ReadableStream(
    {
      pull: async (controller) => {
        await new Promise<void>((resolve) => (release = resolve))
        const piece = pieces.shift()
        if (piece === undefined) controller.close()
        else controller.enqueue(bytes(piece))
      },
    },
    { highWaterMark: 0 },
  )
  const server = await start(
    (_request, Made) => Promise.resolve(new Made(stream, { status: 203, headers: { 'x-here': 'yes' } })),
    lighter,
  )
  const { got, received } = get(server)
  // The body makes the next piece only after the client has received the one before, so none can be held back.
  await received('x-here: yes')
  expect(got.text).toContain('203')
  for (const piece of ['one', 'two', 'three']) {
    release()
    await received(`${piece}\r\n`)
  }
  release()
  await received('\r\n0\r\n\r\n')
})

both('aborts the request and cancels the body when the client goes away (lighter Response: %s)', async (lighter) => {
  const seen: string[] = []
  const server = await start((request, Made) => {
    request.signal.addEventListener('abort', () => seen.push('aborted'))
    return Promise.resolve(
      new Made(
        new ReadableStream({
          start: (controller) => controller.enqueue(bytes('first')),
          cancel: () => void seen.push('cancelled'),
        }),
      ),
    )
  }, lighter)
  const { socket, received } = get(server)
  await received('first')
  socket.destroy()
  await expect.poll(() => seen.toSorted()).toEqual(['aborted', 'cancelled'])
})

both(
  'aborts the request when the client disconnects before the answer, and keeps serving (lighter Response: %s)',
  async (lighter) => {
    let arrived = () => {}
    const here = new Promise<void>((resolve) => (arrived = resolve))
    let aborted = () => {}
    const gone = new Promise<void>((resolve) => (aborted = resolve))
    const server = await start((request, Made) => {
      if (new URL(request.url).pathname === '/ok') return Promise.resolve(new Made('fine'))
      request.signal.addEventListener('abort', aborted)
      arrived()
      return gone.then(() => Promise.reject(request.signal.reason as Error))
    }, lighter)
    const { socket } = get(server, '/stuck')
    await here
    socket.destroy()
    await gone
    expect(await (await fetch(`${server.url}/ok`)).text()).toBe('fine')
  },
)

both('sends a complete body with its length, and keeps the connection (lighter Response: %s)', async (lighter) => {
  const bodies: Readonly<Record<string, () => ReadableStream | string | null>> = {
    '/text': () => 'text ü',
    '/stream': () => streamOfPieces(['one piece'], (controller) => controller.close()),
    '/empty': () => streamOfPieces([], (controller) => controller.close()),
    '/large': () => 'x'.repeat(1_000_000),
  }
  const server = await start(
    (request, Made) => Promise.resolve(new Made(bodies[new URL(request.url).pathname]!())),
    lighter,
  )
  const lengths = []
  for (const path of Object.keys(bodies)) {
    const response = await fetch(server.url + path)
    lengths.push([response.headers.get('content-length'), (await response.arrayBuffer()).byteLength])
  }
  expect(lengths).toEqual([
    ['7', 7],
    ['9', 9],
    ['0', 0],
    ['1000000', 1_000_000],
  ])
})
