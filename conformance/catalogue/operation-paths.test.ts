import { expect, it } from 'vitest'
import { operations } from './operations.ts'
import {
  addressOf,
  at,
  documentedPath,
  operationAt,
  parametersOf,
  partsBehind,
  pathAt,
  pathOf,
  undocumented,
} from './operation-paths.ts'

const names = { version: '1.13', accessTokens: '/1.13/my-tokens', mcp: '/tools/mcp' }
const id = '2rISBSx13gXOKQZv9ypV4hIaHiu'
const values = {
  id,
  adapter: 'shop',
  scope_id: `prj_${id}`,
  catalog_id: id,
  adapterConnectionId: id,
  command: 'create/order',
  project_id: id,
  issue_id: id,
}

it.each(operations)(
  'finds $id at its own path, with its own values, with and without a slash at the end',
  (operation) => {
    const path = pathOf(operation.id, names, values)
    expect(operationAt(operation.method, path, names)).toBe(operation.id)
    expect(operationAt(operation.method, path.endsWith('/') ? path.slice(0, -1) : `${path}/`, names)).toBe(operation.id)
    expect(operationAt(operation.method, `${path}?cursor=0:1:0`, names)).toBe(operation.id)
    const found = parametersOf(operation.id, path, names)
    expect(values).toMatchObject(found)
    expect(Object.keys(found)).toHaveLength(
      operation.path.split('{').length - 1 - (operation.path.includes('{version}') ? 1 : 0),
    )
  },
)

it('takes capabilities for no command, and another method for no operation', () => {
  expect(operationAt('GET', `/services/${id}/capabilities`, names)).toBe('services.capabilities')
  expect(operationAt('POST', `/services/${id}/capabilities`, names)).toBe('services.invoke')
  expect(operationAt('PUT', '/1.13/environments', names)).toBeUndefined()
  expect(operationAt('HEAD', '/1.13/environments', names)).toBe('environments.list')
})

it.each(['/1.12/environments', '/access-tokens', '/1.13/environments/x', '/0/projects/x/groups/y', '/', '/mcp'])(
  'finds nothing at %s',
  (path) => {
    expect(operationAt('GET', path, names)).toBeUndefined()
    expect(operationAt('POST', path, names)).toBeUndefined()
  },
)

it.each(operations)('reads the address of $id back as the same path', ({ id: operation, method }) => {
  const path = documentedPath(operation, values)
  expect(addressOf(path, names)).toBe(pathOf(operation, names, values))
  expect(pathAt(method, addressOf(path, names), names)).toEqual(path)
})

it('leaves an address as it is that is written otherwise, or documented nowhere', () => {
  expect(pathAt('GET', '/1.13/environments', names)).toEqual(at('environments.list'))
  for (const address of ['/1.13/environments/', '/1.13/environments?limit=2', '/1.13/nothing', '/mcp'])
    expect(pathAt('GET', address, names)).toBe(address)
  expect(addressOf(undocumented('/1.13/environments'), names)).toBe('/1.13/environments')
})

it('asks the compiler for the values in a path', () => {
  // @ts-expect-error The id of the catalog is missing.
  expect(at('products.list').values).toEqual({ catalog_id: '' })
  // @ts-expect-error Nothing stands in the path.
  expect(at('environments.list', { id }).values).toEqual({})
})

it('tells what follows a path by its parts', () => {
  expect(partsBehind('/access-tokens/a/secret', '/access-tokens')).toEqual(['a', 'secret'])
  expect(partsBehind('/access-tokens/', '/access-tokens')).toEqual([])
  expect(partsBehind('/access-tokens-x/a', '/access-tokens')).toBeUndefined()
  expect(partsBehind('/', '/access-tokens')).toBeUndefined()
})
