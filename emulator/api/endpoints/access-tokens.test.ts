import { expect, it } from 'vitest'
import { hashSecret } from '../../tools/hash.ts'
import { allScopes } from '../auth/scopes.ts'
import type { Emulator } from '../../create-emulator.ts'
import { ask } from '../../../testing/suite/ask.ts'
import { create, checkedEmulator, good, list, start, works } from '../../../testing/emulator/access-tokens.ts'

/** A token of another user, with every scope. */
function addUser(emulator: Emulator, secret: string): string {
  emulator.worlds.default.insert('credentials', {
    id: `bearer:${hashSecret(secret)}`,
    kind: 'accessToken',
    user_id: 'user_other',
    scopes: allScopes,
    expires_at: null,
    owner_id: 'client:other',
    project_id: null,
  })
  return `Bearer ${secret}`
}

// holds: pat.create, pat.record, pat.secret-shown, pat.bearer
it('creates a token, shows its record and its secret, and the secret works', async () => {
  const emulator = checkedEmulator()
  const { status, json } = await create(emulator)
  expect(status).toBe(201)
  expect(json).toEqual({
    id: expect.stringMatching(/^[0-9A-Za-z]{27}$/),
    ...good,
    created_at: start,
    token: expect.stringMatching(/^pat_[0-9A-Za-z]{40}$/),
  })
  expect(await works(emulator, json.token)).toBe(200)
})

// holds: pat.secret-once
it('never shows the secret again, and stores only its hash', async () => {
  const emulator = checkedEmulator({ deletedStatus: 200 })
  const { id, token } = (await create(emulator)).json
  const later = [
    await ask(emulator, 'GET', '/_emulator/snapshot'),
    await ask(emulator, 'GET', '/access-tokens'),
    await ask(emulator, 'POST', `/access-tokens/${id}`, { json: { name: 'Renamed' } }),
    await ask(emulator, 'GET', '/_emulator/data/access_tokens'),
    await ask(emulator, 'DELETE', `/access-tokens/${id}`),
  ]
  for (const { text, headers } of later) expect(text + JSON.stringify([...headers])).not.toContain(token)
})

// holds: pat.list, pat.list-own
it("lists the caller's own tokens, newest first, page by page", async () => {
  const emulator = checkedEmulator()
  const other = addUser(emulator, 'other')
  const ids = []
  for (const name of ['a', 'b', 'c']) ids.unshift((await create(emulator, { name })).json.id)
  const foreign = (await ask(emulator, 'POST', '/access-tokens', { json: good, auth: other })).json
  expect((await list(emulator)).map(({ id }) => id).slice(0, 3)).toEqual(ids)
  expect((await list(emulator)).map(({ id }) => id)).not.toContain(foreign.id)
  expect((await list(emulator, other)).map(({ id }) => id)).toEqual([foreign.id])
  const page = (await ask(emulator, 'GET', `/access-tokens?limit=1&starting_after=pat_${ids[0]}`)).json
  expect(page.data.map(({ id }: { id: string }) => id)).toEqual([ids[1]])
})

// holds: pat.requires-name, pat.requires-scopes, pat.requires-expiry, pat.expiry-minimum, pat.expiry-maximum
it.each([
  ['name', { name: undefined }, '/name', 'pat.requires-name'],
  ['scopes', { scopes: undefined }, '/scopes', 'pat.requires-scopes'],
  ['expires_at', { expires_at: undefined }, '/expires_at', 'pat.requires-expiry'],
  ['scopes that are not a list', { scopes: 'projects:read' }, '/scopes', 'pat.requires-scopes'],
  ['an unknown scope', { scopes: ['projects:read', 'projects:own'] }, '/scopes/1', 'pat.requires-scopes'],
  ['a text that is not a time', { expires_at: 'soon' }, '/expires_at', 'pat.requires-expiry'],
  ['a leap second', { expires_at: '2026-12-31T23:59:60Z' }, '/expires_at', 'pat.requires-expiry'],
  ['an expiry too early', { expires_at: '2026-03-08T11:59:59Z' }, '/expires_at', 'pat.expiry-minimum'],
  ['an expiry too late', { expires_at: '2028-03-01T12:00:01Z' }, '/expires_at', 'pat.expiry-maximum'],
  ['a scope that is missing beside a wrong name', { name: 5, scopes: undefined }, '/name', 'pat.requires-name'],
  ['an unknown member', { user_id: 'user_other' }, '/user_id', null],
])('creates nothing given %s', async (_, changes, at, requirement) => {
  const emulator = checkedEmulator()
  const before = emulator.snapshot()
  const { status, json, headers } = await create(emulator, changes)
  expect([status, headers.get('x-emulator-requirement')]).toEqual([400, requirement])
  expect(json.error.details.map((detail: { at: string }) => detail.at)).toContain(at)
  expect(emulator.snapshot()).toEqual(before)
})

