import fc from 'fast-check'
import { expect, it } from 'vitest'
import { codeUnitOrder, fallingOrder, isBare, isPrefixed, risingOrder } from './id-forms.ts'
import { malformedIds } from './malformed-id-forms.ts'

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bareIds = fc.string({ unit: fc.constantFrom(...characters), minLength: 27, maxLength: 27 })
const prefixes = fc
  .string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 3, maxLength: 3 })
  .map((letters) => `${letters}_`)

it('makes ids that are malformed, each in one way', () => {
  fc.assert(
    fc.property(bareIds, prefixes, (bare, prefix) => {
      for (const { make } of malformedIds) {
        const made = make(bare, prefix)
        expect(isBare(made) || isPrefixed(made), made).toBe(false)
      }
    }),
  )
})

it('finds the alphabet in which ids descend, and none for ids out of order', () => {
  expect(fallingOrder(['z', 'a', 'Z', 'A', '9', '0'])).toBe(codeUnitOrder)
  expect(fallingOrder(['Z', 'A', 'z', 'a', '9', '0'])).toBeDefined()
  expect(fallingOrder(['zz', 'Zy', 'B', 'a', '9'])).toBeDefined()
  expect(fallingOrder(['a', 'c', 'b'])).toBeUndefined()
  expect(fallingOrder(['a', 'b', 'c'])).toBeUndefined()
  expect(fallingOrder(['b', 'b'])).toBeUndefined()
  expect(
    risingOrder([
      ['a', 'b'],
      ['b', 'a'],
    ]),
  ).toBeUndefined()
})
