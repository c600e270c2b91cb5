// The credentials of requests: Bearer tokens, keys, and secrets in addresses (clauses 5.1 and 5.4 to 5.6).
import { findOperation } from '../../catalogue/operations.ts'
import { type Phrase, phrase, jsonPhrase } from '../../conclusions/phrase.ts'
import { percentDecoded } from '../../percent-decoded.ts'
import { isObject, collectTexts } from '../../reading/find-list.ts'
import { tokenObject } from '../../reading/token-answer.ts'
import type { SecretName, ClientConclusion } from '../conclusions/client-conclusion.ts'
import { type Destination, resolveDestination } from '../evidence/destinations.ts'

import { readAuthorization, sentBearer, isCall, issuedTokens, isRedirected } from '../evidence/tokens.ts'
import type { ClientExchange } from '../evidence/transcript.ts'
import { type ClientCheck, clientLaw, judgeRequestsEach, type WireRun, wrong } from './law.ts'

/** Destinations that need no credential, or that other laws judge by their path. */
export const openDestinations: ReadonlySet<Destination['operation']> = new Set([
  'oauth.token',
  'connect.browser',
  'legacy.root',
  undefined,
] as const)

/** Every request to a protected endpoint carries a Bearer token, as it was issued. */
export const bearer: ClientCheck = clientLaw({
  id: 'client.bearer',
  trap: 'The client sends a request to a protected endpoint of the versioned API or the Services API.',
  except: ['list-projects', 'use-access-token', 'get-token'],
  judge(run) {
    const known = knownTokens(run)
    return judgeRequestsEach(protectedRequests, phrase`No request to a protected endpoint came`, (exchange) => {
      const sent = readAuthorization(exchange)
      if (sent === undefined || sent.scheme !== 'bearer' || sent.value === '')
        return wrong.credential(exchange, 'accessToken', phrase`Authorization: Bearer <access_token>`)
      // A watched test may send a wrong token on purpose; no task asks for one.
      if (run.task === undefined || run.transcript.cut || known.has(sent.value)) return undefined
      const expected = phrase`Authorization: Bearer with a token that was issued in this run`
      return wrong.credential(exchange, 'accessToken', expected, jsonPhrase(sent.value))
    })(run)
  },
})

/**
 * Requests to protected endpoints. Requests to the legacy API are included only with a Bearer token or no credential.
 */
function protectedRequests(run: WireRun): readonly ClientExchange[] {
  return run.transcript.exchanges.filter((exchange) => {
    const { operation } = resolveDestination(exchange, run.dialect)
    if (openDestinations.has(operation) || !isCall(exchange) || isRedirected(exchange, run.transcript)) return false
    // A client has no token yet when it requests one under a version.
    if (operation === 'versioned' && exchange.path.endsWith('/oauth/token')) return false
    if (operation === 'versioned' || findOperation(operation!).part !== 'legacy') return true
    const sent = readAuthorization(exchange)
    return !(sent && ['basic', 'dsn'].includes(sent.scheme) && run.task === undefined)
  })
}

/** All tokens that the client was given or issued, also by a request that lost the path of the base URL. */
function knownTokens(run: WireRun): ReadonlySet<unknown> {
  const { token, integrationToken } = run.credentials
  const issued = issuedTokens(run).map(({ accessToken }) => accessToken)
  const outside = run.transcript.outside.map((exchange) => tokenObject(exchange.response?.json)?.['access_token'])
  return new Set([token, integrationToken, ...issued, ...outside])
}

type SentCredential = NonNullable<ReturnType<typeof readAuthorization>>

/** A credential of the legacy API. */
interface LegacyCredential {
  readonly id: 'client.integration-token' | 'client.api-key' | 'client.dsn'
  /** The value of the task's input `credential`. */
  readonly credential: 'integrationToken' | 'apiKey' | 'dsn'
  readonly trap: string
  /** True if a request of a watched client uses this credential. */
  readonly isWatched: (sent: SentCredential, run: WireRun) => boolean
  /** The fault of the header, in words that follow its value; undefined for a correct one. */
  readonly faultOf: (sent: SentCredential, run: WireRun) => Phrase | undefined
  readonly expected: (run: WireRun) => Phrase
}

