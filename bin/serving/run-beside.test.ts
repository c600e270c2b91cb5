import { expect, it } from 'vitest'
import { noProxyVariables } from './run-beside.ts'

const address = 'http://127.0.0.1:4113/api'

it.each([
  ['no proxy', { NO_PROXY: 'a' }, {}],
  ['a proxy', { http_proxy: 'http://p' }, { NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' }],
  [
    'a proxy with exceptions',
    { HTTPS_PROXY: 'http://p', NO_PROXY: 'a,b', no_proxy: 'b,127.0.0.1' },
    { NO_PROXY: 'a,b,127.0.0.1', no_proxy: 'a,b,127.0.0.1' },
  ],
])('sends requests to the emulator past %s', (_what, environment, expected) => {
  expect(noProxyVariables(address, environment)).toEqual(expected)
})
