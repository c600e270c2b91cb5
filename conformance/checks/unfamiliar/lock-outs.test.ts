import { expect, it } from 'vitest'
import type { FetchLike } from '../../../emulator/disturb/deviations/define-deviation.ts'
import { resultLines, runKit, timelessSubject } from '../../../testing/selftest/subject.ts'
import type { ConformanceOptions } from '../../judge/run-conformance.ts'
import type { RunResult } from '../../judge/result.ts'
import type { FetchFunction } from '../../send/sender.ts'
import type { Time } from '../../send/time.ts'
import { authenticationChecks } from '../authentication/authentication-checks.ts'
import { connectChecks } from '../connect/connect-checks.ts'
import { legacyChecks } from '../legacy/legacy-checks.ts'
import { oauthChecks } from '../oauth/oauth-checks.ts'

type Wrap = (next: FetchLike, time: Time) => FetchLike
type Json = Readonly<Record<string, unknown>>

const testedChecks = [...oauthChecks, ...authenticationChecks, ...connectChecks, ...legacyChecks]
const isTokenPath = (request: Request): boolean => request.url.endsWith('/oauth/token')

async function check(wrap: Wrap, options: Partial<ConformanceOptions> = {}): Promise<RunResult> {
  const { target, fetch, time } = timelessSubject({})
  return await runKit(
    { target, fetch: wrap(fetch as FetchLike, time) as FetchFunction, time },
    { checks: testedChecks, ...options },
  )
}

const verdictsOf = ({ results }: RunResult, pattern: RegExp) =>
  results.filter((result) => pattern.test(result.check)).map((result) => result.verdict)

/** Refuses an address after so many refused credentials. What comes without any is not counted. */
const lockingAfter =
  (most: number, count: { refused: number } = { refused: 0 }): Wrap =>
  (next) =>
  async (request) => {
    if (/_emulator/.test(request.url)) return await next(request)
    if (count.refused >= most) return Response.json({ message: 'Too many attempts.' }, { status: 403 })
    const form = isTokenPath(request) ? new URLSearchParams(await request.clone().text()) : undefined
    const response = await next(request)
    if (response.status === 401 && (form ?? request.headers).has(form ? 'client_id' : 'authorization')) count.refused++
    return response
  }

/** The requirements about wrong credentials that a gentle run decides, too. */
const verified = ['auth.invalid-bearer', 'auth.dsn-verified', 'auth.api-key-verified', 'oauth.secret-verified']

it('decides what the fewest wrong credentials decide given an address that is blocked for good after 20', async () => {
  const result = await check(lockingAfter(20))
  expect(resultLines(result, 'fail', 'error')).toEqual([])
  for (const id of [...verified, 'auth.legacy-required', 'oauth.refresh-verified'])
    expect(result.results.filter(({ requirement }) => requirement === id).map(({ verdict }) => verdict)).toContain(
      'pass',
    )
  const blocked = resultLines(result, 'blocked')
  expect(blocked.filter((line) => line.includes('wrong credentials the target no longer accepts')).length).toBeLessThan(
    6,
  )
  expect(blocked.length).toBeGreaterThan(1)
  expect(String(result.findings['lockedOut'])).toMatch(/, after [2-4]\d requests with wrong credentials$/)
})

interface Rule {
  /** So many wrong credentials lock the address out: in a row, or in all since it was locked out last. */
  readonly most: number
  readonly isInARow?: boolean
  /** For so many seconds. */
  readonly seconds: number
  readonly status?: 403 | 429
  readonly retryAfter?: string
  /** True if each request within a lock-out begins it anew. */
  readonly isExtended?: boolean
}

/** Refuses everything from an address for a while after too many wrong credentials. */
const lockingFor =
  (
    { most, isInARow = false, seconds, status = 403, retryAfter, isExtended = false }: Rule,
    seen: { locks: number },
  ): Wrap =>
  (next, time) => {
    let [wrong, until] = [0, 0]
    return async (request) => {
      if (/_emulator/.test(request.url)) return await next(request)
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
      if (time.now() < until) {
        if (isExtended) until = time.now() + seconds * 1000
        return Response.json({ message: 'Too many attempts.' }, { status, headers })
      }
      const form = isTokenPath(request) ? new URLSearchParams(await request.clone().text()) : undefined
      const response = await next(request)
      const isTold = (form ?? request.headers).has(form ? 'client_id' : 'authorization')
      if (response.status === 401 && isTold) wrong++
      else if (isInARow && isTold && response.ok) wrong = 0
      if (wrong < most) return response
      ;[wrong, until] = [0, time.now() + seconds * 1000]
      seen.locks++
      return response
    }
  }