const credentials: readonly LegacyCredential[] = [
  {
    id: 'client.integration-token',
    credential: 'integrationToken',
    trap: 'The client lists projects with the token of an internal integration.',
    isWatched: ({ value }, { credentials: { integrationToken } }) => value === integrationToken,
    expected: ({ credentials: { integrationToken } }) => phrase`Authorization: Bearer ${integrationToken}`,
    faultOf: ({ scheme, value }, { credentials: { integrationToken } }) =>
      scheme === 'bearer' && value === integrationToken ? undefined : phrase``,
  },
  {
    id: 'client.api-key',
    credential: 'apiKey',
    trap: 'The client authenticates with an API key.',
    isWatched: ({ scheme, value }, { credentials: { apiKey } }) =>
      value === apiKey || (scheme === 'basic' && tryDecodeBase64(value)?.startsWith(apiKey) === true),
    expected: ({ credentials: { apiKey } }) => phrase`Authorization: Basic with "${apiKey}:" in base64`,
    faultOf: ({ scheme, value }, { credentials: { apiKey } }) => {
      if (scheme !== 'basic') return phrase``
      const text = tryDecodeBase64(value)
      if (text === undefined) return phrase`, which is not base64`
      if (text === `${apiKey}:`)
        return /[-_]/.test(value) ? phrase`, which is in the base64 of addresses (base64url)` : undefined
      if (text === apiKey) return phrase`, which has no colon`
      return text.startsWith(`${apiKey}:`)
        ? phrase`, whose password is not empty`
        : phrase`, which is ${jsonPhrase(text)}`
    },
  },
  {
    id: 'client.dsn',
    credential: 'dsn',
    trap: 'The client authenticates with a DSN.',
    isWatched: ({ scheme, value }, { credentials: { dsn } }) => scheme === 'dsn' || value === dsn,
    expected: ({ credentials: { dsn } }) => phrase`Authorization: DSN ${dsn}`,
    faultOf: ({ scheme, value }, { task, credentials: { dsn } }) => {
      const isRight = task === undefined && value !== dsn ? value !== '' : value === dsn
      return scheme === 'dsn' && isRight ? undefined : phrase``
    },
  },
]

/** The credentials of the legacy API: each in its own scheme. */
export const legacyCredentials: readonly ClientCheck[] = credentials.map(
  ({ id, credential, trap, isWatched, faultOf, expected }) =>
    clientLaw({
      id,
      trap,
      tasks: ['list-projects'],
      input: (input) => input['credential'] === credential,
      judge: judgeRequestsEach(
        (run) =>
          run.transcript.exchanges.filter((exchange) => {
            const { operation } = resolveDestination(exchange, run.dialect)
            if (!isCall(exchange)) return false
            if (run.task !== undefined)
              return operation === 'legacy-projects.list' && !isRedirected(exchange, run.transcript)
            const sent = readAuthorization(exchange)
            return operation !== 'oauth.token' && sent !== undefined && isWatched(sent, run)
          }),
        phrase`No request with this credential was sent`,
        (exchange, run) => {
          const sent = readAuthorization(exchange)
          const fault = sent ? faultOf(sent, run) : phrase``
          const got = phrase`${jsonPhrase(exchange.request.headers['authorization'])}${fault ?? phrase``}`
          return fault && wrong.credential(exchange, credential, expected(run), got)
        },
      ),
    }),
)

/** Decodes base64, with or without padding, in either alphabet. */
function tryDecodeBase64(text: string): string | undefined {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return undefined
  }
}

/** Shorter texts may occur in an address by chance. */
const shortest = 8

