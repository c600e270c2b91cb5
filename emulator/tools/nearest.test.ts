import { expect, it } from 'vitest'
import { didYouMean, nearest } from './nearest.ts'

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

it.each([
  ['naem', 'name'],
  ['knd', 'kind'],
  ['stat', 'status'],
  ['code', undefined],
  ['stauts', 'status'],
])('finds for %s the near name %s', (name, near) => {
  expect(nearest(name, ['body', 'name', 'kind', 'status'])).toBe(near)
})
