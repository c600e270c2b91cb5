// Servers that lock out early: no wrong one passes by a refusal that the lock gave, and no right one is blamed for it.
import { expect, it } from 'vitest'
import type { FetchLike } from '../../../emulator/disturb/deviations/define-deviation.ts'
import { FakeTime } from '../../../testing/conformance/fake-time.ts'
import { emulatorSubject, resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { RunResult } from '../../judge/result.ts'
import type { Target } from '../../target/target-file.ts'
import type { FetchFunction } from '../../send/sender.ts'

interface Habits {
  /** How many refusals lock. */
  readonly after: number
  /** All that carries the same kind of credential, or everything. */
  readonly who: 'client' | 'address'
  readonly seconds: number
  readonly status: number
  readonly latency: number
  readonly seed: number
}

type ServerFault = 'none' | 'folds case' | 'one list is open'

const only = [
  'oauth.secret-verified.*',
  'oauth.token-works.*',
  'auth.invalid-bearer.*',
  'auth.required.*',
  'auth.dsn-verified.*',
  'auth.api-key-verified.*',
]

/** The same request with a secret in the case in which it was issued. */
async function folded(request: Request, { credentials = {} }: Target): Promise<Request> {
  const { oauth, token, integrationToken, dsn } = credentials
  const secrets = [oauth?.clientSecret, token, integrationToken, dsn].filter((secret) => secret !== undefined)
  const issued = (text: string): string => {
    const secret = secrets.find((candidate) => text.toLowerCase().endsWith(candidate.toLowerCase()))
    return secret === undefined ? text : `${text.slice(0, -secret.length)}${secret}`
  }
  const headers = new Headers(request.headers)
  headers.set('authorization', issued(headers.get('authorization') ?? ''))
  if (!request.url.endsWith('/oauth/token')) return new Request(request, { headers })
  const form = new URLSearchParams(await request.text())
  if (form.has('client_secret')) form.set('client_secret', issued(form.get('client_secret')!))
  return new Request(request.url, { method: 'POST', body: form })
}

/** Runs the checks against an emulator that locks out, and that has a fault. */
async function check(fault: ServerFault, { after, who, seconds, status, latency, seed }: Habits): Promise<RunResult> {
  const { target, fetch } = emulatorSubject()
  const next = fetch as FetchLike
  const time = new FakeTime()
  const refused = new Map<string, number>()
  const until = new Map<string, number>()
  const locking = async (request: Request): Promise<Response> => {
    if (latency > 0) await time.sleep(latency)
    const form = request.url.endsWith('/oauth/token') ? new URLSearchParams(await request.clone().text()) : undefined
    const scheme = request.headers.get('authorization')?.split(' ')[0]
    const kind = form ? 'client' : scheme
    const key = who === 'address' ? 'address' : (kind ?? 'nobody')
    if ((until.get(key) ?? 0) > time.now()) return Response.json({ message: 'locked' }, { status })
    if (fault === 'one list is open' && request.url.endsWith('/1.13/resources')) {
      const headers = { authorization: `Bearer ${target.credentials!.token}` }
      return await next(kind === undefined ? new Request(request.url, { headers }) : request)
    }
    const response = await next(fault === 'folds case' ? await folded(request, target) : request)
    if (response.status !== 401 || !(form ? form.get('client_id') : scheme)) return response
    const count = (refused.get(key) ?? 0) + 1
    refused.set(key, count % after)
    if (count === after) until.set(key, time.now() + seconds * 1000)
    return response
  }
  return await runKit({ target, fetch: locking as FetchFunction }, { only, time, seed })
}

/** Every pair of habits meets. */
const servers: readonly Habits[] = [
  { after: 1, who: 'client', seconds: 1, latency: 300, status: 401, seed: 1 },
  { after: 1, who: 'address', seconds: 1, latency: 0, status: 401, seed: 2 },
  { after: 1, who: 'address', seconds: 1, latency: 300, status: 403, seed: 1 },
  { after: 1, who: 'address', seconds: Infinity, latency: 0, status: 401, seed: 1 },
  { after: 1, who: 'address', seconds: Infinity, latency: 300, status: 403, seed: 3 },
  { after: 2, who: 'client', seconds: Infinity, latency: 0, status: 403, seed: 4 },
  { after: 2, who: 'address', seconds: 1, latency: 300, status: 401, seed: 5 },
  { after: 3, who: 'client', seconds: 1, latency: 0, status: 403, seed: 6 },
  { after: 3, who: 'address', seconds: Infinity, latency: 300, status: 401, seed: 7 },
  { after: 15, who: 'client', seconds: Infinity, latency: 300, status: 403, seed: 8 },
  { after: 15, who: 'address', seconds: 1, latency: 0, status: 401, seed: 9 },
]

const named = (result: RunResult): readonly (string | undefined)[] =>
  resultLines(result, 'blocked')
    .map((line) => /requests with wrong credentials the target no longer accepts the ([\w ]+)/.exec(line)?.[1])
    .filter((line) => line !== undefined)

for (const habits of servers) {
  const { after, who, seconds, latency } = habits
  const what = `that locks the ${who} after ${after} refusals for ${seconds} s and answers in ${latency} ms`

  it(`blames no right server ${what}`, async () => {
    const result = await check('none', habits)
    expect(resultLines(result, 'fail', 'error')).toEqual([])
    expect(new Set(named(result)).size).toBe(named(result).length)
  })

  it(`passes no wrong server ${what}`, async () => {
    const verdictOf = ({ results }: RunResult, id: string) => results.find((result) => result.check === id)!.verdict
    const folding = await check('folds case', habits)
    for (const id of ['oauth.secret-verified.wrong-secret', 'auth.invalid-bearer.one-character'])
      expect(['fail', 'blocked', 'insufficientEvidence'], id).toContain(verdictOf(folding, id))
    const open = await check('one list is open', habits)
    expect(verdictOf(open, 'auth.required.resources')).not.toBe('pass')
  })
}
