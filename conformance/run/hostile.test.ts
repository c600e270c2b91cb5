import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Server as SocketServer,
  type Socket,
} from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { toTargetFile } from '../../bin/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { checks } from '../rules/checks.ts'
import { toTarget } from '../target/target-file.ts'
import type { SenderLimits } from '../wire/sender.ts'
import type { RunResult } from './result.ts'
import { runConformance } from './run-conformance.ts'

const servers: (Server | SocketServer)[] = []
const sockets = new Set<Socket>()

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

async function listening(server: Server | SocketServer): Promise<string> {
  servers.push(server)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const serving = (answer: RequestListener) => listening(createServer(answer))

const small: Partial<SenderLimits> = { timeout: 150, maxBytes: 200_000, maxRequests: 600, maxWait: 0 }

/** The whole kit, with everything declared, against whatever stands at a URL. */
async function check(baseUrl: string, limits: Partial<SenderLimits> = {}): Promise<RunResult> {
  return await runConformance({
    target: toTarget(toTargetFile(createEmulator(), baseUrl, true)),
    checks,
    limits: { ...small, ...limits },
  })
}

/** Nothing is blamed on the kit, nothing is green, and each check has a verdict. */
function expectUnproven(result: RunResult, ...verdicts: readonly string[]): void {
  const shown = new Set<string>(result.results.map(({ verdict }) => verdict))
  expect(
    result.results
      .filter(({ verdict }) => verdict === 'error' || verdict === 'pass')
      .map(({ check: id, verdict, message }) => `${id} ${verdict} ${message}`),
  ).toEqual([])
  for (const verdict of verdicts) expect(shown).toContain(verdict)
  expect(result.results.length).toBe(checks.length)
  expect(result.requests).toBeLessThanOrEqual(600)
}

const messagesOf = (result: RunResult): string => [...new Set(result.results.map(({ message }) => message))].join('\n')

const id = (number: number): string => number.toString(36).padStart(27, '0')
const json = { 'content-type': 'application/json' }

it('ends within its limits given a target with endless pages', async () => {
  let next = 2 ** 40
  const baseUrl = await serving((request, response) => {
    const offset = Number(/cursor=\d+:(\d+)/.exec(request.url ?? '')?.[1] ?? 0)
    const link = (rel: string, at: number) =>
      `<${baseUrl}${(request.url ?? '').split('?')[0]}?cursor=0:${at}:0>; rel="${rel}"; results="true"; cursor="0:${at}:0"`
    response.writeHead(200, {
      ...json,
      link: `${link('previous', Math.max(0, offset - 100))}, ${link('next', offset + 100)}`,
    })
    response.end(
      JSON.stringify({
        data: Array.from({ length: 100 }, () => ({ id: id(next--), name: 'one of many' })),
        has_more: true,
      }),
    )
  })
  const result = await check(baseUrl, { timeout: 2000 })
  expect(result.results.filter(({ verdict }) => verdict === 'error')).toEqual([])
  expect(result.results.length).toBe(checks.length)
  expect(result.requests).toBeLessThanOrEqual(600)
})

it('ends within its limits given a target whose cursors loop', async () => {
  const page = JSON.stringify([id(30), id(20), id(10)].map((one) => ({ id: one, name: one })))
  const baseUrl = await serving((request, response) => {
    const link = (rel: string) => `<${baseUrl}${request.url}>; rel="${rel}"; results="true"; cursor="0:100:0"`
    response.writeHead(200, { ...json, link: `${link('previous')}, ${link('next')}` })
    response.end(page)
  })
  const result = await check(baseUrl, { timeout: 2000 })
  expect(result.results.filter(({ verdict }) => verdict === 'error')).toEqual([])
  expect(
    result.results
      .filter(({ requirement, verdict }) => requirement.startsWith('cursors.') && verdict === 'pass')
      .map((one) => one.requirement),
  ).toEqual(['cursors.newest-first'])
  expect(result.requests).toBeLessThanOrEqual(600)
})

it('reads no more of an endless body than its limit, and says so', async () => {
  let written = 0
  let requests = 0
  const chunk = Buffer.alloc(65_536, ' ')
  const baseUrl = await serving((_request, response) => {
    requests++
    response.writeHead(200, json)
    const more = () => {
      for (let room = true; room && !response.destroyed;) {
        room = response.write(chunk)
        written += chunk.length
      }
    }
    response.on('drain', more)
    more()
  })
  const result = await check(baseUrl, { timeout: 5000 })
  expectUnproven(result, 'insufficientEvidence')
  expect(messagesOf(result)).toContain('its body has more than 200000 bytes')
  // What the sockets of both ends hold goes on top.
  expect(written / requests).toBeLessThan(200_000 + 8_000_000)
})

it('gives a body of one byte now and then no more than its time, and says so', async () => {
  const baseUrl = await serving((_request, response) => {
    response.writeHead(200, json)
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  })
  const result = await check(baseUrl, { concurrency: 2 })
  expectUnproven(result, 'insufficientEvidence')
  expect(messagesOf(result)).toContain('its body was not complete after 0.15 s')
  expect(messagesOf(result)).toContain('no longer answers')
})

it('says that a body is not UTF-8', async () => {
  const baseUrl = await serving((_request, response) =>
    response.writeHead(200, json).end(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
  )
  const result = await check(baseUrl, { timeout: 2000 })
  expectUnproven(result, 'fail')
  expect(messagesOf(result)).toContain('the body is not UTF-8')
})

it.each(['301', '302', '303', '307', '308'])(
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
    const result = await check(baseUrl, { timeout: 2000 })
    expectUnproven(result, 'fail')
    expect(strangers.map(({ headers }) => headers.authorization).filter((value) => value !== undefined)).toEqual([])
    expect(strangers.length).toBe(0)
  },
)

it('follows no redirect of a target to itself', async () => {
  const baseUrl = await serving((request, response) => response.writeHead(302, { location: request.url }).end())
  expectUnproven(await check(baseUrl, { timeout: 2000 }), 'fail')
})

it('unpacks no more of a gzip bomb than its limit', async () => {
  const bomb = gzipSync(Buffer.alloc(100_000_000))
  const baseUrl = await serving((_request, response) =>
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb),
  )
  const before = process.memoryUsage().rss
  const result = await check(baseUrl, { timeout: 5000 })
  expectUnproven(result, 'insufficientEvidence')
  expect(messagesOf(result)).toContain('its body has more than 200000 bytes')
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
})

