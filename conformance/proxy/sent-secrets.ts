// Finds undeclared secrets in traffic: those that the client sent, and those in headers.
import { findNamedValues } from '../judge/redaction/beside-names.ts'
import { shortestSecret } from '../judge/redaction/redact.ts'
import type { AnyExchange } from '../conclusions/exchange.ts'
import type { NameAndValue } from './traffic.ts'

const tellingHeader = /auth|token|secret|key|password/i
/** Headers that describe authentication or identify a request, and contain no secret. */
const openHeaders = /^(?:www|proxy)-authenticate$|^access-control-|idempotency/i

/** A shorter text with the name of a secret is more likely a setting. */
const shortest = 8
const shortestCookie = 12

/** Values without a secret, or with only its scheme. Reports need them. */
const noSecret = /^(?:bearer|basic|digest|undefined|anonymous|\[object object\])$/i

/** The secrets in an exchange, each with the name that replaces it. */
export function findSecrets({ request, response }: AnyExchange): readonly NameAndValue[] {
  const { url, headers, body = '' } = request
  const all = [headers, response?.headers ?? {}].flatMap((each) => Object.entries(each))
  return [...all.flatMap(splitHeader).flatMap(secretsOfHeader), ...[url, body].flatMap(namedSecrets)]
}

/** The values of a repeated header, which were joined by commas. The date of a cookie also has a comma. */
function splitHeader([name, value]: NameAndValue): readonly NameAndValue[] {
  const comma = /^(?:set-)?cookie2?$/.test(name)
    ? /,\s*(?=[^;,=\s]+=)/
    : /^authorization$/.test(name)
      ? /,\s+/
      : undefined
  return comma === undefined ? [[name, value]] : value.split(comma).map((each) => [name, each] as const)
}

function secretsOfHeader([name, value]: NameAndValue): readonly NameAndValue[] {
  if (/^cookie2?$/i.test(name)) return value.split(/;\s*/).flatMap(secretsOfCookie)
  if (/^set-cookie2?$/i.test(name)) return secretsOfCookie(value.split(';')[0]!)
  if (openHeaders.test(name)) return []
  if (!tellingHeader.test(name)) return namedSecrets(value)
  const [, scheme = '', sent = value] = /^(\S+)\s+(.+)$/s.exec(value) ?? []
  if (scheme.toLowerCase() !== 'basic') return likelySecret(schemeSecretName(scheme, name), sent.trim())
  const pair = decodeBase64Text(sent)
  const colon = pair.indexOf(':')
  const [user, password] = colon < 0 ? [pair, ''] : [pair.slice(0, colon), pair.slice(colon + 1)]
  return [['credentials', sent], ['API_KEY', user], ...(password === '' ? [] : [['password', password] as const])]
}

function schemeSecretName(scheme: string, header: string): string {
  const names: Readonly<Record<string, string>> = { bearer: 'token', dsn: 'DSN' }
  return names[scheme.toLowerCase()] ?? header.toLowerCase()
}

function secretsOfCookie(pair: string): readonly NameAndValue[] {
  const value = pair.slice(pair.indexOf('=') + 1)
  return value.length < shortestCookie ? [] : [['cookie', value]]
}

function likelySecret(name: string, value: string): readonly NameAndValue[] {
  return value.length < shortest || noSecret.test(value) ? [] : [[name, value]]
}

/** The values next to names of secrets. A password may be short. */
function namedSecrets(text: string): readonly NameAndValue[] {
  return findNamedValues(text).flatMap(([name, value]) => {
    if (/^pass/i.test(name)) return value.length < shortestSecret ? [] : [[name, value] as const]
    return likelySecret(name.toLowerCase() === 'prepare_state' ? 'state_code' : name, value)
  })
}

function decodeBase64Text(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))
  } catch {
    return text
  }
}
