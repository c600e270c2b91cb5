// Right servers whose tokens and credentials have other forms (clauses 2.2, 2.3, 4.1, 4.2, 5.2 and 5.3).
import type { RightServer } from './right-server.ts'
import { type Choices, openService } from './service/open-service.ts'
import { toText, twoYearsAfter } from './service/usual-policy.ts'

const day = 86_400_000

const kept = (
  name: string,
  description: string,
  choices: Choices,
  target: Readonly<Record<string, unknown>> = {},
  decided?: number,
): RightServer => ({
  name,
  description,
  make: () => openService(choices, { withHooks: true, target }),
  ...(decided === undefined ? {} : { decided }),
})

/** A client that lacks a scope: what needs it is not served, and so not decided. */
const lacking = (name: string, scope: string, scopes: readonly string[]): RightServer => ({
  ...kept(
    name,
    'Clause 5.3.6: what a token may do is determined by its scopes.',
    { oauth: { lacks: [scope] } },
    pats(undefined, scopes),
  ),
  blockedBy: / is missing/,
})

const pats = (expiresAt?: string, scopes: readonly unknown[] = ['environments:read', 'resources:read']) => ({
  personalAccessTokens: { scopes, ...(expiresAt ? { expiresAt } : {}) },
})

const startOfDay = (time: number): number => Math.floor(time / day) * day

/** Returns true if a moment is within 7 days and 2 years, by the calendar's days. */
const byDays = (expiry: number, now: number): boolean =>
  startOfDay(expiry) >= startOfDay(now) + 7 * day && startOfDay(expiry) <= startOfDay(twoYearsAfter(now))

const isoTime = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : undefined

const withOffset = (time: number, hours: number): string =>
  `${toText(time + hours * 3_600_000).slice(0, -1)}${hours < 0 ? '-' : '+'}0${Math.abs(hours)}:00`

const expiries: readonly RightServer[] = [
  kept('expires_at as a date', 'A token lasts to the end of its day. Clause 2.2 shows no format.', {
    expiry: {
      read: (value) => {
        const time = isoTime(value)
        return time === undefined ? undefined : startOfDay(time) + day - 1000
      },
      show: (expiry) => toText(expiry).slice(0, 10),
      isAllowed: byDays,
    },
  }),
  kept(
    'expires_at in Unix seconds',
    'The same, as in JWT.',
    {
      expiry: {
        read: (value) => (typeof value === 'number' ? value * 1000 : undefined),
        show: (expiry) => Math.floor(expiry / 1000),
      },
    },
    pats('unix-seconds'),
  ),
  kept(
    'expires_at in Unix milliseconds',
    'The same, as by Java.',
    { expiry: { read: (value) => (typeof value === 'number' ? value : undefined), show: (expiry) => expiry } },
    pats('unix-milliseconds'),
  ),
  kept('expires_at with an offset', 'RFC 3339 with the offset of the account.', {
    expiry: { show: (expiry) => withOffset(expiry, 2) },
  }),
  kept('expires_at with an offset to the west, and a blank', 'As by PostgreSQL.', {
    expiry: { show: (expiry) => withOffset(expiry, -5).replace('T', ' ') },
  }),
  kept('expires_at with six digits of a second', 'As by Python.', {
    expiry: { show: (expiry) => toText(expiry).replace('Z', '.000000+00:00') },
  }),
  kept('expires_at taken as RFC 3339 and shown in seconds', 'Clause 2.2 shows no format, in requests or answers.', {
    expiry: { show: (expiry) => Math.floor(expiry / 1000) },
  }),
  kept('expires_at as text of seconds', 'As by JavaScript clients of big integers.', {
    expiry: { show: (expiry) => String(Math.floor(expiry / 1000)) },
  }),
]

