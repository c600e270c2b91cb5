import { expect, it } from 'vitest'
import { readFile } from './read-file.ts'

const fileOf = (value: unknown) => new File([typeof value === 'string' ? value : JSON.stringify(value)], 'a.json')

it('knows a report, of a server or of a client', async () => {
  const result = { check: 'a', requirement: 'b', clause: '1', verdict: 'pass', message: 'c' }
  const report = { kind: 'client', conformant: true, summary: { pass: 1, odd: 'x' }, results: [result] }
  expect(await readFile(fileOf(report))).toEqual({
    name: 'a.json',
    kind: 'report',
    facts: { kind: 'client', conformant: true },
    summary: { pass: 1 },
    results: [{ ...result, evidence: [] }],
  })
})

it.each([
  { results: [{ check: 'a', requirement: 'b', verdict: { toString: null }, message: 'c' }], summary: {} },
  { results: [{ check: 'a', requirement: 'b', verdict: 'pass', message: null }], summary: {} },
  { requests: [{ index: 1, method: 'GET', path: {}, query: {}, headers: {} }] },
  { requests: [{ index: '1', method: 'GET', path: '/', query: {}, headers: {} }] },
  { requests: [{ index: 1, method: 'GET', path: '/', query: null, headers: [] }] },
])('refuses members of another type: %j', async (value) => {
  expect(await readFile(fileOf(value))).toHaveProperty('problem')
})

it.each(['', 'no', 'null', '[]', '{"results": [1], "summary": {}}', '{"requests": [null]}', '{"format": 1}'])(
  'refuses %j and says what can be opened',
  async (text) => {
    expect(await readFile(fileOf(text))).toMatchObject({
      problem: { message: expect.stringContaining('can be opened') },
    })
  },
)
