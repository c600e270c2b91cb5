import { expect, it } from 'vitest'
import type { Method } from '../../model/contract/endpoint.ts'
import { endpointFor, Router, toRoutes } from './router.ts'

const endpoints: readonly (readonly [string, { readonly method: Method; readonly id: string }])[] = [
  ['/things/{id}', { method: 'GET', id: 'retrieve' }],
  ['/things/{id}', { method: 'DELETE', id: 'delete' }],
  ['/things/{id}', { method: 'GET', id: 'late' }],
  ['/things/all', { method: 'POST', id: 'all' }],
  ['/', { method: 'GET', id: 'root' }],
  ['/old/', { method: 'GET', id: 'old' }],
]

const finder = (trailingSlash: 'documented' | 'any') => {
  const router = new Router(toRoutes(endpoints), trailingSlash)
  return (path: string) => {
    const found = router.find(path)
    return found && [found.route.path, found.params]
  }
}

it('finds the most specific path, with its parameters still encoded', () => {
  const find = finder('documented')
  expect(find('/things/all')).toEqual(['/things/all', {}])
  expect(find('/things/a%2Fb')).toEqual(['/things/{id}', { id: 'a%2Fb' }])
  expect(find('/things/%ff')).toEqual(['/things/{id}', { id: '%ff' }])
  expect(find('/')).toEqual(['/', {}])
  for (const path of ['', '/thing', '/things', '/things/', '/things//', '/things/a/b', '/things/all/', '/old'])
    expect([path, find(path)]).toEqual([path, undefined])
})

it('ignores a trailing slash when any is allowed', () => {
  const find = finder('any')
  expect(find('/things/all/')).toEqual(['/things/all', {}])
  expect(find('/things/a/')).toEqual(['/things/{id}', { id: 'a' }])
  expect(find('/old')).toEqual(['/old/', {}])
  expect(find('/things/a/b')).toBeUndefined()
})

it('derives Allow and HEAD from the methods of a path; the first declaration of a method wins', () => {
  const [route] = new Router(toRoutes(endpoints), 'any').routes.filter(({ path }) => path === '/things/{id}')
  expect(route!.allow).toBe('GET, HEAD, DELETE, OPTIONS')
  expect(['GET', 'HEAD', 'DELETE', 'POST', 'OPTIONS'].map((method) => endpointFor(route!, method)?.id)).toEqual([
    'retrieve',
    'retrieve',
    'delete',
    undefined,
    undefined,
  ])
})
