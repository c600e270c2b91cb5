import { expect, it } from 'vitest'
import { resultLines, toSubject } from '../../.ci/selftest/subject.ts'
import type { Conventions } from '../../emulator/conventions.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { type Body, bodyOf, changeTokens, handleTokens, later, mapTokens, tokenRequest, tokensIn, withAnswer, withBody } from '../../emulator/deviations/access-tokens-requests.ts'
import type { FetchLike } from '../../emulator/deviations/define-deviation.ts'
import type { RunResult } from '../result.ts'
import { runConformance } from '../runner.ts'
import type { Target } from '../target-file.ts'
import type { Time } from '../time.ts'
import { accessTokenChecks } from './access-tokens.ts'
import { authenticationChecks } from './authentication.ts'
import { oauthChecks } from './oauth.ts'

type Wrap = (next: FetchLike) => FetchLike

interface Options {
  readonly wrap?: Wrap
  readonly conventions?: Partial<Conventions>
  readonly change?: (target: Target) => Target
  /** Days by which the target's clock is ahead of the kit's. */
  readonly ahead?: number
}

const day = 86_400_000
const begin = Date.UTC(2027, 2, 1)

/** Both clocks stand, save that what the kit waits for passes on both. */
async function check({ wrap = (next) => next, conventions = {}, change = (target) => target, ahead = 0 }: Options): Promise<RunResult> {
  const emulator = createEmulator({ conventions, clock: new Date(begin + ahead * day) })
  const target = change(toSubject(emulator).target)
  const time: Time = {
    now: () => emulator.clock.now() - ahead * day,
    sleep: async (milliseconds) => {
      // The limit of the whole run is never reached.
      if (milliseconds >= 600_000) return await new Promise<never>(() => undefined)
      emulator.clock.advance(milliseconds)
    },
  }
  return await runConformance({ target, checks: [...accessTokenChecks, ...oauthChecks, ...authenticationChecks], fetch: wrap(emulator.fetch), time })
}

const verdictOf = (result: RunResult, id: string) => result.results.find((one) => one.check === id)?.verdict

/** Wraps the record of a creation beside its secret, under names of its own, with texts that are no secret. */
const besideRecord: Wrap = handleTokens((next) => {
  let count = 0
  return async (request, { kind }) => {
    const response = await next(request)
    if (kind !== 'create' || response.status > 299) return response
    const { token, ...record } = await bodyOf(response)
    count++
    return withAnswer(response, { meta: { request: `req-${count}-0123456789`, message: 'Keep it safe.', href: `/tokens/${count}/abcdefgh`, status: 'active', fingerprint: `sha-${count}-0123456789` }, api_token: { ...record, owner: 'user-0123456789' }, plain_text: token })
  }
})

/** Nests what a record has, as JSON:API does. */
const nested: Wrap = changeTokens(['create', 'list', 'rename'], ({ id, token, ...attributes }) => ({ type: 'access-token', id, attributes, ...(token === undefined ? {} : { token }) }))

/** Shows no time of creation. */
const timeless: Wrap = changeTokens(['create', 'list', 'rename'], ({ created_at: _created, ...token }) => token)

/** Brings an expiry within the range in place of refusing it. */
const clamped: Wrap = handleTokens((next) => async (request, { kind }) => {
  const sent = kind === 'create' ? await bodyOf(request) : {}
  const response = await next(request.clone())
  if (kind !== 'create' || response.status < 300 || typeof sent['expires_at'] !== 'string') return response
  for (const days of [3, 13, -4]) {
    const taken = await next(withBody(request.clone(), { ...sent, expires_at: later(sent['expires_at'], days) }))
    if (taken.status < 300) return taken
  }
  return response
})

/** Ignores an attempt to change what is fixed: the name changes, and nothing is refused. */
const ignored: Wrap = handleTokens((next) => async (request, { kind }) => await next(kind === 'rename' ? withBody(request, { name: (await bodyOf(request))['name'] }) : request))

