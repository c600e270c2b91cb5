// `npm run fuzz` sends hostile requests to emulators: `-- --count N` requests (1 million), from `--seed N`, beginning
// with episode `--from N`. It prints the seed, and each failure with the requests that show it.
import { parseArgs } from 'node:util'
import { fuzzInChild } from './in-child.ts'
import { requestsAtOnce } from './fuzz.ts'

const { values } = parseArgs({
  options: { count: { type: 'string' }, seed: { type: 'string' }, from: { type: 'string' } },
})

function wholeNumber(name: 'count' | 'seed' | 'from', otherwise: number): number {
  const text = values[name]
  if (text === undefined) return otherwise
  if (/^\d{1,9}$/.test(text)) return Number(text)
  console.error(`--${name} must be a whole number; got ${JSON.stringify(text.slice(0, 200))}.`)
  process.exit(2)
}

// A new seed each time: a nightly run shall not repeat the last.
const seed = wholeNumber('seed', Number(process.hrtime.bigint() % 1_000_000_000n))
const from = wholeNumber('from', 0)
const to = from + Math.ceil(wholeNumber('count', 1_000_000) / requestsAtOnce)
console.log(`Seed ${seed}, episodes ${from} to ${to - 1}.`)
let reported = 0
const { failures, summary } = await fuzzInChild({ seed, from, to }, (requests) => {
  if (requests < reported + 20_000) return
  reported = requests
  console.log(`${requests} requests`)
})
for (const { episode, message } of failures)
  console.error(`\nEpisode ${episode}: ${message}\nnpm run fuzz -- --seed ${seed} --from ${episode} --count 1`)
const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MiB`
console.log(
  `${summary.requests} requests, ${summary.answers} answers, ${summary.operations} operations with success, ` +
    `${megabytes(summary.bytesIn)} in, ${megabytes(summary.bytesOut)} out, ` +
    `heap ${summary.heap.map(megabytes).join(', then ')}.`,
)
console.log(summary.statuses.map(([status, count]) => `${status}: ${count}`).join('  '))
process.exitCode = failures.length > 0 ? 1 : 0
