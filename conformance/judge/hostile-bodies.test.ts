import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import {
  check,
  closeServers,
  expectUnproven,
  json,
  messagesOf,
  serving,
} from '../../testing/conformance/hostile-target.ts'
import { checks } from '../checks/checks.ts'

const id = (number: number): string => number.toString(36).padStart(27, '0')

afterEach(closeServers)

it('ends within its limits given a target with endless pages', async () => {
  let next = 2 ** 40
  const baseUrl = await serving((request, response) => {
    const offset = Number(/cursor=\d+:(\d+)/.exec(request.url ?? '')?.[1] ?? 0)
    const path = `${baseUrl}${(request.url ?? '').split('?')[0]}`
    const link = (rel: string, at: number) =>
      `<${path}?cursor=0:${at}:0>; rel="${rel}"; results="true"; cursor="0:${at}:0"`
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
  const page = JSON.stringify([id(30), id(20), id(10)].map((text) => ({ id: text, name: text })))
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
      .map((result) => result.requirement),
  ).toEqual([])
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
  // The second term is for the sockets of both ends.
  expect(written / requests).toBeLessThan(200_000 + 8_000_000)
})

it('stops a body of one byte now and then at its time limit, and says so', async () => {
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
