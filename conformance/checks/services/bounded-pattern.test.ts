import { expect, it } from 'vitest'
import { boundedPattern } from './bounded-pattern.ts'

it.each([
  ['^[a-z]{3}_[0-9A-Za-z]{27}$', 'wrk_2rFUBOcdFhipGcFiVyOoNqKKXnZ'],
  ['^SKU-\\d+$', 'SKU-12'],
  ['^([A-Z]{2})+$', 'ABCD'],
  ['^(?:a|b)?c*$', 'acc'],
  ['^[(+*]+$', '(+'],
  ['\\(a+\\)+', '(aa)'],
])('matches %s', (pattern, text) => {
  expect(boundedPattern(pattern, '').test(text)).toBe(true)
  expect(boundedPattern(pattern, '').test('')).toBe(new RegExp(pattern).test(''))
})

it.each([
  '^(a+)+$',
  '(a|aa)*',
  '(?:(a?)b?)*',
  '(a{2,5}){2,}',
  '((a+)b)+',
  '(.*)(.*)(.*)(.*)x',
  '(a)\\1+',
  `${'a?'.repeat(400)}`,
  '(a+){500}',
])('refuses %s, which may take for ever', (pattern) => {
  expect(() => boundedPattern(pattern, '')).toThrow('may take too long')
})

it('refuses a long text for a pattern with several open quantifiers', () => {
  expect(() => boundedPattern('^a+.*b+$', '').test('a'.repeat(501))).toThrow('too long')
  expect(boundedPattern('^a+$', '').test('a'.repeat(501))).toBe(true)
})
