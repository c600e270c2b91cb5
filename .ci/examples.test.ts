import { expect, it } from 'vitest'
import { allExamples, markdownExamples, findExamples, typeErrors } from './examples.ts'
import { readPublicApi } from './public-api.ts'
import { pageFiles } from '../testing/readme-code.ts'

it('has examples and Markdown that compile without the DOM library, and reports any that does not', () => {
  const examples = [...allExamples(), ...pageFiles.flatMap(markdownExamples)]
  const broken = { at: 'emulator/some-file.ts:4', code: "emulator.data.insert('catalog')" }
  expect(examples.length).toBeGreaterThan(16)
  expect(typeErrors([...examples, broken], readPublicApi())).toEqual([
    expect.stringMatching(/^emulator\/some-file\.ts:4: .*"catalog"/),
  ])
}, 120_000)

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
  expect(findExamples('a.ts', source)).toEqual([{ at: 'a.ts:5', code: "test('x', () => {\n  x()\n})" }])
})
