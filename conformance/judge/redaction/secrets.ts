import { findOperation } from '../../catalogue/operations.ts'
import type { Target } from '../../target/target-file.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Redactor } from './redact.ts'

/** Names of members and headers that by themselves identify a string as a secret. */
const tokens = /^(?:access|refresh|id)_?token$/i
const telling = /^(?:client_?)?secret$|^token$|^api_?key$|^password$/i
const tellingHeader = /auth|cookie|token|secret|key|password/i

/** Other names of the secret in answers about tokens, and of the members next to it. */
const likeSecret = /secret|token|value|key|plain|bearer/i
const besideSecret = /id$|hash|digest|fingerprint|prefix|hint|last|mask|type|status|name|cursor|next|scope/i

/** A scope, such as `access-tokens:read`. */
const scope = /^[a-z][a-z_.-]*:[a-z]+$/

/** A shorter text under such a name is more likely a kind or a label than a secret. */
const shortest = 12
/** The deepest object that is searched: eight levels of an envelope, a list and its records. */
const deepest = 10

/** Registers the secrets of a target file. */
export function addTargetSecrets(
  { baseUrl, credentials = {}, headers: sent = {}, hooks = {} }: Target,
  redactor: Redactor,
): void {
  const { oauth, token, integrationToken, apiKey, dsn } = credentials
  const { password = '' } = URL.parse(baseUrl) ?? {}
  // A DSN in the form of an address names a project after its key. That id is not a secret, and reports mention it.
  const key = (dsn === undefined ? undefined : URL.parse(dsn)) ?? undefined
  for (const [secret, name] of [
    [oauth?.clientSecret, 'client_secret'],
    [token, 'token'],
    [integrationToken, 'integration_token'],
    [apiKey, 'API_KEY'],
    [key?.username ? undefined : dsn, 'DSN'],
    [decodeURIComponent(key?.username ?? ''), 'DSN_key'],
    [decodeURIComponent(key?.password ?? ''), 'DSN_key'],
    [decodeURIComponent(password), 'password'],
  ] as const)
    if (secret !== undefined) redactor.add(secret, name)
  if (oauth) redactor.add(`${oauth.clientId}:${oauth.clientSecret}`, 'client_id:client_secret')
  // A check sends the key as the password of an empty user name.
  if (apiKey !== undefined) redactor.add(`:${apiKey}`, ':API_KEY')
  if (key?.username) redactor.add(dsn!, 'DSN')
  for (const [name, value] of Object.entries(sent)) redactor.add(value, name)
  for (const [name, value] of Object.values(hooks).flatMap(({ headers = {} }) => Object.entries(headers)))
    if (tellingHeader.test(name)) redactor.learn(value.replace(/^\w+ /, ''), name)
}

/** Registers the secrets in an answer that have usual names. Checks add those with other names. */
export function learnSecrets({ request, response }: Pick<Exchange, 'request' | 'response'>, redactor: Redactor): void {
  const { operation } = request
  // The URL of a client's request is relative to its base URL.
  const { pathname } = new URL(request.url, 'http://localhost')
  const isTokenPart = operation !== undefined && findOperation(operation).part === 'tokens'
  // Hooks and undocumented addresses may be about tokens, too.
  const aboutTokens = isTokenPart || /token/i.test(pathname)
  const isPrepare = operation === undefined ? pathname.endsWith('/prepare-connect') : operation === 'connect.prepare'
  const prepares = isPrepare && request.method === 'POST' && !(response.status >= 300)
  const markOf = (name: string, text: string): string | undefined => {
    if (tokens.test(name)) return name
    if (text.length < shortest || /\s/.test(text)) return undefined
    if (telling.test(name) || (aboutTokens && likeSecret.test(name) && !besideSecret.test(name) && !scope.test(text)))
      return 'secret'
    return prepares && !besideSecret.test(name) ? 'state_code' : undefined
  }
  const learn = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > deepest) return
    for (const [name, member] of Object.entries(value)) {
      const mark = typeof member === 'string' ? markOf(name, member) : undefined
      if (mark === undefined) learn(member, depth + 1)
      else if (!request.url.includes(member)) redactor.learn(extractStateCode(member), mark)
    }
  }
  learn(response.json, 0)
}

/** The state code in a string, which may be the address to open: clause 4.3 does not show where the code is. */
function extractStateCode(text: string): string {
  return URL.parse(text, 'http://localhost')?.searchParams.get('prepare_state') ?? text
}
