import type { Target } from '../target/target-file.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { Redactor } from './redact.ts'

/** Names of members and headers that tell on their own that a text is a secret. */
const tokens = /^(?:access|refresh|id)_?token$/i
const telling = /^(?:client_?)?secret$|^token$|^api_?key$|^password$/i
const tellingHeader = /auth|cookie|token|secret|key|password/i

/** Other names of the secret in answers about tokens, and names of members next to it. */
const likeSecret = /secret|token|value|key|plain|bearer/i
const besideSecret = /id$|hash|digest|fingerprint|prefix|hint|last|mask|type|status|name|cursor|next|scope/i

/** A shorter text under a telling name is more likely a kind or a label than a secret. */
const shortest = 12
const deepest = 4

/** Registers the secrets of a target file. */
export function addTargetSecrets({ baseUrl, credentials = {}, hooks = {} }: Target, redactor: Redactor): void {
  const { oauth, token, integrationToken, apiKey, dsn } = credentials
  if (oauth) {
    redactor.add(oauth.clientSecret, 'client_secret')
    redactor.addWhole(`${oauth.clientId}:${oauth.clientSecret}`, 'client_id:client_secret')
  }
  for (const [secret, name] of [
    [token, 'token'],
    [integrationToken, 'integration_token'],
    [apiKey, 'API_KEY'],
  ] as const)
    if (secret !== undefined) redactor.add(secret, name)
  if (dsn !== undefined) addDsn(dsn, redactor)
  for (const [name, value] of Object.values(hooks).flatMap(({ headers = {} }) => Object.entries(headers)))
    if (tellingHeader.test(name)) redactor.learn(value.replace(/^\w+ /, ''), name)
  const password = URL.parse(baseUrl)?.password
  if (password) redactor.add(decodeURIComponent(password), 'password')
}

/** A DSN in the form of an address names a project after its key. That id is not a secret, and reports are about it. */
function addDsn(dsn: string, redactor: Redactor): void {
  const { username = '', password = '' } = URL.parse(dsn) ?? {}
  if (username === '') return redactor.add(dsn, 'DSN')
  redactor.addWhole(dsn, 'DSN')
  for (const key of [username, password]) if (key !== '') redactor.add(decodeURIComponent(key), 'DSN_key')
}

/** Registers the secrets in an answer that have usual names. Checks add those with other names. */
export function learnSecrets({ request, response }: Exchange, redactor: Redactor): void {
  const add = (secret: string, name: string) => {
    if (!redactor.knows(secret)) redactor.learn(secret, name)
  }
  const { pathname } = new URL(request.url)
  const aboutTokens = /token/i.test(pathname)
  const prepares = request.method === 'POST' && pathname.endsWith('/prepare-connect') && !(response.status >= 300)
  const learn = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > deepest) return
    for (const [name, member] of Object.entries(value)) {
      if (typeof member !== 'string') learn(member, depth + 1)
      else if (tokens.test(name)) add(member, name)
      else if (member.length < shortest || /\s/.test(member)) continue
      else if (telling.test(name) || (aboutTokens && likeSecret.test(name) && !besideSecret.test(name)))
        add(member, 'secret')
      else if (prepares && !besideSecret.test(name)) add(stateCodeIn(member), 'state_code')
    }
  }
  learn(response.json, 0)
}

/** The state code in a text, which may be the whole address to open: clause 4.3 does not show where the code is. */
function stateCodeIn(text: string): string {
  return URL.parse(text, 'http://localhost')?.searchParams.get('prepare_state') ?? text
}
