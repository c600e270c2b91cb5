import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { type Fault } from './fault.ts'

const add = (fault: unknown) => () => createEmulator().faults.add(fault as Fault)

it('refuses an unknown operation and names the nearest', () => {
  expect(add({ operation: 'product.list', status: 503 })).toThrow(
    expect.objectContaining({ name: 'EmulatorError', code: 'unknown_operation' }),
  )
  expect(add({ operation: 'product.list', status: 503 })).toThrow(
    'There is no operation "product.list"; did you mean products.list?',
  )
  expect(add({ operation: 'x', status: 503 })).toThrow('The operations are: oauth.token, access-tokens.list')
})

it.each([
  [
    'no effect',
    { operation: 'products.list', times: 2 },
    /must have one of status, drop, truncate, breakJson, [\w, ]+, delay, contentType; got none of them\.$/,
  ],
  ['two exclusive effects', { status: 500, truncate: true }, 'got status and truncate. Add two faults.'],
  [
    'a drop with a Content-Type',
    { drop: 'after', contentType: 'text/html' },
    'A dropped connection has no Content-Type',
  ],
  ['Retry-After without a status', { delay: 1, retryAfter: 1 }, 'retryAfter needs a status'],
  ['a misspelt member', { operation: 'products.list', stauts: 503 }, 'stauts is not known here'],
  ['a status below 400', { status: 200 }, 'status must be >= 400'],
  ['a status above 599', { status: 600 }, 'status must be <= 599'],
  ['a status as text', { status: '503' }, 'status must be integer'],
  ['times of 0', { status: 503, times: 0 }, "times must be a whole number from 1, or 'always'."],
  [
    'times of Infinity',
    { status: 503, times: Number.POSITIVE_INFINITY },
    "times must be a whole number from 1, or 'always'.",
  ],
  ['a skip of Infinity', { status: 503, skip: Number.POSITIVE_INFINITY }, 'skip must be'],
  ['times of NaN', { status: 503, times: Number.NaN }, 'times must be a whole number from 1'],
  ['a fraction of times', { status: 503, times: 1.5 }, 'times must be a whole number from 1'],
  ['a negative skip', { status: 503, skip: -1 }, 'skip must be >= 0'],
  ['a delay of NaN', { delay: Number.NaN }, 'delay'],
  ['a delay of Infinity', { delay: Number.POSITIVE_INFINITY }, 'delay'],
  ['a negative delay', { delay: -1 }, 'delay'],
  ['a delay that is not a duration', { delay: 'soon' }, 'delay: Expected a duration such as 8d'],
  ['a delay longer than a timer', { delay: '25d' }, 'delay must be at most 2147483647 ms (24 days); got "25d"'],
  [
    'an interval that is not a duration',
    { drip: { bytes: 1, interval: 'slow' } },
    'drip.interval: Expected a duration',
  ],
  ['pieces of 0 bytes', { drip: { bytes: 0, interval: 1 } }, 'drip/bytes must be >= 1'],
  ['a drip without an interval', { drip: { bytes: 1 } }, 'drip/interval is required'],
  ['an unknown kind of drop', { drop: 'during' }, '"before", "after"'],
  ['a truncation of false', { truncate: false }, 'truncate must be'],
  ['a fraction of Retry-After', { status: 429, retryAfter: 1.5 }, 'retryAfter'],
  [
    'a Retry-After with a line break',
    { status: 429, retryAfter: '1\r\nx: y' },
    'retryAfter must be whole seconds from 0, or a text on one line.',
  ],
  ['a Content-Type with a line break', { contentType: 'a\nb' }, 'contentType must match'],
  ['a text', '503', 'it must be object'],
  ['nothing', undefined, 'A fault is an object such as'],
])('refuses %s', (_what, fault, message) => {
  expect(add(fault)).toThrow(expect.objectContaining({ name: 'EmulatorError', code: 'invalid_fault' }))
  expect(add(fault)).toThrow(message)
})

it.each([
  { delay: 1, status: 503, retryAfter: 1, contentType: 'text/plain' },
  { delay: '1s', truncate: true, contentType: 'text/plain' },
  { contentType: 'text/html' },
  { delay: 0 },
  { operation: undefined, status: 404 },
])('takes %j', (fault) => {
  expect(add(fault)).not.toThrow()
})

it('refuses an invalid fault in createEmulator', () => {
  expect(() => createEmulator({ faults: [{ status: 503 }, { status: 99 }] })).toThrow(
    expect.objectContaining({ name: 'EmulatorError', code: 'invalid_fault' }),
  )
})
