import { expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { readDialect } from './world-facts.ts'

it.each<readonly [Conventions['tokenResponse'], boolean]>([
  ['rfc6749', true],
  ['withoutRefreshToken', false],
  [{ access_token: '$access_token', refresh_token: '$refresh_token' }, true],
  [{ data: { access_token: '$access_token' } }, false],
  [{ $default: 'rfc6749', 'oauth.token': { access_token: '$access_token' } }, false],
])('tells whether the token response %j has a refresh token', (tokenResponse, issues) => {
  expect(readDialect(createEmulator({ conventions: { tokenResponse } })).issuesRefreshToken).toBe(issues)
})

it.each<readonly [Conventions['tokenResponse'], number | undefined]>([
  ['rfc6749', 60],
  ['expiresAt', 60],
  ['withoutExpiresIn', undefined],
  [{ data: { access_token: '$access_token', ttl: '$expires_in' } }, 60],
  [{ access_token: '$access_token' }, undefined],
])('tells the lifetime that the token response %j tells', (tokenResponse, lifetime) => {
  const emulator = createEmulator({ conventions: { tokenResponse, accessTokenLifetime: 60 } })
  expect(readDialect(emulator).toldLifetime).toBe(lifetime)
})

it.each<readonly [Conventions['listEnvelope']]>([
  [{ results: '$items', more: '$hasMore' }],
  [{ results: '$items', paging: { next: '$next' } }],
  [{ _embedded: { $kind: '$items' }, _links: { self: {}, next: { $when: '$next', href: '?after=$next' } } }],
  [{ $kind: { edges: { $each: '$items', $value: { node: '$item' } }, page: { more: '$hasMore' } } }],
  [{ $default: 'array', 'products.list': { rows: '$items', next_page: '/next?starting_after=$next' } }],
])('knows the last page of the list envelope %j', async (listEnvelope) => {
  const emulator = createEmulator({ conventions: { listEnvelope, maximumLimit: 10_000 } })
  const { isLastPage } = readDialect(emulator)
  const { catalogId } = emulator.samples
  const pages = await Promise.all(
    [1, 10_000].map(async (limit) => {
      const headers = { authorization: `Bearer ${emulator.credentials.token}` }
      const url = `http://emulator.test/1.13/pulse/catalogs/${catalogId}/products?limit=${limit}`
      return isLastPage('products.list', await (await emulator.fetch(url, { headers })).json())
    }),
  )
  expect(pages).toEqual([false, true])
})

it('knows the statuses of each operation', () => {
  const conventions = {
    unauthenticatedStatus: { $default: 404, 'projects.list': 403 },
    refusedStatus: { $default: 400, 'access-tokens.create': 422 },
  } as const
  const { refusals } = readDialect(createEmulator({ conventions }))
  const statusesOf = (servedAs?: string) => [refusals(servedAs).unauthenticated, refusals(servedAs).refused]
  expect([statusesOf(), statusesOf('projects.list'), statusesOf('access-tokens.create')]).toEqual([
    [404, 400],
    [403, 400],
    [404, 422],
  ])
})
