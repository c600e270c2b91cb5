import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { faultyEmulator, get, wholeBody } from '../../../testing/emulator/faulty-emulator.ts'
import { type EffectName, effectNames, effects, effectsOf } from './effects.ts'
import type { Fault } from './fault.ts'
import { faultSchema } from './fault-schema.ts'

/** A fault with each effect. A new effect without an example does not compile. */
const examples: { readonly [Name in EffectName]: Required<Pick<Fault, Name>> } = {
  delay: { delay: 600 },
  contentType: { contentType: 'text/csv' },
  headers: { headers: { 'Content-Type': 'text/plain' } },
  status: { status: 503 },
  body: { body: 'mine' },
  drop: { drop: 'before' },
  truncate: { truncate: true },
  breakJson: { breakJson: true },
  drip: { drip: { bytes: 100, interval: 0 } },
}

/** A fault that strikes and changes nothing. */
const invisible: Fault = { contentType: 'application/json' }

/** A client's view of an answer: whether it is late, and then its parts in the order in which they come. */
async function seen(fault: Fault): Promise<readonly unknown[]> {
  const answered = get(faultyEmulator(fault))
  const late = setTimeout(200, 'late')
  const parts: unknown[] = [(await Promise.race([answered.catch(() => 'failed'), late])) === 'late']
  try {
    const { status, headers, body } = await answered
    parts.push(status, headers.get('Content-Type'))
    const decoder = new TextDecoder()
    for await (const bytes of body!) parts.push(decoder.decode(bytes))
  } catch (error) {
    parts.push((error as Error).message)
  }
  return parts
}

it('sees nothing of a fault that changes nothing', async () => {
  expect(await seen(invisible)).toEqual([false, 200, 'application/json', await wholeBody()])
})

it.each(effectNames)('lets a client see the effect %s', async (name) => {
  expect(await seen(examples[name])).not.toEqual(await seen(invisible))
})

it('does not compile when an effect is missing or has no hook', () => {
  const { drip, ...others } = effects
  // @ts-expect-error -- nothing implements drip.
  const missing: typeof effects = others
  // @ts-expect-error -- it has no hooks.
  const idle: typeof effects = { ...others, drip: { exclusive: true } }
  expect(Object.keys(missing)).toEqual(effectNames.filter((name) => name !== 'drip'))
  expect([Object.keys(idle.drip), drip.exclusive]).toEqual([['exclusive'], true])
})

it('has an effect for each member of a fault that does not say when it strikes', () => {
  const others = ['operation', 'world', 'times', 'skip', 'probability', 'retryAfter']
  const members = Object.keys((faultSchema() as unknown as { properties: object }).properties)
  expect([...effectNames, ...others].sort()).toEqual(members.sort())
})

it('waits before it refuses', () => {
  expect(effectsOf({ status: 503, delay: 1 }).map(({ value }) => value)).toEqual([1, 503])
})
