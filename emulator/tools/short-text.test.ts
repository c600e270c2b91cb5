import { expect, it } from 'vitest'
import { shortJson } from './short-text.ts'

it.each<[unknown, string]>([
  [undefined, 'undefined'],
  [Number.NaN, 'NaN'],
  [-Infinity, '-Infinity'],
  [5n, '5'],
  [{ at: [5n] }, '{"at":["5"]}'],
  [Symbol('x'), 'Symbol(x)'],
  [new Map([['name', 'Mine']]), '"[Map]"'],
  [new Date(0), '"[Date]"'],
  [{ made: new Date(0) }, '{"made":"[Date]"}'],
  [Object.create(null), '{}'],
  [{ constructor: 'x' }, '{"constructor":"x"}'],
  [{}, '{}'],
  [
    new (class Point {
      x = 1
    })(),
    '{"x":1}',
  ],
])('shows %o for a message', (value, text) => {
  expect(shortJson(value)).toBe(text)
})