/** Shows times to the day. */
const days: Wrap = changeTokens(['create', 'list', 'rename'], (token) => ({ ...token, expires_at: String(token['expires_at']).slice(0, 10) }))

/** Shows scopes in the reverse order, as a text. */
const scopeText: Wrap = changeTokens(['create', 'list', 'rename'], (token) => ({ ...token, scopes: [...(token['scopes'] as readonly string[])].reverse().join(' ') }))

/** Lists every token at once, the oldest first, and heeds no cursor. */
const unpaged: Wrap = handleTokens((next) => async (request, { kind }) => {
  if (kind !== 'list') return await next(request)
  const { origin, pathname } = new URL(request.url)
  const tokens: unknown[] = []
  let response: Response
  for (let query = '?limit=5'; ; query = `?limit=5&starting_after=${String((tokens.at(-1) as Body)['id'])}`) {
    response = await next(new Request(`${origin}${pathname}${query}`, request))
    const page = response.status === 200 ? tokensIn(await bodyOf(response)) : []
    if (page.length === 0) break
    tokens.push(...page)
  }
  return response.status === 200 ? withAnswer(response, { tokens: tokens.reverse() }) : response
})

/** Revokes a moment later, and says so by 202. */
const revokesLater: Wrap = (next) => {
  let pending: Request | undefined
  let left = 0
  return async (request) => {
    if (pending && left-- <= 0) {
      const due = pending
      pending = undefined
      await next(due)
    }
    const isStranger = !request.headers.has('authorization') || request.headers.get('authorization')!.includes('never-issued')
    if (tokenRequest(request)?.kind !== 'revoke' || isStranger) return await next(request)
    if (pending) await next(pending)
    pending = request
    left = 1
    return new Response(null, { status: 202 })
  }
}

/** Takes and shows times as texts of digits. */
const textTimes: Wrap = (next) => {
  const shown = changeTokens(['create', 'list', 'rename'], (token) => ({ ...token, expires_at: String(token['expires_at']) }))
  return shown(handleTokens((own) => async (request, { kind }) => {
    const sent = kind === 'create' || kind === 'rename' ? await bodyOf(request) : {}
    if (sent['expires_at'] === undefined) return await own(request)
    return await own(withBody(request, { ...sent, expires_at: typeof sent['expires_at'] === 'string' ? Number(sent['expires_at']) : 'none' }))
  })(next))
}

/** Lists by page number, oldest first, and gives the address of the next page. */
const numbered: Wrap = (next) => {
  const all = unpaged(next)
  return async (request) => {
    const url = new URL(request.url)
    if (tokenRequest(request)?.kind !== 'list') return await next(request)
    const response = await all(new Request(`${url.origin}${url.pathname}`, request))
    if (response.status !== 200) return response
    const number = Number(url.searchParams.get('page') ?? 1)
    const tokens = tokensIn(await bodyOf(response))
    const more = tokens.length > number * 3
    return withAnswer(response, { tokens: tokens.slice(number * 3 - 3, number * 3), page: number, next: more ? `${url.origin}${url.pathname}?page=${number + 1}` : null })
  }
}

/** Takes names of at most 32 characters, lower-case letters, digits and hyphens. */
const shortNames: Wrap = handleTokens((next) => async (request, { kind }) => {
  const { name } = kind === 'create' || kind === 'rename' ? await bodyOf(request) : {}
  return await next(typeof name === 'string' && !/^[a-z0-9-]{1,32}$/.test(name) ? withBody(request, {}) : request)
})

