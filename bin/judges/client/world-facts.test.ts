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
