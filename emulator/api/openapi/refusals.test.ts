import { expect, it } from 'vitest'
import type { Conventions } from '../../model/contract/conventions.ts'
import { openApiDocument } from '../../../testing/emulator/documents.ts'

const invoke = '/services/{adapterConnectionId}/{command}'

it.each<[Partial<Conventions>, path: string, method: string, statuses: string[]]>([
  [{ unknownParameters: 'refuse' }, '/0/', 'get', ['400']],
  [{ unknownParameters: 'refuse' }, '/1.13/environments', 'get', ['400']],
  // A disabled connection, and an unknown command where an unknown id is 410.
  [{}, '/services/{adapterConnectionId}/capabilities', 'get', ['409']],
  [{ unknownIdStatus: 410 }, invoke, 'post', ['404', '409', '410']],
  // A malformed id in a body, whatever other refused input answers.
  [{ refusedStatus: 422 }, '/1.13/flows', 'post', ['400', '422']],
])('documents under %j of %s %s the refusals %j', (conventions, path, method, statuses) => {
  expect(Object.keys(openApiDocument(conventions).paths[path][method].responses)).toEqual(
    expect.arrayContaining(statuses),
  )
  expect(Object.keys(openApiDocument({}).paths['/0/'].get.responses)).not.toContain('400')
})

it('documents malformed ids only where a request can have one: lists without pages take no cursors', () => {
  const refusals = (pagedLists: boolean, path: string): string =>
    openApiDocument({ pagedLists }).paths[path].get.responses['400']?.description ?? ''
  for (const path of ['/access-tokens', '/1.13/workspaces'])
    expect([true, false].map((paged) => refusals(paged, path).includes('An id is malformed'))).toEqual([true, false])
  // This list can be filtered by the id of a project.
  expect(refusals(false, '/1.13/environments')).toContain('An id is malformed')
})
