import { expect, it } from 'vitest'
import { toTargetFile } from '../../../bin/judges/service/target-file.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { emulatorSubject, resultLines, runKit, type Subject } from '../../../testing/selftest/subject.ts'
import type { FetchLike } from '../../../emulator/disturb/deviations/define-deviation.ts'
import type { Check } from '../../judge/define-check.ts'
import type { RunResult } from '../../judge/result.ts'
import { type Target, toTarget } from '../../target/target-file.ts'
import type { FetchFunction } from '../../send/sender.ts'
import { systemTime } from '../../send/time.ts'
import { accessTokenChecks } from '../access-tokens/access-tokens-checks.ts'
import { authenticationChecks } from '../authentication/authentication-checks.ts'
import { configurationChecks } from '../configurations/configurations-checks.ts'
import { oauthChecks } from '../oauth/oauth-checks.ts'

type Wrap = (next: FetchLike) => FetchLike
type Json = Readonly<Record<string, unknown>>

const testedChecks: readonly Check[] = [
  ...accessTokenChecks,
  ...oauthChecks,
  ...authenticationChecks,
  ...configurationChecks,
]
const isToken = (request: Request): boolean => request.url.endsWith('/oauth/token')

/** Changes the answers of the token endpoint; undefined leaves one as it is. */
const answers =
  (change: (body: Json, response: Response) => Response | undefined): Wrap =>
  (next) =>
  async (request) => {
    const response = await next(request)
    if (!isToken(request)) return response
    return change((await response.clone().json()) as Json, response) ?? response
  }

const granted = (change: (body: Json) => unknown): Wrap =>
  answers((body, { status }) => (status === 200 ? Response.json(change(body)) : undefined))

/** Keeps only the last access token of a client alive. */
const lastAlone: Wrap = (next) => {
  const dead = new Set<string>()
  let last: string | undefined
  return async (request) => {
    const isDead = dead.has(request.headers.get('authorization') ?? '')
    const headers = new Headers(request.headers)
    if (isDead) headers.set('authorization', 'Bearer superseded')
    const response = await next(isDead ? new Request(request, { headers }) : request)
    if (isToken(request) && response.status === 200) {
      if (last !== undefined) dead.add(last)
      last = `Bearer ${String(((await response.clone().json()) as Json)['access_token'])}`
    }
    return response
  }
}

/** Keeps only the last refresh token of a client alive. */
const lastRefreshAlone: Wrap = (next) => {
  const dead = new Set<string>()
  let last: string | undefined
  return async (request) => {
    if (!isToken(request)) return await next(request)
    const form = new URLSearchParams(await request.clone().text())
    if (dead.has(form.get('refresh_token') ?? '')) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const response = await next(request)
    if (response.status === 200) {
      if (last !== undefined) dead.add(last)
      last = String(((await response.clone().json()) as Json)['refresh_token'])
    }
    return response
  }
}

const oauthAlone = (target: Target): Target => ({ ...target, credentials: { oauth: target.credentials!.oauth! } })

async function check(
  wrap: Wrap,
  change: (target: Target) => Target = (target) => target,
  subject: Subject = emulatorSubject(),
): Promise<RunResult> {
  return await runKit(
    { target: change(subject.target), fetch: wrap(subject.fetch as FetchLike) as FetchFunction },
    { checks: testedChecks },
  )
}

/** Leftovers other than groups, which no documented request deletes. */
const leftTokens = ({ leftovers }: RunResult): readonly string[] =>
  leftovers.filter((left) => left.startsWith('personal access token '))

const variants: readonly (readonly [string, Wrap])[] = [
  ['token answers in an envelope', granted((body) => ({ ok: true, data: body }))],
  [
    'token answers with further members and no lifetime',
    granted(({ expires_in: _expires, ...body }) => ({ ...body, scope: 'all', account: { id: 'a1' } })),
  ],
  ['a lifetime as text', granted((body) => ({ ...body, expires_in: String(body['expires_in']) }))],
  [
    'refusals of clients by 400',
    answers((body, { status }) => (status === 401 ? Response.json(body, { status: 400 }) : undefined)),
  ],
  [
    'refusals of clients by 200',
    answers((body, { status }) => (status >= 400 ? Response.json({ ...body, access_token: null }) : undefined)),
  ],
  ['a client whose last token alone lives', lastAlone],
  ['a client whose last refresh token alone lives', lastRefreshAlone],
]

it.each(variants)('blames nothing given %s, with OAuth next to a token and alone', async (_what, wrap) => {
  for (const change of [undefined, oauthAlone]) {
    const result = await check(wrap, change)
    expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
    expect(resultLines(result, 'pass').length).toBeGreaterThan(50)
  }
})

it.each([
  ['null', null],
  ['an empty text', ''],
])('reads %s as refresh_token as none', async (_what, value) => {
  const result = await check(granted((body) => ({ ...body, refresh_token: value })))
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(
    result.results.filter(({ requirement }) => requirement.startsWith('oauth.refresh')).map(({ verdict }) => verdict),
  ).toEqual(Array.from({ length: 10 }, () => 'notApplicable'))
})

it.each<[string, () => Response]>([
  ['an error within 200', () => Response.json({ error: 'unauthenticated' })],
  ['a code within 200', () => Response.json({ code: 401, message: 'Sign in.' })],
  ['404', () => Response.json({ message: 'Not found.' }, { status: 404 })],
  [
    'a redirect to another origin',
    () => new Response(null, { status: 302, headers: { location: 'https://login.example/' } }),
  ],
])('blames nothing given strangers that get %s', async (_what, answer) => {
  const result = await check((next) => async (request) => {
    const response = await next(request)
    return response.status === 401 && !isToken(request) ? answer() : response
  })
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

it('gets a new token when the one of its client expires in the middle of a run', async () => {
  const emulator = createEmulator({ clock: new Date(Date.UTC(2027, 2, 1)), conventions: { accessTokenLifetime: 60 } })
  const target = oauthAlone(toTarget(toTargetFile(emulator, 'http://target.test', true)))
  const fetch: FetchFunction = (request) => {
    emulator.clock.advance(1000)
    return emulator.fetch(request)
  }
  const time = {
    now: () => emulator.clock.now(),
    sleep: (milliseconds: number, signal?: AbortSignal) =>
      milliseconds < 600_000 ? Promise.resolve() : systemTime.sleep(milliseconds, signal),
  }
  const result = await runKit({ target, fetch }, { checks: testedChecks, time })
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(leftTokens(result)).toEqual([])
})

it('leaves nothing behind given a declared token that ends when the clock is moved', async () => {
  const subject = emulatorSubject()
  const post = async (path: string, body: unknown) =>
    (
      await subject.fetch(
        new Request(`${subject.target.baseUrl}${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${subject.target.credentials!.token!}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
        }),
      )
    ).json() as Promise<Json>
  const listed = (await (
    await subject.fetch(
      new Request(`${subject.target.baseUrl}/access-tokens`, {
        headers: { authorization: `Bearer ${subject.target.credentials!.token!}` },
      }),
    )
  ).json()) as { readonly data: readonly Json[] }
  const { token } = await post('/access-tokens', {
    name: 'ends soon',
    scopes: listed.data[0]!['scopes'],
    expires_at: new Date(systemTime.now() + 8 * 86_400_000).toISOString(),
  })
  const result = await check(
    (next) => next,
    (target) => ({ ...target, credentials: { ...target.credentials, token: String(token) } }),
    subject,
  )
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
  expect(leftTokens(result)).toEqual([])
})
