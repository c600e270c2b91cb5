import { expect, it } from 'vitest'
import type { Fault } from '../../disturb/faults/fault.ts'
import { faultText } from './fault-text.ts'

it.each<[Fault, string]>([
  [{ status: 503, times: 1, skip: 0 }, 'The next request: answered with 503.'],
  [
    { operation: 'products.list', status: 429, retryAfter: 2, times: 3 },
    'The next 3 requests to products.list: answered with 429, with Retry-After: 2.',
  ],
  [
    { drop: 'after', skip: 2, world: 'blue' },
    'After 2 more requests, the next request in the world blue: done, but not answered, as the connection closes.',
  ],
  [
    { probability: 0.1, times: 'always', status: 500, body: { a: 1 } },
    '10 % of all requests: answered with 500 and {"a":1}.',
  ],
  [{ delay: { p50: 20, p99: '2s' }, times: 'always' }, 'Every request: waits 20 ms, one of a hundred 2s.'],
  [{ drip: { bytes: 10, interval: 50 } }, 'The next request: answered in pieces of 10 bytes, 50 ms apart.'],
  [{ truncate: true }, 'The next request: answered with half of its body, as the connection closes.'],
  [{ body: 'x'.repeat(100) }, `The next request: answered with 200 and ${'x'.repeat(60)}….`],
])('says in words what %j does', (fault, text) => {
  expect(faultText(fault)).toBe(text)
})
