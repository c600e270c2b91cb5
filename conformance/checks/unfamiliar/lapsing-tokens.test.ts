import { expect, it } from 'vitest'
import { toTargetFile } from '../../../bin/judges/service/target-file.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { FakeTime } from '../../../testing/conformance/fake-time.ts'
import { resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { RunResult } from '../../judge/result.ts'
import { toTarget } from '../../target/target-file.ts'
import { defaultLimits, type FetchFunction } from '../../send/sender.ts'

const begin = Date.UTC(2027, 2, 1)

interface Options {
  /** Seconds that an access token of the client lasts. */
  readonly lifetime: number
  readonly refuse: () => Response
  /** True if requests without credentials are refused in the same way. */
  readonly refusesStrangersSo?: boolean
}

/** A service whose tokens expire without notice: no expires_in, no refresh token. Five requests take a second. */
async function check({ lifetime, refuse, refusesStrangersSo = true }: Options): Promise<RunResult> {
  const time = new FakeTime(begin)
  const emulator = createEmulator({
    clock: new Date(begin),
    conventions: { tokenResponse: 'withoutExpiresIn' },
    onError: () => undefined,
  })
  const { hooks: _hooks, ...file } = toTargetFile(emulator, 'http://target.test', false)
  const target = toTarget(file)
  const { token: _token, ...credentials } = target.credentials!
  const issued = new Map<string, number>()
  const fetch: FetchFunction = async (request) => {
    const authorization = request.headers.get('authorization') ?? ''
    const issuedAt = issued.get(authorization)
    if (issuedAt !== undefined && time.now() - issuedAt > lifetime * 1000) return refuse()
    const response = await emulator.fetch(request)
    if (request.method === 'POST' && request.url.endsWith('/oauth/token') && response.status === 200) {
      const { access_token: accessToken } = (await response.json()) as { access_token: string }
      issued.set(`Bearer ${accessToken}`, time.now())
      return Response.json({ access_token: accessToken })
    }
    return response.status === 401 && refusesStrangersSo ? refuse() : response
  }
  return await runKit(
    { target: { ...target, credentials }, fetch },
    { time, limits: { ...defaultLimits, rate: 5, maxWait: 0 } },
  )
}

it.each([
  ['401', () => Response.json({ error: 'unauthenticated' }, { status: 401 })],
  ['403', () => Response.json({ error: 'forbidden' }, { status: 403 })],
  ['404', () => Response.json({ error: 'not found' }, { status: 404 })],
  ['a redirect to a page to sign in on', () => new Response(null, { status: 302, headers: { location: '/login' } })],
])('blames nothing given tokens of eight seconds without expires_in, refused by %s', async (status, refuse) => {
  const result = await check({ lifetime: 8, refuse })
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(result.requests / 5).toBeGreaterThan(3 * 8)
  const lapsedAfter = result.findings['accessTokenLapsedAfterSeconds']
  // In the run with 404, each token ends after a newer one was issued, which may have ended it.
  if (status === '404' && lapsedAfter === undefined) return
  // Told when it is noticed, later where requests wait.
  expect(lapsedAfter).toBeGreaterThanOrEqual(8)
  expect(lapsedAfter).toBeLessThanOrEqual(15)
})

it('finds a token that is refused as soon as it worked', async () => {
  const refuse = () => Response.json({ error: 'unauthenticated' }, { status: 401 })
  const result = await check({ lifetime: 1, refuse })
  expect(resultLines(result, 'fail').length).toBeGreaterThan(0)
})
