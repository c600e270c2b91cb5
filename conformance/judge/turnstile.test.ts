import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FakeTime } from '../../testing/conformance/fake-time.ts'
import type { RunCredential } from '../conclusions/cause.ts'
import { Turnstile } from './turnstile.ts'

const latency = 100

/** Lets wrong credentials through, each in the order given and of a rank. The log has one line for each moment. */
const passed = async (wrong: readonly Wrong[], quick = false): Promise<readonly string[]> =>
  [...(await passingTimes(wrong, quick))].map(([_moment, line]) => line)

type Wrong = readonly [RunCredential, rank: number]

async function passingTimes(wrong: readonly Wrong[], quick = false): Promise<ReadonlyMap<number, string>> {
  const time = new FakeTime(0)
  const turnstile = new Turnstile(time, { quick, concurrency: 8 })
  const log = new Map<number, string[]>()
  const at = (what: string) => log.set(time.now(), [...(log.get(time.now()) ?? []), what])
  const control = async (credentials: readonly RunCredential[]) => {
    for (const credential of credentials) at(`good ${credential}`)
    await time.sleep(latency)
  }
  await Promise.all(
    wrong.map(([credential, rank]) =>
      turnstile.pass({ credential, rank, control }, async () => {
        at(credential)
        await time.sleep(latency)
      }),
    ),
  )
  await turnstile.closed()
  return new Map([...log].map(([moment, whats]) => [moment, whats.join(', ')]))
}

it('lets the first of each credential in by itself, and then four at once, with a control after them', async () => {
  const bearers = Array.from({ length: 6 }, () => ['bearer', 1] as const)
  expect(await passed([...bearers, ['dsn', 0]])).toEqual([
    'bearer, dsn',
    'good bearer, good dsn',
    'bearer, bearer, bearer, bearer',
    'good bearer',
    'bearer',
    'good bearer',
  ])
})

it('sends rows of four and controls of known credentials after each other, without their answers', async () => {
  const bearers = Array.from({ length: 10 }, () => ['bearer', 1] as const)
  expect([...(await passingTimes(bearers))]).toEqual([
    [0, 'bearer'],
    [100, 'good bearer'],
    [200, 'bearer, bearer, bearer, bearer'],
    [210, 'good bearer'],
    [220, 'bearer, bearer, bearer'],
    [300, 'bearer'],
    [310, 'good bearer'],
    [320, 'bearer'],
    [420, 'good bearer'],
  ])
})

it('sends at most four in a row, and a control after the last answer', async () => {
  const credential = fc.constantFrom<RunCredential>('bearer', 'client', 'dsn')
  const wrongs = fc.array(fc.record({ credential, rank: fc.nat(3), isSpare: fc.boolean(), latency: fc.nat(300) }), {
    maxLength: 30,
  })
  const latencies = fc.array(fc.nat(300), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(
      wrongs,
      latencies,
      fc.integer({ min: 1, max: 12 }),
      async (wrong, controlLatencies, concurrency) => {
        const time = new FakeTime(0)
        const turnstile = new Turnstile(time, { quick: false, concurrency })
        const log: ('sent' | 'answered' | 'control')[] = []
        let controls = 0
        const control = async () => {
          log.push('control')
          await time.sleep(controlLatencies[controls++ % controlLatencies.length]!)
        }
        await Promise.all(
          wrong.map((each) =>
            turnstile.pass({ ...each, control }, async () => {
              log.push('sent')
              await time.sleep(each.latency)
              log.push('answered')
            }),
          ),
        )
        await turnstile.closed()
        const rows = log
          .filter((event) => event !== 'answered')
          .join(' ')
          .split('control')
        expect(Math.max(...rows.map((row) => row.split('sent').length - 1))).toBeLessThanOrEqual(4)
        expect(log.lastIndexOf('control')).toBeGreaterThanOrEqual(log.lastIndexOf('answered'))
      },
    ),
  )
})

it('lets more in at once in a quick run', async () => {
  const bearers = Array.from({ length: 9 }, () => ['bearer', 1] as const)
  expect(await passed(bearers, true)).toEqual([
    'bearer',
    'good bearer',
    bearers
      .slice(1)
      .map(([name]) => name)
      .join(', '),
    'good bearer',
  ])
})

it('admits the lowest rank first', async () => {
  const four = (['bearer', 'apiKey', 'dsn', 'client'] as const).map((credential) => [credential, 0] as const)
  const [, , third] = await passed([...four, ['integrationToken', 9], ['dsn', 8], ['bearer', 7]])
  expect(third).toBe('bearer, dsn, integrationToken')
})
