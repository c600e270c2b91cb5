// The process that a run of the fuzzer happens in: begun with --expose-gc, so that what stays in memory can be told.
import { type Failure, fuzz, type Outcome } from './fuzz.ts'
import { forgetDocuments } from './documented.ts'
import { forgetRequests } from './good-requests.ts'
import type { Tally } from './run-episode.ts'

/** The order of the parent: where to begin, and where to end. */
export interface Order {
  readonly seed: number
  readonly from: number
  readonly to: number
}

/** The reports of the child: its position, and at its end the findings. */
export type Report =
  | { readonly kind: 'at'; readonly episode: number; readonly requests: number }
  | { readonly kind: 'end'; readonly failures: readonly Failure[]; readonly summary: Summary }

/** The figures of a run. */
export interface Summary {
  readonly requests: number
  readonly answers: number
  readonly operations: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly statuses: readonly (readonly [status: number, count: number])[]
  /** Bytes on the heap after a collection: after the first part of the run, and after all of it. */
  readonly heap: readonly [before: number, after: number]
}

/** How much of the heap may be more after a run than before it. */
const mostGrowth = 0.05

async function heapUsed(): Promise<number> {
  forgetDocuments()
  forgetRequests()
  // Finalizers and timers need turns of the event loop between collections.
  for (let round = 0; round < 4; round++) {
    globalThis.gc!()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return process.memoryUsage().heapUsed
}

async function run({ seed, from, to }: Order): Promise<void> {
  const send = (report: Report) => process.send!(report)
  let sent = 0
  const report = (episode: number, { requests }: Tally) =>
    send({ kind: 'at', episode, requests: (sent = Math.max(sent, requests)) })
  // The first half warms up: code is compiled late, and caches fill.
  const middle = from + Math.ceil((to - from) / 2)
  const first = await fuzz({ seed, from, to: middle }, report)
  const before = await heapUsed()
  const second: Outcome = first.failures.length > 0 ? first : await fuzz({ seed, from: middle, to }, report)
  const after = await heapUsed()
  const outcomes = [...new Set([first, second])]
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  if (failures.length === 0 && after > before * (1 + mostGrowth))
    failures.push({ episode: to, seed, message: `The heap grew from ${before} to ${after} bytes in half a run.` })
  const sum = (name: 'requests' | 'answers' | 'bytesIn' | 'bytesOut') =>
    outcomes.reduce((total, { tally }) => total + tally[name], 0)
  const statuses = new Map<number, number>()
  for (const { tally } of outcomes)
    for (const [status, count] of tally.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count)
  send({
    kind: 'end',
    failures,
    summary: {
      requests: sum('requests'),
      answers: sum('answers'),
      operations: new Set(outcomes.flatMap(({ tally }) => [...tally.operations])).size,
      bytesIn: sum('bytesIn'),
      bytesOut: sum('bytesOut'),
      statuses: [...statuses].toSorted(([left], [right]) => left - right),
      heap: [before, after],
    },
  })
  process.disconnect!()
}

process.once('message', (order: Order) => void run(order))
