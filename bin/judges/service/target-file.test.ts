import { expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { toTargetFile } from './target-file.ts'

const baseUrl = 'http://emulator.test'

it('follows the conventions', async () => {
  const versions = ['2.0', '2.1']
  const emulator = createEmulator({
    checkResponses: true,
    clock: '2026-01-01',
    conventions: {
      scopeFormat: 'object',
      expiresAtFormat: 'unix-seconds',
      versions,
      accessTokensPath: '/2.0/access-tokens',
    },
  })
  const scopes = ['access-tokens', 'catalogs', 'environments'].map((resource) => ({ resource, action: 'read' }))
  const target = toTargetFile(emulator, baseUrl, true)
  expect(target).toMatchObject({
    version: '2.0',
    paths: { accessTokens: '/2.0/access-tokens' },
    personalAccessTokens: { scopes, expiresAt: 'unix-seconds' },
  })
  const headers = { authorization: `Bearer ${emulator.credentials.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Kit', scopes, expires_at: Date.UTC(2026, 2, 1) / 1000 })
  const created = await emulator.fetch(`${baseUrl}/2.0/access-tokens`, { method: 'POST', headers, body })
  expect(created.status).toBe(201)
})

it('has no hooks without a control API', () => {
  expect(toTargetFile(createEmulator({ control: false }), baseUrl, false)).not.toHaveProperty('hooks')
})
