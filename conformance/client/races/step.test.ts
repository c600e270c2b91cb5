import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isDependent, isDependentAmongMany, type StepEffect } from './step.ts'

const answer = (task: number, token: StepEffect['token']): StepEffect => ({
  kind: 'answered',
  request: `${task + 1}.1`,
  task,
  uses: undefined,
  token,
})
const served = (task: number, uses?: string): StepEffect => ({ ...answer(task, undefined), kind: 'served', uses })
const event: StepEffect = { kind: 'event', request: undefined, task: undefined, uses: undefined, token: undefined }

it('orders requests around the event, and those that use or write the same', () => {
  expect(isDependent(served(0), event)).toBe(true)
  expect(isDependent(served(0), served(1))).toBe(false)
  expect(isDependent(served(0, '/access-tokens'), served(1, '/access-tokens'))).toBe(true)
})

it('orders the answers of one task, and others around what touches the shared token', () => {
  expect(isDependent(answer(0, 'done'), answer(0, 'done'))).toBe(true)
  expect(isDependent(answer(0, 'done'), answer(1, 'done'))).toBe(false)
  expect(isDependent(answer(0, 'done'), answer(1, 'brings'))).toBe(true)
  expect(isDependent(answer(0, 'needs'), answer(1, 'asks'))).toBe(true)
  expect(isDependent(answer(0, 'needs'), answer(1, 'needs'))).toBe(false)
})

it('orders an answer that ends its task around those of other tasks only where tasks are few', () => {
  expect(isDependent(answer(0, 'done'), answer(1, 'asks'))).toBe(true)
  expect(isDependentAmongMany(answer(0, 'done'), answer(1, 'asks'))).toBe(false)
  expect(isDependentAmongMany(answer(0, 'asks'), answer(0, 'done'))).toBe(true)
  expect(isDependentAmongMany(answer(0, 'done'), answer(1, 'brings'))).toBe(false)
  expect(isDependentAmongMany(answer(0, 'needs'), answer(1, 'brings'))).toBe(true)
  expect(isDependentAmongMany(answer(0, 'needs'), answer(1, 'asks'))).toBe(true)
})

it('lets answers pass by what the service does, which the client does not see', () => {
  for (const token of ['brings', 'asks', 'needs', 'done'] as const)
    for (const other of [served(0), served(1, 'x'), event]) expect(isDependent(answer(0, token), other)).toBe(false)
})

it('is the same both ways', () => {
  const effects = fc.oneof(
    fc.constant(event),
    fc.tuple(fc.nat(2), fc.option(fc.constant('x'), { nil: undefined })).map(([task, uses]) => served(task, uses)),
    fc.tuple(fc.nat(2), fc.constantFrom('brings', 'asks', 'needs', 'done')).map(([task, token]) => answer(task, token)),
  )
  for (const dependent of [isDependent, isDependentAmongMany])
    fc.assert(fc.property(effects, effects, (one, other) => dependent(one, other) === dependent(other, one)))
})
