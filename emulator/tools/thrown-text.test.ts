import { expect, it } from 'vitest'
import { thrownText } from './thrown-text.ts'

const throwing = () => {
  throw new Error('read')
}

it.each([
  [new Error('out of paper'), 'out of paper'],
  ['plain', 'plain'],
  [undefined, 'undefined'],
  [Object.assign(new Error('x'), { message: { toString: null } }), 'it threw a value that cannot be shown'],
  [{ toString: throwing }, 'it threw a value that cannot be shown'],
  [Object.create(null), 'it threw a value that cannot be shown'],
  [new Proxy({}, { get: throwing, getPrototypeOf: throwing }), 'it threw a value that cannot be shown'],
])('shows what was thrown: case %#', (thrown, text) => {
  expect(thrownText(thrown)).toBe(text)
})

it('cuts a long message', () => {
  expect(thrownText(new Error('x'.repeat(10_000_000)))).toHaveLength(2001)
})
