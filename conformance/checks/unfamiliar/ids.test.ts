// Right servers at the boundary of what is stated about ids, and about the legacy API (clauses 2.1 and 4.9).
import { expect, it } from 'vitest'
import type { FetchLike } from '../../../emulator/disturb/deviations/define-deviation.ts'
import { emulatorSubject, resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { Target } from '../../target/target-file.ts'
import type { RunResult } from '../../judge/result.ts'

type Wrap = (next: FetchLike) => FetchLike

const wellFormed = /^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$/

/** The last segment of a path that may be an id, decoded. */
const idIn = (request: Request, pattern: RegExp): string | undefined => {
  const id = pattern.exec(new URL(request.url).pathname)?.[1]
  return id === undefined ? undefined : decodeURIComponent(id)
}

const json = (status: number, body: unknown = { message: 'no' }) => Response.json(body, { status })

async function check(wrap: Wrap, change: (target: Target) => Target = (target) => target): Promise<RunResult> {
  const { target, fetch } = emulatorSubject()
  return runKit(
    { target: change(target), fetch: wrap(fetch) },
    { only: ['ids.*', 'legacy.*', 'http.query-*'], seed: 3 },
  )
}

const alarms = (result: RunResult) => resultLines(result, 'fail', 'error', 'blocked')

it.each<[string, Wrap]>([
  [
    'DELETE with 204 whether there is such a token or not',
    (next) => async (request) => {
      const response = await next(request.clone())
      return request.method === 'DELETE' && response.status === 404 ? new Response(null, { status: 204 }) : response
    },
  ],
  [
    '410 for a token that is gone',
    (next) => async (request) => {
      const response = await next(request.clone())
      return response.status === 404 && request.url.includes('/access-tokens/') ? json(410) : response
    },
  ],
  [
    'renames without a body in the answer',
    (next) => async (request) => {
      const isRename = request.method === 'POST' && /\/access-tokens\/[^/]+$/.test(new URL(request.url).pathname)
      const response = await next(request)
      return isRename && response.ok ? new Response(null, { status: 204 }) : response
    },
  ],
  [
    'groups that are accepted with 202 and shown later',
    (next) => async (request) => {
      const isPost = request.method === 'POST' && new URL(request.url).pathname.endsWith('/groups/')
      const response = await next(request)
      return isPost && response.status === 201 ? new Response(null, { status: 202 }) : response
    },
  ],
  [
    'malformed ids refused by 400 in plain text from a gateway',
    (next) => async (request) => {
      const response = await next(request.clone())
      const isMalformed = response.status === 400 && /[^\w./~-]/.test(decodeURIComponent(new URL(request.url).pathname))
      return isMalformed ? new Response('Bad Request', { status: 400, headers: { server: 'edge' } }) : response
    },
  ],
  [
    '/0/ hidden by 404 from callers without credentials',
    (next) => async (request) =>
      new URL(request.url).pathname === '/0/' && !request.headers.has('authorization') ? json(404) : next(request),
  ],
])('blames nothing given %s', async (_what, wrap) => {
  expect(alarms(await check(wrap))).toEqual([])
})

it('leaves open what a bare scope gets, well-formed or not, where a prefix is required', async () => {
  const result = await check((next) => async (request) => {
    const id = idIn(request, /\/configurations\/([^/]+)$/)
    return id === undefined || /^[a-z]{3}_/.test(id) ? next(request) : json(404)
  })
  expect(alarms(result)).toEqual([])
})

it('leaves open what a firewall before the API refuses', async () => {
  const result = await check((next) => async (request) => {
    const path = decodeURIComponent(new URL(request.url).pathname + new URL(request.url).search)
    return /[\n é]/.test(path)
      ? new Response('<h1>Blocked</h1>', { status: 403, headers: { server: 'waf', 'content-type': 'text/html' } })
      : next(request)
  })
  expect(alarms(result)).toEqual([])
  expect(resultLines(result, 'insufficientEvidence').join('\n')).toContain('comes from something before the API')
})

it('fails a malformed id that the API itself answers with 404', async () => {
  const result = await check((next) => async (request) => {
    const id = idIn(request, /\/pulse\/catalogs\/([^/]+)\/products$/)
    return id === undefined || wellFormed.test(id) ? next(request) : new Response('Not Found', { status: 404 })
  })
  expect(resultLines(result, 'fail').length).toBeGreaterThan(0)
})

it('tells every place where a malformed id is answered with 404', async () => {
  const { target, fetch: next } = emulatorSubject()
  const fetch: FetchLike = async (request) => {
    const response = await next(request)
    return response.status === 400 ? json(404) : response
  }
  const { results } = await runKit({ target, fetch }, { only: ['ids.malformed-path.short'] })
  const { fact, evidence } = results.find(({ check }) => check === 'ids.malformed-path.short')!
  expect(fact).toMatchObject({ kind: 'status', wanted: 400 })
  const seen = [fact!.at, ...fact!.others!].map(({ request }) => request.operation)
  expect(new Set(seen).size).toBeGreaterThan(1)
  expect(evidence.at(-1)?.request).toBe(fact!.at.request)
})

it('decides everything about legacy ids with the project and the issue declared by prefixed ids', async () => {
  const result = await check(
    (next) => next,
    (target) => {
      const { projectId, issueId, catalogId } = target.samples!
      const samples = { projectId: `prj_${projectId}`, issueId: `iss_${issueId}`, catalogId: `cat_${catalogId}` }
      return { ...target, samples: { ...target.samples, ...samples } }
    },
  )
  expect(alarms(result)).toEqual([])
  expect(resultLines(result, 'insufficientEvidence', 'notApplicable')).toEqual([])
})
