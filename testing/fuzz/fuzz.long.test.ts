import { expect, it } from 'vitest'
import { requestsAtOnce } from './fuzz.ts'
import { fuzzInChild } from './in-child.ts'

/** A failure can be seen again with the seed that is printed, and other runs take other seeds. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122)

it('answers 20 thousand hostile requests by its documents, within its bounds and without a leak', async () => {
  console.log(`FUZZ_SEED=${seed}`)
  const { failures, summary } = await fuzzInChild({ seed, from: 0, to: Math.ceil(20_000 / requestsAtOnce) })
  expect(failures.map(({ episode, message }) => `--seed ${seed} --from ${episode} --count 1: ${message}`)).toEqual([])
  expect(summary.requests).toBeGreaterThan(18_000)
  // The requests get somewhere: nearly every operation of both APIs is served with success.
  expect(summary.operations).toBeGreaterThan(120)
}, 600_000)
