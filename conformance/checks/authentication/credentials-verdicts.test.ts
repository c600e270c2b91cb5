// Credentials of which several texts mean the same, other ways to what is protected, and refusals by a firewall.
import { emulatorSubject } from '../../../testing/conformance/subject.ts'
import { checksBlameNothing, itEnds } from '../../../testing/servers/ends.ts'
import { json, type OddEmulator, oddEmulator, markupPage, type Wrap } from '../../../testing/servers/odd-emulator.ts'
import type { Target } from '../../target/target-file.ts'

type Credentials = Required<NonNullable<Target['credentials']>>

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

const declaring = (change: (credentials: Credentials) => Partial<Credentials>, between: Wrap): OddEmulator => ({
  between,
  target: ({ credentials, ...target }) => ({
    ...target,
    credentials: { ...credentials, ...change(credentials as Credentials) },
  }),
})

/** A server whose credentials are written in another way, and read so that some texts mean the same. */
function written(write: (secret: string) => string, meaning: (text: string) => string): OddEmulator {
  const { token, integrationToken, apiKey, oauth } = emulatorSubject().target.credentials as Credentials
  const secrets = [token, integrationToken, apiKey, oauth.clientSecret]
  const known = new Map(secrets.map((secret) => [meaning(write(secret)), secret]))
  return declaring(
    () => ({
      token: write(token),
      integrationToken: write(integrationToken),
      apiKey: write(apiKey),
      oauth: { ...oauth, clientSecret: write(oauth.clientSecret) },
    }),
    reading((spelled) => known.get(meaning(spelled)) ?? spelled),
  )
}

const base64 = (text: string) => Buffer.from(text).toString('base64url')
const bytes = (text: string, encoding: 'base64' | 'hex') => Buffer.from(text, encoding).toString('latin1')
const toHex = (secret: string) => Buffer.from(secret).toString('hex')
const lower = (text: string) => text.toLowerCase()
const jwt = (secret: string) =>
  ['{"alg":"HS384"}', JSON.stringify({ sub: secret }), `signature of ${secret}`.padEnd(48)].map(base64).join('.')
/** The header and the payload as texts, and the bytes of the signature, as decoders without a check of the rest. */
const decodeJwt = (text: string) => {
  const [, signed, signature] = /^([^.]+\.[^.]+)\.(.*)$/.exec(text) ?? []
  return signed === undefined ? text : `${signed} ${bytes(signature!, 'base64')}`
}

/** The payload of a JSON Web Token. */
const decodePayload = (text: string) =>
  JSON.parse(Buffer.from(text.split('.')[1]!, 'base64').toString()) as { readonly sub: string }

/** Answers HEAD with success, whatever the path. */
const anyHead: Wrap = (next) => async (request) =>
  request.method === 'HEAD' ? new Response(null) : await next(request)
/** Answers paths with a slash too many by a page. */
const pageAtSlash: Wrap = (next) => async (request) =>
  /^\/(?:1\.13|services).*\/$/.test(new URL(request.url).pathname) ? markupPage('Try our app') : await next(request)

/** Refuses the DSN. */
const refuseDsn =
  (refusal: () => Response): Wrap =>
  (next) =>
  async (request) => {
    if (request.headers.get('authorization')?.startsWith('DSN')) return refusal()
    const response = await next(request)
    const headers = new Headers(response.headers)
    headers.set('server', 'the-api')
    return new Response(response.body, { status: response.status, headers })
  }

checksBlameNothing(['*.near-misses', '*.one-character', '*.wrong-secret', '*-verified.wrong'], oddEmulator, [
  ['JSON Web Tokens with signatures in lax base64', written(jwt, decodeJwt)],
  ['hexadecimal in any case', written(toHex, (text) => bytes(text, 'hex'))],
  [
    'base64 of which bytes count',
    written(
      // Of its last letter, only two bits are read.
      (secret) => btoa(secret.padEnd(Math.ceil(secret.length / 3) * 3 + 1, '!')),
      (text) => bytes(text, 'base64'),
    ),
  ],
  ['letters whose case does not matter', written(lower, lower)],
  ['a prefix and hexadecimal in any case', written((secret) => `KEY_${toHex(secret)}`, lower)],
])
checksBlameNothing(['auth.dsn*', 'auth.required.environments'], oddEmulator, [
  [
    'a DSN with a second key that nothing reads',
    declaring(
      ({ dsn }) => ({ dsn: dsn.replace('@', ':old-secret-of-the-key@') }),
      reading((spelled) => spelled.replace(/:[^/:@]*@/, '@')),
    ),
  ],
  [
    'a firewall before the API that refuses a DSN',
    refuseDsn(() => new Response('<html>', { status: 403, headers: { 'content-type': 'text/html', server: 'edge' } })),
    ['auth.dsn-verified.wrong', 'auth.dsn-verified.near-misses', 'auth.dsn.accepted'],
  ],
])
checksBlameNothing(['*.side-doors'], oddEmulator, [
  ['HEAD that is answered with 200 for whatever path', anyHead],
  ['a page for people at paths with a slash too many', pageAtSlash],
])

/** Shows only tokens that were created since, and takes their ids in place of their secrets. */
const tokensById: Wrap = (next) => {
  const secrets = new Map<string, string>()
  return async (request) => {
    const isTokens = new URL(request.url).pathname.endsWith('/access-tokens')
    const headers = new Headers(request.headers)
    const secret = secrets.get(headers.get('authorization')?.slice('Bearer '.length) ?? '')
    if (secret !== undefined) headers.set('authorization', `Bearer ${secret}`)
    const response = await next(new Request(request, { headers }))
    if (!isTokens || !response.ok) return response
    const body = (await response.json()) as { readonly id: string; readonly token: string; data?: { id: string }[] }
    if (request.method === 'POST') secrets.set(body.id, body.token)
    return json({ ...body, ...(body.data && { data: body.data.filter(({ id }) => secrets.has(id)) }) }, response.status)
  }
}

itEnds(oddEmulator, [
  [
    'auth.invalid-bearer.created-token',
    'fail: expected a refusal of the id of a token of the run',
    'a caller whose first token is also known by its id',
    tokensById,
  ],
  [
    'auth.invalid-bearer.one-character',
    'fail',
    'signatures that nothing looks at',
    written(jwt, (text) => text.split('.').slice(0, 2).join('.')),
  ],
  [
    'auth.invalid-bearer.near-misses',
    'fail',
    'tokens that need no signature',
    written(jwt, (text) => (text.endsWith('.') ? jwt(decodePayload(text).sub) : text)),
  ],
  [
    'auth.dsn.accepted',
    'insufficientEvidence: the refusal appears to come from something in front of the API',
    'a firewall, where nothing else is asked',
    refuseDsn(() => new Response('<html>', { status: 403, headers: { server: 'edge' } })),
  ],
])
