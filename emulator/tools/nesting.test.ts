import { expect, it } from 'vitest'
import { deepestNesting, nestsTooDeep } from './nesting.ts'

const nested = (depth: number) => `${'['.repeat(depth)}${' '.repeat(500)}${']'.repeat(depth)}`

it('accepts the maximum depth and not one level more', () => {
  expect(nestsTooDeep(nested(deepestNesting))).toBe(false)
  expect(nestsTooDeep(nested(deepestNesting + 1))).toBe(true)
  expect(nestsTooDeep(`${'{"a":'.repeat(deepestNesting + 1)}1${'}'.repeat(deepestNesting + 1)}`)).toBe(true)
})

it('counts depth, not brackets: siblings and brackets in strings do not count', () => {
  expect(nestsTooDeep(`[${'[],'.repeat(1000)}[]]`)).toBe(false)
  expect(nestsTooDeep(`["${'['.repeat(1000)}", "${'\\"['.repeat(1000)}", "\\\\", []]`)).toBe(false)
})
