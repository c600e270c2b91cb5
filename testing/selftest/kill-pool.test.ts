import { afterEach, expect, it } from 'vitest'
import type { Kill } from './kill.ts'
import { KillPool } from './kill-pool.ts'

/** A thread that fails at some names: with an error, with a rejection, or by an exit. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { parentPort } from 'node:worker_threads'
parentPort.on('message', (name) => {
  if (name === 'throws') throw new Error('no such thing')
  if (name === 'rejects') return Promise.reject(new Error('no such promise'))
  if (name === 'exits') process.exit(3)
  parentPort.postMessage({ name })
  if (name === 'ends later') setImmediate(() => process.exit(4))
})`)}`,
)

let pool: KillPool
afterEach(() => pool.close())

it('reports the error of a thread for its deviation and replaces the thread', async () => {
  pool = new KillPool(script)
  const names = ['throws', 'rejects', 'exits', 'throws', 'one', 'rejects', 'two', 'exits', 'three']
  const outcomes = await Promise.allSettled(names.map((name) => pool.kill(name)))
  expect(
    outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.name : (outcome.reason as Error).message,
    ),
  ).toEqual([
    'The thread that ran throws failed: no such thing',
    'The thread that ran rejects failed: no such promise',
    'The thread that ran exits failed: it exited with code 3',
    'The thread that ran throws failed: no such thing',
    'one',
    'The thread that ran rejects failed: no such promise',
    'two',
    'The thread that ran exits failed: it exited with code 3',
    'three',
  ])
})

it('does not wait for a thread that ended after its answer', async () => {
  pool = new KillPool(script)
  await Promise.all([pool.kill('ends later'), pool.kill('ends later')])
  const outcomes: PromiseSettledResult<Kill>[] = []
  for (const name of ['one', 'two', 'three', 'four']) outcomes.push(...(await Promise.allSettled([pool.kill(name)])))
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [(outcome.reason as Error).message] : [],
  )
  expect(failures.length).toBeLessThanOrEqual(2)
  for (const message of failures) expect(message).toMatch(/failed: it (?:had already ended|exited with code 4)/)
})
