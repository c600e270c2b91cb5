import { expect, it } from 'vitest'
import { allExamples, examplesOf, typeErrors } from './examples.ts'
import { readPublicApi } from './public-api.ts'

it('has examples that compile, and would tell of one that does not', () => {
  const examples = allExamples()
  const broken = { at: 'emulator/some-file.ts:4', code: "emulator.data.insert('catalog')" }
  expect(examples.length).toBeGreaterThan(8)
  expect(typeErrors([...examples, broken], readPublicApi())).toEqual([
    expect.stringMatching(/^emulator\/some-file\.ts:4: .*"catalog"/),
  ])
})

it('reads the example of a doc comment, with its place', () => {
  const source = [
    'const x = 1',
    '/**',
    ' * Does something.',
    ' *',
    ' * @example',
    ' * ```ts',
    " * test('x', () => {",
    ' *   x()',
    ' * })',
    ' * ```',
    ' */',
  ].join('\n')
  expect(examplesOf('a.ts', source)).toEqual([{ at: 'a.ts:5', code: "test('x', () => {\n  x()\n})" }])
})
