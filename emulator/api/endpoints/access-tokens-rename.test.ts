import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { create, emulatorWith, good, list, works } from '../../../testing/emulator/access-tokens.ts'

// holds: pat.name-updatable
it('changes the name, and the token still works', async () => {
  const emulator = emulatorWith()
  const { token, ...record } = (await create(emulator)).json
  const renamed = await ask(emulator, 'POST', `/access-tokens/xyz_${record.id}`, { json: { name: 'Ünïcode' } })
  expect(renamed.status).toBe(200)
  expect(renamed.json).toEqual({ ...record, name: 'Ünïcode' })
  expect(await works(emulator, token)).toBe(200)
  expect((await ask(emulator, 'POST', `/access-tokens/${record.id}?name=By+query`)).json.name).toBe('By query')
})

// holds: pat.scopes-fixed, pat.expiry-fixed
it.each([
  ['scopes in the body', '', { name: 'New', scopes: ['projects:write'] }, 'pat.scopes-fixed'],
  ['the same scopes in the body', '', { name: 'New', scopes: good.scopes }, 'pat.scopes-fixed'],
  ['expires_at in the body', '', { name: 'New', expires_at: '2026-07-01T00:00:00Z' }, 'pat.expiry-fixed'],
  ['both in the body', '', { name: 'New', scopes: [], expires_at: null }, 'pat.scopes-fixed'],
  ['scopes alone', '', { scopes: ['projects:write'] }, 'pat.scopes-fixed'],
  ['expires_at alone', '', { expires_at: '2026-07-01T00:00:00Z' }, 'pat.expiry-fixed'],
  ['scopes in the query', '?scopes=projects:write', { name: 'New' }, 'pat.scopes-fixed'],
  ['scopes in the query alone', '?scopes=projects:write', undefined, 'pat.scopes-fixed'],
  ['expires_at in the query', '?expires_at=2026-07-01T00:00:00Z', { name: 'New' }, 'pat.expiry-fixed'],
  ['empty scopes in the query', '?scopes=', { name: 'New' }, 'pat.scopes-fixed'],
  ['an empty name', '', { name: '' }, undefined],
  ['an empty name in the query', '?name=', undefined, undefined],
  ['no name', '', {}, 'pat.name-updatable'],
  ['no body', '', undefined, 'pat.name-updatable'],
  ['a name that is no text', '', { name: null }, undefined],
  ['the secret', '', { name: 'New', token: 'pat_mine' }, undefined],
])('refuses %s when renaming, and changes nothing', async (_, query, json, requirement) => {
  for (const unknownMembers of ['refuse', 'ignore'] as const) {
    const emulator = emulatorWith({ unknownMembers })
    const { id, token } = (await create(emulator)).json
    const before = await list(emulator)
    const answer = await ask(emulator, 'POST', `/access-tokens/${id}${query}`, json === undefined ? {} : { json })
    if (unknownMembers === 'ignore' && json !== undefined && 'token' in json) {
      expect(answer.status).toBe(200)
    } else {
      expect({ status: answer.status, requirement: answer.headers.get('x-emulator-requirement') ?? undefined }).toEqual(
        { status: 400, requirement },
      )
      expect(await list(emulator)).toEqual(before)
    }
    expect(await works(emulator, token)).toBe(200)
  }
})
