// Secrets with the signs that a header, an address and base64 carry as they are.
import { expect, it } from 'vitest'
import { brokenClients } from './broken/broken-clients.ts'
import { judgeBroken } from './judge-broken.ts'

it.each([
  'access-token-cut-at-equals',
  'access-token-encoded',
  'bearer-encoded',
  'bearer-unpadded',
  'api-key-in-base64url',
  'dsn-decoded',
  'dsn-rewritten',
])('catches %s', async (name) => {
  const broken = brokenClients.find((client) => client.name === name)!
  expect((await judgeBroken(broken)).caughtBy).toBe(broken.requirement)
})