it('says that connections break in the middle of a body', async () => {
  const baseUrl = await serving((_request, response) => {
    response.writeHead(200, { ...json, 'content-length': '1000' })
    response.write('{"data":[', () => response.socket?.destroy())
  })
  const result = await check(baseUrl, { timeout: 2000 })
  expectUnproven(result, 'blocked')
  expect(messagesOf(result)).toMatch(/got no whole response: the body broke off after \d+ bytes/)
})

it('ends given a target that floods it with headers', async () => {
  const line = `x-flood: ${'a'.repeat(1000)}\r\n`
  const baseUrl = await listening(
    createSocketServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const more = () => {
          while (!socket.destroyed && socket.write(line));
        }
        socket.on('drain', more)
        more()
      })
    }),
  )
  const result = await check(baseUrl, { timeout: 2000 })
  expectUnproven(result, 'blocked')
  expect(messagesOf(result)).toMatch(/got no response: .*[Hh]eader/)
})

it('gives up on a target that never answers, and says so', async () => {
  const baseUrl = await listening(createSocketServer(() => undefined))
  const result = await check(baseUrl, { concurrency: 2 })
  expectUnproven(result, 'blocked')
  expect(messagesOf(result)).toContain('got no response: none within 0.15 s')
  expect(messagesOf(result)).toContain('the target no longer answers')
  expect(result.requests).toBeLessThanOrEqual(40)
})

it('says that a target closes every connection at once', async () => {
  const baseUrl = await listening(createSocketServer((socket) => socket.destroy()))
  const result = await check(baseUrl, { timeout: 2000 })
  expectUnproven(result, 'blocked')
  expect(messagesOf(result)).toContain('got no response')
})

it.each([
  [
    'is told to wait for an hour',
    (response: ServerResponse) => response.setHeader('retry-after', '3600'),
    /asks to wait 3600 \(Retry-After\), longer than --max-wait allows/,
  ],
  [
    'is told a date',
    (response: ServerResponse) => response.setHeader('retry-after', 'Fri, 31 Dec 9999 23:59:59 GMT'),
    /asks to wait Fri, 31 Dec 9999/,
  ],
  [
    'is told a number beyond all numbers',
    (response: ServerResponse) => response.setHeader('retry-after', '9'.repeat(400)),
    /longer than --max-wait allows/,
  ],
  ['is told nothing', () => undefined, /still answered 429/],
] as const)('decides nothing of a target that always answers 429 where it %s', async (_what, prepare, message) => {
  const baseUrl = await serving((_request, response) => {
    prepare(response)
    response.writeHead(429, json).end('{}')
  })
  const result = await check(baseUrl, { maxWait: 1000, timeout: 2000 })
  expectUnproven(result, 'insufficientEvidence')
  expect(messagesOf(result)).toMatch(message)
  expect(result.requests).toBeLessThanOrEqual(60)
})

it('does not wait for ever for a target that always answers 503', async () => {
  const baseUrl = await serving((_request, response) =>
    response.writeHead(503, { ...json, 'retry-after': '1' }).end('{}'),
  )
  const result = await check(baseUrl, { timeout: 2000, maxWait: 1500 })
  expectUnproven(result, 'fail')
})
