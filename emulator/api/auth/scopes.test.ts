import { describe, expect, it } from 'vitest'
import { conventionCombinations } from '../../../testing/suite/combinations.ts'
import { createEmulator, type Emulator } from '../../create-emulator.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import { endpoints } from '../endpoints/endpoints.ts'
import { ask } from '../../../testing/suite/ask.ts'
import { fill, templatesOf } from '../../../testing/suite/endpoint-cases.ts'
import { allScopes, isScope, readScope, scopeFamilies, scopesBeyond, showScope } from './scopes.ts'

const emulatorAt = (): Emulator => createEmulator({ clock: '2026-03-01T00:00:00Z', checkResponses: true })
const expiry = '2026-06-01T00:00:00Z'

async function tokenWith(emulator: Emulator, scopes: readonly string[]): Promise<string> {
  const { json } = await ask(emulator, 'POST', '/access-tokens', {
    json: { name: 'limited', scopes, expires_at: expiry },
  })
  return `Bearer ${json.token}`
}

const guarded: readonly Endpoint[] = endpoints.filter(({ credentials }) => credentials.includes('personalAccessToken'))
const scopeOf = ({ family, action, method }: Endpoint): string =>
  `${family}:${action ?? (method === 'GET' ? 'read' : 'write')}`

it('requires a known scope at every endpoint with credentials, except those that check scopes themselves', () => {
  const endpoints = guarded.filter(({ family }) => family === undefined)
  expect(
    endpoints.every(({ id }) => id.startsWith('mcp')),
    endpoints.map(({ id }) => id).join(', '),
  ).toBe(true)
  for (const endpoint of guarded) if (endpoint.family) expect(allScopes, endpoint.id).toContain(scopeOf(endpoint))
})

