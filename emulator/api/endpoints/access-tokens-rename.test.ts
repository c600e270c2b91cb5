import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { create, checkedEmulator, good, list, works } from '../../../testing/emulator/access-tokens.ts'

// holds: pat.name-updatable
it('changes the name, and the token still works', async () => {
  const emulator = checkedEmulator()
  const { token, ...record } = (await create(emulator)).json
  const renamed = await ask(emulator, 'POST', `/access-tokens/xyz_${record.id}`, { json: { name: 'Ünïcode' } })
  expect(renamed.status).toBe(200)
  expect(renamed.json).toEqual({ ...record, name: 'Ünïcode' })
  expect(await works(emulator, token)).toBe(200)
  expect((await ask(emulator, 'POST', `/access-tokens/${record.id}?name=By+query`)).json.name).toBe('By query')
})

// holds: pat.scopes-fixed, pat.expiry-fixed
it.each([
  ['scopes', '', { name: 'New', scopes: ['projects:write'] }, 'pat.scopes-fixed'],
  ['the same scopes', '', { name: 'New', scopes: good.scopes }, 'pat.scopes-fixed'],
  ['expires_at', '', { name: 'New', expires_at: '2026-07-01T00:00:00Z' }, 'pat.expiry-fixed'],
  ['scopes alone', '', { scopes: ['projects:write'] }, 'pat.scopes-fixed'],
  ['scopes in the query', '?scopes=projects:write', { name: 'New' }, 'pat.scopes-fixed'],
  ['expires_at only in the query', '?expires_at=2026-07-01T00:00:00Z', undefined, 'pat.expiry-fixed'],
  ['an empty name', '', { name: '' }, 'pat.name-updatable'],
  ['no body', '', undefined, 'pat.name-updatable'],
  ['the secret', '', { name: 'New', token: 'pat_mine' }, null],
])('refuses %s when renaming, and changes nothing', async (_, query, json, requirement) => {
  const emulator = checkedEmulator()
  const { id, token } = (await create(emulator)).json
  const before = await list(emulator)
  const { status, headers } = await ask(emulator, 'POST', `/access-tokens/${id}${query}`, json ? { json } : {})
  expect([status, headers.get('x-emulator-requirement')]).toEqual([400, requirement])
  expect([await list(emulator), await works(emulator, token)]).toEqual([before, 200])
})
