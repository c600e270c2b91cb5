import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createEmulator } from '../emulator/create-emulator.ts'
import type { BareAnswer, FromServer, ToServer } from './http-server.ts'
import { sendLoad } from './load.ts'
import { median, microsecondsAsync, printTable } from './measure.ts'

/**
 * Compares a page of 20 products over HTTP, authenticated, validated and filtered, with a bare node:http that
 * stringifies the same answer. There are two bare servers: one with the defaults of `createServer`, and one with
 * `optimizeEmptyRequests`, which the emulator sets. Each server has its own process. Rounds alternate, so that all
 * servers run under the same load.
 *
 * A server that is slower than the client wakes it with each answer, which takes CPU time. So the CPU time of a short
 * answer rises by more than the added work.
 */
const connections = 16
const requests = 4000
const rounds = 7
const query = 'limit=20&brand=Acme&status=active'

interface Running {
  readonly child: ChildProcess
  readonly url: string
  readonly token: string
  readonly catalogId: string
  readonly issueId: string
}

/** A kind of request. */
interface Case {
  readonly name: string
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

async function askServer<Answer extends FromServer>(child: ChildProcess, message: ToServer): Promise<Answer> {
  child.send(message)
  const [answer] = (await once(child, 'message')) as [Answer]
  return answer
}

async function startServer(message: ToServer): Promise<Running> {
  const child = fork(new URL('./http-server.ts', import.meta.url))
  return { child, ...(await askServer<Extract<FromServer, { url: string }>>(child, message)) }
}

function httpCases({ catalogId, issueId, token }: Running): readonly Case[] {
  const products = `/1.13/pulse/catalogs/${catalogId}/products`
  const headers = { authorization: `Bearer ${token}` }
  return [
    { name: 'a filtered page of 20 products', path: `${products}?${query}`, status: 200, headers },
    { name: 'the same in a world by its path', path: `/~blue${products}?${query}`, status: 200, headers },
    { name: 'a page of 100 events with Link', path: `/0/issues/${issueId}/events/`, status: 200, headers },
    { name: '400: a malformed id', path: `${products}?starting_after=x`, status: 400, headers },
    { name: '401: no credentials', path: `${products}?${query}`, status: 401, headers: {} },
    { name: '404: an unknown path', path: '/1.13/nothing/here', status: 404, headers },
  ]
}

/** The emulator's answer, for the bare server to send. */
async function bareAnswer({ url }: Running, { path, status, headers }: Case): Promise<BareAnswer> {
  const response = await fetch(url + path, { headers })
  if (response.status !== status) throw new Error(`Expected ${status}; got ${response.status} for ${path}.`)
  const {
    connection: _,
    date: __,
    'keep-alive': ___,
    'content-length': ____,
    ...sent
  } = Object.fromEntries(response.headers)
  return { status, headers: sent, json: await response.json() }
}

async function measureRound(
  { child, url }: Running,
  { path, headers, status }: Case,
): Promise<{ rate: number; cpu: number }> {
  const { cpu: before } = await askServer<{ cpu: number }>(child, { kind: 'cpu' })
  const rate = await sendLoad({ url: url + path, headers, connections, requests, status })
  const { cpu: after } = await askServer<{ cpu: number }>(child, { kind: 'cpu' })
  return { rate, cpu: (after - before) / requests }
}

const names = ['ours', 'bare', 'optimized'] as const

async function compareServers(): Promise<void> {
  const emulator = await startServer({ kind: 'emulator' })
  const rows: (readonly [string, ...number[]])[] = []
  for (const benchmark of httpCases(emulator)) {
    const answers = { [benchmark.path]: await bareAnswer(emulator, benchmark) }
    const bare = await startServer({ kind: 'bare', answers, options: {} })
    const optimized = await startServer({ kind: 'bare', answers, options: { optimizeEmptyRequests: true } })
    const servers = { ours: emulator, bare, optimized }
    const results = new Map(names.map((name) => [name, [] as { rate: number; cpu: number }[]]))
    for (let round = 0; round <= rounds; round++)
      for (const name of names) {
        const measured = await measureRound(servers[name], benchmark)
        // The first round warms up.
        if (round > 0) results.get(name)!.push(measured)
      }
    for (const { child } of [bare, optimized]) child.kill()
    const of = (member: 'rate' | 'cpu') =>
      names.map((name) => median(results.get(name)!.map((result) => result[member]))) as [number, number, number]
    const [rates, cpu] = [of('rate'), of('cpu')]
    rows.push([
      benchmark.name,
      rates[0],
      rates[0] / rates[1],
      rates[0] / rates[2],
      ...cpu,
      cpu[1] / cpu[0],
      cpu[2] / cpu[0],
    ])
  }
  emulator.child.kill()
  printTable(
    `${connections} connections, ${rounds} rounds of ${requests} requests; bare is a node:http with the same answer, and optimized is one with optimizeEmptyRequests, as ours`,
    [
      '',
      'requests/s',
      '/ bare',
      '/ optimized',
      'server CPU \u00B5s',
      'of bare',
      'of optimized',
      'bare / ours',
      'optimized / ours',
    ],
    rows,
  )
}

async function measureFetch(scale: number): Promise<void> {
  const emulator = createEmulator({ scale })
  const { samples, credentials, worlds } = emulator
  const headers = { authorization: `Bearer ${credentials.token}` }
  const url = `http://localhost/1.13/pulse/catalogs/${samples.catalogId}/products?${query}`
  const oldest = worlds.default
    .collection('catalog_products')
    .slice({ where: { catalog_id: samples.catalogId!, brand: 'Acme', status: 'active' } }, 20, 1)[0]!.id
  const fetchOnce = async (address: string) => {
    const response = await emulator.fetch(new Request(address, { headers }))
    if (response.status !== 200) throw new Error(`Expected 200; got ${response.status}: ${await response.text()}`)
  }
  const request = new Request(url, { headers })
  const times = 2000
  await microsecondsAsync(() => fetchOnce(url), times)
  const [alone, first, deepest] = [
    await microsecondsAsync(() => emulator.fetch(request), times),
    await microsecondsAsync(() => fetchOnce(url), times),
    await microsecondsAsync(() => fetchOnce(`${url}&starting_after=${oldest}`), times),
  ]
  printTable(
    `emulator.fetch for the same, ${scale} products`,
    ['', '\u00B5s'],
    [
      ['a Request made before', alone],
      ['with a new Request', first],
      ['the deepest page', deepest],
      ['deepest / first', deepest / first],
    ],
  )
}

await compareServers()
await measureFetch(1000)
await measureFetch(1_000_000)
