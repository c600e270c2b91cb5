import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
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