// holds: pat.scopes-decide
it('refuses with 403 a token that lacks only the required scope, and accepts one with only that scope', async () => {
  const emulator = emulatorAt()
  const tokens = new Map<string, { readonly without: string; readonly alone: string }>()
  for (const scope of new Set(guarded.filter(({ family }) => family).map(scopeOf))) {
    tokens.set(scope, {
      without: await tokenWith(
        emulator,
        allScopes.filter((other) => other !== scope),
      ),
      alone: await tokenWith(emulator, [scope]),
    })
  }
  for (const endpoint of guarded) {
    const pair = tokens.get(scopeOf(endpoint))
    if (!pair) continue
    const path = fill(templatesOf(endpoint, emulator.conventions)[0]!)
    const refused = await ask(emulator, endpoint.method, path, { auth: pair.without })
    expect({ id: endpoint.id, status: refused.status }).toEqual({ id: endpoint.id, status: 403 })
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer realm="Platform Data API", error="insufficient_scope", scope="${scopeOf(endpoint)}"`,
    )
    expect(refused.json.error.message).toContain(scopeOf(endpoint))
    expect([401, 403], endpoint.id).not.toContain(
      (await ask(emulator, endpoint.method, path, { auth: pair.alone })).status,
    )
  }
})

it('gives the default credentials every scope', async () => {
  const emulator = emulatorAt()
  const [first] = (await ask(emulator, 'GET', '/access-tokens')).json.data
  expect(first.scopes).toEqual(allScopes)
})

it('refuses to create a token with more scopes than the creating token has', async () => {
  const emulator = emulatorAt()
  const auth = await tokenWith(emulator, ['access-tokens:write', 'projects:read'])
  const create = (scopes: readonly string[]) =>
    ask(emulator, 'POST', '/access-tokens', { auth, json: { name: 'more', scopes, expires_at: expiry } })
  for (const scopes of [['projects:write'], ['projects:read', 'flows:read'], ['access-tokens:read']]) {
    const before = emulator.worlds.default.collection('access_tokens').size
    expect((await create(scopes)).status).toBe(403)
    expect(emulator.worlds.default.collection('access_tokens').size).toBe(before)
  }
  expect((await create(['projects:read', 'access-tokens:write'])).status).toBe(201)
})

it('answers a missing scope by the convention forbiddenStatus', async () => {
  const emulator = createEmulator({ clock: '2026-03-01T00:00:00Z', conventions: { forbiddenStatus: 404 } })
  const { status, headers } = await ask(emulator, 'GET', '/1.13/projects', {
    auth: await tokenWith(emulator, ['flows:read']),
  })
  expect({ status, challenge: headers.get('www-authenticate') }).toEqual({ status: 404, challenge: null })
})

it('accepts any scope and allows everything given the convention scopeRule: ignored', async () => {
  const emulator = createEmulator({
    clock: '2026-03-01T00:00:00Z',
    checkResponses: true,
    conventions: { scopeRule: 'ignored' },
  })
  const { json } = await ask(emulator, 'POST', '/access-tokens', {
    json: { name: 'other', scopes: ['environment.manage', 'a:b:c'], expires_at: expiry },
  })
  expect(json.scopes).toEqual(['environment.manage', 'a:b:c'])
  expect(
    (await ask(emulator, 'POST', '/1.13/projects', { auth: `Bearer ${json.token}`, json: { name: 'made' } })).status,
  ).toBe(201)
  const refused = await ask(emulator, 'POST', '/access-tokens', {
    json: { name: 'other', scopes: ['two words'], expires_at: expiry },
  })
  expect(refused.status).toBe(400)
})

it('shows and reads a scope in both formats', () => {
  for (const scope of [...allScopes, 'a:b:c', 'plain']) {
    for (const scopeFormat of ['string', 'object'] as const) {
      const printed = showScope(scope, { scopeFormat })
      expect(readScope(printed, { scopeFormat, scopeRule: 'ignored' })).toBe(scope)
    }
  }
  const enforced = { scopeFormat: 'object', scopeRule: 'enforced' } as const
  for (const value of [
    'projects:read',
    { resource: 'projects' },
    { resource: 'projects', action: 'read', more: 1 },
    { resource: 'projects:read', action: '' },
    { resource: 1, action: 'read' },
    null,
    [],
    5,
  ]) {
    expect(readScope(value, enforced), JSON.stringify(value)).toBeUndefined()
  }
  expect(
    readScope({ resource: 'projects', action: 'read' }, { scopeFormat: 'string', scopeRule: 'enforced' }),
  ).toBeUndefined()
})

it('has a scope family for every resource, for personal access tokens and for services', () => {
  expect(scopeFamilies).toMatchInlineSnapshot(`
    [
      "access-tokens",
      "adapters",
      "catalogs",
      "configurations",
      "connections",
      "environments",
      "flows",
      "groups",
      "issues",
      "projects",
      "resources",
      "services",
      "workspaces",
    ]
  `)
  expect(isScope('projects:read', { scopeRule: 'enforced' })).toBe(true)
  expect(isScope('projects:delete', { scopeRule: 'enforced' })).toBe(false)
  expect(scopesBeyond(['a', 'b'], ['b'], { scopeRule: 'enforced' })).toEqual(['a'])
  expect(scopesBeyond(['a', 'b'], ['b'], { scopeRule: 'ignored' })).toEqual([])
  expect(conventionCombinations(30).some(({ scopeRule }) => scopeRule === 'ignored')).toBe(true)
})

describe('a vocabulary of a service', () => {
  const scopeRule = { read: ['*:read'], catalog_admin: ['catalogs:*', 'resources:read'], all: ['*:*'] } as const
  const emulator = createEmulator({ checkResponses: true, clock: '2026-03-01T00:00:00Z', conventions: { scopeRule } })

  it('names the scopes of tokens, and decides what they allow', async () => {
    const [read, admin] = [await tokenWith(emulator, ['read']), await tokenWith(emulator, ['catalog_admin'])]
    const status = async (method: string, path: string, auth: string) =>
      (await ask(emulator, method, path, { auth, ...(method === 'GET' ? {} : { json: { name: 'made' } }) })).status
    const asked = [
      ['GET', '/1.13/projects'],
      ['GET', '/1.13/resources'],
      ['POST', '/1.13/projects'],
      ['POST', '/1.13/catalogs'],
    ] as const
    const answers = await Promise.all(
      [read, admin].map((token) => Promise.all(asked.map(([method, path]) => status(method, path, token)))),
    )
    expect(answers).toEqual([
      [200, 200, 403, 403],
      [403, 200, 403, 201],
    ])
  })

  it('refuses other names, with all of its own, and what the creator lacks', async () => {
    const json = { name: 'made', scopes: ['projects:read'], expires_at: expiry }
    const unknown = await ask(emulator, 'POST', '/access-tokens', { json })
    expect([unknown.status, unknown.text]).toEqual([
      400,
      expect.stringContaining(
        'must be a scope such as \\"read\\"; got \\"projects:read\\". The scopes are: read, catalog_admin, all.',
      ),
    ])
    const auth = await tokenWith(emulator, ['all'])
    const [narrow, wide] = await Promise.all(
      [['read'], ['all']].map((scopes) => ask(emulator, 'POST', '/access-tokens', { auth, json: { ...json, scopes } })),
    )
    expect([narrow!.status, wide!.status]).toEqual([201, 201])
    const beyond = await ask(emulator, 'POST', '/access-tokens', {
      auth: `Bearer ${wide!.json.token}`,
      json: { ...json, scopes: ['catalog_admin'] },
    })
    expect(beyond.status).toBe(201)
    expect(scopesBeyond(['all', 'catalog_admin'], ['read', 'catalog_admin'], { scopeRule })).toEqual(['all'])
  })

  it('says that none of its names allows what is asked for, and documents it so', async () => {
    const narrow = createEmulator({
      clock: '2026-03-01T00:00:00Z',
      conventions: { scopeRule: { all: ['projects:*'] } },
    })
    const { status, text, headers } = await ask(narrow, 'GET', '/1.13/flows', {
      auth: await tokenWith(narrow, ['all']),
    })
    expect([status, text]).toEqual([
      403,
      expect.stringContaining('No scope of the convention scopeRule allows flows:read. Add it to one, such as'),
    ])
    expect(headers.get('www-authenticate')).not.toContain('scope=')
    const { json } = await ask(narrow, 'GET', '/_emulator/api/openapi.json')
    const { security, description } = json.paths['/1.13/flows'].get
    expect(security).toContainEqual({ accessToken: [] })
    expect(description).toContain('Refused for every token: no scope of `scopeRule` allows it.')
  })

  it('shows tokens by its names, also those that were made before', async () => {
    const { json } = await ask(emulator, 'GET', '/access-tokens')
    const names = new Set(
      (json.data as readonly { readonly scopes: readonly string[] }[]).flatMap(({ scopes }) => scopes),
    )
    expect([...names].every((name) => Object.hasOwn(scopeRule, name))).toBe(true)
  })

  it.each([
    [{}, 'names no scope'],
    [{ 'two words': ['*:read'] }, 'names the scope "two words", which is no token of RFC 6749'],
    [{ read: 'all' }, 'has "all" for read, where a list of <family>:<action> belongs'],
    [{ read: ['*:delete'] }, 'has "*:delete" for read'],
  ])('refuses %j', (wrong, message) => {
    expect(() => createEmulator({ conventions: { scopeRule: wrong as never } })).toThrow(message)
  })
})
