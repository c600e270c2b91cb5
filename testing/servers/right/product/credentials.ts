// Factors of credentials (clauses 2.2, 2.3, 4.1, 4.2 and 5).
import { secrets } from '../service/service.ts'
import { toText } from '../service/usual-policy.ts'
import type { Factor } from './factor.ts'

const day = 86_400_000

/** No form of an access token is shown. */
export const tokens: Factor = {
  opaque: {},
  'JSON Web Tokens': {
    choices: {
      oauth: { token: (random) => `eyJhbGciOiJSUzI1NiJ9.${`${random}AbC0-_`.repeat(8)}.${random.repeat(2)}` },
    },
  },
  'of two kilobytes': { choices: { oauth: { token: (random) => `${random}.${random.repeat(62)}` } } },
  'with every sign': { choices: { oauth: { token: (random) => `${random}-._~+/==` } } },
  'three at most': { choices: { oauth: { mostTokens: 3 } } },
  'the last alone': { choices: { oauth: { onlyLast: true } } },
  hexadecimal: {
    choices: {
      oauth: {
        token: (random) => [...random].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join(''),
      },
    },
  },
}

/** Clause 5.2.3: a refresh token, if one was issued. Its lifetime is not shown. */
export const refreshTokens: Factor = {
  rotates: {},
  none: { choices: { oauth: { refresh: 'none' } } },
  stays: { choices: { oauth: { refresh: 'stays' } } },
  'rotates and ends': {},
  'replaces the access token': { choices: { oauth: { family: 'a refresh replaces' } } },
  'ends all when it comes again': { choices: { oauth: { family: 'reuse ends' } } },
  'stays and ends': { choices: { oauth: { refresh: 'stays' } } },
  'null, as none is issued': {
    choices: { oauth: { refresh: 'none', answer: (issued) => ({ ...issued, refresh_token: null }) } },
  },
}

/** Clause 5.2.4: the lifetime of an access token is not shown. Seconds. */
export const lifetimes: Factor = {
  '1800': {},
  '12': { choices: { oauth: { lifetime: 12 } } },
  '60': { choices: { oauth: { lifetime: 60 } } },
  '300': { choices: { oauth: { lifetime: 300 } } },
  '3600': { choices: { oauth: { lifetime: 3600 } } },
}

type Answer = (issued: Readonly<Record<string, unknown>>, now: number) => Readonly<Record<string, unknown>>

const announced = (answer: Answer): { readonly choices: { readonly oauth: { readonly answer: Answer } } } => ({
  choices: { oauth: { answer } },
})

/** Clause 5.2.4: nor is the name of an expiry field. */
export const announcements: Factor = {
  expires_in: {},
  'expires_in as text': announced((issued) => ({ ...issued, expires_in: String(issued['expires_in']) })),
  'expires_at, by a date': announced(({ expires_in: seconds, ...issued }, now) => ({
    ...issued,
    expires_at: toText(now + Number(seconds) * 1000),
  })),
  'expires_at, in seconds': announced(({ expires_in: seconds, ...issued }, now) => ({
    ...issued,
    expires_at: Math.floor(now / 1000) + Number(seconds),
  })),
  nothing: announced(({ expires_in: _seconds, refresh_expires_in: _refresh, ...issued }) => issued),
}

/** Clause 2.2 shows no format of expires_at, of scopes or of the secret. */
export const records: Factor = {
  usual: {},
  'Unix seconds, and scopes as text': {
    choices: {
      expiry: {
        read: (value) => (typeof value === 'number' ? value * 1000 : undefined),
        show: (expiry) => Math.floor(expiry / 1000),
      },
      scopes: { show: (scopes) => scopes.join(' ') },
    },
    target: { personalAccessTokens: { scopes: ['environments:read', 'resources:read'], expiresAt: 'unix-seconds' } },
  },
  'an offset, and the secret beside the record': {
    choices: {
      expiry: { show: (expiry) => `${toText(expiry + 7_200_000).slice(0, -1)}+02:00` },
      secret: (token, secret) => ({ token: secret, access_token: token }),
    },
  },
  'no pages, and other members ignored': { choices: { token: { paged: false, otherMembers: 'ignored' } } },
  'scopes as objects, and names once': {
    choices: {
      scopes: { show: (scopes) => scopes.map((scope) => ({ name: scope })) },
      token: { uniqueNames: true },
    },
  },
  'tokens until the end of a day': {
    choices: {
      expiry: {
        read: (value) => {
          const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : undefined
          return time === undefined ? undefined : Math.floor(time / day) * day + day - 1000
        },
        show: (expiry) => toText(expiry).slice(0, 10),
        isAllowed: (expiry, now) =>
          Math.floor(expiry / day) >= Math.floor(now / day) + 7 && toText(expiry).slice(0, 10) <= twoYears(now),
      },
    },
  },
}

/** The date two years later. */
function twoYears(now: number): string {
  const date = toText(now).slice(0, 10)
  return `${Number(date.slice(0, 4)) + 2}${date.slice(4)}`
}

const { clientId, clientSecret, integrationToken, apiKey, dsn, bearer } = secrets

/** Section 6 of the target file: everything is optional. */
export const declarations: Factor = {
  'a client': {},
  'a token beside the client': {
    target: {
      credentials: { token: bearer, oauth: { clientId, clientSecret }, integrationToken, apiKey, dsn },
    },
  },
  'no hooks': { hasHooks: false },
  'a token for all Bearer requests': {
    target: { credentials: { token: bearer, integrationToken: bearer, apiKey } },
  },
}
