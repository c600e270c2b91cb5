import { toTargetFile } from '../bin/judges/service/target-file.ts'
import { checks } from '../conformance/checks/checks.ts'
import { runConformance } from '../conformance/judge/run-conformance.ts'
import { defaultLimits } from '../conformance/send/sender.ts'
import { toTarget } from '../conformance/target/target-file.ts'
import { createEmulator } from '../emulator/create-emulator.ts'
import { printTable } from './measure.ts'
import { markdownTable, writeResults } from './results.ts'

/** Measures a default run of the kit against an emulator in the same process that delays each answer by a latency. */
const latencies = [0, 20, 100, 200]
const { concurrency } = defaultLimits
const baseUrl = 'http://target.test'

interface Measurement {
  readonly seconds: number
  readonly requests: number
}

async function measureRun(latency: number): Promise<Measurement> {
  const emulator = createEmulator()
  const begin = performance.now()
  const { requests, results } = await runConformance({
    target: toTarget(toTargetFile(emulator, baseUrl, true)),
    checks,
    fetch: async (request) => {
      const late = latency === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, latency))
      const response = await emulator.fetch(request)
      await late
      return response
    },
  })
  const seconds = (performance.now() - begin) / 1000
  const wrong = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
  if (wrong.length > 0) throw new Error(`Expected no failure; got ${wrong.map(({ check }) => check).join(', ')}.`)
  return { seconds, requests }
}

/** The lowest of three runs, because the machine may be busy. A long run mostly waits, so one run suffices. */
async function measureLatency(latency: number): Promise<Measurement> {
  const runs: Measurement[] = []
  for (let left = latency > 20 ? 1 : 3; left > 0; left--) runs.push(await measureRun(latency))
  return runs.toSorted((left, right) => left.seconds - right.seconds)[0]!
}

// The first run warms up the compiler.
await measureRun(0)
const rows: (string | number)[][] = []
for (const latency of latencies) {
  const { seconds, requests } = await measureLatency(latency)
  const ideal = (requests * latency) / 1000 / concurrency
  rows.push([`${latency} ms`, requests, seconds, ideal, ...(ideal > 0 ? [seconds / ideal] : ['–'])])
}

const title = 'A run of the conformance kit'
const headings = ['latency', 'requests', 'seconds', 'ideal', 'seconds / ideal']
printTable(title, headings, rows)
writeResults('kit', title, [
  'A default run against an emulator in the same process, whose answers come late by a latency. Ideal is requests ×',
  `latency ÷ concurrency, which is ${concurrency}: the time of a run that does nothing but wait, and nothing one after another.`,
  '',
  ...markdownTable(headings, rows),
])
