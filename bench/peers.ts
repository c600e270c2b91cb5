import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sendWhile } from './load.ts'
import { median, printTable } from './measure.ts'
import { toBars } from './peers/bars.ts'
import { pageOfProducts, scale } from './peers/page.ts'
import { type Peer, peers, type Place } from './peers/peers.ts'
import { markdownTable, writeResults } from './results.ts'

/**
 * Compares API mock servers: each serves the same page of 20 products of 1000. Every round starts each of them, after a
 * bare node:http, so that all run under the same load.
 */
const rounds = Number(process.env['ROUNDS'] ?? 5)
const connections = 16
/** Seconds of requests before the measurement, and of the measurement. */
const warmUp = 2
const measured = 3
/** The time limit for a server's first answer, in milliseconds. */
const patience = 60_000

const folder = fileURLToPath(new URL('./peers/', import.meta.url))

interface Result {
  readonly ready: number
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly memory: number
}

/** Installs the peers. Returns those that can be measured, and why the others cannot. */
function install(): { readonly present: readonly Peer[]; readonly missing: string[] } {
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
  const { status } = spawnSync('npm', flags, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const missing: string[] = status === 0 ? [] : ['npm ci failed in bench/peers']
  const present = peers.filter(({ name, needs, tool }) => {
    if (needs !== undefined && !existsSync(join(folder, 'node_modules', needs))) missing.push(`${name}: not installed`)
    else if (tool !== undefined && spawnSync(tool, ['-version']).error) missing.push(`${name}: there is no ${tool}`)
    else return true
    return false
  })
  return { present, missing }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function measureOnce(peer: Peer, page: Place['page']): Promise<Result> {
  const port = await freePort()
  const place = { page, port, folder: mkdtempSync(join(tmpdir(), 'bench-peer-')) }
  const { command, args, address = `${page.path}?${page.query}` } = peer.start(place)
  const start = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: place.folder })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)))
  try {
    const url = `http://127.0.0.1:${port}${address}`
    const headers = { authorization: `Bearer ${page.token}` }
    await untilServed(child, url, headers).catch((error: unknown) => {
      throw new Error(`${peer.name}: ${String(error)}\n${said}`)
    })
    const ready = performance.now() - start
    const load = { url, headers, connections }
    await sendWhile({ ...load, more: lasting(warmUp) })
    const taken: number[] = []
    await sendWhile({ ...load, more: lasting(measured), onAnswer: (milliseconds) => taken.push(milliseconds) })
    taken.sort((left, right) => left - right)
    const at = (part: number): number => taken[Math.floor(taken.length * part)]!
    const memory = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024
    return { ready, rate: taken.length / measured, p50: at(0.5), p99: at(0.99), memory }
  } finally {
    child.kill('SIGKILL')
    rmSync(place.folder, { recursive: true, force: true })
  }
}

/** Returns true if less than some seconds have passed since the first call. */
function lasting(seconds: number): () => boolean {
  let end: number | undefined
  return () => performance.now() < (end ??= performance.now() + seconds * 1000)
}

/** Resolves when a server answers with the page of 20 products. */
async function untilServed(child: ChildProcess, url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const end = performance.now() + patience
  let last: unknown
  while (performance.now() < end && child.exitCode === null) {
    try {
      const response = await fetch(url, { headers })
      const text = await response.text()
      const products = text.match(/"sku":/g)?.length
      if (response.status === 200 && products === 20) return
      throw new Error(`Expected a page of 20 products; got ${response.status}, ${products}: ${text.slice(0, 200)}`)
    } catch (error) {
      last = error
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  throw last
}

const { present, missing } = install()
const page = await pageOfProducts()
const results = new Map<string, Result[]>(present.map(({ name }) => [name, []]))
for (let round = 0; round < rounds; round++)
  for (const peer of present)
    try {
      results.get(peer.name)?.push(await measureOnce(peer, page))
    } catch (error) {
      missing.push(String(error))
      results.delete(peer.name)
    }

const bare = results.get('bare node:http')!
const columns = ['ready', 'rate', 'p50', 'p99', 'memory'] as const
const cells = (name: string, member: keyof Result): readonly (string | number)[] => {
  const perRound = results.get(name)!
  const ratios = perRound.map((result, round) => result[member] / bare[round]![member])
  return [median(perRound.map((result) => result[member])), median(ratios).toPrecision(2)]
}
const title = 'A page of 20 products, beside other servers'
const conditions = `20 of ${scale} products, filtered where that is possible; ${connections} connections, ${rounds} rounds, \u00D7 is the ratio to bare node:http in the same round`
const headings = [
  '',
  'ready ms',
  '\u00D7',
  'requests/s',
  '\u00D7',
  'p50 ms',
  '\u00D7',
  'p99 ms',
  '\u00D7',
  'MB',
  '\u00D7',
]
const rows = [...results.keys()].map((name) => [name, ...columns.flatMap((member) => cells(name, member))])
const measuredPeers = present.filter(({ name }) => results.has(name))
const undone = measuredPeers.map(({ name, leaves }) => `- ${name}: ${leaves}.`)
const skipped = missing.map((reason) => `- skipped: ${reason.split('\n')[0]}`)

const rates = [...results].map(([name, perRound]) => ({
  name,
  value: Number(median(perRound.map(({ rate }) => rate)).toPrecision(3)),
}))

printTable(`${title}: ${conditions}`, headings, rows)
writeFileSync(fileURLToPath(new URL('peers.svg', import.meta.url)), toBars('Pages of 20 products, requests/s', rates))
console.log(`\nWhat each leaves undone:\n${[...undone, ...skipped].join('\n')}`)
writeResults('peers', title, [
  `${conditions}.`,
  '',
  '![Requests a second of each server](peers.svg)',
  '',
  ...markdownTable(headings, rows),
  '',
  'Work of the emulator for that request that each peer does not do:',
  '',
  ...undone,
  ...skipped,
])
