// Credentials as clients send them: in `Authorization`, and with the name of a world for clients whose base URL cannot
// change: `<token>~<world>`.
import { trimField } from '../../tools/raw-headers.ts'

/** The parts of an `Authorization` header (RFC 9110 section 11.6.2). */
export interface Authorization {
  /** In lower case; schemes are case-insensitive. */
  readonly scheme: string
  readonly value: string
}

/** The grammar of RFC 9110 section 11.4, whose values also hold the characters of a DSN, which is a URL. */
const grammar = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) +([\x21-\x7E][\t\x20-\x7E]*)$/

/** The longest header that Node accepts over HTTP, in characters. In process, decoding a longer one would be slow. */
export const longestHeader = 16_384

/**
 * Reads `Authorization`: a scheme, spaces and a value of visible ASCII characters. Returns undefined for anything else,
 * such as a no-break space: `trim` would remove it from a value.
 */
export function parseAuthorization(header: string): Authorization | undefined {
  if (header.length > longestHeader) return undefined
  const [, scheme, value] = grammar.exec(trimField(header)) ?? []
  return scheme === undefined || value === undefined ? undefined : { scheme: scheme.toLowerCase(), value }
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Reads the value of HTTP Basic (RFC 7617). Returns undefined for an invalid value, such as one without a colon. */
export function parseBasic(value: string): { readonly user: string; readonly password: string } | undefined {
  if (!base64.test(value)) return undefined
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(atob(value), (character) => character.charCodeAt(0)),
    )
  } catch {
    return undefined
  }
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** The world of requests that do not name one. */
export const defaultWorldName = 'default'

const worldName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/**
 * Returns true if a string can be the name of a world. It has no `~`, so the last one in a credential begins the name.
 */
export function isWorldName(text: string): boolean {
  return worldName.test(text)
}

/** The world named by the suffix of a credential; undefined without a suffix. */
export function credentialWorld(sent: string): string | undefined {
  const mark = sent.lastIndexOf('~')
  const name = sent.slice(mark + 1)
  return mark > 0 && isWorldName(name) ? name : undefined
}

/** A credential without the name of any world. */
export function withoutAnyWorld(sent: string): string {
  const world = credentialWorld(sent)
  return world === undefined ? sent : sent.slice(0, -world.length - 1)
}

/** The part of a world that a lookup of credentials needs. */
interface NamedWorld {
  readonly name: string
}

interface HashingWorld extends NamedWorld {
  readonly hashOf: (secret: string) => string
}

/** A credential without the name of its own world. The name of another world stays, so the credential is unknown. */
export function withoutWorld({ name }: NamedWorld, sent: string): string {
  return sent.endsWith(`~${name}`) ? sent.slice(0, -name.length - 1) : sent
}

/** The id of a stored credential in a world, by its secret as a client sends it. */
export function credentialId(world: HashingWorld, kind: 'bearer' | 'dsn' | 'key' | 'refresh', sent: string): string {
  return `${kind}:${world.hashOf(withoutWorld(world, sent))}`
}

/** The id of a stored OAuth client in a world, by its id as a client sends it. */
export function clientRecordId(world: NamedWorld, sent: string): string {
  return `client:${withoutWorld(world, sent)}`
}
