import { expect, it } from 'vitest'
import { emulatorSubject, resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import type { RunResult } from '../../judge/result.ts'
import { connectChecks } from './connect-checks.ts'

/** The answer in place of that of the emulator; undefined to leave it to the emulator. */
type Instead = (asked: Asked) => Response | undefined

interface Asked {
  readonly request: Request
  /** The purpose of the request: to ask for a state code, to open the address in a browser, or to move the clock. */
  readonly at: 'prepare' | 'open' | 'other'
  /** The state code in the address, or an empty string. */
  readonly code: string
  /** True if it was given by prepare-connect, and is that of this month. */
  readonly isIssued: boolean
  /** How many state codes were asked for before. */
  readonly codes: number
  /** True if a month has passed. */
  readonly isLater: boolean
}

interface Run extends RunResult {
  /** How many connections were completed, where the first page is the last one. */
  readonly completed: number
}

async function check(instead: Instead, conventions: Partial<Conventions> = {}): Promise<Run> {
  const { target, fetch } = emulatorSubject(conventions)
  const issued = new Set<string>()
  let codes = 0
  let isLater = false
  let completed = 0
  const wrapped = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const code = searchParams.get('prepare_state') ?? ''
    const at = pathname.endsWith('/prepare-connect') ? 'prepare' : pathname.endsWith('/connect') ? 'open' : 'other'
    const response =
      instead({ request, at, code, isIssued: issued.has(code), codes, isLater }) ?? (await fetch(request.clone()))
    if (at === 'prepare') codes++
    if (at === 'prepare' && response.ok) issued.add(((await response.clone().json()) as { state: string }).state)
    if (at === 'open' && response.status === 200) completed++
    if (pathname !== target.hooks!.advanceClock!.path) return response
    isLater = true
    issued.clear()
    return response
  }
  return { ...(await runKit({ target, fetch: wrapped }, { checks: connectChecks })), completed }
}

const json = (status: number, message: string) => Response.json({ message }, { status })
const page = (text: string, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  new Response(`<!doctype html>${text}`, { status, headers: { 'content-type': 'text/html', ...headers } })
const codeChecks = ['made-up', 'near-misses', 'none'].map((name) => `connect.code-verified.${name}`)
const monthOld = 'connect.short-lived.month-old'
const undecided = ({ results }: RunResult) =>
  results.filter(({ verdict }) => verdict === 'insufficientEvidence').map(({ check: id }) => id)

it.each<[string, readonly string[], Instead]>([
  [
    'a token that may not connect',
    ['connect.prepare.code', 'connect.browser.page', ...codeChecks, monthOld],
    ({ request, at }) =>
      at !== 'prepare'
        ? undefined
        : request.headers.get('authorization')?.includes('never-issued')
          ? json(401, 'unauthenticated')
          : json(403, 'The token lacks the scope connect.'),
  ],
  [
    'a page to sign in, which a Bearer token replaces',
    ['connect.browser.page', ...codeChecks, monthOld],
    ({ request, at }) => (at === 'open' && !request.headers.has('authorization') ? page('<p>Sign in', 401) : undefined),
  ],
  [
    'a page to sign in by 403, whatever comes with it',
    ['connect.browser.page', ...codeChecks, monthOld],
    ({ at }) => (at === 'open' ? page('<p>Sign in', 403) : undefined),
  ],
  [
    'a redirect to sign in, whatever the code',
    [...codeChecks, monthOld],
    ({ at }) => (at === 'open' ? new Response(null, { status: 302, headers: { location: '/sign-in' } }) : undefined),
  ],
  [
    'a first page that needs no code, and refuses a wrong one',
    ['connect.code-verified.none'],
    ({ at, code, isIssued }) =>
      at !== 'open' ? undefined : isIssued || code === '' ? page('<form>Connect') : json(410, 'gone'),
  ],
  [
    'one state code at a time',
    ['connect.code-verified.made-up', 'connect.code-verified.near-misses', monthOld],
    ({ at, codes }) => (at === 'prepare' && codes > 0 ? json(409, 'A connection is under way.') : undefined),
  ],
  [
    'a Bearer token that ends within a month',
    [monthOld],
    ({ at, isLater }) => (at === 'prepare' && isLater ? json(401, 'The token has expired.') : undefined),
  ],
])('decides nothing, and blames nothing, given %s', async (_what, ids, instead) => {
  const result = await check(instead)
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(undecided(result)).toEqual(ids)
  expect(result.leftovers.filter((left) => !left.startsWith('request POST /_emulator/'))).toEqual([])
})

it('blocks connect.short-lived when new codes are refused after a month, too', async () => {
  const result = await check(({ at, isLater }) => (at === 'open' && isLater ? json(410, 'gone') : undefined))
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([
    `${monthOld} blocked: a new state code is refused as well after 31 days`,
  ])
})

const challenge = { 'www-authenticate': 'Bearer realm="api"' }

it.each<[string, readonly string[], Instead]>([
  [
    'a page that asks a browser for a Bearer token',
    ['connect.browser.page'],
    ({ request, at }) =>
      at === 'open' && !request.headers.has('authorization') ? page('<p>No', 401, challenge) : undefined,
  ],
  [
    'a redirect to the other service without a code as with a good one, while a made-up one is refused',
    ['connect.code-verified.none'],
    ({ at, code, isIssued }) =>
      at !== 'open'
        ? undefined
        : isIssued || code === ''
          ? new Response(null, { status: 302, headers: { location: 'https://other.example/authorize?client=7' } })
          : json(410, 'gone'),
  ],
  [
    'short codes of any kind, which the page repeats',
    ['connect.code-verified.made-up', 'connect.code-verified.none', monthOld],
    ({ at, code, codes }) =>
      at === 'prepare'
        ? Response.json({ state: `kQ7-${codes}-Zx` })
        : at === 'open'
          ? page(`<p>Connected by ${code}.`)
          : undefined,
  ],
])('fails given %s', async (_what, ids, instead) => {
  const result = await check(instead)
  expect(resultLines(result, 'fail').map((line) => line.split(' ')[0])).toEqual(ids)
})

it('fails for one changed character, wherever it stands', async () => {
  const { target, fetch } = emulatorSubject()
  const codes: string[] = []
  /** Takes each code that has the length and the end of a given one. */
  const lenient = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const code = url.searchParams.get('prepare_state')
    const meant = codes.find((candidate) => candidate.length === code?.length && candidate.slice(2) === code.slice(2))
    if (meant !== undefined) url.searchParams.set('prepare_state', meant)
    const response = await fetch(new Request(url, request))
    if (url.pathname.endsWith('/prepare-connect') && response.ok)
      codes.push(((await response.clone().json()) as { state: string }).state)
    return response
  }
  const options = { checks: connectChecks, only: ['connect.code-verified.near-misses'] }
  expect(resultLines(await runKit({ target, fetch }, options), 'fail')).toEqual([])
  expect(resultLines(await runKit({ target, fetch: lenient }, options), 'fail')).toHaveLength(1)
})

it('completes one connection alone given a first page that is the last one', async () => {
  const { completed, leftovers } = await check(() => undefined, { connectFlow: 'immediate' })
  expect(completed).toBe(1)
  expect(leftovers.filter((left) => left.startsWith('connection '))).toHaveLength(1)
})