const records: readonly RightServer[] = [
  kept('scopes as a string', 'As in RFC 6749. Clause 2.2 does not show the format of scopes.', {
    scopes: { show: (scopes) => scopes.join(' ') },
  }),
  kept('scopes in another order, twice', 'A set has no order.', {
    scopes: { show: (scopes) => [...scopes].toReversed().concat(scopes) },
  }),
  kept('scopes as objects', 'The same, with descriptions.', {
    scopes: { show: (scopes) => scopes.map((scope) => ({ name: scope, description: `May use ${scope}` })) },
  }),
  kept('the secret beside the record', 'Clause 4.2: the created token, including its secret once.', {
    secret: (token, secret) => ({ token: secret, access_token: token }),
  }),
  kept('the secret as plainTextToken', 'As by Laravel Sanctum.', {
    secret: (token, secret) => ({ accessToken: token, plainTextToken: secret }),
  }),
  kept('a token list without pages', 'Clause 4.6 does not name the token list.', { token: { paged: false } }),
  kept('fixed members ignored', 'Clause 4.2: only the name can change; the rest is not read.', {
    token: { otherMembers: 'ignored' },
  }),
  kept('tokens that show a hint of their secret', 'As by GitHub: the last four characters. They are not the secret.', {
    show: (kind, record) =>
      kind === 'token' ? { ...record, last_four: '7xQz', prefix: 'pk_', last_used_at: null } : record,
  }),
]

const grants: readonly RightServer[] = [
  kept('no refresh tokens', 'Clause 5.2.3: if a refresh token was issued.', { oauth: { refresh: 'none' } }),
  kept('refresh tokens that stay', 'RFC 6749 section 6 lets the server keep one.', { oauth: { refresh: 'stays' } }),
  kept('a refresh that does not repeat the refresh token', 'RFC 6749: the client keeps the one it has.', {
    oauth: { refresh: 'stays', answer: ({ refresh_token: token, ...rest }) => ({ ...rest, refresh_token: token }) },
  }),
  kept('no expires_in', 'Clause 5.2.4: the name of any expiry field is not shown.', {
    oauth: { answer: ({ expires_in: _in, ...rest }) => rest },
  }),
  kept('expires_in as text', 'As by older Azure AD.', {
    oauth: { answer: (issued) => ({ ...issued, expires_in: String(issued['expires_in']), ext_expires_in: '1800' }) },
  }),
  kept('expires_in null', 'As by serializers that write every member.', {
    oauth: { answer: (issued) => ({ ...issued, expires_in: null, scope: null, id_token: null }) },
  }),
  kept('an access token alone', 'Clause 2.3 states no other member.', {
    oauth: { refresh: 'none', answer: ({ access_token: token }) => ({ access_token: token }) },
  }),
  kept('only the last token of a client', 'As by Strava: a new token ends the one before it.', {
    oauth: { onlyLast: true },
  }),
  kept('only the last token of a client, and 402 for the others', 'The same. Clause 7 states no status for it.', {
    oauth: { onlyLast: true },
    status: { stranger: 402 },
  }),
  kept('only the last token of a client, and 403 for the others', 'The same, as by AWS API Gateway.', {
    oauth: { onlyLast: true },
    status: { stranger: 403 },
  }),
  kept('a refresh token that ends all when it comes again', 'RFC 9700: a spent refresh token was stolen.', {
    oauth: { family: 'reuse ends', refreshLifetime: 2700 },
  }),
  kept('JSON Web Tokens', 'Tokens of two kilobytes, in three parts.', {
    oauth: { token: (random) => `eyJhbGciOiJSUzI1NiJ9.${`${random}AbC0-_`.repeat(40)}.${random.repeat(10)}` },
  }),
  kept('tokens with every sign that a Bearer token may have', 'RFC 6750: b64token.', {
    oauth: { token: (random) => `${random}-._~+/==` },
  }),
  kept('tokens of one minute', 'Clause 5.2.4: the lifetime is not shown.', { oauth: { lifetime: 60 } }),
  kept('tokens of thirty days', 'The same.', { oauth: { lifetime: 2_592_000 } }),
  lacking('a client that may not see catalogs', 'catalogs:read', ['environments:read', 'resources:read']),
  lacking('a client that may not use services', 'services:use', ['environments:read', 'resources:read']),
  lacking('a client that may not see configurations', 'configurations:read', ['environments:read', 'resources:read']),
  lacking('a client that may not see environments', 'environments:read', ['resources:read', 'catalogs:read']),
  kept('a client refused by 400, a grant by 401', 'Clause 7 states no status for either.', {
    oauth: { status: { client: 400, grant: 401 } },
  }),
  kept('a client refused by 403', 'The same.', { oauth: { status: { client: 403, grant: 403 } } }),
]

/** Right servers whose tokens and credentials have other forms. */
export const credentialServers: readonly RightServer[] = [...expiries, ...records, ...grants]