it.each<[string, Rule]>([
  ['12 in all, for 5 seconds', { most: 12, seconds: 5 }],
  ['20 in all, for 25 seconds', { most: 20, seconds: 25 }],
  ['30 in all, by 429 without Retry-After', { most: 30, seconds: 20, status: 429 }],
  ['30 in all, by 429 with Retry-After', { most: 30, seconds: 10, status: 429, retryAfter: '10' }],
  [
    '20 in all, by 403 with Retry-After, which each request begins anew',
    { most: 20, seconds: 20, retryAfter: '20', isExtended: true },
  ],
  ['3 in a row, for 5 seconds', { most: 3, isInARow: true, seconds: 5 }],
])('goes on by itself with the fewest wrong credentials given a lock-out after %s', async (_what, rule) => {
  const seen = { locks: 0 }
  const result = await check(lockingFor(rule, seen))
  expect(seen.locks).toBeGreaterThan(0)
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
  for (const id of verified)
    expect(result.results.filter(({ requirement }) => requirement === id).map(({ verdict }) => verdict)).toContain(
      'pass',
    )
  const left = resultLines(result, 'notApplicable').filter((line) => line.includes('refused after wrong ones'))
  expect(left).not.toEqual([])
})

/** Refuses everything beyond so many requests in each window of time. */
const quotaOf =
  (most: number, seconds: number, seen: { refused: number }): Wrap =>
  (next, time) => {
    let [left, until] = [most, 0]
    return async (request) => {
      if (/_emulator/.test(request.url)) return await next(request)
      if (time.now() >= until) [left, until] = [most, time.now() + seconds * 1000]
      if (left-- > 0) return await next(request)
      seen.refused++
      return Response.json({ message: 'Slow down.' }, { status: 429, headers: { 'retry-after': String(seconds) } })
    }
  }

it('leaves out nothing given a quota that counts all requests', async () => {
  const seen = { refused: 0 }
  const result = await check(quotaOf(120, 3600, seen), { limits: { maxWait: 7200_000 }, maxDuration: 1e9 })
  expect(seen.refused).toBeGreaterThan(2)
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
  expect(resultLines(result, 'notApplicable').filter((line) => line.includes('left out'))).toEqual([])
})

