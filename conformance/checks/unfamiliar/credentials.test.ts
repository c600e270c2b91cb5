import { expect, it } from 'vitest'
import type { FetchLike } from '../../../emulator/disturb/deviations/define-deviation.ts'
import { emulatorSubject, resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { ConformanceOptions } from '../../judge/run-conformance.ts'
import type { RunResult } from '../../judge/result.ts'
import type { Target } from '../../target/target-file.ts'
import { authenticationChecks } from '../authentication/authentication-checks.ts'
import { connectChecks } from '../connect/connect-checks.ts'
import { accessTokenChecks } from '../access-tokens/access-tokens-checks.ts'
import { legacyChecks } from '../legacy/legacy-checks.ts'
import { oauthChecks } from '../oauth/oauth-checks.ts'

type Credentials = Required<NonNullable<Target['credentials']>>
type Wrap = (next: FetchLike) => FetchLike

const testedChecks = [...accessTokenChecks, ...oauthChecks, ...authenticationChecks, ...connectChecks, ...legacyChecks]

interface Options extends Partial<ConformanceOptions> {
  readonly wrap?: Wrap
  readonly declare?: (credentials: Credentials) => Partial<Credentials>
  readonly conventions?: Parameters<typeof emulatorSubject>[0]
}

async function check({ wrap = (next) => next, declare = () => ({}), conventions, ...options }: Options) {
  const { target, fetch } = emulatorSubject(conventions)
  const credentials = target.credentials as Credentials
  return await runKit(
    {
      target: { ...target, credentials: { ...credentials, ...declare(credentials) } },
      fetch: wrap(fetch as FetchLike),
    },
    { checks: testedChecks, ...options },
  )
}

const alarms = (result: RunResult) => resultLines(result, 'fail', 'error', 'blocked')

/** Replaces the credential of each request: what a server reads in place of what came. */
const reading =
  (read: (credential: string) => string): Wrap =>
  (next) =>
  async (request) => {
    const headers = new Headers(request.headers)
    const [, scheme, value] = /^(\w+) (.*)$/.exec(headers.get('authorization') ?? '') ?? []
    if (scheme === 'Basic') headers.set('authorization', `Basic ${btoa(`${read(atob(value!).slice(0, -1))}:`)}`)
    else if (scheme !== undefined) headers.set('authorization', `${scheme} ${read(value!)}`)
    const form = new URLSearchParams(request.url.endsWith('/oauth/token') ? await request.clone().text() : '')
    const secret = form.get('client_secret')
    if (!secret) return await next(new Request(request, { headers }))
    form.set('client_secret', read(secret))
    return await next(new Request(request.url, { method: 'POST', headers, body: form.toString() }))
  }

/** A server whose credentials are written in another way, and read so that some texts mean the same. */
function written(write: (secret: string) => string, meaning: (text: string) => string): Options[] {
  const { credentials } = emulatorSubject().target as { readonly credentials: Credentials }
  const { token, integrationToken, apiKey, oauth } = credentials
  const known = new Map(
    [token, integrationToken, apiKey, oauth.clientSecret].map((secret) => [meaning(write(secret)), secret]),
  )
  return [1, 2, 3].map((seed) => ({
    seed,
    quick: seed !== 3,
    declare: () => ({
      token: write(token),
      integrationToken: write(integrationToken),
      apiKey: write(apiKey),
      oauth: { ...oauth, clientSecret: write(oauth.clientSecret) },
    }),
    wrap: reading((spelled) => known.get(meaning(spelled)) ?? spelled),
  }))
}

const bytes = (text: string, encoding: 'base64' | 'hex') => Buffer.from(text, encoding).toString('latin1')
const jwt = (secret: string) => {
  const [header, payload] = ['{"alg":"HS384"}', JSON.stringify({ sub: secret })].map((part) =>
    Buffer.from(part).toString('base64url'),
  )
  return `${header}.${payload}.${Buffer.from(`signature of ${secret}`.padEnd(48)).toString('base64url')}`
}
/** The header and the payload as texts, and the bytes of the signature, as decoders without a check of the rest. */
const ofJwt = (text: string) => {
  const [, signed, signature] = /^([^.]+\.[^.]+)\.(.*)$/.exec(text) ?? []
  return signed === undefined ? text : `${signed} ${bytes(signature!, 'base64')}`
}

it.each<[string, Options[]]>([
  ['JSON Web Tokens with signatures in lax base64', written(jwt, ofJwt)],
  [
    'hexadecimal in any case',
    written(
      (secret) => Buffer.from(secret).toString('hex'),
      (text) => bytes(text, 'hex'),
    ),
  ],
  [
    'base64 with padding, of which bytes count',
    written(
      (secret) => btoa(`${secret}!`),
      (text) => bytes(text, 'base64'),
    ),
  ],
  [
    'base64url, of which bytes count',
    written(
      (secret) => Buffer.from(`${secret}!`).toString('base64url'),
      (text) => bytes(text, 'base64'),
    ),
  ],
  [
    'letters in one case, whose case does not matter',
    written(
      (secret) => secret.toLowerCase(),
      (text) => text.toLowerCase(),
    ),
  ],
  [
    'a prefix in its own case and a hexadecimal rest',
    written(
      (secret) => `KEY_${Buffer.from(secret).toString('hex')}`,
      (text) => text.toLowerCase(),
    ),
  ],
])('blames nothing given credentials that are %s', async (_what, runs) => {
  for (const options of runs) expect(alarms(await check(options))).toEqual([])
})

it.each<[string, (text: string) => string, string]>([
  ['does not look at signatures', (text) => text.split('.').slice(0, 2).join('.'), 'auth.invalid-bearer.one-character'],
  [
    'takes tokens without a signature',
    (text) => (text.endsWith('.') ? text.split('.')[1]! : ofJwt(text).replace(/^[^.]*\.(\S+).*$/s, '$1')),
    'auth.invalid-bearer.near-misses',
  ],
])('blames a server of JSON Web Tokens that %s', async (_what, meaning, id) => {
  const [, , whole] = written(jwt, meaning)
  expect(resultLines(await check({ ...whole, checks: authenticationChecks }), 'fail').join('\n')).toContain(
    `${id} fail`,
  )
})

it('notes what no sentence states, and does not judge it', async () => {
  const result = await check({
    checks: [...oauthChecks, ...authenticationChecks],
    wrap: (next) => async (request) => {
      const form = new URLSearchParams(request.url.endsWith('/oauth/token') ? await request.clone().text() : '')
      if (form.get('grant_type') === 'unknown_grant') form.set('grant_type', 'client_credentials')
      const response = await next(form.size > 0 ? new Request(request.url, { method: 'POST', body: form }) : request)
      return response.status === 401 && form.size === 0
        ? new Response('<!doctype html><p>Sign in', { status: 401, headers: { 'content-type': 'text/html' } })
        : response
    },
  })
  expect(alarms(result)).toEqual([])
  expect(result.findings).toMatchObject({
    unknownGrantType: 'gets an access token',
    unauthenticated: '401 with a page',
  })
})

it('blames nothing given a DSN with a second key that nothing reads', async () => {
  const result = await check({
    declare: ({ dsn }) => ({ dsn: dsn.replace('@', ':old-secret-of-the-key@') }),
    wrap: reading((spelled) => spelled.replace(/:[^/:@]*@/, '@')),
  })
  expect(alarms(result)).toEqual([])
  expect(resultLines(result, 'pass').filter((line) => line.startsWith('auth.dsn-verified'))).toHaveLength(2)
})

const toHead =
  (answer: (request: Request) => Response | undefined): Wrap =>
  (next) =>
  async (request) =>
    (request.method === 'HEAD' ? answer(request) : undefined) ?? (await next(request))

it.each<[string, Wrap]>([
  ['HEAD that is answered with 200 for whatever path', toHead(() => new Response(null))],
  [
    'HEAD that is known at the legacy root alone, whose Allow names it',
    toHead(({ url }) => (new URL(url).pathname === '/0/' ? undefined : new Response(null, { status: 405 }))),
  ],
  [
    'paths that redirect to their own form with or without a slash',
    (next) => async (request) => {
      const { pathname, origin, search } = new URL(request.url)
      const isSlashed = pathname.endsWith('/')
      const wanted = pathname.startsWith('/0/')
      if (isSlashed === wanted || pathname.startsWith('/_emulator')) return await next(request)
      const location = `${origin}${isSlashed ? pathname.slice(0, -1) : `${pathname}/`}${search}`
      return new Response(null, { status: 308, headers: { location } })
    },
  ],
  [
    'a page for people at paths with a slash too many',
    (next) => async (request) =>
      /^\/(?:1\.13|services).*\/$/.test(new URL(request.url).pathname)
        ? new Response('<!doctype html><p>Try our app', { headers: { 'content-type': 'text/html' } })
        : await next(request),
  ],
])('passes every other way to what is protected given %s', async (_what, wrap) => {
  const result = await check({ wrap })
  expect(alarms(result)).toEqual([])
  const doors = resultLines(result, 'pass', 'insufficientEvidence').filter((line) => line.includes('side-doors'))
  expect(doors.map((line) => line.split(' ')[1])).toEqual(['pass:', 'pass:', 'pass:'])
})

it.each(['consent', 'redirect', 'immediate'] as const)(
  'decides all about state codes given the flow %s',
  async (connectFlow) => {
    const result = await check({ conventions: { connectFlow }, checks: connectChecks })
    expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
  },
)
