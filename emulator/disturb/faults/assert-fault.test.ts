import { expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import { type Fault } from './fault.ts'

const circle: Record<string, unknown> = {}
circle['self'] = circle

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
    /must have one of status, body, drop, truncate, breakJson, drip, delay, headers, retryAfter; got none of them\.$/,
  ],
  [
    'two exclusive effects',
    { status: 500, truncate: true },
    'got status and truncate. Add two faults: they act on two requests.',
  ],
  ['Retry-After of no answer', { drop: 'after', retryAfter: 1 }, 'has no headers; leave out retryAfter or drop.'],
  [
    'a misspelt member',
    { operation: 'products.list', stauts: 503 },
    /: \/stauts is not known here; use status, or remove it\.$/,
  ],
  ['another word for a member', { code: 503 }, /: \/code is not known here; use status, or remove it\.$/],
  ['a word that is near no member', { code: 'x' }, /: \/code is not known here; remove it or correct its name\.$/],
  ['a status below 200', { status: 199 }, '/status must be at least 200; got 199.'],
  ['a probability above 1', { status: 503, probability: 10 }, '/probability must be at most 1; got 10.'],
  ['a probability of NaN', { status: 503, probability: Number.NaN }, '/probability must be a number; got NaN.'],
  [
    'no name of a world',
    { status: 503, world: 'a b' },
    /^\/world must be the name of a world, such as blue; got "a b"\.$/,
  ],
  [
    'a header with a line break',
    { headers: { a: '1\nb: 2' } },
    /^\/headers\/a must be a string on one line, in ASCII; got/,
  ],
  ['a name with a space', { headers: { 'a b': '1' } }, /^\/headers must have names of headers; got "a b"\.$/],
  [
    'a length of its own',
    { headers: { 'Content-length': '1' } },
    /^\/headers cannot set Content-length, which the body/,
  ],
  ['a body of 204', { status: 204, body: {} }, 'An answer with 204 has no body; leave out body.'],
  ['a body that is a function', { body: () => 1 }, /^\/body must be a string or JSON; got a function\.$/],
  [
    'a body with a circle',
    { body: circle },
    /^\/body must be a string or JSON; got a value that has no JSON: Converting/,
  ],
  ['a spread with one end', { delay: { p50: 40 } }, ' /delay/p99 is required and missing'],
  [
    'a spread upside down',
    { delay: { p50: 900, p99: 40 } },
    /^\/delay\/p99 must be at least p50; got 40 ms, below 900/,
  ],
  ['times of 0', { status: 503, times: 0 }, '/times must be an integer from 1 or "always"; got 0.'],
  ['a negative skip', { status: 503, skip: -1 }, ' /skip must be at least 0'],
  [
    'a delay that is not a duration',
    { delay: 'soon' },
    /^\/delay must be a number of milliseconds from 0 or a string such as 2s; got "soon"\.$/,
  ],
  ['a delay longer than a timer', { delay: '25d' }, /^\/delay must be at most 2147483647 ms \(24 days\); got "25d"\.$/],
  ['an unknown kind of drop', { drop: 'during' }, '"before", "after"'],
  [
    'a Retry-After with a line break',
    { status: 429, retryAfter: '1\r\nx: y' },
    '/retryAfter must be an integer from 0 or a string on one line, in ASCII; got "1\\r',
  ],
  [
    'a Retry-After below 0',
    { status: 429, retryAfter: -1 },
    '/retryAfter must be an integer from 0 or a string on one line, in ASCII; got -1.',
  ],
  ['a delay below 0', { delay: -1 }, ' /delay must be a number from 0, a string or an object with p50, p99; got -1.'],
  ['a header that is a number', { headers: { 'x-a/b': 1 } }, ' /headers/x-a~1b must be a text; got 1.'],
  ['an end of a spread', { delay: { p50: 'x', p99: 1 } }, /^\/delay\/p50 must be a number of milliseconds from 0 or/],
  ['a pause between pieces', { drip: { bytes: 1, interval: 'x' } }, /^\/drip\/interval must be a number of millis/],
  [
    'a deep body',
    { body: JSON.parse('['.repeat(201) + ']'.repeat(201)) },
    /^\/body must nest at most 200 levels deep\.$/,
  ],
  ['nothing', undefined, 'A fault is an object such as'],
])('refuses %s', (_what, fault, message) => {
  expect(add(fault)).toThrow(expect.objectContaining({ name: 'EmulatorError', code: 'invalid_fault' }))
  expect(add(fault)).toThrow(message)
})
