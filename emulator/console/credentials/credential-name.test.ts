import { expect, it } from 'vitest'
import { credentialName, sentCredential } from './credential-name.ts'

it.each([
  ['oauth#2', 'OAuth access token oauth#2'],
  ['pat#1 (expired)', 'Personal access token pat#1 (expired)'],
  ['apiKey', 'API key'],
  ['apiKey#2 (revoked)', 'API key#2 (revoked)'],
  ['oauthClient with refresh#1', 'OAuth client with refresh#1'],
  ['state#1', 'State code state#1'],
  ['constructor', 'constructor'],
])('calls %s %s', (label, name) => {
  expect(credentialName(label)).toBe(name)
})

it.each([
  [null, 'none', 'none'],
  [null, 'refused', 'refused: this world never issued it'],
  [null, 'dsn', 'DSN'],
  ['oauth#1', 'accessToken', 'OAuth access token oauth#1'],
])('says of a request with the label %s that was %s: %s', (label, outcome, name) => {
  expect(sentCredential(label, outcome)).toBe(name)
})
