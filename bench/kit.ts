import { toTargetFile } from '../bin/target-file.ts'
import { checks } from '../conformance/rules/checks.ts'
import { inOrder } from '../conformance/run/order.ts'
import { runConformance } from '../conformance/run/run-conformance.ts'
import { toTarget } from '../conformance/target/target-file.ts'
import { createEmulator } from '../emulator/create-emulator.ts'
import { printTable } from './measure.ts'
import { markdownTable, writeResults } from './results.ts'

/**
 * Measures a default run of the kit against an emulator in the same process, each of whose answers comes late by some
 * latency, and when each group of checks is done. The least of several runs: the machine may be busy.
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
    },
  }
}

const rows: (string | number)[][] = []
// The first run compiles.
await measureRun(0, 8)
for (const latency of latencies)
  for (const concurrency of concurrencies) {
    let best = await measureRun(latency, concurrency)
    for (let again = latency > 20 ? 2 : 0; again < 2; again++) {
      const next = await measureRun(latency, concurrency)
      if (next.seconds < best.seconds) best = next
    }
    const { seconds, requests, done } = best
    const parts = [done.quiet, done.strangers - done.quiet, done.risky - done.strangers, done.exclusive - done.risky]
    rows.push([`${latency} ms`, String(concurrency), seconds, requests, ...parts])
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
  'clock and new data',
]
printTable(title, headings, rows)
writeResults('kit', title, [
  'A default run against an emulator in the same process, whose answers come late by a latency. The last columns are',
  'the seconds of each group of checks; the groups follow one another.',
  '',
  ...markdownTable(headings, rows),
])
