import { expect, it } from 'vitest'
import type { Fault } from '../../disturb/faults/fault.ts'
import { faultText } from './fault-text.ts'

it.each<[Fault, string]>([
  [{ status: 503, times: 1, skip: 0 }, 'The next request: status 503.'],
  [
    { operation: 'products.list', status: 429, retryAfter: 2, times: 3 },
    'The next 3 requests to products.list: status 429, retryAfter 2.',
  ],
  [{ drop: 'after', skip: 2, world: 'blue' }, 'After 2 more requests, the next request in the world blue: drop after.'],
  [{ probability: 0.1, times: 'always', body: { a: 1 } }, '10 % of all requests: body {"a":1}.'],
  [{ truncate: true }, 'The next request: truncate.'],
  [{ body: 'x'.repeat(100) }, `The next request: body ${'x'.repeat(60)}….`],
])('says in words what %j does', (fault, text) => {
  expect(faultText(fault)).toBe(text)
})
