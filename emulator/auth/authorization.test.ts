import { expect, it } from 'vitest'
import { parseAuthorization, parseBasic } from './authorization.ts'

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
])('reads %j', (header, expected) => {
  expect(parseAuthorization(header)).toEqual(expected)
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
