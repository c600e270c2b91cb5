import fc from 'fast-check'
import { expect, it } from 'vitest'
import { legacyCredentials } from '../endpoints/define-endpoint.ts'
import { createEmulator, type Emulator } from '../../create-emulator.ts'
import { ApiError } from '../dialect/api-error.ts'
import { ask } from '../../../testing/suite/ask.ts'
import { authenticate } from './authenticate.ts'
import type { CredentialKind } from '../../model/contract/credentials.ts'

const start = '2026-03-01T00:00:00Z'
const startEmulator = (): Emulator => createEmulator({ clock: start, checkResponses: true })
const every: readonly CredentialKind[] = [...legacyCredentials, 'dsn']

const basic = (key: string, password = ''): string => `Basic ${btoa(`${key}:${password}`)}`

it('throws only refusals that do not repeat the header, given any header', () => {
  const { worlds } = startEmulator()
  const secret = 'Zq7Zq7Zq7Zq7Zq7'
  const scheme = fc.constantFrom('', 'Bearer ', 'Basic ', 'DSN ', 'bearer  ', 'Digest ', 'Basic', ',', `${secret} `)
  fc.assert(
    fc.property(scheme, fc.string({ unit: 'binary' }), fc.boolean(), (before, text, encoded) => {
      const value = `${secret}${text}`
      const bytes = encoded ? btoa(String.fromCharCode(...new TextEncoder().encode(value))) : value
      try {
        authenticate(worlds.default, `${before}${bytes}`, every)
        return false
      } catch (error) {
        return (
          error instanceof ApiError &&
          error.kind === 'unauthenticated' &&
          !JSON.stringify([error.message, error.headers, error.details]).toLowerCase().includes(secret.toLowerCase())
        )
      }
    }),
  )
})

it.each([
  [null, 'is missing'],
  ['   ', 'is empty'],
  ['Bearer', 'no space'],
  ['Bearer x, Bearer y', 'sent twice'],
  ['Bearer x', 'never issued'],
  ['Bearer\u00A0x', 'no space'],
  [`Bearer ${'x'.repeat(16_400)}`, 'no space'],
  ['Token x', 'scheme'],
  ['Basic !!!', 'base64'],
])('says what is wrong with the header %j', async (auth, message) => {
  const { status, text } = await ask(startEmulator(), 'GET', '/0/projects/', { auth })
  expect([status, text]).toEqual([401, expect.stringContaining(message)])
})

it('refuses the API key and the DSN of a deleted project, and accepts them again after a reset', async () => {
  const emulator = startEmulator()
  const { apiKey, apiKeyProjectId } = emulator.credentials
  expect((await ask(emulator, 'DELETE', `/1.13/projects/${apiKeyProjectId}`)).status).toBe(204)
  expect((await ask(emulator, 'GET', '/0/projects/', { auth: basic(apiKey) })).status).toBe(401)
  emulator.reset()
  expect((await ask(emulator, 'GET', '/0/projects/', { auth: basic(apiKey) })).status).toBe(200)
})