/** Takes and shows scopes as an object of flags. */
const flags: Wrap = (next) => {
  const shown = changeTokens(['create', 'list', 'rename'], (token) => ({ ...token, scopes: Object.fromEntries(['environments:read', 'catalogs:read', 'projects:read'].map((scope) => [scope, (token['scopes'] as readonly string[]).includes(scope)])) }))
  return shown(handleTokens((own) => async (request, { kind }) => {
    const sent = kind === 'create' || kind === 'rename' ? await bodyOf(request) : {}
    const { scopes } = sent
    if (typeof scopes !== 'object' || scopes === null) return await own(request)
    return await own(withBody(request, { ...sent, scopes: Array.isArray(scopes) ? 'none' : Object.entries(scopes).flatMap(([scope, flag]) => (flag === true ? [scope] : [])) }))
  })(next))
}

const refusals: Wrap = (next) => async (request) => {
  const response = await next(request)
  if (response.status === 401) return new Response(null, { status: 302, headers: { location: 'https://login.test/' } })
  return response.status === 400 || response.status === 415 ? new Response('No.', { status: 422, headers: { 'content-type': 'text/plain' } }) : response
}

it.each<readonly [string, Options]>([
  ['the secret beside the record, among other texts', { wrap: besideRecord }],
  ['records nested as in JSON:API', { wrap: nested }],
  ['an expiry that is brought within the range', { wrap: clamped }],
  ['attempts to change what is fixed that are ignored', { wrap: ignored }],
  ['times to the day', { wrap: days }],
  ['scopes as a text in another order', { wrap: scopeText }],
  ['a list that is not paged, oldest first, under a name of its own', { wrap: unpaged }],
  ['pages by number, oldest first, with the address of the next', { wrap: numbered }],
  ['names of at most 32 lower-case letters, digits and hyphens', { wrap: shortNames }],
  ['scopes as flags that nothing declares', { wrap: flags, change: ({ personalAccessTokens: _tokens, ...target }: Target) => target }],
  ['Unix seconds as texts that nothing declares', { wrap: textTimes, conventions: { expiresAtFormat: 'unix-seconds' }, change: ({ personalAccessTokens: _tokens, ...target }: Target) => target }],
  ['pages of one token', { conventions: { defaultLimit: 1, maximumLimit: 1 } }],
  ['a revocation that answers 202 and takes a moment', { wrap: revokesLater }],
  ['refusals by 422 as text and redirects to a login page', { wrap: refusals }],
  ['a clock eight months behind', { ahead: -240 }],
  ['a clock ten months ahead', { ahead: 300 }],
  ['a clock that nothing shows, nine days ahead', { ahead: 9, wrap: timeless }],
  ['a clock that nothing shows, three days behind', { ahead: -3, wrap: timeless }],
  ['a clock that nothing shows, two hours ahead', { ahead: 1 / 12, wrap: timeless }],
  ['Unix milliseconds that nothing declares', { conventions: { expiresAtFormat: 'unix-milliseconds' }, change: ({ personalAccessTokens: _tokens, ...target }: Target) => target }],
  ['Unix seconds and scopes that are objects, where nothing declares it', { conventions: { expiresAtFormat: 'unix-seconds', scopeFormat: 'object' }, change: ({ personalAccessTokens: _tokens, ...target }: Target) => target }],
])('passes every check given %s', async (_what, options) => {
  const result = await check(options)
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence', 'notApplicable')).toEqual([])
})

it('tries formats where the caller has no token that shows one', async () => {
  const wrap: Wrap = handleTokens((next) => {
    const seed = new Set<string>()
    return async (request, { kind }) => {
      const response = await next(request)
      if (kind !== 'list' || response.status !== 200) return response
      const body = await bodyOf(response)
      if (seed.size === 0) for (const { id } of tokensIn(body)) seed.add(id)
      return withAnswer(response, mapTokens(body, (token) => (seed.has(token.id) ? undefined : token)))
    }
  })
  const result = await check({ wrap, conventions: { expiresAtFormat: 'unix-milliseconds' }, change: (target) => ({ ...target, personalAccessTokens: { scopes: ['environments:read', 'catalogs:read'] } }) })
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
  expect(result.profile['expiresAt']).toBe('unix-milliseconds')
  const undeclared = await check({ wrap, change: ({ personalAccessTokens: _tokens, ...target }: Target) => target })
  expect(verdictOf(undeclared, 'pat.create.token')).toBe('insufficientEvidence')
  expect(resultLines(undeclared, 'fail', 'error', 'blocked')).toEqual([])
})

