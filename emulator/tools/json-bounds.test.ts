import { expect, it } from 'vitest'
import { boundsFault, mostValues } from './json-bounds.ts'

it.each([
  [JSON.stringify([',[{'.repeat(mostValues), '\\",[', 'x']), /^within$/],
  [JSON.stringify(Array(mostValues).fill(0)), /^within$/],
  [JSON.stringify(Array(mostValues + 1).fill(0)), /more than 20000 members and items/],
  ['['.repeat(201), /nests more than 200/],
])('counts only outside strings', (text, fault) => {
  expect(boundsFault(text) ?? 'within').toMatch(fault)
})
