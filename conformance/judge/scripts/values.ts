// The sources of the values in requests: the environment, or an earlier answer.
import { type Exchange, headerVariable } from '../../conclusions/exchange.ts'
import type { Target } from '../../target/target-file.ts'

/** A value of an answer, which may be secret, and how the functions of a script read it. */
export interface PlacedValue {
  readonly exchange: Exchange
  readonly kind: 'id' | 'cursor' | 'secret'
  /** The function and its arguments. */
  readonly read: string
  readonly value: string
}

/** The secrets of a target file, by the variables of `emulator exec`; headers have separate variables. */
export function scriptVariables({ credentials = {}, headers = {} }: Target): ReadonlyMap<string, string> {
  const { oauth, token, integrationToken, apiKey, dsn } = credentials
  return new Map(
    [
      ['PLATFORM_TOKEN', token],
      ['PLATFORM_INTEGRATION_TOKEN', integrationToken],
      ['PLATFORM_API_KEY', apiKey],
      ['PLATFORM_DSN', dsn],
      ['PLATFORM_CLIENT_SECRET', oauth?.clientSecret],
      ['PLATFORM_CLIENT_ID', oauth?.clientId],
      ...Object.entries(headers).map(([name, value]) => [headerVariable(name), value]),
    ].filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

const member = /^\s*"([\w.-]+)"\s*:\s*"([^"]*)"\s*$/
const link = /^[^>]*[?&]cursor=([\w:%-]+)[^>]*>.*rel="?(next|previous)\b/

/** The values of an answer. The text is split at each brace, bracket and comma, as in the shell script. */
export function placedValues(exchange: Exchange): readonly PlacedValue[] {
  const counts = new Map<string, number>()
  const members = exchange.response.text.split(/[{}[\],\n]/).flatMap((piece): readonly PlacedValue[] => {
    const [, name, value] = member.exec(piece) ?? []
    if (name === undefined || value === undefined) return []
    const index = (counts.get(name) ?? 0) + 1
    counts.set(name, index)
    const kind = name === 'id' ? 'id' : 'secret'
    return [{ exchange, kind, read: `value ${name} ${index}`, value: value.replaceAll(String.raw`\/`, '/') }]
  })
  const cursors = (exchange.response.headers['link'] ?? '').split('<').flatMap((entry): readonly PlacedValue[] => {
    const [, value, relation] = link.exec(entry) ?? []
    return value === undefined ? [] : [{ exchange, kind: 'cursor', read: `cursor ${relation}`, value }]
  })
  return [...members, ...cursors]
}

/**
 * How the shell derives a near miss of a secret from the secret's variable; undefined for a string that differs more.
 */
export function deriveNearMiss(text: string, secret: string): ((variable: string) => string) | undefined {
  if (text.startsWith(secret)) return (variable) => `\${${variable}}${text.slice(secret.length)}`
  if (secret.startsWith(text) && secret.length === text.length + 1) return (variable) => `\${${variable}%?}`
  const changed = [...secret].flatMap((character, index) => (character === text[index] ? [] : [index + 1]))
  if (text.length !== secret.length || changed.length !== 1) return undefined
  return (variable) => `$(changed ${changed[0]} "$${variable}")`
}