// holds: pat.expiry-range, pat.expiry-minimum, pat.expiry-maximum
it('accepts an expiry from 7 days to 2 years inclusive, by the frozen clock', async () => {
  const emulator = checkedEmulator({}, '2024-02-29T06:00:00.999Z')
  for (const [expires_at, status] of [
    ['2024-03-07T06:00:00Z', 201],
    ['2024-03-07T05:59:59Z', 400],
    ['2026-02-28T06:00:00Z', 201],
    ['2026-02-28T06:00:00.999Z', 201],
    ['2026-02-28T06:00:01Z', 400],
    ['2026-02-28T08:00:00+02:00', 201],
  ] as const) {
    expect((await create(emulator, { expires_at })).status, expires_at).toBe(status)
  }
})

// holds: pat.expires, pat.revoke-unlists
it('works until the millisecond it expires, and is listed until it is revoked', async () => {
  const emulator = checkedEmulator()
  const { id, token } = (await create(emulator, { expires_at: '2026-03-08T12:00:00Z' })).json
  emulator.clock.set('2026-03-08T11:59:59.999Z')
  expect(await works(emulator, token)).toBe(200)
  emulator.clock.advance(1)
  expect(await works(emulator, token)).toBe(401)
  expect((await list(emulator)).map((listed) => listed.id)).toContain(id)
  expect((await ask(emulator, 'DELETE', `/access-tokens/${id}`)).status).toBe(204)
  expect((await list(emulator)).map((listed) => listed.id)).not.toContain(id)
})

// holds: pat.revoke
it('does not work once revoked, even when it revokes itself', async () => {
  const emulator = checkedEmulator()
  const { id, token } = (await create(emulator, { scopes: ['projects:read', 'access-tokens:write'] })).json
  expect((await ask(emulator, 'DELETE', `/access-tokens/pat_${id}`, { auth: `Bearer ${token}` })).status).toBe(204)
  expect(await works(emulator, token)).toBe(401)
  expect((await ask(emulator, 'DELETE', `/access-tokens/${id}`)).status).toBe(404)
  expect(emulator.worlds.default.get('credentials', `bearer:${hashSecret(token)}`)).toBeUndefined()
})

it.each([
  ['rfc3339', ['2026-06-01T02:30:00+02:30', '2026-06-01t00:00:00z'], ['2026-06-31T00:00:00Z', '2026-06-01', 5, null]],
  ['rfc3339-offset', ['2026-06-01T02:00:00+02:00'], ['2026-06-01', 1_780_272_000]],
  ['date', ['2026-06-01'], ['2026-06-01T00:00:00Z', '2026-06-31', '2026-6-1']],
  ['http-date', ['Mon, 01 Jun 2026 00:00:00 GMT'], ['Tue, 01 Jun 2026 00:00:00 GMT', 'Mon, 1 Jun 2026 00:00:00 GMT']],
  [
    'unix-seconds',
    [1_780_272_000],
    ['1780272000', '2026-06-01T00:00:00Z', 1_780_272_000.5, 1_780_272_000_000, -5, null],
  ],
  ['unix-milliseconds', [1_780_272_000_000], ['2026-06-01T00:00:00Z', 1.5, 1_780_272_000]],
  ['unix-seconds-text', ['1780272000'], [1_780_272_000, '1780272000.5', '']],
  ['unix-milliseconds-text', ['1780272000000'], [1_780_272_000_000, null]],
] as const)('takes an expiry in the form %s, and no other', async (expiresAtFormat, right, wrong) => {
  const emulator = checkedEmulator({ expiresAtFormat })
  for (const expires_at of right) {
    const { id } = (await create(emulator, { expires_at })).json
    expect(emulator.data.get('access_tokens', id)!.expires_at).toBe(Date.UTC(2026, 5, 1))
  }
  for (const expires_at of wrong) {
    const { status, json } = await create(emulator, { expires_at })
    expect([expires_at, status, json.error.details[0].at]).toEqual([expires_at, 400, '/expires_at'])
  }
})

it.each([
  [{}, { type: 'string', enum: expect.arrayContaining(['flows:read']) }, { type: 'string', format: 'date-time' }],
  [{ scopeRule: 'ignored', expiresAtFormat: 'unix-seconds' }, { type: 'string', pattern: '^' }, { type: 'integer' }],
  [
    { scopeFormat: 'object', expiresAtFormat: 'date' },
    { type: 'object', enum: expect.arrayContaining([{ resource: 'flows', action: 'read' }]) },
    { type: 'string', format: 'date' },
  ],
] as const)('describes the body that it checks under %j', async (conventions, scope, expiry) => {
  const emulator = checkedEmulator(conventions)
  const { methods } = (await ask(emulator, 'OPTIONS', '/access-tokens')).json
  const { paths } = (await ask(emulator, 'GET', '/_emulator/api/openapi.json')).json
  const documented = paths['/access-tokens'].post.requestBody.content['application/json'].schema
  for (const { properties } of [methods.POST.body, documented]) {
    const pattern = 'pattern' in scope ? { pattern: expect.stringContaining(scope.pattern) } : {}
    expect(properties.scopes.items).toMatchObject({ ...scope, ...pattern })
    expect(properties.expires_at).toMatchObject(expiry)
  }
  const { message } = (await create(emulator, { scopes: [], expires_at: true })).json.error
  expect(message).toContain(`such as ${JSON.stringify(documented.properties.expires_at.examples[0])}; got true`)
})
