import { expect, it } from 'vitest'
import { operations } from './operations.ts'
import {
  toAddress,
  documentedPath,
  matchOperation,
  pathParameters,
  toDocumentedPath,
  operationPath,
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
  'finds $id at its own path, with its own values, with and without a trailing slash',
  (operation) => {
    const path = operationPath(operation.id, names, values)
    expect(matchOperation(operation.method, path, names)).toBe(operation.id)
    expect(matchOperation(operation.method, path.endsWith('/') ? path.slice(0, -1) : `${path}/`, names)).toBe(
      operation.id,
    )
    expect(matchOperation(operation.method, `${path}?cursor=0:1:0`, names)).toBe(operation.id)
    const found = pathParameters(operation.id, path, names)
    expect(values).toMatchObject(found)
    expect(Object.keys(found)).toHaveLength(
      operation.path.split('{').length - 1 - (operation.path.includes('{version}') ? 1 : 0),
    )
  },
)

it('does not mistake capabilities for a command, or another method for an operation', () => {
  expect(matchOperation('GET', `/services/${id}/capabilities`, names)).toBe('services.capabilities')
  expect(matchOperation('POST', `/services/${id}/capabilities`, names)).toBe('services.invoke')
  expect(matchOperation('PUT', '/1.13/environments', names)).toBeUndefined()
  expect(matchOperation('HEAD', '/1.13/environments', names)).toBe('environments.list')
})

it.each(operations)('reads the address of $id back as the same path', ({ id: operation, method }) => {
  const path = documentedPath(operation, values)
  expect(toAddress(path, names)).toBe(operationPath(operation, names, values))
  expect(toDocumentedPath(method, toAddress(path, names), names)).toEqual(path)
})
