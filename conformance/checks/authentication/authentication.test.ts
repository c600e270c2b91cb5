import { expect, it } from 'vitest'
import { resultLines, toSubject } from '../../../testing/selftest/subject.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import type { FetchLike } from '../../../emulator/disturb/deviations/define-deviation.ts'
import { conventionCombinations } from '../../../testing/suite/combinations.ts'
import type { Check } from '../../judge/define-check.ts'
import type { RunResult } from '../../judge/result.ts'
import { type ConformanceOptions, runConformance } from '../../judge/run-conformance.ts'
import type { Target } from '../../target/target-file.ts'
import { accessTokenChecks } from '../access-tokens/access-tokens-checks.ts'
import { authenticationChecks } from './authentication-checks.ts'
import { legacyGroupChecks } from '../legacy/groups-checks.ts'
import { legacyChecks } from '../legacy/legacy-checks.ts'
import { oauthChecks } from '../oauth/oauth-checks.ts'

const testedChecks: readonly Check[] = [...accessTokenChecks, ...oauthChecks, ...authenticationChecks]

interface Options extends Partial<ConformanceOptions> {
  readonly wrap?: (next: FetchLike) => FetchLike
  readonly conventions?: Partial<Conventions>
  readonly change?: (target: Target) => Target
}

async function check({
  wrap = (next) => next,
  conventions = {},
  change = (target) => target,
  ...options
}: Options = {}): Promise<RunResult> {
  const emulator = createEmulator({ conventions, checkResponses: true })
  const target = change(toSubject(emulator).target)
  return await runConformance({ target, checks: testedChecks, fetch: wrap(emulator.fetch), ...options })
}

/** Leftovers that a clean-up could have deleted. No way to delete groups is documented. */
function leftTokens({ leftovers }: RunResult): readonly string[] {
  return leftovers.filter((leftover) => leftover.startsWith('personal access token '))
}

it('passes every check within 510 requests and leaves nothing behind given the default emulator', async () => {
  const result = await check()
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence', 'notApplicable')).toEqual([])
  expect(result.requests).toBeLessThanOrEqual(510)
  expect(leftTokens(result)).toEqual([])
})

it.each(conventionCombinations(40).map((conventions, index) => [index, conventions] as const))(
  'fails nothing and cleans up given combination %i of conventions',
  async (_index, conventions) => {
    const result = await check({ conventions })
    expect(resultLines(result, 'fail', 'error', 'blocked'), JSON.stringify(conventions)).toEqual([])
    expect(leftTokens(result)).toEqual([])
  },
)

it.each([
  ['with OAuth alone', (target: Target) => ({ ...target, credentials: { oauth: target.credentials!.oauth! } })],
  ['with a token alone', (target: Target) => ({ ...target, credentials: { token: target.credentials!.token! } })],
  ['without hooks', ({ hooks: _hooks, ...target }: Target) => target],
  ['without scopes and formats', ({ personalAccessTokens: _tokens, ...target }: Target) => target],
  [
    'with one scope',
    (target: Target) => ({
      ...target,
      personalAccessTokens: { ...target.personalAccessTokens, scopes: target.personalAccessTokens!.scopes!.slice(1) },
    }),
  ],
])('fails nothing given a target file %s', async (_what, change) => {
  const result = await check({ change })
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(leftTokens(result)).toEqual([])
})

it('sends no request that writes given a target without permission to write', async () => {
  const sent: string[] = []
  const result = await check({
    allowWrites: false,
    wrap: (next) => (request) => {
      if (!['GET', 'HEAD'].includes(request.method) && !/\/oauth\/token$|\/_emulator\//.test(request.url))
        sent.push(`${request.method} ${request.url}`)
      return next(request)
    },
  })
  expect(sent).toEqual([])
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

it('reports no secret, given or new, as it is or with one character changed', async () => {
  const secrets = new Set<string>()
  const result = await check({
    keepExchanges: true,
    wrap: (next) => async (request) => {
      const response = await next(request)
      if (request.method === 'POST' && response.status < 300)
        for (const [, value] of (await response.clone().text()).matchAll(
          /"(?:token|access_token|refresh_token)":"([^"]+)"/g,
        ))
          secrets.add(value!)
      return response
    },
  })
  const { credentials } = toSubject(createEmulator()).target
  for (const secret of [
    credentials!.token!,
    credentials!.oauth!.clientSecret,
    credentials!.integrationToken!,
    credentials!.apiKey!,
  ])
    secrets.add(secret)
  const report = JSON.stringify(result)
  expect(secrets.size).toBeGreaterThan(10)
  for (const secret of secrets) {
    expect(report).not.toContain(secret)
    expect(report).not.toContain(secret.slice(0, -10))
  }
})

it.each([
  ['{}', 200],
  ['[]', 200],
  ['{"error":"no"}', 400],
  ['{"error":"no"}', 401],
  ['{"error":"no"}', 403],
  ['{"error":"no"}', 404],
  ['{"error":"no"}', 500],
  ['', 200],
  ['<!doctype html><p>Welcome', 200],
])('passes no check given a server that always answers %s with %i', async (body, status) => {
  const result = await check({
    checks: [...testedChecks, ...legacyChecks, ...legacyGroupChecks],
    wrap: () => async () =>
      new Response(body, {
        status,
        headers: { 'content-type': body.startsWith('<') ? 'text/html' : 'application/json' },
      }),
  })
  expect(resultLines(result, 'pass', 'error')).toEqual([])
})
