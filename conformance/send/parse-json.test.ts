import { expect, it } from 'vitest'
import { deepestJson, isTooDeep, parseJson } from './parse-json.ts'

it('reads JSON up to its depth, and nothing deeper', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(parseJson(nested(deepestJson))).toBeInstanceOf(Array)
  expect(parseJson(nested(deepestJson + 1))).toBeUndefined()
  expect(isTooDeep('{"a":'.repeat(200_000))).toBe(true)
})

it.each([
  ['brackets in a text', `"${'['.repeat(999)}"`, false],
  ['brackets in a text behind an escaped quote', `"a\\"${'['.repeat(999)}"`, false],
  ['brackets behind a text that ends with a backslash', `["a\\\\",${'['.repeat(999)}`, true],
  ['many brackets beside each other', '[],'.repeat(100_000), false],
])('counts no more than it must given %s', (_what, text, expected) => {
  expect(isTooDeep(text)).toBe(expected)
})
