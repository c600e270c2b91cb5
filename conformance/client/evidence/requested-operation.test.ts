import { expect, it } from 'vitest'
import { madeDialect } from '../../../testing/clients/made-run.ts'
import { runOf } from '../../../testing/clients/careful/runs.ts'
import { requestedOperation } from './requested-operation.ts'

const dialect = {
  ...madeDialect,
  versions: ['1.12', '1.13'],
  accessTokensPath: '/1.13/access-tokens',
  mcpPath: '/tools',
}

it.each([
  ['GET', '/0/projects/p/groups/', true, 'groups.list'],
  ['POST', '/0/projects/p/groups/', true, 'groups.create'],
  ['HEAD', '/0/issues/i/events/', true, 'events.list'],
  ['GET', '/1.12/pulse/catalogs/c/products', true, 'products.list'],
  ['DELETE', '/1.13/access-tokens/a', true, 'access-tokens.revoke'],
  ['GET', '/services/a/capabilities', true, 'services.capabilities'],
  ['POST', '/tools', true, 'mcp'],
  ['GET', '/1.13/environments/', true, 'environments.list'],
  ['GET', '/1.13/environments/', false, undefined],
  ['OPTIONS', '/oauth/token', false, undefined],
  ['PUT', '/access-tokens/a', false, undefined],
  ['GET', '/1.13/flows', true, undefined],
  ['GET', '/1.14/environments', false, undefined],
])('finds what %s %s asks for, served: %s', (method, path, isServed, operation) => {
  expect(requestedOperation({ method, path, isServed }, dialect)).toBe(operation)
})

it.each([
  ['walk-groups', 'groups.list'],
  ['walk-events', 'events.list'],
  ['list-projects', 'legacy-projects.list'],
] as const)('names the requests of %s as the table does: %s', async (task, operation) => {
  const { transcript } = await runOf(task)
  const calls = transcript.requests.filter((request) => request.operation !== 'oauth.token')
  expect(new Set(calls.map((request) => request.operation))).toEqual(new Set([operation]))
})
