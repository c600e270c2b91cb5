import { expect, it } from 'vitest'
import { effectNames, effects, effectsOf } from './effects.ts'
import { FaultSchema } from './fault-schema.ts'

it('does not compile when an effect is missing or has no hook', () => {
  const { drip, ...others } = effects
  // @ts-expect-error -- nothing implements drip.
  const missing: typeof effects = others
  // @ts-expect-error -- it has no hooks.
  const idle: typeof effects = { ...others, drip: { exclusive: true } }
  expect([Object.keys(missing).length, Object.keys(idle.drip), drip.exclusive]).toEqual([6, ['exclusive'], true])
})

it('has an effect for each member of a fault that does not say when it strikes', () => {
  const others = ['operation', 'times', 'skip', 'retryAfter']
  const members = Object.keys((FaultSchema as unknown as { properties: object }).properties)
  expect([...effectNames, ...others].sort()).toEqual(members.sort())
})

it('waits before it refuses', () => {
  expect(effectsOf({ status: 503, delay: 1 }).map(({ value }) => value)).toEqual([1, 503])
})
