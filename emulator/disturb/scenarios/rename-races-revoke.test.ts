import { conventionsOf } from '../../api/dialect/per-operation.ts'
import { expect, it } from 'vitest'
import type { Emulator } from '../../create-emulator.ts'
import { ask } from '../../../testing/suite/ask.ts'
import { DialectReader } from '../../../testing/suite/dialect-reader.ts'
import { dialects, emulatorWith } from '../../../testing/emulator/scenario-emulators.ts'

it.each(dialects)('revokes a token just before the first rename, under %j', async (conventions) => {
  const rename = async (emulator: Emulator) => {
    const scopes = [conventions.scopeFormat === 'object' ? { resource: 'projects', action: 'read' } : 'projects:read']
    const created = await ask(emulator, 'POST', '/access-tokens', {
      json: { name: 'Old', scopes, expires_at: '2026-04-01T00:00:00Z' },
    })
    const { id, token } = new DialectReader(conventionsOf(emulator.conventions)).object(
      created.json,
      'access_token',
    ) as {
      id: string
      token: string
    }
    const { status } = await ask(emulator, 'POST', `/access-tokens/${id}`, { json: { name: 'New' } })
    return [status, (await ask(emulator, 'GET', '/1.13/projects', { auth: `Bearer ${token}` })).status]
  }
  const gone = [conventions.unknownIdStatus ?? 404, conventions.unauthenticatedStatus ?? 401]
  expect(await rename(emulatorWith(conventions))).toEqual([200, 200])
  const emulator = emulatorWith(conventions, 'rename-races-revoke')
  expect(await rename(emulator)).toEqual(gone)
  expect(await rename(emulator)).toEqual([200, 200])
})