it('locks nobody out where five wrong credentials in a row would', async () => {
  const seen = { locks: 0 }
  const result = await check(lockingFor({ most: 6, isInARow: true, seconds: 3600 }, seen))
  expect(seen.locks).toBe(0)
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

it('stays below 15 wrong credentials and decides each requirement in a gentle run', async () => {
  const count = { refused: 0 }
  const result = await check(lockingAfter(15, count), { gentle: true })
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
  expect(count.refused).toBeLessThan(15)
  const passed = new Set<string>(
    result.results.filter(({ verdict }) => verdict === 'pass').map(({ requirement }) => requirement),
  )
  for (const id of verified) expect([...passed]).toContain(id)
})

it.each([1, 2, 3])('passes no check that a lock-out after two refusals made empty, given seed %i', async (seed) => {
  const count = { refused: 0 }
  const result = await check(lockingAfter(2, count), { seed })
  expect(resultLines(result, 'fail', 'error')).toEqual([])
  const decided = resultLines(result, 'pass').filter((line) => /near-misses|client-token|wrong-client/.test(line))
  // The target itself judged the second wrong credential, and locked the client out after that.
  expect(decided.length, decided.join('\n')).toBeLessThanOrEqual(1)
})

/** Changes answers to refreshes. */
const refreshes =
  (change: (body: Json, form: URLSearchParams, next: FetchLike, request: Request) => Promise<Response>): Wrap =>
  (next) =>
  async (request) => {
    if (!isTokenPath(request)) return await next(request)
    const form = new URLSearchParams(await request.clone().text())
    if (form.get('grant_type') !== 'refresh_token') return await next(request)
    const response = await next(request.clone())
    return response.ok ? await change((await response.json()) as Json, form, next, request) : response
  }

/** A refresh token that goes on working, as no new one comes with a refresh. */
const lasting: Wrap = (next) => {
  const now = new Map<string, string>()
  return async (request) => {
    if (!isTokenPath(request)) return await next(request)
    const form = new URLSearchParams(await request.clone().text())
    const refreshToken = form.get('refresh_token')
    if (refreshToken === null) return await next(request)
    form.set('refresh_token', now.get(refreshToken) ?? refreshToken)
    const response = await next(new Request(request.url, { method: 'POST', body: form, headers: {} }))
    if (!response.ok) return response
    const { refresh_token: renewed, ...body } = (await response.json()) as Json
    now.set(refreshToken, String(renewed))
    return Response.json(body)
  }
}

/** A refresh token that works once and is not renewed. */
const once: Wrap = refreshes(async ({ refresh_token: _renewed, ...body }) => Response.json(body))

/** A refresh token that ends with the first wrong secret that comes with it. */
const burnt: Wrap = (next) => {
  const ended = new Set<string>()
  return async (request) => {
    const form = new URLSearchParams(isTokenPath(request) ? await request.clone().text() : '')
    const token = form.get('refresh_token')
    if (token !== null && ended.has(token)) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const response = await next(request)
    if (token !== null && response.status === 401) ended.add(token)
    return response
  }
}

it.each<[string, Wrap, string]>([
  ['that goes on working, without another one', lasting, 'pass'],
  ['that works once, without another one', once, 'pass'],
  ['that ends with the first wrong secret', burnt, 'pass'],
])('decides what time does to a refresh token %s', async (_what, wrap, verdict) => {
  const result = await check(wrap, { checks: oauthChecks })
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
  expect(verdictsOf(result, /after-expiry|\.lasts|expiry\.refreshed|^oauth\.refresh-/)).toEqual(
    Array.from({ length: 9 }, () => verdict),
  )
})

it('leaves open what comes of a refreshed token that is said to last no longer than the one before', async () => {
  let at = 0
  const honest: Wrap = (next, time) => {
    const ends = new Map<string, number>()
    return async (request) => {
      if (request.url.endsWith('/_emulator/clock'))
        at += ((await request.clone().json()) as { seconds: number }).seconds
      const authorization = request.headers.get('authorization') ?? ''
      if ((ends.get(authorization) ?? Infinity) <= at) return Response.json({}, { status: 401 })
      const shorter = refreshes(async (body) => {
        const left = 1800
        ends.set(`Bearer ${String(body['access_token'])}`, at + left)
        return Response.json({ ...body, expires_in: left })
      })
      return await shorter(next, time)(request)
    }
  }
  const result = await check(honest, { checks: oauthChecks })
  expect(resultLines(result, 'fail', 'error')).toEqual([])
})

it('says that a refusal comes from before the API, and does not blame the API for it', async () => {
  const firewall: Wrap = (next) => async (request) => {
    if (request.headers.get('authorization')?.startsWith('DSN'))
      return new Response('<html><body>Request blocked', {
        status: 403,
        headers: { 'content-type': 'text/html', server: 'a-firewall' },
      })
    const response = await next(request)
    const headers = new Headers(response.headers)
    headers.set('server', 'the-api')
    return new Response(response.body, { status: response.status, headers })
  }
  const result = await check(firewall)
  expect(resultLines(result, 'fail', 'error')).toEqual([])
  expect(resultLines(result, 'insufficientEvidence').find((line) => line.startsWith('auth.dsn.accepted'))).toMatch(
    / from before the API, as it is no JSON, and its Server is a-firewall in place of the-api: expected /,
  )
  const { suspected, evidence } = result.results.find(({ check }) => check === 'auth.dsn.accepted')!
  expect(suspected?.fact.at.response.status).toBe(403)
  expect(evidence.at(-1)?.request).toBe(suspected?.fact.at.request)
})

it('blames the API for a refusal in JSON by the server that answers everything', async () => {
  const refusing: Wrap = (next) => async (request) =>
    request.headers.get('authorization')?.startsWith('DSN')
      ? Response.json({ message: 'no' }, { status: 400 })
      : await next(request)
  expect(resultLines(await check(refusing), 'fail')[0]).toMatch(
    /^auth\.dsn\.accepted fail: .*got 400 \{"message":"no"\}$/,
  )
})
