import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { readFile } from './read-file.ts'

const fileOf = (value: unknown) => new File([typeof value === 'string' ? value : JSON.stringify(value)], 'a.json')

it('knows a snapshot and a journal by what they are', async () => {
  const emulator = createEmulator()
  await emulator.fetch('http://a/0/')
  expect(await readFile(fileOf(emulator.snapshot()))).toMatchObject({ kind: 'snapshot', name: 'a.json' })
  const journal = await (await emulator.fetch('http://a/_emulator/requests')).json()
  expect(await readFile(fileOf(journal))).toMatchObject({ kind: 'journal', requests: [{ path: '/0/' }] })
})

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

it('knows the report of a proxy by its two sides, with what a twin answers otherwise', async () => {
  const result = { check: 'a', requirement: 'b', clause: '1', verdict: 'pass', message: 'c' }
  const side = { summary: { pass: 1 }, results: [result] }
  const difference = { kind: 'status', left: 200, right: 404 }
  const found = { operation: 'flows.get', method: 'GET', status: 200, differences: [difference] }
  const proxy = { kind: 'proxy', target: { baseUrl: 'https://a.test' }, notes: ['n', 1], service: side, client: side }
  expect(await readFile(fileOf({ ...proxy, twin: { differences: [found] } }))).toMatchObject({
    kind: 'proxy',
    baseUrl: 'https://a.test',
    notes: ['n'],
    service: { results: [{ check: 'a' }] },
    client: { summary: { pass: 1 } },
    differences: [{ question: 'GET flows.get (200)', differences: [difference] }],
  })
  expect(await readFile(fileOf({ ...proxy, client: 1 }))).toHaveProperty('problem')
})

it('reads the exchanges of a report, without what is none', async () => {
  const exchange = {
    request: { method: 'GET', url: 'https://service.test/1.0/a', headers: { accept: '*/*' } },
    response: { status: 500, headers: {}, body: 'no' },
  }
  const unanswered = { ...exchange, response: null }
  const evidence = [exchange, unanswered, null, 1, { request: 'GET' }]
  const result = { check: 'a', requirement: 'b', clause: '1', verdict: 'fail', message: 'c', evidence }
  expect(await readFile(fileOf({ summary: { fail: 1 }, results: [result] }))).toMatchObject({
    results: [{ evidence: [exchange, { ...exchange, response: undefined }] }],
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

it('knows what was learned of a service, and how it has moved', async () => {
  const learned = {
    form: 'platform-learned/1',
    baseUrl: 'https://service.test',
    at: '2026-03-01T12:00:00Z',
    requests: 120,
    conventions: {
      listEnvelope: { state: 'learned', value: 'items', seenIn: ['a'], clause: '4' },
      defaultLimit: { state: 'bound', atLeast: 20, seenIn: [], clause: '4.6' },
    },
    twin: { asked: 9, differences: [{ question: 'q', differences: [{ kind: 'status', left: 200, right: 201 }] }] },
  }
  const read = (name: string, json: unknown) => readFile(new File([JSON.stringify(json)], name))
  expect(await read('learned.json', learned)).toMatchObject({
    kind: 'twin',
    conventions: [
      { name: 'listEnvelope', state: 'learned', value: 'items' },
      { name: 'defaultLimit', state: 'bound', value: 20 },
    ],
    differences: [{ question: 'q' }],
  })
  expect(await read('learned.json', { ...learned, conventions: { a: 1 }, twin: { differences: [{}] } })).toMatchObject({
    kind: 'twin',
    conventions: [],
    differences: [],
  })
  const drift = {
    subject: 'https://service.test',
    moved: true,
    drifts: [{ class: 'breaks', requirement: 'ids.order' }],
  }
  expect(await read('drift.json', drift)).toMatchObject({ kind: 'drift', moved: true })
  expect(await read('target.json', { baseUrl: 'https://service.test' })).toMatchObject({ kind: 'target' })
})