it('tells a token whose scopes allow no list from one that is not accepted', async () => {
  const change = (target: Target) => ({ ...target, personalAccessTokens: { ...target.personalAccessTokens, scopes: ['projects:read', 'catalogs:read'] } })
  expect(verdictOf(await check({ change }), 'pat.bearer.accepted')).toBe('pass')
  const alike = await check({ change, conventions: { unauthenticatedStatus: 403 } })
  expect(verdictOf(alike, 'pat.bearer.accepted')).toBe('insufficientEvidence')
  expect(resultLines(alike, 'fail', 'error', 'blocked')).toEqual([])
})

it('decides nothing of tokens given a caller that may not create them', async () => {
  const wrap: Wrap = handleTokens((next) => async (request, { kind }) => (kind === 'create' ? new Response('{"error":"forbidden"}', { status: 403, headers: { 'content-type': 'application/json' } }) : await next(request)))
  const result = await check({ wrap })
  expect(verdictOf(result, 'pat.create.token')).toBe('insufficientEvidence')
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
})

it('waits for short tokens to expire where no hook moves the clock, and says so where it would take too long', async () => {
  const noHooks = ({ hooks: _hooks, ...target }: Target): Target => target
  expect(verdictOf(await check({ change: noHooks }), 'oauth.expiry.refused')).toBe('insufficientEvidence')
  expect(verdictOf(await check({ change: noHooks, conventions: { accessTokenLifetime: 1 } }), 'oauth.expiry.refused')).toBe('pass')
})

it.each([['refuses', (next: FetchLike) => next], ['ignores', ignored]] as const)('leaves the caller with the tokens that it had before, without those that slipped through, given a target that %s a change to what is fixed', async (_what, wrap) => {
  const emulator = createEmulator({ conventions: { scopeRule: 'ignored' } })
  const target = toSubject(emulator).target
  const lenient: Wrap = handleTokens((next) => async (request, { kind }) => {
    const sent = kind === 'create' ? await bodyOf(request) : undefined
    return await next(sent && sent['name'] === undefined ? withBody(request, { ...sent, name: 'Untitled' }) : request)
  })
  const result = await runConformance({ target, checks: accessTokenChecks, fetch: lenient(wrap(emulator.fetch)) })
  expect(verdictOf(result, 'pat.requires-name.missing')).toBe('fail')
  expect(emulator.worlds.default.collection('access_tokens').all().map((record) => record['name'])).toEqual(['Default token'])
})

it('blames no stranger for a token of 9 days that is gone given a clock that another run has moved', async () => {
  let isMoved = false
  const shortOnes = new Set<string>()
  const isShort = (body: Body | undefined) => typeof body?.['expires_at'] === 'string' && Date.parse(body['expires_at']) < begin + 10 * day
  const wrap = handleTokens((next) => async (request, { kind }) => {
    if (request.method === 'DELETE' && !request.headers.has('authorization')) isMoved = true
    const body = kind === 'create' ? ((await request.clone().json()) as Body) : undefined
    if (isMoved && isShort(body)) return Response.json({ message: 'too early' }, { status: 422 })
    const response = await next(request)
    if (kind === 'create' && isShort(body) && response.status < 300) for (const { id } of tokensIn(await bodyOf(response.clone()))) shortOnes.add(id)
    return isMoved && kind === 'list' ? withAnswer(response, mapTokens(await bodyOf(response), (token) => (shortOnes.has(token.id) ? undefined : token))) : response
  })
  const result = await check({ wrap })
  expect(resultLines(result, 'fail')).toEqual([])
  expect(verdictOf(result, 'auth.required.access-tokens-revoke')).toBe('insufficientEvidence')
})
