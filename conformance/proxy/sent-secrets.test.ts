import { expect, it } from 'vitest'
import type { PassedExchange } from './passed-exchange.ts'
import { secretsIn } from './sent-secrets.ts'

const exchangeOf = (more: Partial<PassedExchange>): PassedExchange => ({
  arrived: 1,
  answered: 2,
  startedAt: 0,
  durationMs: 1,
  connection: 1,
  method: 'GET',
  address: '/1.13/environments',
  headers: [],
  body: { text: '' },
  answer: undefined,
  ...more,
})

const answered = (name: string, value: string): PassedExchange['answer'] => ({
  status: 200,
  headers: [[name, value]],
  passedHeaders: [[name, value]],
  body: { text: '' },
  isWhole: true,
})

it.each<[string, Partial<PassedExchange>, readonly string[]]>([
  ['a Bearer token', { headers: [['Authorization', 'Bearer canary-token-1']] }, ['canary-token-1']],
  ['a DSN', { headers: [['Authorization', 'DSN canary-dsn-123']] }, ['canary-dsn-123']],
  [
    'an API key with a password',
    { headers: [['Authorization', `Basic ${btoa('canary-key:password')}`]] },
    [btoa('canary-key:password'), 'canary-key', 'password'],
  ],
  ['cookies', { headers: [['Cookie', 'a=canary-cookie-1; b=short']] }, ['canary-cookie-1']],
  ['a cookie of the service', { answer: answered('Set-Cookie', 'a=canary-cookie-1; Path=/') }, ['canary-cookie-1']],
  ['a header of the service', { answer: answered('X-Auth-Token', 'canary-token-1') }, ['canary-token-1']],
  ['the query', { address: '/a?access_token=canary%2Ftoken&limit=20000000' }, ['canary/token']],
  [
    'an address in a parameter',
    { address: '/a?to=https%3A%2F%2Fapp.example%2F%3Fcode%3Dcanary-code' },
    ['canary-code'],
  ],
  ['a state code', { address: '/a?prepare_state=canary-state' }, ['canary-state']],
  ['a form', { body: { text: 'client_secret=canary-secret&grant_type=refresh_token' } }, ['canary-secret']],
  [
    'a field of a multipart form',
    {
      body: {
        text: '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nhunter2\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: text/plain\r\n\r\nnothing at all\r\n--b--',
      },
    },
    ['hunter2'],
  ],
  [
    'an address that the service sends the client to',
    { answer: answered('Location', 'https://app.example/done?x=1&code=canary-code') },
    ['canary-code'],
  ],
  [
    'an address that the client came from',
    { headers: [['Referer', 'https://app.example/#access_token=canary-token']] },
    ['canary-token'],
  ],
  ['the user of an address', { body: { text: '{"url":"postgres://u:hunter2@host/db"}' } }, ['hunter2']],
  ['JSON within JSON', { body: { text: '[{"login":{"password":"hunter2"}}]' } }, ['hunter2']],
  ['JSON', { body: { text: '{"refresh_token":"canary-refresh","n":1}' } }, ['canary-refresh']],
])('finds the secret in %s', (_what, more, secrets) => {
  expect(secretsIn(exchangeOf(more)).map(([, value]) => value)).toEqual(secrets)
})

it.each<[string, Partial<PassedExchange>]>([
  ['a token that is none', { headers: [['Authorization', 'Bearer undefined']] }],
  ['how to authenticate', { answer: answered('WWW-Authenticate', 'Bearer realm="everything"') }],
  ['an id beside a token', { address: '/a?token_id=2rHt2Okh4RUnlKcuUyeAJjTsJzW' }],
  ['a cursor of another service', { address: '/a?next_page_token=0123456789abcdef' }],
  ['a grant type', { body: { text: 'grant_type=client_credentials' } }],
  ['a body that is neither a form nor JSON', { body: { text: '\u0000=%' } }],
])('takes nothing for a secret in %s', (_what, more) => {
  expect(secretsIn(exchangeOf(more))).toEqual([])
})
