import { expect, it } from 'vitest'
import { deepFreeze } from './deep-freeze.ts'

it('freezes a value and everything in it, and returns it', () => {
  const value = { list: [{ name: 'a' }], nothing: null, text: 'b' }
  expect(deepFreeze(value)).toBe(value)
  expect(() => (value.list[0]!.name = 'c')).toThrow(TypeError)
  expect(() => value.list.push({ name: 'd' })).toThrow(TypeError)
})

it.each([null, undefined, 'text', 1])('returns %j as it is', (value) => {
  expect(deepFreeze(value)).toBe(value)
})
