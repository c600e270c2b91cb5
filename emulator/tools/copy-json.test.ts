import { expect, it } from 'vitest'
import { copyJson } from './copy-json.ts'

it('copies everything in a value, and keeps what is no JSON', () => {
  const now = new Date(0)
  const value = { list: [{ a: 1 }], now, ['__proto__']: { b: 2 } }
  const copy = copyJson(value)
  expect(copy).toEqual(value)
  expect(copy.list[0]).not.toBe(value.list[0])
  expect(copy.now).toBe(now)
})

it('copies a value that refers to itself or nests very deep', () => {
  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  const copy = copyJson(cycle)
  expect(copy).not.toBe(cycle)
  expect(copy.self).toBe(copy)
  let deep: unknown = 0
  for (let level = 0; level < 20_000; level++) deep = [deep]
  expect(Array.isArray(copyJson(deep))).toBe(true)
})
