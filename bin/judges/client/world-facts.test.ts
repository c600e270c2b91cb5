import { expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { clientScenarios } from '../../../conformance/client/tasks/scenarios.ts'
import { CarefulClient } from '../../../testing/clients/careful/client.ts'
import { toDriver } from '../../../testing/clients/careful/driver.ts'
import { judgeClient } from './judge-client.ts'
import { readDialect } from './world-facts.ts'

it.each<readonly [Conventions['tokenResponse'], boolean, number | undefined]>([
  ['rfc6749', true, 60],
  ['withoutRefreshToken', false, 60],
  ['withoutExpiresIn', true, undefined],
  [{ access_token: '$access_token', refresh_token: '$refresh_token' }, true, undefined],
  [{ data: { access_token: '$access_token', ttl: '$expires_in' } }, false, 60],
])('reads the token response %j', (tokenResponse, issues, lifetime) => {
  const dialect = readDialect(createEmulator({ conventions: { tokenResponse, accessTokenLifetime: 60 } }))
  expect([dialect.issuesRefreshToken, dialect.toldLifetime]).toEqual([issues, lifetime])
})

it.each<readonly [Conventions['listEnvelope']]>([
  [{ results: '$items', more: '$hasMore' }],
  [{ _embedded: { $kind: '$items' }, _links: { self: {}, next: { $when: '$next', href: '?after=$next' } } }],
  [{ $kind: { edges: { $each: '$items', $value: { node: '$item' } }, page: { more: '$hasMore' } } }],
  [{ $default: 'array', 'products.list': { rows: '$items', next_page: '/next?starting_after=$next' } }],
])('recognizes the last page of the list envelope %j', async (listEnvelope) => {
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

it('walks pages of products by their own sizes', async () => {
  const conventions = {
    defaultLimit: { $default: 20, 'products.list': 10 },
    maximumLimit: { $default: 100, 'products.list': 50 },
  }
  expect(readDialect(createEmulator({ conventions })).pageSize).toEqual({ default: 10, largest: 50 })
  const { results } = await judgeClient(toDriver(CarefulClient), {
    conventions,
    only: ['walk-products'],
    skip: clientScenarios.map(({ name }) => name),
  })
  expect(results.map(({ verdict }) => verdict)).toContain('pass')
  expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([])
})
