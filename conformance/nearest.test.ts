import { expect, it } from 'vitest'
import { didYouMean, nearest } from './nearest.ts'

it('names the nearest candidate, whatever its case, dots and dashes', () => {
  const known = ['baseUrl', 'oauth', 'dsn']
  expect(['base_url', 'Oauht', 'dns', 'nothing-like-it', 'x', 'ab'].map((name) => nearest(name, known))).toEqual([
    'baseUrl',
    'oauth',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect([didYouMean('base', known), didYouMean('oaut', known)]).toEqual(['.', '; did you mean oauth?'])
})
