import { expect, it } from 'vitest'
import { isLoopback, localHosts } from './local-hosts.ts'

it.each([
  '127.0.0.1',
  '127.1.2.3',
  'localhost',
  'LOCALHOST',
  'a.localhost',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
])('knows that %s is loopback', (host) => {
  expect(isLoopback(host)).toBe(true)
})

it.each([
  '0.0.0.0',
  '::',
  '192.168.1.2',
  '10.0.0.1',
  'build-7',
  'localhost.example',
  '127.0.0.1.example',
  'fe80::1',
  '::11',
])('knows that %s is not', (host) => {
  expect(isLoopback(host)).toBe(false)
})

it('accepts every loopback address as its host, and no name that only looks like one', () => {
  const isLocal = localHosts([])
  expect(['127.0.0.2:80', 'localhost:4010', 'a.localhost', '[::1]:80', '127.0.0.1'].map(isLocal)).toEqual(
    Array.from({ length: 5 }, () => true),
  )
  expect(['127.0.0.1.example', 'example', '10.0.0.1', 'localhost.example'].some(isLocal)).toBe(false)
})
