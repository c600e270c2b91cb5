import { expect, it } from 'vitest'
import { madeDialect, type MadeRequest, madeRun } from '../../../testing/clients/made-run.ts'
import { authorizationOf, isUnauthenticated, redirects } from './tokens.ts'
import type { ReceivedRequest } from './transcript.ts'
import type { RefusalStatuses } from './world-facts.ts'

const usual = madeDialect.refusals(undefined)

const madeRefusals = (changes: Partial<RefusalStatuses>) => ({ refusals: () => ({ ...usual, ...changes }) })

const received = (made: Partial<MadeRequest>): ReceivedRequest =>
  madeRun([{ line: 'GET /1.13/environments', ...made }]).transcript.requests[0]!

it('takes a header without a scheme for a value', () => {
  expect(authorizationOf(received({ authorization: 'acc_1' }))).toEqual({ scheme: '', value: 'acc_1' })
  expect(authorizationOf(received({ authorization: 'BEARER acc_1' }))).toEqual({ scheme: 'bearer', value: 'acc_1' })
})

it('takes a 401 for a credential that is not accepted, whatever the usual status is', () => {
  const dialect = madeRefusals({ unauthenticated: 403 })
  const isRefused = (status: number, credential?: string) =>
    isUnauthenticated(received({ status, credential: credential ?? null }), dialect)
  expect([isRefused(401, 'oauth#1'), isRefused(403), isRefused(403, 'oauth#1'), isRefused(404)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

it('takes a 401 with an accepted credential for another refusal where the operation has that status for it', () => {
  const request = received({ status: 401, credential: 'oauth#1' })
  expect(isUnauthenticated(request, madeRefusals({ refused: 401 }))).toBe(false)
  expect(isUnauthenticated({ ...request, credential: undefined }, madeRefusals({ refused: 401 }))).toBe(true)
})

it('knows the status of each operation for a credential that is not accepted', () => {
  const dialect = {
    refusals: (servedAs: string | undefined) => ({ ...usual, unauthenticated: servedAs === 'mine' ? 404 : 403 }),
  }
  const isRefused = (status: number, servedAs: string) => isUnauthenticated(received({ status, servedAs }), dialect)
  expect([isRefused(404, 'mine'), isRefused(403, 'mine'), isRefused(404, 'other'), isRefused(403, 'other')]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

it.each([
  ['/1.13/undefined', undefined, false],
  ['/1.13/resources', '/1.13/resources', true],
  ['/1.13/resources', 'http://', false],
])('tells whether a redirect leads to %s, given %s', (path, location, expected) => {
  const answerHeaders = location === undefined ? {} : { location }
  const earlier = received({ status: 308, answerHeaders })
  expect(redirects(earlier, received({ line: `GET ${path}` }))).toBe(expected)
})