/** No address contains a secret, in any encoding. */
export const secretsInHeaders: ClientCheck = clientLaw({
  id: 'client.secrets-in-headers',
  trap: 'The client sends any request while it has a secret.',
  judge(run) {
    const secrets = runSecrets(run).map(([name, value]) => ({ name, texts: secretEncodings(value) }))
    const found = new Map<string, SecretName | undefined>()
    const secretIn = (address: string): SecretName | undefined => {
      if (found.has(address)) return found.get(address)
      const forms = addressReadings(address)
      const isIn = (text: string) => forms.some((form) => form.includes(text))
      const secret = secrets.find(({ texts }) => texts.some(isIn))?.name
      found.set(address, secret)
      return secret
    }
    const faultOf = (address: string, at?: ClientExchange): ClientConclusion | undefined => {
      const secret = secretIn(address)
      return (
        secret && {
          verdict: 'fail',
          expected: phrase`an address without secrets`,
          got: phrase`${jsonPhrase(address)} with ${secretWords[secret]}`,
          fact: { kind: 'secret', at, secret },
        }
      )
    }
    const { exchanges } = run.transcript
    const judged = judgeRequestsEach(
      () => exchanges,
      phrase`No request came`,
      (exchange) => faultOf(exchange.request.url, exchange),
    )(run)
    const fault = judged.verdict === 'pass' ? faultOf(addressForBrowser(run)) : undefined
    return fault ? { ...fault, evidence: exchanges } : judged
  },
})

/** The address that the task `prepare-connect` reported, which a browser keeps in its history; empty without one. */
function addressForBrowser({ task, reported }: WireRun): string {
  const value = task === 'prepare-connect' && reported?.kind === 'value' ? reported.value : undefined
  return isObject(value) && typeof value['url'] === 'string' ? value['url'] : ''
}

const secretWords: Readonly<Record<SecretName, Phrase>> = {
  clientSecret: phrase`the client secret`,
  token: phrase`a token`,
  integrationToken: phrase`the integration token`,
  apiKey: phrase`the API key`,
  dsn: phrase`the DSN`,
  personalAccessToken: phrase`a personal access token`,
  accessToken: phrase`an access token`,
  refreshToken: phrase`a refresh token`,
}

function runSecrets(run: WireRun): readonly (readonly [name: SecretName, value: string])[] {
  const { clientId: _clientId, ...fixed } = run.credentials
  const { exchanges } = run.transcript
  const created = exchanges
    .filter(({ request: { operation } }) => operation === 'access-tokens.create')
    .map(({ response }) => response?.json)
  // A watched client may have got its token before watching began. Any token that was accepted is one.
  const accepted = exchanges.filter(({ credential }) => credential !== undefined).map(sentBearer)
  const issued = issuedTokens(run)
  const named: readonly (readonly [SecretName, unknown])[] = [
    ...(Object.entries(fixed) as [SecretName, string][]),
    ['personalAccessToken', run.input?.['secret']],
    // Long texts that are not ids, times or names.
    ...created
      .flatMap((json) => collectTexts(json))
      .flatMap(({ text }) => (text.length > 31 && !/[\s:]/.test(text) ? [['personalAccessToken', text] as const] : [])),
    ...[...new Set(accepted)].map((value) => ['accessToken', value] as const),
    ...issued.flatMap(({ accessToken, refreshToken }) => [
      ['accessToken', accessToken] as const,
      ['refreshToken', refreshToken] as const,
    ]),
  ]
  return named.flatMap(([name, value]) =>
    typeof value === 'string' && value.length >= shortest ? [[name, value] as const] : [],
  )
}

/** An address as received, decoded once and decoded twice. */
function addressReadings(address: string): readonly string[] {
  const spaced = (text: string) => percentDecoded(text.replaceAll('+', ' '))
  const once = percentDecoded(address)
  return [...new Set([address, once, percentDecoded(once), spaced(address)])]
}

/** A secret unchanged and in base64, with and without the colon of Basic. */
function secretEncodings(secret: string): readonly string[] {
  const isLatin = /^[\x20-\x7e]*$/.test(secret)
  const encoded = isLatin ? [secret, `${secret}:`].map((text) => btoa(text).replace(/=+$/, '')) : []
  const urlSafe = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [...new Set([secret, ...encoded, ...urlSafe])]
}
