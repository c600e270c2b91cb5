// `npm run fuzz` sends to emulators what no client should: `requests`, bytes over `sockets`, and `histories` of clients
// at once. `-- NAME --count N --seed N` chooses one of these, the number of runs of each (10,000) and the seed. What it
// finds is printed with the command that shows it again. It works in a thread, so that a loop without an end can be
// ended.
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import fc from 'fast-check'
import type { Property } from './run.ts'

const properties: Readonly<Record<string, () => Promise<Property>>> = {
  requests: async () => (await import('./in-process.ts')).requestsProperty,
  sockets: async () => (await import('./sockets.ts')).socketsProperty,
  histories: async () => (await import('./histories/clients.ts')).historiesProperty,
}

/** The runs to make. */
interface Order {
  readonly names: readonly string[]
  readonly seed: number
  readonly count: number
  /** One case only: where fast-check found it. */
  readonly path: string | undefined
}

/** The place of the thread, before each request that it sends. */
interface Report {
  readonly name: string
  readonly run: number
  readonly command: string
}

/** The processor time that a request may take, in microseconds. Only a loop without an end takes as long. */
const longest = 30_000_000

/** The growth of the heap that is allowed between half of the runs and the end, if these are enough to tell. */
const mostGrowth = 0.1
const enoughRuns = 200

if (isMainThread) await watch(readOrder())
else for (const name of (workerData as Order).names) await runProperty(name, workerData as Order)

function readOrder(): Order {
  const { values, positionals } = parseArgs({
    options: { count: { type: 'string' }, seed: { type: 'string' }, path: { type: 'string' } },
    allowPositionals: true,
  })
  const { path } = values
  const wholeNumber = (name: 'count' | 'seed', otherwise: number): number => {
    const text = values[name] ?? String(otherwise)
    if (/^\d{1,9}$/.test(text)) return Number(text)
    console.error(`--${name} must be a whole number; got ${JSON.stringify(text.slice(0, 200))}.`)
    process.exit(2)
  }
  return {
    names: Object.keys(properties).filter((name) => positionals.length === 0 || positionals.includes(name)),
    // A new seed each time: a nightly run shall not repeat the last.
    seed: wholeNumber('seed', Number(process.hrtime.bigint() % 1_000_000_000n)),
    count: wholeNumber('count', path === undefined ? 10_000 : 1),
    path,
  }
}

async function watch(order: Order): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: order, execArgv: [] })
  let [last, since]: [Report | undefined, number] = [undefined, 0]
  /** Undefined once the thread has ended. */
  const usedTime = async () => {
    try {
      const { user, system } = await worker.cpuUsage()
      return user + system
    } catch {
      return undefined
    }
  }
  const crash = (what: string) => {
    clearInterval(timer)
    process.exitCode = 1
    const { name, run, command } = last ?? { name: '', run: 0, command: '' }
    console.error(`${what}\n${command}\n${again(name, order.seed, order.path ?? String(run))}`)
  }
  let seen: Report | undefined
  const timer = setInterval(async () => {
    const now = await usedTime()
    if (now === undefined) return
    if (seen !== last) [seen, since] = [last, now]
    if (now - since < longest) return
    crash(`It has no end: ${longest / 1e6} s of processor time.`)
    await worker.terminate()
  }, 1000)
  worker.on('message', (report: Report) => (last = report))
  worker.once('error', (error) => crash(error instanceof Error ? error.stack! : String(error)))
  worker.once('exit', (code) => {
    clearInterval(timer)
    if (code !== 0) process.exitCode = 1
    // An answer that never comes leaves nothing to do.
    if (code === 13) crash('A request is never answered.')
  })
}

const again = (name: string, seed: number, path: string) => `npm run fuzz -- ${name} --seed ${seed} --path ${path}`

async function runProperty(name: string, { seed, count, path }: Order): Promise<void> {
  let [run, sent, before] = [-1, 0, 0]
  const at = (command: string) => {
    sent++
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort!.postMessage({ name, run, command } satisfies Report)
  }
  const operations = new Set<string>()
  const toProperty = await properties[name]!()
  const property = toProperty({ sent: at, served: (operation) => operations.add(operation) })
  const counted = property.beforeEach(async () => {
    run++
    at('')
    if (run === Math.ceil(count / 2)) before = await heapUsed()
  })
  // A smaller history of clients at once goes another way, and to look for one has no end.
  const endOnFailure = name === 'histories'
  const parameters = { seed, numRuns: count, unbiased: true, endOnFailure, ...(path === undefined ? {} : { path }) }
  const { failed, errorInstance, counterexamplePath, numShrinks } = await fc.check(counted, parameters)
  const after = await heapUsed()
  const figures = `${name}: ${count} runs, seed ${seed}, ${sent} sent`
  console.log(operations.size > 0 ? `${figures}, ${operations.size} operations with success` : figures)
  if (failed) {
    const what = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
    console.error(`${what}\nMade smaller ${numShrinks} times.\n${again(name, seed, counterexamplePath!)}`)
  } else if (count >= enoughRuns && after > before * (1 + mostGrowth))
    console.error(`The heap grew from ${before} to ${after} bytes in half of the runs.`)
  else return
  process.exitCode = 1
}

async function heapUsed(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // Finalizers and timers need turns of the event loop between collections.
  for (let round = 0; round < 4; round++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return process.memoryUsage().heapUsed
}
