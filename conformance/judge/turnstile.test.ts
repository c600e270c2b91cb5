import { expect, it } from 'vitest'
import { FakeTime } from '../../testing/conformance/fake-time.ts'
import type { RunCredential } from '../conclusions/cause.ts'
import { Turnstile } from './turnstile.ts'

const latency = 100

/** Lets wrong credentials through, each in the order given and of a rank. The log has one line for each moment. */
const passed = async (wrong: readonly Wrong[], quick = false): Promise<readonly string[]> =>
  [...(await passedAt(wrong, quick))].map(([_moment, line]) => line)

type Wrong = readonly [RunCredential, rank: number]

async function passedAt(wrong: readonly Wrong[], quick = false): Promise<ReadonlyMap<number, string>> {
  const time = new FakeTime(0)
  const turnstile = new Turnstile(time, quick)
  const log = new Map<number, string[]>()
  const at = (what: string) => log.set(time.now(), [...(log.get(time.now()) ?? []), what])
  const control = async (credentials: readonly RunCredential[]) => {
    for (const credential of credentials) at(`good ${credential}`)
    await time.sleep(latency)
  }
  await Promise.all(
    wrong.map(([credential, rank]) =>
      turnstile.pass({ credential, rank, isSpare: true }, control, async () => {
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

it('fills a turn with other requests for the credential of its first, which need no further control', async () => {
  const mixed = [1, 2, 3, 4, 5, 6].flatMap((rank) => [['bearer', rank] as const, ['dsn', rank] as const])
  expect((await passed(mixed)).slice(2)).toEqual([
    'bearer, bearer, bearer, bearer',
    'good bearer',
    'dsn, dsn, dsn, dsn',
    'good dsn',
    'bearer, dsn',
    'good bearer, good dsn',
  ])
})

it('sends the next four just after a control of known credentials, without its answer', async () => {
  const bearers = Array.from({ length: 10 }, () => ['bearer', 1] as const)
  const four = 'bearer, bearer, bearer, bearer'
  expect([...(await passedAt(bearers))]).toEqual([
    [0, 'bearer'],
    [100, 'good bearer'],
    [200, four],
    [300, 'good bearer'],
    [310, four],
    [410, 'good bearer'],
    [420, 'bearer'],
    [520, 'good bearer'],
  ])
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
