// Factors of credentials (clauses 2.2, 2.3, 4.1, 4.2 and 5).
import type { Choices } from '../service/open-service.ts'
import { secrets } from '../service/service.ts'
import { toText } from '../service/usual-policy.ts'
import type { Factor, FactorValue } from './factor.ts'

const formed = (token: (text: string) => string): FactorValue => ({ choices: { oauth: { token } } })

const codes = (text: string, base: number): readonly string[] =>
  [...text].map((letter) => letter.charCodeAt(0).toString(base))

/** No form of a Bearer token is shown. */
export const tokens: Factor = {
  opaque: {},
  'JSON Web Tokens of two kilobytes': formed(
    (text) => `eyJhbGciOiJSUzI1NiJ9.${`${text}AbC0_`.repeat(40).replaceAll(/[^\w-]/g, '')}.${codes(text, 16).join('')}`,
  ),
  'of two kilobytes': formed((text) => `${text}.${text.repeat(62)}`),
  'base64 with every sign': formed((text) => `${text}-._~+/==`),
  'digits and points': formed((text) => codes(text, 10).join('.')),
  hexadecimal: formed((text) => codes(text, 16).join('')),
  'three at most': { choices: { oauth: { mostTokens: 3 } } },
  'the last alone': { choices: { oauth: { onlyLast: true } } },
}

/** Clause 5.2.3: a refresh token, if one was issued. Its lifetime is not shown. */
export const refreshTokens: Factor = {
  rotates: {},
  none: { choices: { oauth: { refresh: 'none' } } },
  stays: { choices: { oauth: { refresh: 'stays' } } },
  'stays, told once': { choices: { oauth: { refresh: 'stays, told once' } } },
  'rotates and ends': {},
  'replaces the access token': { choices: { oauth: { family: 'a refresh replaces' } } },
  'ends all when it comes again, and ends': { choices: { oauth: { family: 'reuse ends' } } },
  'stays and ends': { choices: { oauth: { refresh: 'stays' } } },
  'null, as none is issued': {
    choices: { oauth: { refresh: 'none', answer: (issued) => ({ ...issued, refresh_token: null }) } },
  },
}

/** Clause 5.2.4: the lifetime of an access token is not shown. Seconds. */
export const lifetimes: Factor = Object.fromEntries(
  [1800, 8, 60, 300, 2_592_000].map((lifetime) => [String(lifetime), { choices: { oauth: { lifetime } } }]),
)

type Answer = NonNullable<NonNullable<Choices['oauth']>['answer']>

const announced = (answer: Answer): FactorValue => ({ choices: { oauth: { answer } } })

/** Clause 5.2.4: nor is the name of an expiry field. */
export const announcements: Factor = {
  expires_in: {},
  'expires_in as text': announced((issued) => ({
    ...issued,
    expires_in: String(issued['expires_in']),
    ext_expires_in: '1800',
  })),
  'null, as is all that is not said': announced((issued) => ({
    ...issued,
    expires_in: null,
    scope: null,
    id_token: null,
  })),
  'expires_at, by a date': announced(({ expires_in: seconds, ...issued }, now) => ({
    ...issued,
    expires_at: toText(now + Number(seconds) * 1000),
  })),
  'expires_at, in seconds': announced(({ expires_in: seconds, ...issued }, now) => ({
    ...issued,
    expires_at: Math.floor(now / 1000) + Number(seconds),
  })),
  nothing: announced(({ expires_in: _seconds, refresh_expires_in: _refresh, ...issued }) => issued),
  'tokens alone': announced(({ access_token: access, refresh_token: refresh }) => ({
    access_token: access,
    ...(refresh === undefined ? {} : { refresh_token: refresh }),
  })),
}

/** Clauses 2.2 and 4.2 show no format of scopes or of the secret. */
export const records: Factor = {
  usual: {},
  'scopes as text': { choices: { scopes: { show: (scopes) => scopes.join(' ') } } },
  'the secret beside the record': { choices: { secret: (token, secret) => ({ token: secret, access_token: token }) } },
  'no pages, other members ignored, scopes twice': {
    choices: {
      token: { paged: false, otherMembers: 'ignored' },
      scopes: { show: (scopes) => [...scopes].toReversed().concat(scopes) },
      secret: (token, secret) => ({ accessToken: token, plainTextToken: secret }),
    },
  },
  'scopes as objects, and names once': {
    choices: {
      scopes: { show: (scopes) => scopes.map((scope) => ({ name: scope, description: `May use ${scope}` })) },
      token: { uniqueNames: true },
    },
  },
}

/** Clause 8 shows no such limit, and denies none. */
export const quotas: Factor = {
  none: {},
  'five tokens for a user': { choices: { moods: { quota: 5 } } },
}

const { clientId, clientSecret, integrationToken, apiKey, dsn, bearer } = secrets

/** Section 6 of the target file: everything is optional. */
export const declarations: Factor = {
  'a client': {},
  'a token beside the client': {
    target: (form) => ({
      credentials: {
        token: form(bearer),
        oauth: { clientId, clientSecret },
        integrationToken: form(integrationToken),
        apiKey,
        dsn,
      },
    }),
  },
  'no hooks': { hasHooks: false },
  'a token for all Bearer requests': {
    target: (form) => ({ credentials: { token: form(bearer), integrationToken: form(bearer), apiKey } }),
  },
}
