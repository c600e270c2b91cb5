// Finds the secrets in what passed that no target file declares: those that the client sent, and those in headers.
import { isObject } from '../reading/find-list.ts'
import { jsonOf } from '../client/evidence/read-request.ts'
import type { NameAndValue } from '../client/evidence/transcript.ts'
import type { PassedExchange } from './passed-exchange.ts'

const tellingHeader = /auth|token|secret|key|password/i
const tellingMember = /token|secret|password|assertion|api_?key|^code$|^dsn$|prepare_state/i

/** They say how a service is authenticated to, or name a request, and hold no secret. */
const openHeaders = /^(?:www|proxy)-authenticate$|^access-control-|idempotency/i

/** Members beside a secret, and cursors of other services: ids and names would be missing everywhere in a report. */
const besideSecret = /(?:id|type|name|status|scopes?|expires?|expir\w*_(?:at|in))$|hash|prefix|hint|next|page|cursor/i

/** A shorter text under a telling name is more likely a setting than a secret. */
const shortest = 8
const shortestCookie = 12

/** Values without a secret, or with only the scheme of one: a report is about those. */
const noSecret = /^(?:bearer|basic|digest|undefined|anonymous|\[object object\])$/i

/** The secrets in an exchange, each with the name that stands for it. */
export function secretsIn(exchange: PassedExchange): readonly NameAndValue[] {
  const { headers, address, body, answer } = exchange
  const query = address.split('#')[0]!.split('?').slice(1).join('?')
  return [
    ...[...headers, ...(answer?.headers ?? [])].flatMap(secretsOfHeader),
    ...membersOf(new URLSearchParams(query)),
    ...(body.text === undefined ? [] : secretsOfBody(body.text)),
  ]
}

function secretsOfHeader([name, value]: NameAndValue): readonly NameAndValue[] {
  if (/^cookie2?$/i.test(name)) return value.split(/;\s*/).flatMap(secretsOfCookie)
  if (/^set-cookie2?$/i.test(name)) return secretsOfCookie(value.split(';')[0]!)
  if (!tellingHeader.test(name) || openHeaders.test(name)) return []
  const [, scheme = '', sent = value] = /^(\S+)\s+(.+)$/s.exec(value) ?? []
  if (scheme.toLowerCase() !== 'basic') return likely(nameOf(scheme, name), sent.trim())
  const pair = fromBase64(sent)
  const colon = pair.indexOf(':')
  const [user, password] = colon < 0 ? [pair, ''] : [pair.slice(0, colon), pair.slice(colon + 1)]
  return [['credentials', sent], ['API_KEY', user], ...(password === '' ? [] : [['password', password] as const])]
}

function nameOf(scheme: string, header: string): string {
  const names: Readonly<Record<string, string>> = { bearer: 'token', dsn: 'DSN' }
  return names[scheme.toLowerCase()] ?? header.toLowerCase()
}

function secretsOfCookie(pair: string): readonly NameAndValue[] {
  const value = pair.slice(pair.indexOf('=') + 1)
  return value.length < shortestCookie ? [] : [['cookie', value]]
}

function likely(name: string, value: string): readonly NameAndValue[] {
  return value.length < shortest || noSecret.test(value) ? [] : [[name, value]]
}

/** The secrets in the JSON or the form of a request. */
function secretsOfBody(body: string): readonly NameAndValue[] {
  const json = jsonOf({ body })
  if (json === undefined) return body.includes('=') ? membersOf(new URLSearchParams(body)) : []
  return isObject(json)
    ? membersOf(Object.entries(json).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
    : []
}

function membersOf(members: Iterable<readonly [string, string] | string[]>): readonly NameAndValue[] {
  return [...members].flatMap(([name = '', value = '']) => {
    if (!tellingMember.test(name) || besideSecret.test(name)) return []
    return likely(name.toLowerCase() === 'prepare_state' ? 'state_code' : name, value)
  })
}

function fromBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))
  } catch {
    return text
  }
}
