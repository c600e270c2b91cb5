// Right servers whose tokens are long, or look otherwise. SPEC.md shows no form of any token.
import type { FetchFunction } from '../../../conformance/send/sender.ts'
import { fromEmulator } from './from-emulator.ts'
import { mostDecided, type RightServer } from './right-server.ts'

/** How a token of the emulator looks outside. */
type Wrap = (token: string) => string

const names = new Set(['access_token', 'refresh_token', 'token'])

/** Puts each token that an answer shows into another form, and takes exactly that form for it. */
function wrapping(wrap: Wrap, known: readonly string[]): (next: FetchFunction) => FetchFunction {
  const inner = new Map(known.map((token) => [wrap(token), token]))
  const out = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(out)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        if (!names.has(name) || typeof member !== 'string') return [name, out(member)]
        inner.set(wrap(member), member)
        return [name, wrap(member)]
      }),
    )
  }
  return (next) => async (request) => {
    const headers = new Headers(request.headers)
    const [, scheme, value] = /^(Bearer) (.+)$/i.exec(headers.get('authorization') ?? '') ?? []
    if (scheme !== undefined && value !== undefined)
      headers.set('authorization', `${scheme} ${inner.get(value) ?? 'not-one-of-them'}`)
    let body = request.body === null ? null : await request.text()
    if (body !== null && headers.get('content-type')?.includes('urlencoded')) {
      const form = new URLSearchParams(body)
      const refresh = form.get('refresh_token')
      if (refresh !== null) form.set('refresh_token', inner.get(refresh) ?? 'not-one-of-them')
      body = form.toString()
    }
    const response = await next(new Request(request.url, { method: request.method, headers, body }))
    const isJson = response.body !== null && /json/.test(response.headers.get('content-type') ?? '')
    if (!isJson || !/token/.test(request.url)) return response
    const changed = new Headers(response.headers)
    changed.delete('content-length')
    return new Response(JSON.stringify(out(JSON.parse(await response.text()))), {
      status: response.status,
      headers: changed,
    })
  }
}

const server = (name: string, description: string, wrap: Wrap): RightServer => ({
  name,
  description,
  decided: mostDecided,
  make: () => {
    const plain = fromEmulator({}).target.credentials!
    const { token, integrationToken } = plain
    return fromEmulator({
      between: wrapping(wrap, [token!, integrationToken!]),
      target: (target) => ({
        ...target,
        credentials: { ...target.credentials, token: wrap(token!), integrationToken: wrap(integrationToken!) },
      }),
    })
  },
})

const base64url = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** A text that follows from another one, in letters and digits. */
function derived(text: string, length: number): string {
  let state = 7
  let made = ''
  for (let at = 0; made.length < length; at++) {
    state = (Math.imul(state, 31) + text.charCodeAt(at % text.length) + at) >>> 0
    made += (state % 36).toString(36)
  }
  return made
}

/** A JSON Web Token (RFC 7519) whose payload and signature follow from a token. */
const jwt: Wrap = (token) =>
  [
    base64url('{"alg":"HS256","typ":"JWT"}'),
    base64url(JSON.stringify({ iss: 'https://id.example', sub: 'user-17', jti: token })),
    derived(token, 43),
  ].join('.')

/** Right servers whose tokens look otherwise. */
export const wrappedTokenServers: readonly RightServer[] = [
  server(
    'tokens of two kilobytes',
    'Tokens that carry every permission of a user.',
    (token) => `${token}.${derived(token, 2000)}`,
  ),
  server('tokens in the form of a JSON Web Token', 'Most identity providers.', jwt),
  server(
    'JSON Web Tokens of two kilobytes',
    'The same with many claims.',
    (token) => `${jwt(token)}${derived(token, 1800)}`,
  ),
  server('tokens in base64 with padding', 'Opaque bytes, with + and / and =.', (token) =>
    `${btoa(`\u00FB\u00FF${token}`)}=`.replace(/=+$/, '=='),
  ),
  server('tokens in hexadecimal', 'Hashes, in one case.', (token) =>
    [...token].map((letter) => letter.charCodeAt(0).toString(16)).join(''),
  ),
  server('tokens of digits and points', 'RFC 6750 allows - . _ ~ + / and letters.', (token) =>
    [...token].map((letter) => letter.charCodeAt(0)).join('.'),
  ),
]
