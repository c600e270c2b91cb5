import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contradictionIn, describe, type Operation } from './linearizable.ts'
import { absent, once, order, record, register } from './models.ts'

const write = (from: number, to: number, value: string): Operation => ({
  name: `write ${value}`,
  from,
  to,
  apply: register.written(value),
  overwrites: true,
})
const read = (from: number, to: number, value: string): Operation => ({
  name: `read ${value}`,
  from,
  to,
  apply: register.read(value),
})
const judged = (initial: string, ...operations: readonly Operation[]) =>
  contradictionIn(initial, operations) === undefined

it.each([
  ['a read of what was written before', true, [write(1, 2, 'a'), read(3, 4, 'a')]],
  ['a read of what is being written', true, [write(1, 4, 'a'), read(2, 3, 'a')]],
  ['a read of what was there while another is written', true, [write(1, 4, 'a'), read(2, 3, '')]],
  ['a read of an old value after the write was answered', false, [write(1, 2, 'a'), read(3, 4, '')]],
  ['a value that nobody wrote', false, [write(1, 2, 'a'), read(3, 4, 'b')]],
  [
    'two reads that see two writes in two orders',
    false,
    [write(1, 9, 'a'), write(2, 10, 'b'), read(3, 4, 'a'), read(5, 6, 'b'), read(7, 8, 'a')],
  ],
  [
    'a write of the same value that takes effect late',
    true,
    [write(1, 2, 'a'), write(3, 8, 'a'), write(4, 5, 'b'), read(9, 10, 'a')],
  ],
  ['a write that is lost', false, [write(1, 4, 'a'), write(2, 3, 'b'), read(5, 6, '')]],
] as const)('%s: %s', (_name, expected, operations) => {
  expect(judged('', ...operations)).toBe(expected)
})

it('lets a code work once, for any of two clients', () => {
  const tried = (from: number, to: number, worked: boolean): Operation => ({
    name: '',
    from,
    to,
    apply: once.tried(worked),
  })
  const issued: Operation = { name: '', from: 1, to: 2, apply: once.issued() }
  expect(judged(absent, issued, tried(3, 6, false), tried(4, 5, true))).toBe(true)
  expect(judged(absent, issued, tried(3, 6, true), tried(4, 5, true))).toBe(false)
  expect(judged(absent, issued, tried(3, 4, false), tried(5, 6, true))).toBe(false)
})

it('keeps both members of a record when each is changed alone', () => {
  const changed = (from: number, to: number, member: 'name' | 'brand', value: string, state: string): Operation => ({
    name: '',
    from,
    to,
    apply: record.changed(member, value, state),
    overwrites: true,
  })
  expect(judged('a|b', changed(1, 3, 'name', 'A', 'A|b'), changed(2, 4, 'brand', 'B', 'A|B'))).toBe(true)
  expect(judged('a|b', changed(1, 3, 'name', 'A', 'A|b'), changed(2, 4, 'brand', 'B', 'a|B'))).toBe(false)
  expect(judged(absent, changed(1, 2, 'name', 'A', absent))).toBe(true)
})

it('ships or cancels an order, and not both', () => {
  const moved = (from: number, to: 'shipped' | 'cancelled', outcome: 'done' | 'refused'): Operation => ({
    name: '',
    from,
    to: from + 2,
    apply: order.moved(to, outcome),
  })
  expect(judged('placed', moved(1, 'shipped', 'done'), moved(2, 'cancelled', 'refused'))).toBe(true)
  expect(judged('placed', moved(1, 'shipped', 'done'), moved(2, 'cancelled', 'done'))).toBe(false)
})

it('says which answer fits no order, and what was near', () => {
  const contradiction = contradictionIn('', [write(1, 2, 'a'), read(3, 4, 'b')])!
  expect(describe('configuration k', contradiction)).toBe(
    'configuration k could be "a":\n  1 to 2: write a\n  3 to 4: read b   <- fits no order',
  )
})

it('explains every history that some order made', () => {
  const step = fc.record({ value: fc.constantFrom('a', 'b', 'c', undefined), before: fc.nat(5), after: fc.nat(5) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      // Each takes effect at ten times its number, and its span is around that.
      let state = ''
      const operations = steps.map(({ value, before, after }, index) => {
        const at = index * 10
        const [from, to] = [at - before * 7 - index / 100, at + after * 7 + index / 100 + 0.001]
        return value === undefined ? read(from, to, state) : write(from, to, (state = value))
      })
      expect(contradictionIn('', operations)).toBeUndefined()
    }),
    { seed: 5, numRuns: 300 },
  )
})
