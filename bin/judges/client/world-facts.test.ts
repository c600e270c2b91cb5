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

it('knows the status of each operation', () => {
  const unauthenticatedStatus = { $default: 404, 'projects.list': 403 } as const
  const { unauthenticatedStatuses } = readDialect(createEmulator({ conventions: { unauthenticatedStatus } }))
  expect([...unauthenticatedStatuses]).toEqual([404, 403])
})
