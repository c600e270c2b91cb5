import { expect, it } from 'vitest'
import { findNamedValues, commandWithoutSecrets, hideNamedValues } from './beside-names.ts'
import { Redactor } from './redact.ts'

it.each([
  [['psql', '--password', 'hunter2'], 'psql --password <secret>'],
  [['psql', '--password=hunter2', '-v'], 'psql --password=<secret> -v'],
  [['env', 'API_TOKEN=hunter2', 'npm', 'test'], 'env API_TOKEN=<secret> npm test'],
  [['psql', 'postgres://u:hunter2@host/db'], 'psql postgres://u:<secret>@host/db'],
  [
    ['curl', '-u', 'id:hunter2', '-H', 'Authorization: Bearer hunter2'],
    'curl -u id:<secret> -H Authorization: <secret>',
  ],
  [['open', 'https://host/?a=1&code=hunter2'], 'open https://host/?a=1&code=<secret>'],
  [['run', '--token-file', 'a.txt', '--page-token-name=x'], 'run --token-file a.txt --page-token-name=x'],
])('redacts the secrets of %j', (words, without) => {
  expect(commandWithoutSecrets(words).join(' ')).toBe(without)
})

it.each([
  '://a:',
  '?token=',
  '?a=',
  '?a=%3A%2F%2F',
  'name="token"\n',
  'name="a"\n\n',
  '[{"a":',
  'token="',
  'token',
  'token:',
])('reads a long row of %j in linear time', (part) => {
  const text = part.repeat(200_000 / part.length)
  expect(findNamedValues(text).length + hideNamedValues(text).length).toBeLessThan(500_000)
})

it.each([
  ['The login failed: password: hunter2.', 'The login failed: password: <secret>'],
  ['got password=hunter, try again', 'got password=<secret>, try again'],
  ['{"client_secret": "swordfish", "a": 1}', '{"client_secret": "<secret>", "a": 1}'],
  [String.raw`"{\"token\":\"swordfish\"}"`, String.raw`"{\"token\":\"<secret>\"}"`],
  ["{'api_key': 'a b c d'}", "{'api_key': '<secret>'}"],
  ['client_secret=%73%77%6F%72%64&client_id=a', 'client_secret=<secret>&client_id=a'],
  ['X-Api-Key: Bearer abc123def', 'X-Api-Key: <secret>'],
])('hides the value next to the name of a secret in prose: %j', (text, hidden) => {
  expect(hideNamedValues(text)).toBe(hidden)
  expect(new Redactor().text(text)).toBe(hidden)
})

it.each([
  'password: required, token: expired, secret = missing',
  '"token_type": "bearer", "next_page_token": "abc123def"',
  'client_secret=<client_secret>&code=invalid_request',
  'client_secret=%PLATFORM_SECRET% or client_secret=%s-value',
  'expected token: 27 characters; see token: https://docs.example/tokens',
])('keeps ordinary words next to the name of a secret: %j', (text) => {
  expect(hideNamedValues(text)).toBe(text)
})

it('finds values by the words of their names', () => {
  const secrets = {
    accessToken: 'abc',
    'user[passWord]': 'abc',
    API_KEY: 'abc',
    tokenvalue: 'abc',
    code: 'abc',
    apikeyv2: 'abc',
  }
  const others = { secretary: 'Annabella', tokenizer: 'whitespace', codec: 'utf-8', 'code-style': 'plain' }
  expect(findNamedValues(JSON.stringify({ ...secrets, ...others }))).toEqual(Object.entries(secrets))
})

it('hides members of a value that have the name of a secret', () => {
  expect(new Redactor().value({ a: [{ password: 'swordfish', token_type: 'bearer', secret: 'short' }] })).toEqual({
    a: [{ password: '<secret>', token_type: 'bearer', secret: 'short' }],
  })
})
