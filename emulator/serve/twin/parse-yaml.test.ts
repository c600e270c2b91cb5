import { expect, it, vi } from 'vitest'
import { parseYaml } from './parse-yaml.ts'

it('reads JSON below comments as JSON, so that a start with a twin need not load the parser of YAML', async () => {
  vi.doMock('yaml', () => {
    throw new Error('the parser of YAML was loaded')
  })
  try {
    const text =
      '\uFEFF# What the service does.\n{\n  "errorBody": "# problem",\n  # 400 or more\n  "refusedStatus": 422\n}\n# end\n'
    expect(await parseYaml(text)).toEqual({ errorBody: '# problem', refusedStatus: 422 })
    await expect(parseYaml('refusedStatus: 422')).rejects.toThrow('is neither JSON nor YAML')
  } finally {
    vi.doUnmock('yaml')
  }
})

it.each<[string, unknown]>([
  ['a: "# b"', { a: '# b' }],
  ['"a\n# b"', 'must hold an object; got the text "a # b".'],
  ['a: |\n  # b\n', { a: '# b\n' }],
  ['{"a": "x\n# y"}', { a: 'x # y' }],
  ['["a\u2028# b\u2028c"]', ['a\u2028# b\u2028c']],
  ['', null],
])('reads %j as YAML does', async (text, expected) => {
  const read = parseYaml(text)
  await (typeof expected === 'string'
    ? expect(read).rejects.toThrow(expected)
    : expect(read).resolves.toEqual(expected))
})

it('takes 200 levels and refuses one more, of objects and lists', async () => {
  const nested = (levels: number) => '{"a":['.repeat(levels / 2) + '{}'.repeat(levels % 2) + ']}'.repeat(levels / 2)
  expect(JSON.stringify(await parseYaml(nested(200)))).toBe(nested(200))
  await expect(parseYaml(nested(201))).rejects.toThrow('nests more than 200 levels deep; make it flatter.')
  await expect(parseYaml('['.repeat(50_000) + ']'.repeat(50_000))).rejects.toThrow('nests more than 200 levels')
})
