import { expect, it } from 'vitest'
import { longestHeader, parseAuthorization, parseBasic } from './authorization.ts'

it.each([
  ['Bearer abc', { scheme: 'bearer', value: 'abc' }],
  ['bEaReR    abc  ', { scheme: 'bearer', value: 'abc' }],
  ['  Basic YTo=', { scheme: 'basic', value: 'YTo=' }],
  ['DSN https://key@host/1', { scheme: 'dsn', value: 'https://key@host/1' }],
  ['Bearer a, Bearer b', { scheme: 'bearer', value: 'a, Bearer b' }],
  ['Bearer', undefined],
  ['Bearer ', undefined],
  ['', undefined],
  [' ', undefined],
  ['\t Bearer abc \t', { scheme: 'bearer', value: 'abc' }],
  ['Bearer \u00A0abc', undefined],
  ['Bearer abc\u00A0', undefined],
  ['\u00A0Bearer abc', undefined],
  ['Bearer\u00A0abc', undefined],
  ['Bearer \tabc', undefined],
  ['Bearer\tabc', undefined],
  ['Bearer \vabc', undefined],
  ['Bearer abc\f', undefined],
  ['Bearer abc\u2003', undefined],
  ['Bearer \uFEFFabc', undefined],
  ['Bearer abc\u0085', undefined],
  ['Bea(rer) abc', undefined],
  ['Bearer: abc', undefined],
])('reads %j', (header, expected) => {
  expect(parseAuthorization(header)).toEqual(expected)
})

it('reads no header that is longer than Node takes over HTTP', () => {
  const basic = (length: number) => `Basic ${'A'.repeat(length - 6)}`
  expect(parseAuthorization(basic(longestHeader))?.scheme).toBe('basic')
  expect(parseAuthorization(basic(longestHeader + 1))).toBeUndefined()
})

it.each([
  ['key:', { user: 'key', password: '' }],
  ['user:pass:word', { user: 'user', password: 'pass:word' }],
  [':', { user: '', password: '' }],
  ['no colon', undefined],
])('reads %j in a Basic value', (text, expected) => {
  expect(parseBasic(btoa(text))).toEqual(expected)
})

it.each(['', '!!!', 'a b', 'YTo=Y', btoa('\xFF:'), 'YTo-'])('returns undefined for the Basic value %j', (value) => {
  expect(parseBasic(value)).toBeUndefined()
})
