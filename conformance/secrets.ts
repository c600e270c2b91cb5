import type { Exchange } from './exchange.ts'
import type { Redactor } from './redact.ts'
import type { Target } from './target-file.ts'

/** Names of members and headers whose texts are secrets by their name alone. */
const tokens = /^(?:access|refresh|id)_?token$/i
const telling = /^(?:client_?)?secret$|^token$|^api_?key$|^password$/i
const tellingHeader = /auth|cookie|token|secret|key|password/i

/** A text under a telling name that is shorter is rather a kind or a label than a secret. */
const shortest = 12
const deepest = 4

/** Registers the secrets that a target file gives. */
export function addTargetSecrets({ baseUrl, credentials = {}, hooks = {} }: Target, redactor: Redactor): void {
  const { oauth, token, integrationToken, apiKey, dsn } = credentials
  if (oauth) {
    redactor.add(oauth.clientSecret, 'client_secret')
    redactor.addBasic(oauth.clientId, oauth.clientSecret, 'client_id:client_secret')
  }
  for (const [secret, name] of [[token, 'token'], [integrationToken, 'integration_token'], [apiKey, 'API_KEY'], [dsn, 'DSN']] as const) if (secret !== undefined) redactor.add(secret, name)
  for (const [name, value] of Object.values(hooks).flatMap(({ headers = {} }) => Object.entries(headers))) if (tellingHeader.test(name)) redactor.add(value.replace(/^\w+ /, ''), name)
  const password = URL.parse(baseUrl)?.password
  if (password) redactor.add(decodeURIComponent(password), 'password')
}

/** Registers the secrets that an answer gives by their usual names; checks add those with other names. */
export function learnSecrets({ response }: Exchange, redactor: Redactor): void {
  const add = (secret: string, name: string) => {
    if (!redactor.knows(secret)) redactor.add(secret, name)
  }
  const cookie = /^[^=;]+=([^;]+)/.exec(response.headers['set-cookie'] ?? '')?.[1]
  if (cookie !== undefined && cookie.length >= shortest) add(cookie, 'cookie')
  const learn = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > deepest) return
    for (const [name, member] of Object.entries(value)) {
      if (typeof member !== 'string') learn(member, depth + 1)
      else if (tokens.test(name)) add(member, name)
      else if (telling.test(name) && member.length >= shortest) add(member, 'secret')
    }
  }
  learn(response.json, 0)
}
