import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import {
  check,
  closeServers,
  expectUnproven,
  json,
  listening,
  messagesOf,
  serving,
} from '../../testing/conformance/hostile-target.ts'

afterEach(closeServers)

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
    /asks to wait 3600 s \(Retry-After\), longer than --max-wait allows/,
  ],
  [
    'is told a date',
    (response: ServerResponse) => response.setHeader('retry-after', 'Fri, 31 Dec 9999 23:59:59 GMT'),
    /asks to wait until Fri, 31 Dec 9999/,
  ],
  [
    'is told a number beyond all numbers',
    (response: ServerResponse) => response.setHeader('retry-after', '9'.repeat(400)),
    /longer than --max-wait allows/,
  ],
  ['is told nothing', () => undefined, /still answered 429/],
] as const)('decides nothing about a target that always answers 429, when it %s', async (_what, prepare, message) => {
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
