import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createEmulator } from '../emulator/create-emulator.ts'
import type { FromServer, ToServer } from './http-server.ts'
import { sendLoad } from './load.ts'
import { median, microsecondsAsync, printTable } from './measure.ts'

/**
 * Compares a page of 20 products over HTTP, authenticated, validated and filtered, with a bare node:http that
 * stringifies the same answer. Each server has its own process. Rounds alternate, so that the load of the machine
 * is the same for both.
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
}

async function ask<Answer extends FromServer>(child: ChildProcess, message: ToServer): Promise<Answer> {
  child.send(message)
  const [answer] = (await once(child, 'message')) as [Answer]
  return answer
}

async function start(message: ToServer): Promise<Running> {
  const child = fork(new URL('./http-server.ts', import.meta.url))
  return { child, ...(await ask<Extract<FromServer, { url: string }>>(child, message)) }
}

async function measureRound(
  { child }: Running,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ rate: number; cpu: number }> {
  const { cpu: before } = await ask<{ cpu: number }>(child, { kind: 'cpu' })
  const rate = await sendLoad({ url, headers, connections, requests })
  const { cpu: after } = await ask<{ cpu: number }>(child, { kind: 'cpu' })
  return { rate, cpu: (after - before) / requests }
}

async function compareServers(): Promise<void> {
  const emulator = await start({ kind: 'emulator' })
  const path = `/1.13/pulse/catalogs/${emulator.catalogId}/products?${query}`
  const headers = { authorization: `Bearer ${emulator.token}` }
  const answer = (await (await fetch(emulator.url + path, { headers })).json()) as { data: unknown[] }
  if (answer.data.length !== 20) throw new Error(`Expected a page of 20 products; got ${answer.data.length}.`)
  const bare = await start({ kind: 'bare', answer })
  try {
    const results = { emulator: [] as { rate: number; cpu: number }[], bare: [] as { rate: number; cpu: number }[] }
    for (let round = 0; round <= rounds; round++) {
      const [mine, other] = [
        await measureRound(emulator, emulator.url + path, headers),
        await measureRound(bare, bare.url + path, headers),
      ]
      // The first round warms up.
      if (round === 0) continue
      results.emulator.push(mine)
      results.bare.push(other)
    }
    const of = (name: 'emulator' | 'bare', member: 'rate' | 'cpu') =>
      median(results[name].map((result) => result[member]))
    printTable(
      `A filtered page of 20 products over HTTP: ${connections} connections, ${rounds} rounds of ${requests} requests`,
      ['', 'requests/s', 'server CPU \u00B5s'],
      [
        ['emulator', of('emulator', 'rate'), of('emulator', 'cpu')],
        ['bare node:http', of('bare', 'rate'), of('bare', 'cpu')],
        ['ratio', of('emulator', 'rate') / of('bare', 'rate'), of('bare', 'cpu') / of('emulator', 'cpu')],
      ],
    )
  } finally {
    emulator.child.disconnect()
    bare.child.disconnect()
    emulator.child.kill()
    bare.child.kill()
  }
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
