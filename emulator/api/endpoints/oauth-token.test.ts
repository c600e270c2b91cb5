import { expect, it } from 'vitest'
import {
  addClient,
  startedEmulator,
  expectRefusal,
  obtainToken,
  reads,
  refresh,
} from '../../../testing/emulator/token-requests.ts'

// holds: oauth.client-credentials, oauth.access-token-string, oauth.token-works
it('answers as RFC 6749 says given client credentials, and the token works', async () => {
  const emulator = startedEmulator()
  const { status, headers, json } = await obtainToken(emulator)
  expect(status).toBe(200)
  expect(json).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: expect.any(String),
  })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('pragma')).toBe('no-cache')
  expect(await reads(emulator, json.access_token)).toBe(200)
  expect(await reads(emulator, json.refresh_token)).toBe(401)
})

// holds: oauth.expiry, oauth.refresh, oauth.refreshed-token-works, oauth.access-token-string
it('exchanges a refresh token once, for a new token and a new refresh token', async () => {
  const emulator = startedEmulator()
  const first = (await obtainToken(emulator)).json
  emulator.clock.advance('2h')
  expect(await reads(emulator, first.access_token)).toBe(401)
  const second = await refresh(emulator, first.refresh_token)
  expect(second.json).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: expect.any(String),
  })
  expect(await reads(emulator, second.json.access_token)).toBe(200)
  expectRefusal(await refresh(emulator, first.refresh_token), 400, 'invalid_grant')
  expect((await refresh(emulator, second.json.refresh_token)).status).toBe(200)
})

// holds: oauth.refresh-verified, oauth.refresh-secret-verified
it('refuses an unknown refresh token, an access token, and the refresh token of another client', async () => {
  const emulator = startedEmulator()
  const other = addClient(emulator, 'other', 'secret of the other')
  const { access_token: access, refresh_token: token } = (await obtainToken(emulator)).json
  expectRefusal(await refresh(emulator, 'ref_made_up'), 400, 'invalid_grant')
  expectRefusal(await refresh(emulator, access), 400, 'invalid_grant')
  expectRefusal(await refresh(emulator, token, other), 400, 'invalid_grant')
  expectRefusal(await refresh(emulator, token, { client_secret: 'wrong' }), 401, 'invalid_client')
  expect((await refresh(emulator, token)).status).toBe(200)
})

it('lets exactly one of many concurrent refreshes with one token succeed', async () => {
  const emulator = startedEmulator()
  const { refresh_token: token } = (await obtainToken(emulator)).json
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(emulator, token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)])
})

it('grants a narrower scope and says so, and refuses any other', async () => {
  const emulator = startedEmulator()
  const { status, json } = await obtainToken(emulator, { scope: 'projects:read flows:write projects:read' })
  expect({ status, scope: json.scope }).toEqual({ status: 200, scope: 'projects:read flows:write' })
  expect(await reads(emulator, json.access_token)).toBe(200)
  expect(await reads(emulator, json.access_token, '/1.13/flows')).toBe(403)
  for (const scope of [
    'projects:read nothing:read',
    'projects',
    'projects:read  flows:read',
    ' projects:read',
    'projects:READ',
  ])
    expectRefusal(await obtainToken(emulator, { scope }), 400, 'invalid_scope')
  const limited = addClient(emulator, 'limited', 'secret', ['projects:read'])
  expectRefusal(await obtainToken(emulator, { ...limited, scope: 'projects:write' }), 400, 'invalid_scope')
})

it('never widens a grant on refresh, and keeps the refresh token when it refuses a scope', async () => {
  const emulator = startedEmulator()
  const { refresh_token: token } = (await obtainToken(emulator, { scope: 'projects:read flows:read' })).json
  expectRefusal(await refresh(emulator, token, { scope: 'projects:write' }), 400, 'invalid_scope')
  const narrow = (await refresh(emulator, token, { scope: 'flows:read' })).json
  expect(narrow.scope).toBe('flows:read')
  expect(await reads(emulator, narrow.access_token)).toBe(403)
  const whole = (await refresh(emulator, narrow.refresh_token)).json
  expect(await reads(emulator, whole.access_token)).toBe(200)
  expect(await reads(emulator, whole.access_token, '/1.13/environments')).toBe(403)
})
