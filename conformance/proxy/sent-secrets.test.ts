import { expect, it } from 'vitest'
import type { AnyExchange } from '../conclusions/exchange.ts'
import { findSecrets } from './sent-secrets.ts'
import { type NameAndValue, recordedRequest, recordedResponse } from './traffic.ts'

interface Passed {
  readonly address?: string
  readonly headers?: readonly NameAndValue[]
  readonly body?: string
  /** A header of the answer. */
  readonly answered?: NameAndValue
}

const passedExchange = ({
  address = '/1.13/environments',
  headers = [],
  body = '',
  answered,
}: Passed): AnyExchange => ({
  request: recordedRequest({ method: 'GET', url: `https://staging.test${address}`, headers }, { text: body }),
  response: answered && recordedResponse({ status: 200, headers: [answered] }, { text: '' }),
  startedAt: 0,
  durationMs: 1,
})

it.each<[string, Passed, readonly string[]]>([
  ['a Bearer token', { headers: [['Authorization', 'Bearer canary-token-1']] }, ['canary-token-1']],
  ['a DSN', { headers: [['Authorization', 'DSN canary-dsn-123']] }, ['canary-dsn-123']],
  [
    'an API key with a password',
    { headers: [['Authorization', `Basic ${btoa('canary-key:password')}`]] },
    [btoa('canary-key:password'), 'canary-key', 'password'],
  ],
  ['cookies', { headers: [['Cookie', 'a=canary-cookie-1; b=short']] }, ['canary-cookie-1']],
  [
    'headers that were sent twice',
    {
      headers: [
        ['Authorization', 'Bearer canary-token-1'],
        ['Cookie', 'a=canary-cookie-1'],
        ['Authorization', 'DSN canary-dsn-123'],
        ['Cookie', 'b=canary-cookie-2'],
      ],
    },
    ['canary-token-1', 'canary-dsn-123', 'canary-cookie-1', 'canary-cookie-2'],
  ],
  [
    'cookies of the service with a date',
    {
      answered: ['Set-Cookie', 'a=canary-cookie-1; Expires=Wed, 09 Jun 2027 10:18:14 GMT, b=canary-cookie-2; Path=/'],
    },
    ['canary-cookie-1', 'canary-cookie-2'],
  ],
  ['a cookie of the service', { answered: ['Set-Cookie', 'a=canary-cookie-1; Path=/'] }, ['canary-cookie-1']],
  ['a header of the service', { answered: ['X-Auth-Token', 'canary-token-1'] }, ['canary-token-1']],
  ['the query', { address: '/a?access_token=canary%2Ftoken&limit=20000000' }, ['canary/token']],
  [
    'an address in a parameter',
    { address: '/a?to=https%3A%2F%2Fapp.example%2F%3Fcode%3Dcanary-code' },
    ['canary-code'],
  ],
  ['a state code', { address: '/a?prepare_state=canary-state' }, ['canary-state']],
  ['a form', { body: 'client_secret=canary-secret&grant_type=refresh_token' }, ['canary-secret']],
  [
    'a field of a multipart form',
    {
      body: '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nhunter2\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: text/plain\r\n\r\nnothing at all\r\n--b--',
    },
    ['hunter2'],
  ],
  [
    'an address that the service sends the client to',
    { answered: ['Location', 'https://app.example/done?x=1&code=canary-code'] },
    ['canary-code'],
  ],
  [
    'an address that the client came from',
    { headers: [['Referer', 'https://app.example/#access_token=canary-token']] },
    ['canary-token'],
  ],
  ['the user of an address', { body: '{"url":"postgres://u:hunter2@host/db"}' }, ['hunter2']],
  ['JSON within JSON', { body: '[{"login":{"password":"hunter2"}}]' }, ['hunter2']],
  ['JSON', { body: '{"refresh_token":"canary-refresh","n":1}' }, ['canary-refresh']],
])('finds the secret in %s', (_what, more, secrets) => {
  expect(findSecrets(passedExchange(more)).map(([, value]) => value)).toEqual(secrets)
})

it.each<[string, Passed]>([
  ['the text undefined in place of a token', { headers: [['Authorization', 'Bearer undefined']] }],
  ['how to authenticate', { answered: ['WWW-Authenticate', 'Bearer realm="everything"'] }],
  ['an id beside a token', { address: '/a?token_id=2rHt2Okh4RUnlKcuUyeAJjTsJzW' }],
  ['a cursor of another service', { address: '/a?next_page_token=0123456789abcdef' }],
  ['a grant type', { body: 'grant_type=client_credentials' }],
  ['a body that is neither a form nor JSON', { body: '\u0000=%' }],
])('finds no secret in %s', (_what, more) => {
  expect(findSecrets(passedExchange(more))).toEqual([])
})
