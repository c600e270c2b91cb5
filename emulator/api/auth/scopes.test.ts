import { describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../create-emulator.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import { endpoints } from '../endpoints/endpoints.ts'
import { ask } from '../../../testing/suite/ask.ts'
import { fillTemplatePath, servedTemplates } from '../../../testing/suite/endpoint-cases.ts'
import { allScopes } from './scopes.ts'

const startEmulator = (): Emulator => createEmulator({ clock: '2026-03-01T00:00:00Z', checkResponses: true })
const expiry = '2026-06-01T00:00:00Z'

async function createScopedToken(emulator: Emulator, scopes: readonly string[]): Promise<string> {
  const { json } = await ask(emulator, 'POST', '/access-tokens', {
    json: { name: 'limited', scopes, expires_at: expiry },
  })
  return `Bearer ${json.token}`
}

const guarded: readonly Endpoint[] = endpoints.filter(({ credentials }) => credentials.includes('personalAccessToken'))
const endpointScope = ({ family, action, method }: Endpoint): string =>
  `${family}:${action ?? (method === 'GET' ? 'read' : 'write')}`

// holds: pat.scopes-decide
it('refuses with 403 a token that lacks only the required scope, and accepts one with only that scope', async () => {
  const emulator = startEmulator()
  const tokens = new Map<string, { readonly without: string; readonly alone: string }>()
  for (const scope of new Set(guarded.filter(({ family }) => family).map(endpointScope))) {
    tokens.set(scope, {
      without: await createScopedToken(
        emulator,
        allScopes.filter((other) => other !== scope),
      ),
      alone: await createScopedToken(emulator, [scope]),
    })
  }
  for (const endpoint of guarded) {
    const pair = tokens.get(endpointScope(endpoint))
    // A tool of MCP asks for its own scope.
    if (!pair && endpoint.id.startsWith('mcp')) continue
    if (!pair) throw new Error(`${endpoint.id} asks for no scope.`)
    const path = fillTemplatePath(servedTemplates(endpoint, emulator.conventions)[0]!)
    const refused = await ask(emulator, endpoint.method, path, { auth: pair.without })
    expect({ id: endpoint.id, status: refused.status }).toEqual({ id: endpoint.id, status: 403 })
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer realm="Platform Data API", error="insufficient_scope", scope="${endpointScope(endpoint)}"`,
    )
    expect(refused.json.error.message).toContain(endpointScope(endpoint))
    expect([401, 403], endpoint.id).not.toContain(
      (await ask(emulator, endpoint.method, path, { auth: pair.alone })).status,
    )
  }
})

it('refuses to create a token with more scopes than the creating token has', async () => {
  const emulator = startEmulator()
  const auth = await createScopedToken(emulator, ['access-tokens:write', 'projects:read'])
  const create = (scopes: readonly string[]) =>
    ask(emulator, 'POST', '/access-tokens', { auth, json: { name: 'more', scopes, expires_at: expiry } })
  for (const scopes of [['projects:write'], ['projects:read', 'flows:read'], ['access-tokens:read']]) {
    const before = emulator.worlds.default.collection('access_tokens').size
    expect((await create(scopes)).status).toBe(403)
    expect(emulator.worlds.default.collection('access_tokens').size).toBe(before)
  }
  expect((await create(['projects:read', 'access-tokens:write'])).status).toBe(201)
})

describe('a vocabulary of a service', () => {
  const scopeRule = { read: ['*:read'], catalog_admin: ['catalogs:*', 'resources:read'], all: ['*:*'] } as const
  const emulator = createEmulator({ checkResponses: true, clock: '2026-03-01T00:00:00Z', conventions: { scopeRule } })

  it('names the scopes of tokens, and decides what they allow', async () => {
    const statusesOf = async (scope: string) => {
      const auth = await createScopedToken(emulator, [scope])
      const json = { name: 'made' }
      return [
        (await ask(emulator, 'GET', '/1.13/projects', { auth })).status,
        (await ask(emulator, 'GET', '/1.13/resources', { auth })).status,
        (await ask(emulator, 'POST', '/1.13/projects', { auth, json })).status,
        (await ask(emulator, 'POST', '/1.13/catalogs', { auth, json })).status,
      ]
    }
    expect(await statusesOf('read')).toEqual([200, 200, 403, 403])
    expect(await statusesOf('catalog_admin')).toEqual([403, 200, 403, 201])
  })

  it('refuses unknown scopes with the list of its own, and scopes that the creator lacks', async () => {
    const json = { name: 'made', scopes: ['projects:read'], expires_at: expiry }
    const unknown = await ask(emulator, 'POST', '/access-tokens', { json })
    expect([unknown.status, unknown.text]).toEqual([
      400,
      expect.stringContaining('must be one of \\"read\\", \\"catalog_admin\\", \\"all\\"; got \\"projects:read\\".'),
    ])
    const auth = await createScopedToken(emulator, ['read', 'catalog_admin'])
    const beyond = await ask(emulator, 'POST', '/access-tokens', { auth, json: { ...json, scopes: ['all'] } })
    expect(beyond.status).toBe(403)
  })

  it.each([
    [{}, 'names no scope'],
    [{ 'two words': ['*:read'] }, 'names the scope "two words", which is not a token of RFC 6749'],
    [{ read: 'all' }, 'has "all" for read, where a list of <family>:<action> belongs'],
    [{ read: ['*:delete'] }, 'has "*:delete" for read'],
  ])('refuses %j', (wrong, message) => {
    expect(() => createEmulator({ conventions: { scopeRule: wrong as never } })).toThrow(message)
  })
})
