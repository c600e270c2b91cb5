import { expect, it } from 'vitest'
import { FakeTime } from '../../testing/conformance/fake-time.ts'
import type { RunCredential } from '../conclusions/cause.ts'
import { Turnstile } from './turnstile.ts'

const latency = 100

/** Lets wrong credentials through, each in the order given and of a rank. The log has one line for each moment. */
async function passed(
  wrong: readonly (readonly [RunCredential, rank: number])[],
  quick = false,
): Promise<readonly string[]> {
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
      turnstile.pass(credential, rank, control, async () => {
        at(credential)
        await time.sleep(latency)
      }),
    ),
  )
  await turnstile.closed()
  return [...log.values()].map((whats) => whats.join(', '))
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

it('lets those of the lowest rank in first', async () => {
  const four = (['bearer', 'apiKey', 'dsn', 'client'] as const).map((credential) => [credential, 0] as const)
  const [, , third] = await passed([...four, ['integrationToken', 9], ['dsn', 8], ['bearer', 7]])
  expect(third).toBe('bearer, dsn, integrationToken')
})
