import { toTargetFile } from '../bin/judges/service/target-file.ts'
import { checks } from '../conformance/checks/checks.ts'
import { inOrder } from '../conformance/judge/check-order.ts'
import { runConformance } from '../conformance/judge/run-conformance.ts'
import { toTarget } from '../conformance/target/target-file.ts'
import { createEmulator } from '../emulator/create-emulator.ts'
import { printTable } from './measure.ts'
import { markdownTable, writeResults } from './results.ts'

/**
 * Measures a default run of the kit against an emulator in the same process, each of whose answers comes late by some
 * latency, and when each group of checks is done.
 */
const latencies = [0, 20, 200]
const concurrencies = [8, 1, 32]
const baseUrl = 'http://target.test'

interface Measured {
  readonly seconds: number
  readonly requests: number
  /** Seconds from the start until the last check of each group is done. */
  readonly done: Readonly<Record<keyof typeof groups, number>>
}

const { passive: _, ...groups } = inOrder(checks)

async function measureRun(latency: number, concurrency: number): Promise<Measured> {
  const emulator = createEmulator()
  const ends = new Map<string, number>()
  const begin = performance.now()
  const since = (): number => (performance.now() - begin) / 1000
  const { requests, results } = await runConformance({
    target: toTarget(toTargetFile(emulator, baseUrl, true)),
    checks,
    limits: { concurrency },
    fetch: async (request) => {
      const late = latency === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, latency))
      const response = await emulator.fetch(request)
      await late
      return response
    },
    onResult: ({ check }) => ends.set(check, since()),
  })
  const seconds = since()
  const wrong = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
  if (wrong.length > 0) throw new Error(`Expected no failure; got ${wrong.map(({ check }) => check).join(', ')}.`)
  const lastOf = (ids: readonly { readonly id: string }[]): number =>
    Math.max(...ids.map(({ id }) => ends.get(id) ?? 0))
  return {
    seconds,
    requests,
    done: {
      quiet: lastOf(groups.quiet),
      strangers: lastOf(groups.strangers),
      risky: lastOf(groups.risky),
      exclusive: lastOf(groups.exclusive),
      waiting: lastOf(groups.waiting),
    },
  }
}

/** The least of three runs: the machine may be busy. */
async function measureAgain(latency: number, concurrency: number): Promise<Measured> {
  const first = await measureRun(latency, concurrency)
  const runs = [first]
  // A long run mostly waits, and takes as long each time.
  while (runs.length < 3 && first.seconds < 5) runs.push(await measureRun(latency, concurrency))
  return runs.toSorted((left, right) => left.seconds - right.seconds)[0]!
}

/** A run for each concurrency. At 200 ms they do nothing but wait, so they run at once: one alone takes 100 seconds. */
async function measureLatency(latency: number): Promise<readonly Measured[]> {
  if (latency > 20) return Promise.all(concurrencies.map((concurrency) => measureRun(latency, concurrency)))
  const measured: Measured[] = []
  for (const concurrency of concurrencies) measured.push(await measureAgain(latency, concurrency))
  return measured
}

const rows: (string | number)[][] = []
// The first run compiles.
await measureRun(0, 8)
for (const latency of latencies)
  for (const [index, { seconds, requests, done }] of (await measureLatency(latency)).entries()) {
    const parts = [done.quiet, done.strangers - done.quiet, done.risky - done.strangers, done.waiting - done.risky]
    rows.push([`${latency} ms`, String(concurrencies[index]), seconds, requests, ...parts])
  }

const title = 'A run of the conformance kit'
const headings = [
  'latency',
  'concurrency',
  'seconds',
  'requests',
  'right credentials',
  'none',
  'wrong ones',
  'new data',
  'time',
]
printTable(title, headings, rows)
writeResults('kit', title, [
  'A default run against an emulator in the same process, whose answers come late by a latency. The last columns are',
  'the seconds of each group of checks; the groups follow one another.',
  '',
  ...markdownTable(headings, rows),
])
