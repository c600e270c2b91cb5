import { expect, it } from 'vitest'
import { splitUrl } from './split-url.ts'

it.each([
  ['http://localhost:4113/a/b?c=d', 'http://localhost:4113', '/a/b', '?c=d'],
  ['http://localhost', 'http://localhost', '/', ''],
  ['http://localhost?x=/y', 'http://localhost', '/', '?x=/y'],
  ['http://localhost#/x?y', 'http://localhost', '/', ''],
  ['https://h/a%2Fb/%20?q=%26#frag?not', 'https://h', '/a%2Fb/%20', '?q=%26'],
  ['https://h/a?', 'https://h', '/a', '?'],
  ['https://h/a?b?c#d#e', 'https://h', '/a', '?b?c'],
  ['http://[::1]:80//double//', 'http://[::1]:80', '//double//', ''],
])('splits %s', (url, origin, path, search) => {
  expect(splitUrl(url)).toEqual({ origin, path, search })
})
