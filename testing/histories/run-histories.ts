// `npm run histories` lets 64 clients use an emulator at once, round after round: `-- --seconds N` (an hour), from
// `--seed N`. It prints the seed of each round, and every history that no order of the operations explains.
import { parseArgs } from 'node:util'
import { runClients } from './run-clients.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } })

function wholeNumber(name: 'seconds' | 'seed', otherwise: number): number {
  const text = values[name]
  if (text === undefined) return otherwise
  if (/^\d{1,9}$/.test(text)) return Number(text)
  console.error(`--${name} must be a whole number; got ${JSON.stringify(text.slice(0, 200))}.`)
  process.exit(2)
}

/** Requests of one round. */
const requestsAtOnce = 12_000

const end = performance.now() + wholeNumber('seconds', 3600) * 1000
let seed = wholeNumber('seed', Number(process.hrtime.bigint() % 1_000_000n))
let total = 0
do {
  const { contradictions, requests, operations, objects } = await runClients(requestsAtOnce, seed)
  total += requests
  console.log(`Seed ${seed}: ${requests} requests, ${operations} operations on ${objects} objects.`)
  if (contradictions.length > 0) {
    console.error(contradictions.slice(0, 5).join('\n\n'))
    console.error(`${contradictions.length} objects with a history that no order explains. --seed ${seed} --seconds 0`)
    process.exit(1)
  }
  seed++
} while (performance.now() < end)
console.log(`${total} requests; some order explains every history.`)
