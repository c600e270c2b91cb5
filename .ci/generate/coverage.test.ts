import { expect, it } from 'vitest'
import { requirements } from '../../conformance/catalogue/requirements.ts'
import { committed, staleMessage } from '../../testing/committed.ts'
import { allHoldingTests, coverageFiles, requirementCoverage, holdingTests, toMarkdown } from './coverage.ts'

const coverage = requirementCoverage(allHoldingTests())

it('has an endpoint for every stated requirement that can be judged', () => {
  expect(
    coverage.filter(({ excluded, endpoints }) => excluded === undefined && endpoints.length === 0).map(({ id }) => id),
  ).toEqual([])
})

it('has a test for every stated requirement that can be judged', () => {
  expect(
    coverage.filter(({ excluded, tests }) => excluded === undefined && tests.length === 0).map(({ id }) => id),
  ).toEqual([])
})

it('knows every requirement that a `holds` comment names, and the title of its test', () => {
  const known = new Set<string>(requirements.map(({ id }) => id))
  for (const { file, title, holds } of allHoldingTests()) {
    expect([file, title, holds.filter((id) => !known.has(id))]).toEqual([file, expect.stringMatching(/\w/), []])
  }
})

it.each([...coverageFiles()])('has an up-to-date %s', (path, text) => {
  expect(committed(path), staleMessage(path, 'coverage')).toBe(text)
})

it('reads the requirements of it, it.each and behaviour', () => {
  const source = [
    '// holds: ids.order',
    '// holds: ids.unique',
    "it('keeps the caller\\'s order', () => {})",
    "it('says nothing', () => {})",
    '// holds: ids.order',
    "it.each(['a', 'b'] as const)('takes %s', (x) => {})",
    '  // holds: filters.and',
    "  behaviour('joins', async () => {})",
  ].join('\n')
  expect(holdingTests('x.test.ts', source)).toEqual([
    { file: 'x.test.ts', title: "keeps the caller's order", holds: ['ids.order', 'ids.unique'] },
    { file: 'x.test.ts', title: 'takes %s', holds: ['ids.order'] },
    { file: 'x.test.ts', title: 'joins', holds: ['filters.and'] },
  ])
})

it('marks requirements without a test', () => {
  expect(
    toMarkdown([{ id: 'ids.order', clause: '2.1', statement: 'A', excluded: undefined, endpoints: [], tests: [] }]),
  ).toContain('| 2.1 | `ids.order` | – |')
})
