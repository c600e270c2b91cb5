import { expect, it } from 'vitest'
import { didYouMean, nearest } from './nearest.ts'

it('takes no short name for another one', () => {
  const known = ['to', 'id', 'name']
  expect(['x', 'q', 'of', 'ab', 'age', 'ids', 'Id'].map((name) => nearest(name, known))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    'id',
    'id',
  ])
})

it.each([
  ['client.walk', '; did you mean client.walk-ends or client.walk-order?'],
  ['client.wlak', '; did you mean client.walk-ends or client.walk-order?'],
  ['client.walk-end', '; did you mean client.walk-ends?'],
  ['size', '; did you mean legacyPageSize?'],
  ['client', '; did you mean client.walk-ends, client.walk-order, client.reports or one of 2 more?'],
  ['c', '.'],
])('suggests the names that begin with %s, or have its words', (name, ending) => {
  const known = [
    'client.walk-ends',
    'client.walk-order',
    'client.reports',
    'client.base-url',
    'client.cursors',
    'legacyPageSize',
  ]
  expect(didYouMean(name, known)).toBe(ending)
})
