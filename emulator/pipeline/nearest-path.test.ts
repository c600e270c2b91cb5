import { expect, it } from 'vitest'
import { defaultConventions } from '../api/dialect/conventions.ts'
import { endpoints } from '../api/endpoints/endpoints.ts'
import { servedRoutes } from '../api/routing/router.ts'
import { nearestPath } from './nearest-path.ts'

const templates = servedRoutes(endpoints, defaultConventions).map(({ path }) => path)

it.each([
  ['/1.13/enviroments', '/1.13/environments'],
  ['/environments', '/1.13/environments'],
  ['/v1.13/environments', '/1.13/environments'],
  ['/0', '/0/'],
  ['/0/issues/0123456789abcdefghijklmnopq/events', '/0/issues/{issue_id}/events/'],
  ['/1.13/pulse/catalogs/0123456789abcdefghijklmnopq/product', '/1.13/pulse/catalogs/{catalog_id}/products'],
  ['/1.13/configuration/prj_0123456789abcdefghijklmnopq', '/1.13/configurations/{scope_id}'],
  ['/oauth/tokens', '/oauth/token'],
  ['/1.13/oauth/token', '/oauth/token'],
  ['/1.13/pulse/catalogs//products', '/1.13/pulse/catalogs/{catalog_id}/products'],
  ['/api/v1/environments', '/1.13/environments'],
  ['/products', '/1.13/pulse/catalogs/{catalog_id}/products'],
])('finds for %s the nearest path %s', (path, template) => {
  expect(nearestPath(path, templates)).toBe(template)
})

it.each([
  '/',
  '/nope',
  '/nope/',
  '/1.13',
  '/1.13/',
  '/1.13/nope',
  '/1.13/nope/0123456789abcdefghijklmnopq',
  '/0/nope/',
  '/users/42',
  '/favicon.ico',
  '/api',
  '/health',
  '/metrics',
  '/a/b/c/d/e/f/environments',
])('finds no path near %s', (path) => {
  expect(nearestPath(path, templates)).toBeUndefined()
})
