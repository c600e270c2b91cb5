import { expect, it } from 'vitest'
import { at, type Path, undocumented } from '../catalogue/operation-paths.ts'
import { toRequest } from './to-request.ts'

const baseUrl = 'http://target.test/api'
const target = { baseUrl, version: '1.14', paths: { accessTokens: '/1.14/access-tokens', mcp: '/tools' } }

const requestOf = (method: string, path: Path) =>
  toRequest({ method, path, as: 'none' }, { baseUrl, target, bearer: async () => 'token' })

it.each([
  ['PUT', at('access-tokens.rename', { id: 'a b' }), '/1.14/access-tokens/a%20b', 'access-tokens.rename'],
  ['PATCH', at('access-tokens.rename', { id: 'a' }), '/1.14/access-tokens/a', 'access-tokens.rename'],
  [
    'POST',
    at('services.invoke', { adapterConnectionId: 'c', command: 'capabilities' }),
    '/services/c/capabilities',
    'services.invoke',
  ],
  ['OPTIONS', at('groups.create', { project_id: 'p' }), '/0/projects/p/groups/', 'groups.create'],
  ['GET', at('environments.list'), '/1.14/environments', 'environments.list'],
  ['POST', at('mcp'), '/tools', 'mcp'],
  ['GET', undocumented('/1.14/environments'), '/1.14/environments', undefined],
  ['GET', '/1.14/environments?limit=1', '/1.14/environments?limit=1', 'environments.list'],
  ['PUT', '/1.14/environments', '/1.14/environments', undefined],
  ['GET', '/1.13/environments', '/1.13/environments', undefined],
] as const)('makes %s of %j a request to %s of %s', async (method, path, address, operation) => {
  const request = await requestOf(method, path)
  expect(request).toMatchObject({ method, url: `${baseUrl}${address}` })
  expect(request.operation).toBe(operation)
})

it('names the operation of an address that an answer linked, at the target alone', async () => {
  const linked = await requestOf('GET', `${baseUrl}/0/projects/p/groups/?cursor=0:100:0`)
  expect(linked.operation).toBe('groups.list')
  const elsewhere = await requestOf('GET', 'http://other.test/api/0/projects/p/groups/')
  expect(elsewhere.operation).toBeUndefined()
})
