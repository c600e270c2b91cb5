// Servers that lock out who sends wrong credentials: none is blamed, and no wrong one passes by a refusal of the lock.
import { expect, it } from 'vitest'
import { resultLines, runKit, timelessSubject } from '../../../testing/conformance/subject.ts'
import type { ConformanceOptions } from '../../judge/run-conformance.ts'
import type { RunResult } from '../../judge/result.ts'
import type { FetchFunction } from '../../send/sender.ts'
import type { Time } from '../../send/time.ts'

type Wrap = (next: FetchFunction, time: Time) => FetchFunction

const open = ['fail', 'error', 'blocked', 'insufficientEvidence'] as const
/** The requirements about wrong credentials that a gentle run decides, too. */
const verified = ['auth.invalid-bearer', 'auth.dsn-verified', 'auth.api-key-verified', 'oauth.secret-verified']

async function check(wrap: Wrap, options: Partial<ConformanceOptions> = {}): Promise<RunResult> {
  const { target, fetch, time } = timelessSubject({})
  const only = [...verified, 'auth.legacy-required', 'oauth.token-works', 'oauth.refresh-verified']
  return await runKit({ target, fetch: wrap(fetch, time), time }, { only, ...options })
}

const requirementVerdictList = ({ results }: RunResult, id: string) =>
  results.filter(({ requirement }) => requirement === id).map(({ verdict }) => verdict)
const leftOut = (result: RunResult) => resultLines(result, 'notApplicable').filter((line) => line.includes('left out'))

interface Rule {
  /** So many wrong credentials lock the address out: in a row, or in all since it was locked out last. */
  readonly most: number
  readonly isInARow?: boolean
  /** For so many seconds. Default: for good. */
  readonly seconds?: number
  readonly retryAfter?: string
  /** True if each request within a lock-out begins it again. */
  readonly isExtended?: boolean
}

/** Refuses everything from an address after too many wrong credentials. What comes without any is not counted. */
function locking({ most, isInARow, seconds = Infinity, retryAfter, isExtended }: Rule): {
  readonly wrap: Wrap
  readonly seen: { wrong: number; locks: number }
} {
  const seen = { wrong: 0, locks: 0 }
  let [wrong, until] = [0, 0]
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  return {
    seen,
    wrap: (next, time) => async (request) => {
      if (time.now() < until) {
        if (isExtended) until = time.now() + seconds * 1000
        return Response.json({ message: 'Too many attempts.' }, { status: 403, headers })
      }
      const isForm = request.url.endsWith('/oauth/token')
      const isTold = isForm
        ? new URLSearchParams(await request.clone().text()).has('client_id')
        : request.headers.has('authorization')
      const response = await next(request)
      if (response.status === 401 && isTold) {
        wrong++
        seen.wrong++
      } else if (isInARow && isTold && response.ok) wrong = 0
      if (wrong < most) return response
      ;[wrong, until] = [0, time.now() + seconds * 1000]
      seen.locks++
      return response
    },
  }
}

it.each<[string, Rule]>([
  ['12 in all, for 5 seconds', { most: 12, seconds: 5 }],
  ['20 in all, counted again after each request', { most: 20, seconds: 20, retryAfter: '20', isExtended: true }],
  ['3 in a row, for 5 seconds', { most: 3, isInARow: true, seconds: 5 }],
])('continues by itself with the fewest wrong credentials given a lock-out after %s', async (_what, rule) => {
  const { wrap, seen } = locking(rule)
  const result = await check(wrap)
  expect(seen.locks).toBeGreaterThan(0)
  expect(resultLines(result, ...open)).toEqual([])
  for (const id of verified) expect(requirementVerdictList(result, id)).toContain('pass')
  expect(leftOut(result)[0]).toContain('good credentials were refused after wrong ones, as by a lock-out or a quota')
})

it('decides what the fewest wrong credentials decide given an address that is blocked for good after 20', async () => {
  const result = await check(locking({ most: 20 }).wrap)
  expect(resultLines(result, 'fail', 'error')).toEqual([])
  for (const id of [...verified, 'auth.legacy-required']) expect(requirementVerdictList(result, id)).toContain('pass')
  expect(String(result.findings['lockedOut'])).toMatch(/, after [2-4]\d requests with wrong credentials$/)
})

it('locks no client out at a limit of six wrong credentials in a row', async () => {
  const { wrap, seen } = locking({ most: 6, isInARow: true })
  expect(resultLines(await check(wrap), ...open)).toEqual([])
  expect(seen.locks).toBe(0)
})

it('stays below 15 wrong credentials and decides each requirement in a gentle run', async () => {
  const { wrap, seen } = locking({ most: Infinity })
  const result = await check(wrap, { gentle: true })
  expect(resultLines(result, ...open)).toEqual([])
  expect(seen.wrong).toBeLessThan(15)
  for (const id of verified) expect(requirementVerdictList(result, id)).toContain('pass')
})

it('passes no check whose refusals a lock-out after two explains', async () => {
  const result = await check(locking({ most: 2 }).wrap)
  expect(resultLines(result, 'fail', 'error')).toEqual([])
  // The target itself judged the second wrong credential, and locked the client out after that.
  const decided = resultLines(result, 'pass').filter((line) => /near-misses|client-token|wrong-client/.test(line))
  expect(decided.length, decided.join('\n')).toBeLessThanOrEqual(1)
})

it.each([1, 3])('does not pass a list without authentication during a lock-out after %i refusals', async (most) => {
  const { token } = timelessSubject({}).target.credentials!
  const opened: Wrap = (next, time) =>
    locking({ most, seconds: 1 }).wrap(
      (request) =>
        request.url.endsWith('/1.13/resources') && !request.headers.has('authorization')
          ? next(new Request(request, { headers: { authorization: `Bearer ${token}` } }))
          : next(request),
      time,
    )
  const result = await check(opened, { only: ['auth.required.resources', 'auth.invalid-bearer.*'] })
  expect(resultLines(result, 'pass').filter((line) => line.startsWith('auth.required.resources'))).toEqual([])
})

it('skips nothing given a quota that counts all requests', async () => {
  let [left, until, refused] = [120, 0, 0]
  const quota: Wrap = (next, time) => async (request) => {
    if (time.now() >= until) [left, until] = [120, time.now() + 600_000]
    if (left-- > 0) return await next(request)
    refused++
    return Response.json({ message: 'Slow down.' }, { status: 429, headers: { 'retry-after': '600' } })
  }
  const result = await check(quota, { limits: { maxWait: 7_200_000 } })
  expect(refused).toBeGreaterThan(0)
  expect([...resultLines(result, ...open), ...leftOut(result)]).toEqual([])
})
