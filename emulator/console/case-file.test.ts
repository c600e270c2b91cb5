import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { caseIn } from './case-file.ts'
import { readFile } from './read-file.ts'

const request = {
  kind: 'request',
  number: 1,
  index: 1,
  world: 'default',
  at: 0,
  method: 'GET',
  path: '/1.13/products',
  search: '?brand=a',
  headers: ['accept', 'a', 'accept', 'b', '__proto__', 'c'],
  bodyLength: 0,
  operation: 'products.list',
  status: 401,
  credential: 'oauth#1 (expired)',
  refusal: { code: 'expired_token', requirement: null, message: 'no' },
}
const file = {
  format: 'platform-data-emulator/case/1',
  version: '0.1.0',
  seed: 1,
  failure: { test: 'lists', command: ['npm', 'test'], exitCode: 1 },
  worlds: [{ name: 'default' }],
  events: [request, { kind: 'answer', number: 1 }, { kind: 'clock', world: 'default', time: 5, frozen: true }],
  dropped: { requests: 0, bodies: 2 },
}

it('opens a case, which is gzip, with what was asked and arranged in order', async () => {
  const opened = await readFile(new File([gzipSync(JSON.stringify(file))], 'a.case.gz'))
  expect(opened).toMatchObject({
    kind: 'case',
    name: 'a.case.gz',
    facts: {
      test: 'lists',
      command: 'npm test',
      worlds: ['default'],
      dropped: ['2 bodies'],
      moments: [
        { number: 1, status: 401, credential: 'oauth#1 (expired)', refusal: { code: 'expired_token' } },
        { kind: 'change', what: 'clock', detail: { time: 5, frozen: true } },
      ],
    },
  })
  expect(caseIn(file)!.moments[0]).toMatchObject({ headers: { accept: 'a, b' } })
})

it.each([
  ['cut off', gzipSync(JSON.stringify(file)).subarray(0, 60)],
  ['not JSON', gzipSync('<html>')],
  ['JSON of another kind', gzipSync('{"format": "else"}')],
  ['a bomb', gzipSync(Buffer.alloc(70_000_000))],
])('refuses a file that is %s, and says what can be opened', async (_what, bytes) => {
  expect(await readFile(new File([bytes], 'a.case.gz'))).toMatchObject({
    problem: { message: expect.stringContaining('can be opened') },
  })
})

it('shows members of another type as what they are', () => {
  const events = [null, 1, {}, { kind: 'request', headers: [1], refusal: 'no', mcp: [], number: 'x' }]
  expect(caseIn({ format: file.format, events })).toMatchObject({
    worlds: [],
    moments: [
      { kind: 'change', what: 'undefined' },
      { kind: 'request', number: 0, refusal: undefined },
    ],
  })
  expect(caseIn({ format: file.format })).toBeUndefined()
})
