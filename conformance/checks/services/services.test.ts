import { expect, it } from 'vitest'
import type { Exchange } from '../../conclusions/exchange.ts'
import { isLikeRefusal } from './like-refusal.ts'
import { isTaken } from './services.ts'

/** An answer with a JSON body; a text that is no JSON is a body of its own. */
function answer(body: unknown, status = 200): Exchange {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  return {
    request: { method: 'POST', url: 'http://target.test/services/x/y', headers: {} },
    response: { status, headers: {}, text, json: jsonOf(text) },
    startedAt: 0,
    durationMs: 0,
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const order = { id: 'a', items: [{ sku: 'b' }], total: 3 }

it.each<[taken: boolean | undefined, what: string, body: unknown, good: unknown, status?: number]>([
  [true, 'the same result', order, order],
  [true, 'the same members with other values', { id: 'c', items: [{ sku: 'd' }], total: 4 }, order],
  [true, 'a member more', { ...order, note: 'x' }, order],
  [true, 'one text less', { id: 'c', items: [] }, order],
  [true, 'one result that was null', { id: 'c', parent: null }, { id: 'a', parent: null }],
  [true, 'an object where nothing is in a good one', { x: 1 }, {}],
  [false, 'a 400 with the members of a good one', order, order, 400],
  [false, 'a 302', order, order, 302],
  [undefined, 'a 202', order, order, 202],
  [false, 'errors beside the result', { ...order, errors: ['x'] }, order],
  [true, 'an empty list of errors', { ...order, errors: [] }, order],
  [false, 'errors beside a good one with errors', { id: 'c', errors: ['x'] }, { id: 'a', errors: [] }],
  [false, 'errors where a good one fails otherwise', { done: 1, errors: ['x'] }, { done: 1, success: false }],
  [true, 'no errors where a good one fails otherwise', { done: 1, errors: [] }, { done: 1, success: false }],
  [true, 'errors that are no list', { ...order, errors: 0 }, order],
  [false, 'valid: false', { ...order, valid: false }, order],
  [true, 'valid: true', { ...order, valid: true }, order],
  [undefined, 'no member of a good one', { violations: ['x'] }, order],
  [undefined, 'the result itself missing', { id: 'c', total: 3 }, order],
  [undefined, 'the result itself as null', { id: 'c', items: null }, order],
  [true, 'a result that a good one has not', { id: 'c', items: [1] }, { id: 'a', items: null }],
  [undefined, 'the members of a good one as null', { id: null }, { id: 'a' }],
  [true, 'another text', '"other"', '"done"'],
  [true, 'the same text that is no JSON', 'done', 'done'],
  [true, 'another text that is no JSON', 'other', 'done'],
  [true, 'another list', [2], [1]],
  [undefined, 'an object for a list', { x: 1 }, [1]],
  [undefined, 'a list for an object', [1], { x: 1 }],
  [undefined, 'null for a list', null, [1]],
  [true, 'null for null', null, null],
  [undefined, 'an object for null', { x: 1 }, null],
  [undefined, 'null for an object', null, { x: 1 }],
  [undefined, 'a number for a text', '3', '"done"'],
  [true, 'no body for no body', undefined, undefined],
])('tells that it is %s whether a body was taken given %s', (taken, _what, body, good, status) => {
  expect(isTaken(answer(body, status), answer(good))).toBe(taken)
})

it('takes an answer that says that it is a failure for one, unless the good one says it, too', () => {
  const failed = { total: 3, status: 'error' }
  expect(isTaken(answer(failed), answer({ total: 3, status: 'done' }))).toBe(false)
  expect(isTaken(answer(failed), answer(failed))).toBe(true)
})

const long = 'x'.repeat(40)

it.each<[boolean, string, Exchange, Exchange]>([
  [true, 'the same words', answer('no such command one', 404), answer('no such command two', 404)],
  [true, 'another id', answer('no such command one, a1b2', 404), answer('no such command two, c3d4', 404)],
  [true, 'another long token', answer(`no such command one ${long}`, 404), answer('no such command two', 404)],
  [true, 'one word in five', answer('a b c d e', 404), answer('a b c d f', 404)],
  [false, 'other words', answer('one lacks a customer', 404), answer('no such command two', 404)],
  [false, 'another status', answer('no such command one', 400), answer('no such command two', 404)],
])('tells that it is %s whether two refusals are alike given %s', (is, _what, first, second) => {
  expect(isLikeRefusal(first, 'one', second, 'two')).toBe(is)
})
